### English. Names of games, sides and pieces come from the games themselves.

## The frame of every page
skip = Skip to the content
navigation = Pages
games = Games
analysis = Analysis
about = Help
language = Language
theme = Colours
theme-system = System colours
theme-light = Light
theme-dark = Dark
apply = Apply
footer = Agon plays on your own machine: no accounts, no third parties, one cookie that is a random number.
alone = Without the network: this is played and kept on your device.
lost = The server does not answer. What you see may be out of date.
back-home = Back to the games

## Home
home-title = Play a board game
home-lead = Choose a game, a side and a level. Everything can be done by mouse, touch, keyboard or typed words, and everything on the board is also said.
home-going = Your games

## A game's page
opponent = Who plays
mode-agent = Me against the program
mode-people = Two people at this device
mode-watch = Watch the program play itself
its-level = Level
other-level = Level of the second side when watching
your-side = Your side
side-begins = { $side } (begins)
side-random = Random
options = Options
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
analyse-game = Analyse

## At the table
board = Board
state = How the game stands
to-move = { $side } to move.
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
command-help = Type a move, or: describe, pieces, moves, moves and a place, changed, last, winning, hint, undo, redo, resign, help.
questions = Questions
ask-describe = Describe the board
ask-pieces = Where are my pieces?
ask-moves = My moves
ask-changed = What changed?
ask-last = Last move
ask-winning = Who is winning?
ask-hint = Hint
controls = Game
undo = Take back
redo = Redo
resign = Resign
rematch = Rematch, sides swapped
turn-board = Turn the board
board-turned = The board is turned.
level-of = Level of { $side }
change-level = Change level
level-changed = The level is changed.
moves-played = Moves
save-record = Save the game
keys = Keys
keys-when = These keys work while the board has the focus. Press Tab to leave the board.
key-arrows = Move over the board
key-row = First and last place of the row; with Ctrl, of the board
key-enter = Select a piece, then its target; or place a piece
key-escape = Take the selection back
key-moves = My moves from here
key-undo = Take back, redo
key-type = Go to the command line
key-help = These keys
certain-win = a certain win
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
standing-even = About even: { $value } for { $mover }, who is to move.
standing-better = { $side } is a little better: { $value } for { $mover }, who is to move.
standing-winning = { $side } is winning: { $value } for { $mover }, who is to move.
standing-won = { $side } wins with best play: { $value } for { $mover }, who is to move.
standing-drawn = With best play the game is a draw.
page-title-table = { $game }: { $status }

## Analysis
analysis-title = Analysis of { $game }
analysis-choose = Choose a game to analyse, or bring one along.
analysis-import = Bring a game along
analysis-import-help = Paste a saved game (JSON) or choose moves on the board.
analysis-record = Saved game
analysis-load = Load it
analysis-first = First position
analysis-back = One move back
analysis-forward = One move on
analysis-end = Last position
analysis-at = After { $at } of { $count } moves.
analysis-agent = Agent
analysis-other = Compare with
analysis-nobody = nobody
analysis-ask = Ask
analysis-graph = Draw the graph of the game
analysis-values = What every legal move is worth
analysis-move = Move
analysis-value = Value
analysis-visits = Effort
analysis-line = Expected line
analysis-bar = { $side } has { $value }.
analysis-course = The course of the game
analysis-course-text = Values for { $side } after each move, by { $agent }.
analysis-position = Position
analysis-link = Link to this position
analysis-play = Play on from here
analysis-cost = { $nodes } positions seen, depth { $depth }.

## Help
about-title = Help
about-play = Playing
about-play-text = Choose a piece and then its target, by mouse, by touch or with the arrow keys and Enter; drag a piece; or type a move into the command line. In games where pieces are placed, choosing an empty place is the whole move.
about-speech = For screen readers
about-speech-text = The board is a grid of buttons with one tab stop. Each button says its place, what stands there, and what can be done there. While the board has the focus, single keys ask questions: D describes the board, P says where your pieces are, M your moves from here, C what changed, L the last move, W who is winning, H gives a hint. The same questions are buttons and words of the command line. Switch your screen reader to focus mode for the keys.
about-levels = Levels
about-levels-text = Level 1 is the easiest. The level can be changed in the middle of a game.
about-api = For programs
about-api-text = Everything the pages do is also offered as JSON.

## Trouble
trouble-not-found = Not found
trouble-no-page = There is no page “{ $path }”.
trouble-out-of-reach = The server cannot be reached, and it keeps this game. New games can be played on this device meanwhile.
trouble-no-game = There is no game with this address. It may have been removed, or the address is incomplete.
trouble-bad-request = This cannot be done
trouble-too-many = Too much at once
trouble-too-many-requests = Too many requests at once. Wait a moment and try again; running games go on.
trouble-too-many-games = You have as many games as fit. Old ones are removed after a while; finish one or come back later.
trouble-too-large = That is too large: at most { $limit } bytes are read.
trouble-method = This address does not take { $method }.
trouble-form = The form is incomplete: { $problem }.
trouble-busy = Too many thoughts are waiting. Try again in a moment.
trouble-foreign = A request from another site was not carried out.
