//! Who may act at a table. A seat belongs to visitors by their cookies, and whoever knows its secret may join; everybody else
//! who knows the address of the table watches.

use agon_core::Player;
use agon_table::Sides;
use serde::{Deserialize, Serialize};

use crate::app::random_id;
use crate::trouble::Trouble;

/// The most devices of one party: enough for anybody's, and a secret that has got about fills no table with strangers.
const DEVICES: usize = 8;

/// The longest name, in letters.
const LONGEST_NAME: usize = 40;

/// Those who decide for the same sides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Party {
    /// What they decide for.
    pub(crate) sides: Sides,
    /// The sessions of their devices; none before an invitation was followed.
    sessions: Vec<String>,
    /// Whoever knows it may join them.
    pub(crate) secret: String,
    /// What they want to be called.
    pub(crate) name: Option<String>,
    /// Whether they look at the board from the other side, where parties sit apart.
    #[serde(default)]
    pub(crate) turned: bool,
}

impl Party {
    fn new(sides: Sides, session: Option<&str>, name: Option<String>) -> Party {
        let sessions = session.map(str::to_owned).into_iter().collect();
        Party { sides, sessions, secret: random_id(), name, turned: false }
    }

    /// Whether nobody has come yet.
    pub(crate) fn is_awaited(&self) -> bool {
        self.sessions.is_empty()
    }

    pub(crate) fn has(&self, session: &str) -> bool {
        self.sessions.iter().any(|known| known == session)
    }
}

/// Everybody who may act at a table: one party that holds it all, or two people who sit apart.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Company {
    parties: Vec<Party>,
    /// The table of the rematch, once somebody has opened it.
    #[serde(default)]
    pub(crate) next: Option<String>,
}

impl Company {
    /// A visitor who holds the whole table.
    pub(crate) fn alone(session: &str) -> Company {
        Company { parties: vec![Party::new(Sides::Both, Some(session), None)], next: None }
    }

    /// A visitor on this side, and a seat for somebody who is to be invited.
    pub(crate) fn inviting(session: &str, player: Player, name: Option<String>) -> Company {
        let parties = vec![
            Party::new(Sides::of(player), Some(session), name),
            Party::new(Sides::of(!player), None, None),
        ];
        Company { parties, next: None }
    }

    /// The same people on exchanged sides, for a rematch. Links of before lead to the game of before.
    pub(crate) fn exchanged(&self) -> Company {
        let exchanged = |party: &Party| Party {
            sides: party.sides.only().map_or(party.sides, |player| Sides::of(!player)),
            secret: random_id(),
            turned: false,
            ..party.clone()
        };
        Company { parties: self.parties.iter().map(exchanged).collect(), next: None }
    }

    pub(crate) fn parties_mut(&mut self) -> &mut [Party] {
        &mut self.parties
    }

    /// The party of a visitor.
    pub(crate) fn of(&self, session: &str) -> Option<&Party> {
        self.parties.iter().find(|party| party.has(session))
    }

    /// What a visitor decides for.
    pub(crate) fn sides(&self, session: &str) -> Sides {
        self.of(session).map_or(Sides::Neither, |party| party.sides)
    }

    /// Whether two people sit apart.
    pub(crate) fn is_apart(&self) -> bool {
        self.parties.len() > 1
    }

    /// The party that has not come yet.
    pub(crate) fn awaited(&self) -> Option<&Party> {
        self.parties.iter().find(|party| party.is_awaited())
    }

    /// The sessions of all devices.
    pub(crate) fn sessions(&self) -> impl Iterator<Item = &str> {
        self.parties.iter().flat_map(|party| &party.sessions).map(String::as_str)
    }

    /// What the person on a side wants to be called; whoever sits on both has no name there.
    pub(crate) fn name(&self, player: Player) -> Option<&str> {
        self.parties.iter().find(|party| party.sides == Sides::of(player))?.name.as_deref()
    }

    /// The party that a secret lets join.
    pub(crate) fn invited(&self, secret: &str) -> Option<&Party> {
        self.parties.iter().find(|party| party.secret == secret)
    }

    /// Lets a visitor join the party that the secret belongs to. A secret is good for one: who is known to the party is shown
    /// the next.
    pub(crate) fn join(&mut self, secret: &str, session: &str, name: Option<String>) -> Result<(), Trouble> {
        let known = self.of(session).is_some();
        let party = self.parties.iter_mut().find(|party| party.secret == secret).ok_or(Trouble::SeatTaken)?;
        if party.has(session) {
            return Ok(());
        }
        if known {
            return Err(Trouble::SeatedAlready);
        }
        if party.sessions.len() >= DEVICES {
            party.sessions.remove(0);
        }
        if party.is_awaited() {
            party.name = name;
        }
        party.sessions.push(session.to_owned());
        party.secret = random_id();
        Ok(())
    }
}

/// A name as it is kept: one line of letters, not too long; nothing if nothing is left.
pub(crate) fn clean(name: &str) -> Option<String> {
    let name: String = name.chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_lets_one_device_in_and_everybody_else_watches() {
        let mut company = Company::inviting("maker", Player::Second, clean("  Ada \n Lovelace "));
        let secret = company.awaited().unwrap().secret.clone();
        assert_eq!(company.sides("maker"), Sides::Second);
        assert_eq!(company.sides("friend"), Sides::Neither);
        assert!(matches!(company.join("guess", "friend", None), Err(Trouble::SeatTaken)));
        assert!(matches!(company.join(&secret, "maker", None), Err(Trouble::SeatedAlready)));
        company.join(&secret, "friend", clean("Charles")).unwrap();
        assert_eq!((company.sides("friend"), company.awaited()), (Sides::First, None));
        assert!(matches!(company.join(&secret, "third", None), Err(Trouble::SeatTaken)), "it is used up");
        let names = Player::BOTH.map(|player| company.name(player).map(str::to_owned));
        assert_eq!(names, [Some("Charles".to_owned()), Some("Ada Lovelace".to_owned())]);

        let own = company.of("friend").unwrap().secret.clone();
        company.join(&own, "phone", clean("Somebody")).unwrap();
        assert_eq!((company.sides("phone"), company.name(Player::First)), (Sides::First, Some("Charles")));
        let again = company.exchanged();
        assert_eq!((again.sides("maker"), again.sides("phone")), (Sides::First, Sides::Second));
    }

    #[test]
    fn names_are_one_short_line() {
        assert_eq!(clean(" \u{7}\n "), None);
        assert_eq!(clean(&"x".repeat(500)).unwrap().len(), LONGEST_NAME);
    }

    #[test]
    fn so_many_devices_and_no_more() {
        let mut company = Company::alone("0");
        for device in 1..20 {
            let secret = company.parties[0].secret.clone();
            company.join(&secret, &device.to_string(), None).unwrap();
        }
        assert_eq!(company.sessions().count(), DEVICES);
        assert_eq!((company.sides("19"), company.sides("0")), (Sides::Both, Sides::Neither));
    }
}
