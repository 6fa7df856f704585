//! What is said about xiangqi.

use std::borrow::Cow;

use agon_core::info::text;
use agon_core::{GameInfo, Limits, Parameter, PieceKind};

pub(super) static INFO: GameInfo = GameInfo {
    id: text("xiangqi"),
    name: text("Xiangqi"),
    sides: [text("Red"), text("Black")],
    // In the order of the kinds in `geometry`.
    pieces: Cow::Borrowed(&[
        PieceKind::worth("general", ['K', 'k'], 0),
        PieceKind::worth("advisor", ['A', 'a'], 2),
        PieceKind::worth("elephant", ['B', 'b'], 2),
        PieceKind::worth("horse", ['N', 'n'], 4),
        PieceKind::worth("chariot", ['R', 'r'], 9),
        PieceKind::worth("cannon", ['C', 'c'], 4),
        PieceKind::new("soldier", ['P', 'p']),
    ]),
    summary: text("Chinese chess: attack the enemy general so that he cannot escape."),
    rules: text(
        "The board has ten ranks, 0 to 9, of nine points, a to i; pieces stand on the points where the lines \
            cross. Between ranks 4 and 5 runs the river. The three by three points d to f of ranks 0 to 2 are Red's \
            palace, those of ranks 7 to 9 Black's. Red's chariot, horse, elephant, advisor, general, advisor, \
            elephant, horse and chariot stand on rank 0 from a to i, the cannons on b2 and h2, and five soldiers on \
            a3, c3, e3, g3 and i3. Black's pieces stand opposite. Red begins; the players take turns to move one \
            piece, and a piece that comes to stand on an enemy piece takes it off the board.\n\
            The general moves one point along a line and stays in the palace. The advisor moves one point \
            diagonally and stays in the palace. The elephant moves exactly two points diagonally, if the point in \
            the middle is empty, and does not cross the river. The horse moves one point along a line and then one \
            diagonally outward; a piece on that first point blocks it. The chariot moves any distance along a line \
            over empty points. The cannon moves like the chariot, but to take a piece it must leap over exactly one \
            other piece, of either side. The soldier moves one point forward; once across the river it may also \
            move one point sideways; it never moves back.\n\
            The two generals may not face each other on a file with nothing between them. An attacked general is in \
            check. No move may leave one's own general in check or facing the other. A player without a legal move \
            loses, in check or not.",
    ),
    draws: text(
        "A position that occurs for the third time with the same side to move ends the game. If one player gave \
            check with every move since the position occurred last, and the other did not, that player loses; \
            otherwise it is a draw. With repetition=axf, a player who chased one and the same piece with every move \
            loses as well, unless both did. A move chases a piece if it newly threatens to take it, where the \
            attacker is neither general nor soldier, and the piece attacked is neither the general nor a soldier on \
            its own bank of the river. The threat counts if the piece is not protected, or if it is more valuable: a \
            chariot attacked by a horse or cannon; a chariot, cannon or horse attacked by an elephant or advisor. A \
            piece that can take its attacker of the same kind is not chased. With repetition=olympiad, whoever \
            brings about a position for the second time loses, whatever the checks. In all three, check must be \
            answered and generals are never taken, although the referee of the Olympiad lets them be taken.\n\
            If nothing was taken for 120 moves, 60 by each player, the game is a draw. After 400 moves in all, 200 \
            by each player, it is a draw as well; with repetition=olympiad after 200 in all.",
    ),
    notation: text(
        "A move is written as the point it starts from and the point it goes to, files a to i from Red's left \
               and ranks 0 to 9 from Red's side: h2e2. The form of the World Xiangqi Federation is understood too: \
               the piece, its file counted from the mover's right, plus for forward, minus for backward or equals \
               for sideways, and the file it goes to or, along a file, the number of points: C2=5, N8+7, R1+1. A \
               plus or minus in front, or in place of the file, tells the front piece from the rear one: +R-2. Of \
               three soldiers on a file, their place from the front stands for the letter: 25=6. A position is \
               written in FEN: ranks from 9 to 0 with capital letters for Red, K general, A advisor, B or E elephant, N or H horse, R chariot, C cannon, P soldier, and numbers of empty points, the side \
               to move w or b, two dashes, the number of moves since something was taken and the number of the \
               move, such as rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1.",
    ),
    source: text(
        "The common rules of xiangqi; repetition after the Asian Xiangqi Federation in simplified form, or after \
             the referee of the Computer Olympiad by Quentin Cohen-Solal.",
    ),
    parameters: &[Parameter {
        key: "repetition",
        default: "core",
        values: &["core", "axf", "olympiad"],
        help: "what a repeated position means: core, only perpetual check loses; axf, perpetual chase too; \
               olympiad, every repetition loses",
    }],
    endings: &[
        "checkmate",
        "{loser} gave perpetual check",
        "{loser} chased a piece perpetually",
        "{loser} repeated a position",
    ],
    limits: Limits { repetition: Some(3), no_progress: Some(120), ply_cap: Some(400) },
    version: 1,
};
