### English. Names of games, sides and pieces come from the games themselves.

## The frame of every page
skip = Skip to the content
navigation = Pages
games = Games
analysis = Analysis
puzzles = Puzzles
about = Help
language = Language
theme = Colours
theme-system = System colours
theme-light = Light
theme-dark = Dark
sound = Sounds
sound-off = No sounds
sound-low = Soft sounds
sound-medium = Sounds
sound-high = Loud sounds
speech = How moves are told
speech-notation = Moves in notation
speech-words = Moves in words
speech-spelled = Moves in words, letters spelled
edge = edge
apply = Apply
settings = Settings
footer = Agon plays on your own machine: no accounts, no third parties, one cookie that is a random number.
alone = This is played and kept on your device, without the server.
lost = The server does not answer. What you see may be out of date. Trying again…
unanswered = The server does not answer. What you see stays; try again in a moment.
engine-loading = The engine that plays is on its way. Games begin as soon as it is here:
engine-failed = The engine that plays could not be loaded. It needs a recent browser, and an address that begins with https or localhost.
back-home = Back to the games

## Home
home-title = Play a board game
home-lead = Choose a game, a side and a level. Everything can be done by mouse, touch, keyboard or typed words, and everything on the board is also said.
sheets = Your own games
sheets-add = Add a game from a file
sheets-help = A file with rules in the Game Description Language (.kif), or its text. Two players, who take turns. Only you see it in the list; whoever you invite to a game can play it.
sheets-file = File with rules
sheets-text = Or the rules as text
sheets-check = Check and add
sheets-forget = Remove
sheets-forget-one = Remove { $name } from your list
sheets-empty = Choose a file with rules, or paste them.
sheets-too-many = You have { $most } games of your own, with those that you removed and still play, and that is the most. Remove one first, or its tables.
home-going-device = Your games on this device
home-going = Your games

## A game's page
opponent = Who plays
mode-agent = Me against the program
mode-people = Two people at this device
mode-friend = Me against a friend, by a link
mode-watch = Watch the program play itself
its-level = Level
other-level = Level of the second side when watching
your-side = Your side
side-begins = { $side } (begins)
side-random = Random
options = Options
terms = Clock and help
terms-comments = Comment on my moves
terms-no-takeback = No taking back
clock = Clock
clock-help = It starts with the first move. Whose time is over loses; the program moves at once when it runs short. Taking back gives no time back, and while the program is switched off the clock stands.
clock-none = No clock
clock-move = { $time } for each move
clock-total = { $time } for the game
clock-total-more = { $time } for the game, and { $more } more with each move
minutes = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
}
seconds = { $count ->
    [one] 1 second
   *[other] { $count } seconds
}
start = Start the game
rules = Rules
draws = Draws
notation = Notation
source = Source
level = Level { $name }
level-easy = Easy
level-medium = Medium
level-hard = Hard
level-fair = Fair
level-like-1 = first steps, it gives much away
level-like-2 = gentle, many mistakes
level-like-3 = easy-going, mistakes in most games
level-like-4 = casual, mistakes now and then
level-like-5 = steady, you have to look out
level-like-6 = attentive, few plain mistakes
level-like-7 = firm, a plan is needed
level-like-8 = strong, it punishes small mistakes
level-like-9 = very strong
level-like-10 = its best
level-like-easy = plays a little worse than even
level-like-medium = plays a little better than even
level-like-hard = plays the best it sees, and misses now and then
level-like-fair = a close game, whoever you are
fair-memory = Of your games here, Fair remembers one number: { $number }. Above 0 it plays more to win, below 0 it holds back. It is kept for this browser and this game.
fair-forget = Forget it
level-easiest = The easiest level.
level-easiest-of = The easiest level: a player who looks one move ahead wins about { $part } in { $whole } against it.
level-stronger = Wins about { $part } in { $whole } against level { $below }.
level-hardly = Hardly stronger than level { $below }: this game leaves no room for more.
level-unknown = Its strength is not confirmed yet.
level-provisional = Provisional: the levels of this game have not been measured.
level-strongest = The strongest level.
level-aim-easy = Aims at moves that are a little worse than even.
level-aim-medium = Aims at moves that are a little better than even.
level-aim-hard = Aims at the best moves, and misses them now and then.
level-aim-fair = Aims at a close game, whoever you are.
analyse-game = Analyse

## At the table
board = Board
state = How the game stands
to-move = { $side } to move.
check = Check!
tap-again = Tap again to choose:
score-count = { $kind }: { $count }
score-ahead = { $count } ahead
wins = { $side } wins: { $reason }.
draw = Draw: { $reason }.
ending-line = { $length ->
    [3] three
    [4] four
    [5] five
    [6] six
   *[other] { $length }
} in a row
ending-no-moves = {"{"}loser{"}"} has no legal move
ending-nobody-moves = neither side has a legal move
ending-no-pieces = {"{"}loser{"}"} has no pieces left
ending-full = the board is full
ending-repetition = the position was repeated
ending-no-progress = too many moves without progress
ending-length = the game reached its longest allowed length
ending-resignation = {"{"}loser{"}"} resigned
ending-time = the time of {"{"}loser{"}"} is over
ending-agreement = the players agreed
ending-claim = a player said so who goes by other rules
kind-on-cells = { $kind } on { $cells }
in-hand = { $count } in hand
has-in-hand = { $side } has { $count } in hand.
nobodys = Nobody's
nothing-on-board = nothing on the board
board-empty = The board is empty.
empty = empty
piece-of = { $side } { $kind }
nothing-played = Nothing has been played yet.
has-to-pass = { $side } has to pass.
plays = { $side } plays { $move }.
plays-taking = { $side } plays { $move }, taking { $taken }.
plays-changing = { $side } plays { $move }, changing { $changed }.
plays-taking-changing = { $side } plays { $move }, taking { $taken }, changing { $changed }.
legal-moves = { $count ->
    [one] One legal move: { $moves }.
   *[other] { $count } legal moves: { $moves }.
}
moves-from = From { $cell }: { $moves }.
captures = { $count ->
    [one] One move takes something: { $moves }.
   *[other] { $count } moves take something: { $moves }.
}
no-captures = No move takes anything.
no-moves-from = There is no legal move from { $cell }.
not-legal = “{ $text }” is not a legal move here. { $count ->
    [one] The only legal move is { $moves }.
   *[other] Legal: { $moves }.
}
not-clear = “{ $text }” could mean more than one move: { $moves }.
not-any-more = “{ $text }” cannot be played: the game is over.
not-your-turn = It is not your turn. Wait for the answer, or stop the thinking.
game-over-already = The game is over.
no-such-cell = There is no cell “{ $text }” on this board.
no-move-there = { $cell }: no legal move begins or ends there. { $moves }
nothing-to-undo = There is no move of yours to take back.
nothing-to-redo = There is no move to redo.
taken-back = Taken back. { $status }
played-again = Redone. { $status }
and-more = { $shown } and { $count } more
state-selected = selected
state-taken = can be taken
state-target = can be reached
state-movable = can move
state-playable = playable
state-last = last move
person = a person
you = you
thinking = Thinking…
thinking-of = Thinking: { $move }, { $value }, { $nodes } positions seen.
stop-thinking = Move now
look-again = Look again
choose-move = Which move?
action-pass = Pass
action-swap = Swap sides
action-grow = Grow lily pads
advice-pass = You have no other move than to pass.
advice-target = Now choose where to go, or choose another piece.
advice-go-on = Go on along the path, or choose the last place again to stop there if the rules allow it.
advice-remove = Now choose the piece to take.
advice-capture = You have to capture.
selected-cell = { $cell } selected. { $moves }
deselected = Nothing selected.
command = Move or question
command-placeholder = Move or question
say-it = Say it
command-help = Type a move, or: describe, pieces, moves, moves and a place, captures, changed, last, winning, hint, clock, pause, undo, redo, draw, decline, resign, comments, takeback, help.
# The words that can be typed for each of these, with commas between them; all languages are understood at once.
typed-describe = describe, board
typed-pieces = pieces, where
typed-moves = moves, from
typed-captures = captures, takes
typed-changed = changed, changes
typed-last = last
typed-winning = winning, who, score
typed-hint = hint
typed-clock = clock, time
typed-undo = undo, back
typed-redo = redo
typed-resign = resign
typed-draw = draw, accept
typed-decline = decline
typed-pause = pause
typed-comments = comments
typed-takeback = takeback
typed-help = help, ?
questions = Questions
ask-describe = Describe the board
ask-pieces = Where are my pieces?
ask-moves = My moves
ask-captures = What can I take?
ask-changed = What changed?
ask-last = Last move
ask-winning = Who is winning?
ask-hint = Hint
ask-clock = How much time is left?
controls = Game
undo = Take back
hint-button = Hint
more = More
larger = Larger
smaller = Smaller
redo = Redo
resign = Resign
resign-sure = Yes, I resign
draw-offer = Offer a draw
draw-short = Draw?
draw-offered = { $side } offers a draw. Agree, decline, or play on.
draw-accept = Agree to the draw
draw-decline = Decline
draw-refused = The draw is declined.
draw-declined = The program declines: it thinks that it stands better.
draw-early = The program declines: it is too early for a draw.
draw-nobody = There is nobody here to offer a draw.
draw-none = Nobody offers a draw.
takeback-on = Moves can be taken back.
takeback-off = In this game moves are not taken back.
takeback-ask = Ask to take a move back
takeback-asked = { $side } asks to take the last move back.
takeback-accept = Take it back
takeback-decline = No
takeback-declined = The move is not taken back.
asked-already = You have asked that already. Wait for the answer.
not-alone = In a game with a friend nobody does this alone.
no-help = The program does not help while you play with a friend.
others-turn = It is not your turn.
stale = The game has gone on meanwhile, and nothing was done. This is how it stands now.
gone-on = The game has gone on meanwhile. This is how it stands now.
rematch-early = The rematch begins when this game is over.
rematch-ready = There is a rematch.
rematch-go = Play it
comments-on = Your moves are commented on from now on.
comments-off = Your moves are not commented on any more.
switch-takeback-on = Allow taking back
switch-takeback-off = Forbid taking back
switch-comments-on = Comment on my moves
switch-comments-off = No more comments
switch-pause-on = Stop the clock
switch-pause-off = Let the clock run
comment-forced = { $move } was the only move.
comment-lost = Nothing helps any more: { $move } is { $value }.
comment-best = { $move } is as good as it gets: { $value }.
comment-fine = { $move } is a good move; { $best } is a little better.
comment-loses = { $move } gives something away: { $value } instead of { $better } with { $best }.
comment-loses-much = { $move } gives a lot away: { $value } instead of { $better } with { $best }.
clock-of = Clock of { $side }
clock-has = { $side } has { $time }.
clock-runs = The clock of { $side } is running.
clock-stands = The clock stands.
clock-paused = The clock is stopped. It goes on with the next move.
clock-goes-on = The clock goes on.
clock-warning = { $time } left for { $side }.
clock-missing = This game has no clock.
rematch = Rematch, sides swapped
rematch-short = Rematch
turn-board = Turn the board
turn-short = Turn
board-turned = The board is turned.
level-of = Level of { $side }
change-level = Change level
level-changed = The level is changed.
moves-played = Moves
save-as = Save as { $format }
keys = Keys
keys-when = These keys work while the board has the focus. Press Tab to leave the board.
key-arrows = Move over the board
key-row = First and last place of the row; with Ctrl, of the board
key-jump-row = To a row by its number; two digits for rows from 10
key-jump-column = G and a letter: to a column
key-next-kind = To the next piece whose name begins with this letter; where two begin alike, the letter of the notation counts
key-next = To my next piece, and to the one before
key-scan = Say what lies in a direction, without going there
key-scan-diagonal = The same on a diagonal
key-enter = Select a piece, then its target; or place a piece
key-escape = Take the selection back
key-moves = My moves from here
key-undo = Take back, redo
key-questions = Questions
key-zoom = A larger or smaller board
key-type = Go to the command line
key-help = These keys
certain-win = a certain win
chances = { $percent } %
certain-draw = a certain draw
certain-loss = a certain loss
certain-win-in = { $count ->
    [one] a win in 1 move
   *[other] a win in { $count } moves
}
certain-loss-in = { $count ->
    [one] a loss in 1 move
   *[other] a loss in { $count } moves
}
hint = For { $side }, { $move } is worth { $value }.
hint-next = The next best, { $move }, is worth { $value }.
hint-line = Expected: { $line }.
standing-even = About even: chances of { $value } for { $mover }, who is to move.
standing-better = { $side } is a little better: chances of { $value } for { $mover }, who is to move.
standing-winning = { $side } is winning: chances of { $value } for { $mover }, who is to move.
standing-won = { $side } wins with best play: { $value } for { $mover }, who is to move.
standing-drawn = With best play the game is a draw.
page-title-table = { $game }: { $status }

## Playing with a friend
invite = Send this link to a friend. Whoever opens it first and takes the seat plays with you, and the game begins.
invite-link = Link to the free seat
friend-awaited = Your friend has not come yet. The game begins when both are here.
friend-came = { $name } has taken the seat.
friend-needs-server = To play with a friend takes the server, which cannot be reached now.
watching = You are watching this game.
you-too = (you)
links = Links to this game
watch-help = Whoever has this link can watch, and cannot play:
watch-link = Link for watching
own-help = With this link you sit down here with another device. It is good for one; keep it to yourself:
own-link = Link to your seat
copy-link = Copy the link
copied = Copied
invitation = Invitation
invited = { $host } invites you to a game of { $game }.
invited-again = With this device you will play on at your seat.
invited-side = You play { $side }.
somebody = Somebody
sit-down = Take the seat
only-watch = Only watch
your-name = Your name
your-name-none = Guest
not-seated = You watch this game; only those who play it can do this.
seat-taken = This link is used up: somebody has taken the seat. You can still watch the game.
seated-already = You sit at this table already. Send the link to your friend.

## My games
mine = My games
mine-all = All my games
mine-none = You have not played yet.
mine-going = Running
mine-aside = Set aside
mine-finished = Finished
mine-export = Save all games as one file
mine-delete = Delete
mine-delete-of = Delete: { $game }, { $opponent }
mine-delete-sure = Yes, delete it
mine-resign-first = Your friend is still playing this game. Resign first, then delete it.
mine-moves = { $count ->
    [one] 1 move
   *[other] { $count } moves
}
mine-won = won
mine-drawn = drawn
mine-lost = lost
mine-over = finished
mine-people = two people
mine-watched = the program with itself
a-friend = a friend
mine-scores = Results
mine-game = Game
mine-opponent = Opponent
mine-won-count = Won
mine-drawn-count = Drawn
mine-lost-count = Lost

## Lost and found
back-again = The server is back.
## Moves in words
spoken = { $side }: { $move }.
spoken-place = { $to }
spoken-move = { $piece } { $to }
spoken-move-from = { $piece } { $from } to { $to }
spoken-takes = { $piece } takes { $to }
spoken-takes-from = { $piece } { $from } takes { $to }
spoken-go = { $from } to { $to }
spoken-go-takes = { $from } takes { $to }
spoken-taking = { $named ->
    [1] {", "}taking { $cells }
   *[other] {", "}taking { $count } pieces
}
spoken-changing = { $named ->
    [1] {", "}changing { $cells }
   *[other] {", "}changing { $count } pieces
}
spoken-becomes = {", "}becomes { $piece }
spoken-check = {", "}check
spoken-mate = {", "}mate
spoken-castles-short = castles short
spoken-castles-long = castles long
spoken-pass = passes
spoken-swap = swaps sides
spoken-grow = grows lily pads
# Words that may be said with a move and tell nothing.
spoken-fillers = to, from, on, takes, captures, x, at, the, a, my, move, play, plays, becomes, promotes, check, mate, and

## Puzzles
puzzles-lead = Positions with one right move, found by the program in games of its own, proven, and graded. Choose the move by mouse, keyboard or words; the program answers with its best defence.
puzzles-of = Puzzles: { $game }
puzzles-all = Puzzles of all games
puzzles-more = More puzzles
puzzles-done = { $done } of { $count } solved
puzzles-made = The easiest come first. A program made these puzzles: it proved that the move does what is asked for, and looked for others in vain. “agon puzzles” makes more.
puzzle = Puzzle { $number }
puzzle-title = { $game }, puzzle { $number }
puzzle-today = Puzzle of the day
puzzle-win = { $side } to move. Only one move wins. Find it.
puzzle-fast = { $side } to move. Win within { $count } moves; only one move does it.
puzzle-save = { $side } to move. Every move but one loses. Find the one that holds.
puzzle-wrong = { $move } is not the move. Look once more; H gives a hint.
puzzle-right = Right! { $answer } Go on.
puzzle-go-on = Right! Your turn is not over yet.
puzzle-solved = Solved! { $how }
puzzle-plain = { $side } wins; the rest is plain.
puzzle-held = { $side } holds the game.
puzzle-is-solved = solved
puzzle-hint = It begins here: { $cell }.
puzzle-solution = The move is { $move }.
puzzle-show = Show the move
puzzle-again = From the beginning
puzzle-next = Next puzzle
puzzle-help = Type a move, or: hint, describe, pieces, moves, captures, changed, last, undo, help.
puzzle-not-here = That is for games. Here a move is looked for.
puzzle-proven = It is proven that no other move does it.
puzzle-exhausted = Every line of this length was looked at.
puzzle-searched = Two kinds of search found no other move.
difficulty-easy = Easy.
difficulty-moderate = Moderate.
difficulty-hard = Hard.
difficulty-expert = For experts.

## Analysis
analysis-title = Analysis of { $game }
analysis-choose = Choose a game to analyse, or bring one along.
analysis-import = Bring a game along
analysis-import-help = Choose a file or paste a game: PGN, PDN, SGF, GGF or a game saved here.
analysis-file = File
analysis-record = Or the text of the game
analysis-game = Game
analysis-game-told = as the text says
analysis-number = Number of the game in the text
analysis-load = Load it
analysis-first = First position
analysis-back = One move back
analysis-forward = One move on
analysis-end = Last position
analysis-at = After { $at } of { $count } moves.
analysis-agent = How strong
analysis-other = Compare with
analysis-nobody = nobody
analysis-specs = What is behind these names
analyst-quick = Quick
analyst-strong = Strong, 1 second
analyst-stronger = Very strong, 5 seconds
analyst-deep = Deep alpha-beta
analyst-random = Random games
analyst-best-first = Best first
analyst-greedy = One move ahead
slip-mistake = a mistake
slip-blunder = a blunder
analysis-ask = Ask
analysis-graph = Draw the graph of the game
analysis-values = Chances with every legal move
analysis-move = Move
analysis-visits = Effort
analysis-line = Expected line
analysis-bar = Chances of { $side }: { $value }.
analysis-course = The course of the game: chances of { $side }
analysis-position = Position
analysis-link = Link to this position
analysis-play = Play on from here
analysis-cost = { $nodes } positions seen, depth { $depth }.
import-line = Line { $line }: { $problem }.
import-move = Line { $line }, move { $number }: { $problem }
import-nameless = The text does not say which game it is of. Choose the game in the list.
import-empty = There is no game in the text.
import-number = “{ $text }” is not the number of a game; expected 1 for the first game of the text, 2 for the second.
import-no-game = There is no game { $number } in the text; it holds { $count ->
    [one] one
   *[other] { $count }
}.
import-unknown = The text is a game of { $found }, which is none of the games here.
import-turn = “{ $text }” is a move of { $found }, but it is the turn of { $expected }
import-foreign = The text is a game of { $found }, not of { $expected }.
import-no-format = { $game } has no { $format }; its formats: { $known }.
import-json = This is not a saved game: { $problem }.
import-tag = a bracket begins no tag; expected something like { $example }
import-open = what is opened with “{ $sign }” is not closed
import-closes = “{ $sign }” closes nothing
import-value = a value has no name before it

## Lab
lab = Lab
lab-lead = Tournaments between the programs that play here: who is stronger, and how sure that is.
lab-own = Tournaments of your own
lab-own-text = Put a tournament file, as “agon tournament” reads it, into this folder; its results are kept beside it, and a tournament that another program is playing is shown live:
lab-shared = Tournaments cannot be started from this page, because others than the owner of this machine can see it. Whoever runs the program can allow it with --lab-runs.
lab-homeless = Tournaments cannot be started, because this program has no folder to keep results in.
lab-progress = { $done } of { $total } games.
lab-progress-of = Games played of { $name }
lab-running = It is being played.
lab-running-elsewhere = Another program is playing it.
lab-finished = It is finished.
lab-resting = Nobody is playing it.
lab-start = Start it
lab-go-on = Go on
lab-stop = Stop it
lab-stop-when = It stops after the game that is being played, and can go on later. People who play come first.
lab-one-at-a-time = One tournament is played at a time; now it is
lab-all = All tournaments
lab-text = The file
lab-ratings = Ratings
lab-ratings-axis = Elo points with 95 % intervals
lab-ratings-meaning = Ratings are Elo points after Bradley and Terry with 95 % intervals; { $zero } is at 0. A draw is half a point.
lab-mean = the mean of all
lab-credited = * These results alone fix no ratings, because some agents took no point from the others. Each agent is credited with one drawn game against an imaginary player in the middle.
lab-rung = { $name }: { $value }, from { $low } to { $high }.
lab-cross = Everybody against everybody
lab-cross-caption = Points and games of each agent against each
lab-game-caption = { $game }: { $count ->
    [one] one game
   *[other] { $count } games
}, { $plies } plies long on average
lab-latest = Last games
lab-latest-caption = The games finished last
lab-drawn = draw
lab-replay = Replay
lab-replay-of = Replay game { $number }
lab-faults = Games lost by a fault
lab-column-number = no.
lab-column-game = game
lab-column-first = first
lab-column-second = second
lab-column-result = winner
lab-column-plies = plies
lab-column-replay = moves
lab-column-place = place
lab-column-agent = agent
lab-column-rating = rating
lab-column-points = points
lab-column-games = games
lab-column-score = score
lab-column-won = won
lab-column-drawn = drawn
lab-column-lost = lost
lab-column-mean-score = mean score
lab-column-nodes-move = nodes/move
lab-column-playouts-move = playouts/move
lab-column-depth = depth
trouble-no-tournament = There is no tournament “{ $name }”.
trouble-no-runs = Tournaments cannot be started from this page.
trouble-other-run = Another tournament is being played: { $name }. Stop it first.

## Measured levels
ladder = How strong the levels are
ladder-text = Measured by letting each level play against the one below, both sides from the same openings. Points count draws as a half; in brackets, the range in which the true share lies with 95 % certainty.
ladder-fresh = The numbers come from games that had no part in finding the levels.
ladder-none = The levels of this game have not been measured; they follow a dial from short to long thinking.
ladder-caption = Levels 1 to { $top }
ladder-column-level = level
ladder-column-rating = Elo above level 1
ladder-column-score = points against the level below
ladder-column-games = games
ladder-column-note = remark
ladder-interval = { $score } % ({ $low } to { $high })
ladder-weak = hardly stronger than the level below
ladder-steep = a step of more than 85 %
ladder-unsure = not yet certain
ladder-lowest = A player who only looks one move ahead takes { $score } % of the points against level 1.
ladder-span = Level { $top } takes { $score } % of the points against level 1.
diagram = A move
diagram-after = After { $count } moves. { $status }
diagram-targets = From { $cell } to: { $targets }.
diagram-place = The corners mark the last move, { $move }.

## Help
about-title = Help
about-play = Playing
about-play-text = Choose a piece and then its target, by mouse, by touch or with the arrow keys and Enter; drag a piece; or type a move into the command line. In games where pieces are placed, choosing an empty place is the whole move.
about-speech = For screen readers
about-speech-text = The board is a grid of buttons with one tab stop. Each button says its place, what stands there, and what can be done there. While the board has the focus, single keys ask questions: D describes the board, P says where your pieces are, M your moves from here, X what you can take, C what changed, L the last move, W who is winning, H gives a hint, K says how much time is left. The same questions are buttons and words of the command line. Switch your screen reader to focus mode for the keys.
about-levels = Levels
about-levels-text = Level 1 is the easiest. Beside a level stands what it wins against the one below, where that was measured and confirmed by games of its own. The level can be changed in the middle of a game.
about-api = For programs
about-api-text = Everything the pages do is also offered as JSON.
api-title = The interface for programs
api-machines = For programs that read descriptions:
api-examples = Examples
api-endpoints = What can be asked
api-documents = Documents
api-otherwise = otherwise
api-optional = may be left out
api-of = of

## Trouble
trouble-not-found = Not found
trouble-no-page = There is no page “{ $path }”.
trouble-out-of-reach = The server cannot be reached, and it keeps this game. New games can be played on this device meanwhile.
trouble-no-game = There is no game with this address. It may have been removed, or the address is incomplete.
trouble-bad-request = This cannot be done
trouble-too-many = Too much at once
trouble-too-many-requests = Too many requests at once. Wait a moment and try again; running games go on.
trouble-too-large = That is too large: at most { $limit } bytes are read.
trouble-method = This address does not take { $method }.
trouble-form = The form is incomplete: { $problem }.
wrong-game = “{ $text }” is no game here.
wrong-option = { $game } has no option “{ $text }”; it has: { $known }.
wrong-value = “{ $text }” is no value of { $key } of { $game }; there are: { $known }.
wrong-pair = “{ $text }” is not of the form option=value.
wrong-position = “{ $text }” is no position of { $game }: { $problem }.
wrong-move = Move { $number }: { $problem }
wrong-seat = “{ $text }” is no level; there are: { $known }.
wrong-clock = “{ $text }” is no clock.
wrong-question = There is no question “{ $text }”; there are: { $known }.
wrong-result = “{ $text }” is no result of a game.
wrong-analyst = “{ $text }” cannot be asked here; there are: { $known }.
trouble-busy = Too many thoughts are waiting. Try again in a moment.
trouble-foreign = A request from another site was not carried out.
trouble-late = The rest of the request did not come in time.
trouble-name = This program is not called “{ $name }”. Whoever runs it can say so when it starts: --public-url or --name.

## Lessons
learn = Learn
learn-lead = A guided first game for every game here: its rules one at a time, on the board. Do what is asked for by mouse, keyboard or words.
learn-of = Learn { $game }
learn-begin = Learn it step by step
learn-all = Lessons of all games
learn-step = { $game }, step { $number } of { $count }
learn-done = { $done } of { $count } steps done
learn-you = You play { $side }.
learn-wrong = { $move } can be played, but something else is asked for here. H gives a hint.
learn-right = Well done!
learn-next = Next step
learn-over = Those are the rules. Now play.
learn-play = Play { $game }
lesson-tic-tac-toe-1 = The players take turns to put a mark on an empty cell. X begins. Put a mark wherever you like.
lesson-tic-tac-toe-2 = Three of your marks in a row win. Complete the top row.
lesson-tic-tac-toe-3 = Columns and diagonals count, too. Complete the diagonal.
lesson-tic-tac-toe-4 = Your opponent needs one more cell. Take it yourself.
lesson-tic-tac-toe-5 = Two threats at once cannot both be stopped. Stop your opponent and make two threats of your own.
lesson-tapatan-1 = Each side has three pieces. In a turn one piece slides along a line to a neighbouring empty point. Slide any piece.
lesson-tapatan-2 = Three of your pieces in a row or a column win. Complete the bottom row.
lesson-tapatan-3 = The two long diagonals count, too. Complete one.
lesson-tapatan-4 = Your opponent wants to go to c3. Be there first.
lesson-alquerque-1 = A man moves along a line to a neighbouring empty point, in any direction. Only the centre is empty now. Move a man there.
lesson-alquerque-2 = A man takes by jumping over an enemy to the empty point right behind. Whoever can take must. Take the man on c2.
lesson-alquerque-3 = It goes on jumping in the same turn while it can. Take two men.
lesson-alquerque-4 = Of several captures only those that take most are allowed. Two of your men can jump. Choose the right one.
lesson-alquerque-5 = A player without men, or without a move, loses. Take the last man.
lesson-othello-1 = Place a disc so that enemy discs lie in a straight line between it and another of yours: they turn over. Four squares do that now. Choose one.
lesson-othello-2 = All enemy discs in between turn over, however many. Turn three.
lesson-othello-3 = One disc can turn several lines. And nothing ever turns a disc in a corner. Take the corner.
lesson-othello-4 = Whoever cannot turn anything passes. When nobody can, the game is over, and more discs win. End the game.
lesson-nine-mens-morris-1 = Each player has nine stones in hand. While you have some, you place one in each turn. Place a stone on any empty point.
lesson-nine-mens-morris-2 = Three stones on a line are a mill, and a mill takes an enemy stone. Complete the top line, then choose the stone to take.
lesson-nine-mens-morris-3 = Stones in a mill are safe while there are others. Make a mill and take the one that is not safe.
lesson-nine-mens-morris-4 = With an empty hand you move a stone along a line to the next empty point. Close the mill on the top line and take a stone.
lesson-nine-mens-morris-5 = With three stones left you may fly to any empty point. Whoever has fewer than three loses. Fly into the mill and win.
lesson-checkers-1 = Men move one square diagonally forward. Black begins. Move any man.
lesson-checkers-2 = A man takes by jumping over an enemy to the empty square right behind. Whoever can take must. Take.
lesson-checkers-3 = A man that can take again goes on in the same move. Take two.
lesson-checkers-4 = A man that reaches the far row becomes a king. Get your king.
lesson-checkers-5 = A king moves and takes backward, too. Take with your king.
lesson-checkers-6 = A player without pieces, or without a move, loses. Take the last man.
lesson-international-draughts-1 = Men move one square diagonally forward. White begins. Move any man.
lesson-international-draughts-2 = A man takes by jumping over an enemy, forward or backward, and must if it can. Take the man behind yours.
lesson-international-draughts-3 = You must take as many as you can. Here that is two.
lesson-international-draughts-4 = A king moves any distance, and takes from afar: it lands on any empty square behind. Take with your king.
lesson-international-draughts-5 = A man that ends its move on the far row becomes a king. Get one.
lesson-international-draughts-6 = A player without pieces, or without a move, loses. Take the last man.
lesson-chess-1 = A pawn moves one square forward; from where it starts, two if you like. Move the pawn in front of your king.
lesson-chess-2 = Rooks move along rows and columns, bishops along diagonals, the queen along both, the king one square. The knight leaps: two squares and one to the side. Bring out a knight.
lesson-chess-3 = A piece takes by moving where an enemy stands. Only pawns take differently: one square diagonally forward. Take with your pawn.
lesson-chess-4 = A king that is attacked is in check and must get out of it at once. Your king is in check. Take the queen.
lesson-chess-5 = Once in a game the king may castle: it moves two squares towards a rook, and the rook steps to its other side. Castle.
lesson-chess-6 = A pawn that reaches the last row becomes another piece. Make a queen.
lesson-chess-7 = A king in check who cannot escape is mated, and the game is won. Who is not in check and cannot move makes a draw. Give mate.
lesson-xiangqi-1 = Pieces stand on the points. A soldier moves one point forward. Move a soldier.
lesson-xiangqi-2 = The horse moves one point along a line and then one diagonally outward; a piece on the first point blocks it. Move a horse.
lesson-xiangqi-3 = The chariot moves and takes along lines. The cannon moves like it, but to take it must leap over exactly one piece. Take a horse with a cannon.
lesson-xiangqi-4 = Across the river a soldier may also move sideways; it never moves back. Move it sideways.
lesson-xiangqi-5 = The general stays in its palace, and the two generals may not face each other. A player without a legal move loses. Give mate.
lesson-connect6-1 = Black begins with one stone, on any point. Stones never move. Place it.
lesson-connect6-2 = From then on every turn places two stones; each of them is a move. Place the first one.
lesson-connect6-3 = Six stones in a row win, across, up and down or on a diagonal. Complete six.
lesson-connect6-4 = Four in a row are a threat, because two stones come at once. Put a stone right beside the four.
lesson-outer-open-gomoku-1 = Black begins. Only the very first stone is restricted: it goes on one of the two outermost lines of a side. Place it there.
lesson-outer-open-gomoku-2 = Every later stone goes on any empty point. Place one.
lesson-outer-open-gomoku-3 = Five or more in a row win, across, up and down or on a diagonal. Complete five.
lesson-outer-open-gomoku-4 = Four in a row with one free end must be stopped at once. Stop them.
lesson-outer-open-gomoku-5 = Four with two free ends cannot be stopped. Make such a four.
lesson-lines-of-action-1 = A piece moves in a straight line, exactly as many squares as there are pieces on that whole line. Column b has two. Move the piece on b1 upward.
lesson-lines-of-action-2 = It may pass over its own side, never over enemies. Row 1 has six pieces. Move b1 along the row.
lesson-lines-of-action-3 = It takes the enemy on which it lands. On the diagonal from c1 to a3 stand two pieces. Take a3.
lesson-lines-of-action-4 = Whoever has all pieces in one group wins; they touch at sides or corners. Connect yours.
lesson-freckers-1 = Frogs want to reach the far row. A frog steps forward or sideways to a free lily pad next to it; the pad it leaves vanishes. Move the frog on d1.
lesson-freckers-2 = Instead of moving you may grow: lily pads appear on all water next to your frogs. Grow.
lesson-freckers-3 = A frog may jump over a frog of either side to the square just behind. Jump with the frog on d3.
lesson-freckers-4 = It may go on jumping and touch down on water on the way, but must come to rest on a lily pad. Jump twice.
lesson-freckers-5 = Whoever first has all six frogs on the far row wins. Bring the last one home.
lesson-five-field-kono-1 = A piece slides along a line to a neighbouring empty point, in any direction. Nothing is captured. Slide any piece.
lesson-five-field-kono-2 = Some points have diagonal lines, too. Slide the piece on a1 along one.
lesson-five-field-kono-3 = You win when every point of the enemy home is occupied, one at least by you. Enter the last free point of it.
lesson-five-field-kono-4 = So whoever stays at home helps the enemy to win. Fill the last point of the other home.
lesson-havannah-1 = The players take turns to place a stone on any empty cell. Stones never move. Place one.
lesson-havannah-2 = Any of three figures wins. A bridge is a chain that connects two corners. Complete the bridge.
lesson-havannah-3 = A fork connects three edges; corners belong to no edge. Complete the fork.
lesson-havannah-4 = A ring is a closed loop around at least one cell. Close the ring.
lesson-tsoro-yematatu-1 = Each player has four pieces in hand and places one in each turn, on any empty point. Place one.
lesson-tsoro-yematatu-2 = Four pieces on four consecutive points of a row or column win. Complete four.
lesson-tsoro-yematatu-3 = The two long diagonals count, too. Complete one.
lesson-tsoro-yematatu-4 = Your opponent needs one more point. Take it yourself.
lesson-tsoro-yematatu-5 = When all pieces are placed, they slide along lines to neighbouring empty points. Slide into four.
