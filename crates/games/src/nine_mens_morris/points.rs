//! The board of nine men's morris: three rings of eight points, their mills and slides, as sets of bits.
//!
//! Point `8 * ring + step` with ring 0 the inner one; step 0 is the middle of the upper side, and the steps go
//! clockwise. Middles of sides are even, corners odd. One byte per ring makes a turn of the board a rotation of
//! bytes, so that all points are looked at together.

/// A set of points.
pub(super) type Set = u32;

pub(super) const ALL: Set = 0xff_ffff;
const MIDDLES: Set = 0x55_5555;
const CORNERS: Set = 0xaa_aaaa;

/// The names of the points: files a to g from the left, ranks 1 to 7 from the bottom.
pub(super) const NAMES: [&str; 24] = [
    "d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5", // inner ring
    "d6", "f6", "f4", "f2", "d2", "b2", "b4", "b6", // middle ring
    "d7", "g7", "g4", "g1", "d1", "a1", "a4", "a7", // outer ring
];

/// Every point moved one step clockwise on its ring.
#[inline(always)]
const fn clockwise(set: Set) -> Set {
    (set << 1) & 0xfe_fefe | (set >> 7) & 0x01_0101
}

/// Every point moved one step anticlockwise on its ring.
#[inline(always)]
const fn anticlockwise(set: Set) -> Set {
    (set >> 1) & 0x7f_7f7f | (set << 7) & 0x80_8080
}

/// The middles whose two companions on the spoke are in the set.
#[inline(always)]
const fn spoke_ends(set: Set) -> Set {
    (set << 8 | set >> 16) & (set >> 8 | set << 16) & MIDDLES
}

/// The points at which one more stone completes a mill, by where the other two stones of the mill are.
struct MillEnds {
    /// On the other two points of the spoke.
    spoke: Set,
    /// On both corners beside a middle.
    beside: Set,
    /// On the two points before a corner, clockwise.
    before: Set,
    /// On the two points after a corner, clockwise.
    after: Set,
}

impl MillEnds {
    #[inline(always)]
    const fn new(stones: Set) -> MillEnds {
        let (behind, ahead) = (clockwise(stones), anticlockwise(stones));
        MillEnds {
            spoke: spoke_ends(stones),
            beside: behind & ahead & MIDDLES,
            before: behind & clockwise(behind) & CORNERS,
            after: ahead & anticlockwise(ahead) & CORNERS,
        }
    }
}

/// The points that are joined to a point of the set.
#[inline(always)]
pub(super) const fn neighbours(set: Set) -> Set {
    clockwise(set) | anticlockwise(set) | (set << 8 | set >> 8) & MIDDLES & ALL
}

/// The points, taken or not, at which one more stone completes a mill.
#[inline(always)]
pub(super) const fn mill_ends(stones: Set) -> Set {
    let ends = MillEnds::new(stones);
    ends.spoke | ends.beside | ends.before | ends.after
}

/// The stones that stand in a mill of the set.
#[inline(always)]
pub(super) const fn in_mills(stones: Set) -> Set {
    let sides = clockwise(stones) & anticlockwise(stones) & stones & MIDDLES;
    sides | clockwise(sides) | anticlockwise(sides) | stones & spoke_ends(stones)
}

/// The 32 edges of the board in both directions are 64 slides: a set of slides is a word. Bit 0 is the clockwise
/// slide into point 0, bit 24 the anticlockwise one; from bit 48 on slides along the spokes outward into
/// points 8, 10, ... have the even bits, and those inward into points 0, 2, ... the odd ones.
#[inline(always)]
const fn pack(clockwise: Set, anticlockwise: Set, outward: Set, inward: Set) -> u64 {
    clockwise as u64 | (anticlockwise as u64) << 24 | ((outward >> 8 | inward << 1) as u64) << 48
}

/// The slides of `stones` into `empty` points, and those among them that complete a mill.
#[inline(always)]
pub(super) const fn slides(stones: Set, empty: Set) -> (u64, u64) {
    let ends = MillEnds::new(stones);
    let all = pack(
        clockwise(stones) & empty,
        anticlockwise(stones) & empty,
        stones << 8 & MIDDLES & empty,
        stones >> 8 & MIDDLES & empty,
    );
    // A slide stays on one line and leaves a gap in it: only the other line through its end can be completed.
    // That is the spoke or the side ahead for a slide along a ring, the side for one along a spoke.
    let [outward, inward] = [ends.beside & 0xff_ff00, ends.beside & 0x00_ffff];
    (all, all & pack(ends.spoke | ends.after, ends.spoke | ends.before, outward, inward))
}

/// Both ends of every slide.
pub(super) static SLIDES: [Set; 64] = {
    let mut ends = [0; 64];
    let mut point = 0;
    while point < 24 {
        let start = 1 << point;
        // Each slide from this point alone on an empty board.
        let (mut rest, _) = slides(start, ALL ^ start);
        while rest != 0 {
            let slide = rest.trailing_zeros() as usize;
            let end = match slide {
                0..48 => slide % 24,
                _ if slide.is_multiple_of(2) => slide - 48 + 8,
                _ => slide - 48 - 1,
            };
            ends[slide] = start | 1 << end;
            rest &= rest - 1;
        }
        point += 1;
    }
    ends
};

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Random;

    /// The sixteen mills, each in the order of its points.
    fn mills() -> Vec<[usize; 3]> {
        let mills = "a7 d7 g7, g7 g4 g1, g1 d1 a1, a1 a4 a7, b6 d6 f6, f6 f4 f2, f2 d2 b2, b2 b4 b6, \
                     c5 d5 e5, e5 e4 e3, e3 d3 c3, c3 c4 c5, d7 d6 d5, g4 f4 e4, d1 d2 d3, a4 b4 c4";
        let point = |name: &str| NAMES.iter().position(|&known| known == name).unwrap();
        let mill = |names: &str| names.split(' ').map(point).collect::<Vec<_>>().try_into().unwrap();
        mills.split(", ").map(mill).collect()
    }

    #[test]
    fn sets_agree_with_the_list_of_mills() {
        let mills = mills();
        let sets: Vec<Set> =
            mills.iter().map(|mill| mill.iter().fold(0, |set, point| set | 1 << point)).collect();
        let in_listed_mills =
            |stones: Set| sets.iter().filter(|&mill| stones & mill == *mill).fold(0, |set, mill| set | mill);
        let edges: Vec<(usize, usize)> =
            mills.iter().flat_map(|&[a, b, c]| [(a, b), (b, a), (b, c), (c, b)]).collect();
        let mut random = Random::new(5);
        for _ in 0..2000 {
            let [stones, other] = [0; 2].map(|_| random.bits() as Set & ALL);
            let empty = ALL & !(stones | other);
            assert_eq!(in_mills(stones), in_listed_mills(stones), "{stones:x}");
            for point in 0..24 {
                let completes = in_listed_mills(stones | 1 << point) >> point & 1;
                assert_eq!(mill_ends(stones) >> point & 1, completes, "{stones:x} {point}");
            }
            let joined =
                |point: usize| edges.iter().any(|&(from, to)| stones >> from & 1 == 1 && to == point);
            assert!(
                (0..24).all(|point| (neighbours(stones) >> point & 1 == 1) == joined(point)),
                "{stones:x}"
            );
            // As pairs of start and end, with whether the slide completes a mill.
            let mut expected: Vec<(Set, Set, bool)> = edges
                .iter()
                .map(|&(from, to)| (1 << from, 1 << to))
                .filter(|(from, to)| stones & from != 0 && empty & to != 0)
                .map(|(from, to)| (from, to, in_listed_mills(stones ^ from ^ to) & to != 0))
                .collect();
            let (all, closing) = slides(stones, empty);
            let mut found: Vec<(Set, Set, bool)> = crate::bits::ones(all)
                .map(|slide| (SLIDES[slide] & stones, SLIDES[slide] & empty, closing >> slide & 1 == 1))
                .collect();
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{stones:x} {other:x}");
        }
    }
}
