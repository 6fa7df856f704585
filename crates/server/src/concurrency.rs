//! How many may be inside at once: connections, and requests that are being answered. Whoever comes from one address takes no
//! more than a part of the room.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What counts as one guest: an IPv4 address, or the network of an IPv6 address, since whoever has one of its addresses has all.
/// The machine itself is not a guest, and has no such limits.
pub(crate) fn guest(address: IpAddr) -> Option<IpAddr> {
    /// Providers give each customer at least one network of this size.
    const NETWORK: u128 = !0 << 64;
    let address = address.to_canonical();
    let network = match address {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & NETWORK).into(),
        IpAddr::V4(_) => address,
    };
    (!address.is_loopback()).then_some(network)
}

/// A gate that lets in so many, and so many of one guest.
pub(crate) struct Gate<G: Eq + Hash + Clone = IpAddr> {
    most: usize,
    most_of_one: usize,
    inside: Arc<Mutex<Inside<G>>>,
}

struct Inside<G> {
    all: usize,
    each: HashMap<G, usize>,
}

impl<G: Eq + Hash + Clone> Gate<G> {
    pub(crate) fn new(most: usize, most_of_one: usize) -> Gate<G> {
        Gate { most, most_of_one, inside: Arc::new(Mutex::new(Inside { all: 0, each: HashMap::new() })) }
    }

    /// Lets a guest in, or somebody who is none, for as long as the ticket is kept.
    pub(crate) fn enter(&self, guest: Option<G>) -> Option<Ticket<G>> {
        let mut inside = lock(&self.inside);
        let own = guest.as_ref().and_then(|guest| inside.each.get(guest).copied()).unwrap_or(0);
        if inside.all >= self.most || (guest.is_some() && own >= self.most_of_one) {
            return None;
        }
        inside.all += 1;
        if let Some(guest) = &guest {
            inside.each.insert(guest.clone(), own + 1);
        }
        Some(Ticket { inside: self.inside.clone(), guest })
    }

    /// How many are inside.
    #[cfg_attr(target_family = "wasm", allow(dead_code, reason = "nobody measures a browser"))]
    pub(crate) fn inside(&self) -> usize {
        lock(&self.inside).all
    }
}

fn lock<G>(inside: &Mutex<Inside<G>>) -> MutexGuard<'_, Inside<G>> {
    inside.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The right to be inside, given back when dropped.
pub(crate) struct Ticket<G: Eq + Hash = IpAddr> {
    inside: Arc<Mutex<Inside<G>>>,
    guest: Option<G>,
}

impl<G: Eq + Hash> Drop for Ticket<G> {
    fn drop(&mut self) {
        let mut inside = lock(&self.inside);
        inside.all -= 1;
        let Some(guest) = &self.guest else { return };
        if let Some(count) = inside.each.get_mut(guest) {
            *count -= 1;
            if *count == 0 {
                inside.each.remove(guest);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<IpAddr> {
        guest(text.parse().unwrap())
    }

    #[test]
    fn a_network_is_one_guest_and_the_machine_is_none() {
        assert_eq!(of("2001:db8:1:2::7"), of("2001:db8:1:2:ffff::1"));
        assert_ne!(of("2001:db8:1:2::7"), of("2001:db8:1:3::7"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"), "one address written in two ways");
        for own in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            assert_eq!(of(own), None, "{own}");
        }
    }

    #[test]
    fn one_guest_takes_a_part_of_the_room_and_gives_it_back() {
        let gate = Gate::new(4, 2);
        let (one, other) = (of("192.0.2.1"), of("192.0.2.2"));
        let first = [gate.enter(one), gate.enter(one)];
        assert!(first.iter().all(Option::is_some) && gate.enter(one).is_none(), "one has enough");
        let _others = [gate.enter(other), gate.enter(None)];
        assert!(gate.enter(None).is_none(), "nobody fits in any more");
        assert_eq!(gate.inside(), 4);
        drop(first);
        assert!(gate.enter(one).is_some(), "there is room again");
    }
}
