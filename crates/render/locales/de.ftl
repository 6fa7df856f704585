### Deutsch.

## Der Rahmen jeder Seite
skip = Zum Inhalt
navigation = Seiten
games = Spiele
analysis = Analyse
puzzles = Aufgaben
about = Hilfe
language = Sprache
theme = Farben
theme-system = Farben des Systems
theme-light = Hell
theme-dark = Dunkel
sound = Töne
sound-off = Keine Töne
sound-low = Leise Töne
sound-medium = Töne
sound-high = Laute Töne
speech = Wie Züge gesagt werden
speech-notation = Züge in Notation
speech-words = Züge in Worten
speech-spelled = Züge in Worten, buchstabiert
edge = Rand
apply = Übernehmen
footer = Agon spielt auf Ihrem eigenen Rechner: keine Konten, keine Dritten, ein einziger Cookie, der eine Zufallszahl ist.
alone = Dies wird auf Ihrem Gerät gespielt und aufbewahrt, ohne den Server.
lost = Der Server antwortet nicht. Was Sie sehen, kann veraltet sein.
unanswered = Der Server antwortet nicht. Was Sie sehen, bleibt; versuchen Sie es gleich noch einmal.
back-home = Zurück zu den Spielen

## Startseite
home-title = Ein Brettspiel spielen
home-lead = Wählen Sie ein Spiel, eine Seite und eine Stufe. Alles geht mit Maus, Finger, Tastatur oder getippten Wörtern, und alles auf dem Brett wird auch gesagt.
home-going-device = Ihre Partien auf diesem Gerät
home-going = Ihre Partien

## Die Seite eines Spiels
opponent = Wer spielt
mode-agent = Ich gegen das Programm
mode-people = Zwei Personen an diesem Gerät
mode-watch = Dem Programm beim Spielen zusehen
its-level = Stufe
other-level = Stufe der zweiten Seite beim Zusehen
your-side = Ihre Seite
side-begins = { $side } (beginnt)
side-random = Zufällig
options = Einstellungen
terms = Uhr und Hilfe
terms-comments = Meine Züge kommentieren
terms-no-takeback = Kein Zurücknehmen
clock = Uhr
clock-help = Sie beginnt mit dem ersten Zug. Wessen Zeit um ist, der verliert; das Programm zieht sofort, wenn sie knapp wird. Zurücknehmen gibt keine Zeit zurück, und solange das Programm aus ist, steht die Uhr.
clock-none = Keine Uhr
clock-move = { $time } für jeden Zug
clock-total = { $time } für die Partie
clock-total-more = { $time } für die Partie, und { $more } mehr mit jedem Zug
minutes = { $count ->
    [one] 1 Minute
   *[other] { $count } Minuten
}
seconds = { $count ->
    [one] 1 Sekunde
   *[other] { $count } Sekunden
}
start = Partie beginnen
rules = Regeln
draws = Unentschieden
notation = Notation
source = Quelle
level = Stufe { $name }
level-easy = Leicht
level-medium = Mittel
level-hard = Schwer
level-fair = Fair
level-easiest = Die leichteste Stufe.
level-easiest-of = Die leichteste Stufe: Wer einen Zug vorausschaut, gewinnt etwa { $part } von { $whole } gegen sie.
level-stronger = Gewinnt etwa { $part } von { $whole } gegen Stufe { $below }.
level-hardly = Kaum stärker als Stufe { $below }: Dieses Spiel lässt keinen Raum für mehr.
level-unknown = Ihre Stärke ist noch nicht bestätigt.
level-provisional = Vorläufig: Die Stufen dieses Spiels wurden nicht gemessen.
level-strongest = Die stärkste Stufe.
level-aim-easy = Sucht Züge, die etwas schlechter als ausgeglichen sind.
level-aim-medium = Sucht Züge, die etwas besser als ausgeglichen sind.
level-aim-hard = Sucht die besten Züge und verfehlt sie ab und zu.
level-aim-fair = Sucht eine knappe Partie, wer auch spielt.
analyse-game = Analysieren

## Am Tisch
board = Brett
state = Wie die Partie steht
to-move = Am Zug: { $side }.
wins = Sieg für { $side }: { $reason }.
draw = Unentschieden: { $reason }.
ending-line = { $length ->
    [3] drei
    [4] vier
    [5] fünf
    [6] sechs
   *[other] { $length }
} in einer Reihe
ending-no-moves = {"{"}loser{"}"} hat keinen erlaubten Zug
ending-nobody-moves = keine Seite hat einen erlaubten Zug
ending-no-pieces = {"{"}loser{"}"} hat keine Steine mehr
ending-full = das Brett ist voll
ending-repetition = die Stellung wurde wiederholt
ending-no-progress = zu viele Züge ohne Fortschritt
ending-length = die Partie hat ihre größte Länge erreicht
ending-resignation = {"{"}loser{"}"} gibt auf
ending-time = die Zeit ist um ({"{"}loser{"}"})
ending-agreement = Einigung der Spieler
ending-claim = erklärt von einem Spieler, der nach anderen Regeln spielt
kind-on-cells = { $kind } auf { $cells }
in-hand = { $count } in der Hand
has-in-hand = { $side }: { $count } in der Hand.
nobodys = Niemandem gehörend
nothing-on-board = nichts auf dem Brett
board-empty = Das Brett ist leer.
empty = leer
piece-of = { $kind }, { $side }
nothing-played = Es wurde noch nichts gespielt.
has-to-pass = { $side } muss passen.
plays = { $side }: { $move }.
plays-taking = { $side }: { $move }, schlägt { $taken }.
plays-changing = { $side }: { $move }, ändert { $changed }.
plays-taking-changing = { $side }: { $move }, schlägt { $taken }, ändert { $changed }.
legal-moves = { $count ->
    [one] Ein erlaubter Zug: { $moves }.
   *[other] { $count } erlaubte Züge: { $moves }.
}
moves-from = Von { $cell }: { $moves }.
captures = { $count ->
    [one] Ein Zug schlägt: { $moves }.
   *[other] { $count } Züge schlagen: { $moves }.
}
no-captures = Kein Zug schlägt etwas.
no-moves-from = Von { $cell } gibt es keinen erlaubten Zug.
not-legal = „{ $text }“ ist hier kein erlaubter Zug. { $count ->
    [one] Der einzige erlaubte Zug ist { $moves }.
   *[other] Erlaubt: { $moves }.
}
not-clear = „{ $text }“ kann mehrere Züge meinen: { $moves }.
not-any-more = „{ $text }“ kann nicht gespielt werden: Die Partie ist vorbei.
not-your-turn = Sie sind nicht am Zug. Warten Sie auf die Antwort, oder beenden Sie das Nachdenken.
game-over-already = Die Partie ist vorbei.
no-such-cell = Auf diesem Brett gibt es kein Feld „{ $text }“.
no-move-there = { $cell }: Dort beginnt oder endet kein erlaubter Zug. { $moves }
nothing-to-undo = Es gibt keinen Zug von Ihnen zum Zurücknehmen.
nothing-to-redo = Es gibt keinen Zug zum Wiederholen.
taken-back = Zurückgenommen. { $status }
played-again = Wiederholt. { $status }
and-more = { $shown } und { $count } weitere
state-selected = gewählt
state-taken = kann geschlagen werden
state-target = kann erreicht werden
state-movable = kann ziehen
state-playable = spielbar
state-last = letzter Zug
person = eine Person
thinking = Denkt nach …
thinking-of = Denkt nach: { $move }, { $value }, { $nodes } Stellungen gesehen.
stop-thinking = Jetzt ziehen
look-again = Noch einmal nachsehen
choose-move = Welcher Zug?
action-pass = Passen
action-swap = Seiten tauschen
action-grow = Seerosen wachsen lassen
advice-pass = Sie haben keinen anderen Zug als zu passen.
advice-target = Wählen Sie nun das Ziel, oder einen anderen Stein.
advice-go-on = Gehen Sie den Weg weiter, oder wählen Sie das letzte Feld noch einmal, um dort zu halten, wenn die Regeln es erlauben.
advice-remove = Wählen Sie nun den Stein, der geschlagen wird.
advice-capture = Sie müssen schlagen.
selected-cell = { $cell } gewählt. { $moves }
deselected = Nichts gewählt.
command = Zug oder Frage
command-placeholder = Zug oder Frage
say-it = Sagen
command-help = Tippen Sie einen Zug, oder: beschreiben, steine, züge, züge und ein Feld, schlagen, geändert, letzter, gewinnt, tipp, uhr, anhalten, zurück, vor, remis, ablehnen, aufgeben, kommentare, rücknahme, hilfe.
# Die Wörter, die für jede Sache getippt werden können, mit Kommas dazwischen; alle Sprachen werden zugleich verstanden.
typed-describe = beschreiben, brett
typed-pieces = steine, figuren, wo
typed-moves = züge, zuege, von
typed-captures = schlagen, schläge
typed-changed = geändert, geaendert
typed-last = letzter
typed-winning = gewinnt, wer
typed-hint = tipp, hinweis
typed-clock = uhr, zeit
typed-undo = zurück, zurueck
typed-redo = vor
typed-resign = aufgeben
typed-draw = remis, annehmen
typed-decline = ablehnen
typed-pause = anhalten
typed-comments = kommentare
typed-takeback = rücknahme, ruecknahme
typed-help = hilfe
questions = Fragen
ask-describe = Das Brett beschreiben
ask-pieces = Wo sind meine Steine?
ask-moves = Meine Züge
ask-captures = Was kann ich schlagen?
ask-changed = Was hat sich geändert?
ask-last = Letzter Zug
ask-winning = Wer gewinnt?
ask-hint = Tipp
ask-clock = Wie viel Zeit bleibt?
controls = Partie
undo = Zurücknehmen
redo = Wiederholen
resign = Aufgeben
draw-offer = Remis anbieten
draw-offered = { $side } bietet Remis an. Nehmen Sie an, lehnen Sie ab, oder spielen Sie weiter.
draw-accept = Remis annehmen
draw-decline = Ablehnen
draw-refused = Das Remis ist abgelehnt.
draw-declined = Das Programm lehnt ab: Es glaubt, besser zu stehen.
draw-early = Das Programm lehnt ab: Für ein Remis ist es zu früh.
draw-nobody = Hier ist niemand, dem man Remis anbieten könnte.
draw-none = Niemand bietet Remis an.
takeback-on = Züge können zurückgenommen werden.
takeback-off = In dieser Partie werden keine Züge zurückgenommen.
comments-on = Ihre Züge werden von jetzt an kommentiert.
comments-off = Ihre Züge werden nicht mehr kommentiert.
switch-takeback-on = Zurücknehmen erlauben
switch-takeback-off = Zurücknehmen verbieten
switch-comments-on = Meine Züge kommentieren
switch-comments-off = Keine Kommentare mehr
switch-pause-on = Uhr anhalten
switch-pause-off = Uhr laufen lassen
comment-forced = { $move } war der einzige Zug.
comment-lost = Es hilft nichts mehr: { $move } ist { $value }.
comment-best = { $move } ist das Beste, was es gibt: { $value }.
comment-fine = { $move } ist ein guter Zug; { $best } ist etwas besser.
comment-loses = { $move } gibt etwas her: { $value } statt { $better } mit { $best }.
comment-loses-much = { $move } gibt viel her: { $value } statt { $better } mit { $best }.
clock-of = Uhr von { $side }
clock-has = { $side } hat { $time }.
clock-runs = Die Uhr von { $side } läuft.
clock-stands = Die Uhr steht.
clock-paused = Die Uhr ist angehalten. Sie läuft mit dem nächsten Zug weiter.
clock-goes-on = Die Uhr läuft weiter.
clock-warning = Noch { $time } für { $side }.
clock-missing = Diese Partie hat keine Uhr.
rematch = Revanche mit getauschten Seiten
turn-board = Brett drehen
board-turned = Das Brett ist gedreht.
level-of = Stufe von { $side }
change-level = Stufe ändern
level-changed = Die Stufe ist geändert.
moves-played = Züge
save-as = Als { $format } speichern
keys = Tasten
keys-when = Diese Tasten wirken, solange das Brett den Fokus hat. Tab verlässt das Brett.
key-arrows = Über das Brett gehen
key-row = Erstes und letztes Feld der Reihe; mit Strg des Bretts
key-jump-row = Zur Reihe mit dieser Nummer; zwei Ziffern ab Reihe 10
key-jump-column = G und ein Buchstabe: zur Spalte
key-next-kind = Zum nächsten Stein, dessen Name mit diesem Buchstaben beginnt
key-next = Zu meinem nächsten Stein, und zum vorigen
key-scan = Sagen, was in einer Richtung liegt, ohne hinzugehen
key-scan-diagonal = Dasselbe auf einer Schrägen
key-enter = Einen Stein wählen, dann sein Ziel; oder einen Stein setzen
key-escape = Auswahl aufheben
key-moves = Meine Züge von hier
key-undo = Zurücknehmen, wiederholen
key-type = Zur Eingabezeile
key-help = Diese Tasten
certain-win = ein sicherer Gewinn
certain-draw = ein sicheres Unentschieden
certain-loss = ein sicherer Verlust
certain-win-in = { $count ->
    [one] ein Gewinn in 1 Zug
   *[other] ein Gewinn in { $count } Zügen
}
certain-loss-in = { $count ->
    [one] ein Verlust in 1 Zug
   *[other] ein Verlust in { $count } Zügen
}
hint = Für { $side } ist { $move } { $value } wert.
hint-next = Der nächstbeste, { $move }, ist { $value } wert.
hint-line = Erwartet: { $line }.
standing-even = Etwa ausgeglichen: { $value } für { $mover } am Zug.
standing-better = { $side } steht etwas besser: { $value } für { $mover } am Zug.
standing-winning = { $side } steht auf Gewinn: { $value } für { $mover } am Zug.
standing-won = { $side } gewinnt bei bestem Spiel: { $value } für { $mover } am Zug.
standing-drawn = Bei bestem Spiel ist die Partie unentschieden.
page-title-table = { $game }: { $status }

## Züge in Worten
spoken = { $side }: { $move }.
spoken-place = { $to }
spoken-move = { $piece } { $to }
spoken-move-from = { $piece } von { $from } nach { $to }
spoken-takes = { $piece } schlägt { $to }
spoken-takes-from = { $piece } von { $from } schlägt { $to }
spoken-go = { $from } nach { $to }
spoken-go-takes = { $from } schlägt { $to }
spoken-taking = { $named ->
    [1] {", "}schlägt { $cells }
   *[other] {", "}schlägt { $count }
}
spoken-changing = { $named ->
    [1] {", "}ändert { $cells }
   *[other] {", "}ändert { $count }
}
spoken-becomes = {", "}wird { $piece }
spoken-check = {", "}Schach
spoken-mate = {", "}matt
spoken-castles-short = kurze Rochade
spoken-castles-long = lange Rochade
spoken-pass = passt
spoken-swap = tauscht die Seiten
spoken-grow = lässt Seerosen wachsen
# Wörter, die mit einem Zug gesagt werden können und nichts hinzufügen.
spoken-fillers = von, nach, auf, schlägt, schlaegt, nimmt, der, die, das, mein, meine, zug, spielt, spiele, wird, zur, zum, schach, matt, und

## Aufgaben
puzzles-lead = Stellungen mit einem richtigen Zug, vom Programm in eigenen Partien gefunden, bewiesen und eingestuft. Wählen Sie den Zug mit Maus, Tastatur oder Worten; das Programm antwortet mit seiner besten Verteidigung.
puzzles-of = Aufgaben: { $game }
puzzles-all = Aufgaben aller Spiele
puzzles-more = Mehr Aufgaben
puzzles-done = { $done } von { $count } gelöst
puzzles-made = Die leichtesten kommen zuerst. Ein Programm hat diese Aufgaben gemacht: Es hat bewiesen, dass der Zug tut, was verlangt ist, und andere vergeblich gesucht. „agon puzzles“ macht mehr.
puzzle = Aufgabe { $number }
puzzle-title = { $game }, Aufgabe { $number }
puzzle-today = Aufgabe des Tages
puzzle-win = Am Zug: { $side }. Nur ein Zug gewinnt. Finden Sie ihn.
puzzle-fast = Am Zug: { $side }. Gewinnen Sie in { $count } Zügen; nur ein Zug schafft es.
puzzle-save = Am Zug: { $side }. Alle Züge bis auf einen verlieren. Finden Sie den, der hält.
puzzle-wrong = { $move } ist nicht der Zug. Schauen Sie noch einmal; H gibt einen Tipp.
puzzle-right = Richtig! { $answer } Weiter.
puzzle-go-on = Richtig! Ihr Zug ist noch nicht zu Ende.
puzzle-solved = Gelöst! { $how }
puzzle-plain = { $side } gewinnt; der Rest ist klar.
puzzle-held = { $side } hält die Partie.
puzzle-is-solved = gelöst
puzzle-hint = Es beginnt hier: { $cell }.
puzzle-solution = Der Zug ist { $move }.
puzzle-show = Den Zug zeigen
puzzle-again = Von vorn
puzzle-next = Nächste Aufgabe
puzzle-help = Tippen Sie einen Zug, oder: tipp, beschreiben, steine, züge, schlagen, geändert, letzter, zurück, hilfe.
puzzle-not-here = Das gilt für Partien. Hier wird ein Zug gesucht.
puzzle-proven = Es ist bewiesen, dass kein anderer Zug es schafft.
puzzle-exhausted = Alle Zugfolgen dieser Länge wurden angesehen.
puzzle-searched = Zwei Arten zu suchen fanden keinen anderen Zug.
difficulty-easy = Leicht.
difficulty-moderate = Mittel.
difficulty-hard = Schwer.
difficulty-expert = Für Könner.

## Analyse
analysis-title = Analyse von { $game }
analysis-choose = Wählen Sie ein Spiel zum Analysieren, oder bringen Sie eine Partie mit.
analysis-import = Eine Partie mitbringen
analysis-import-help = Wählen Sie eine Datei oder fügen Sie eine Partie ein: PGN, PDN, SGF, GGF oder eine hier gespeicherte.
analysis-file = Datei
analysis-record = Oder der Text der Partie
analysis-game = Spiel
analysis-game-told = was der Text sagt
analysis-number = Nummer der Partie im Text
analysis-load = Laden
analysis-first = Erste Stellung
analysis-back = Einen Zug zurück
analysis-forward = Einen Zug weiter
analysis-end = Letzte Stellung
analysis-at = Nach { $at } von { $count } Zügen.
analysis-agent = Agent
analysis-other = Vergleichen mit
analysis-nobody = niemand
analysis-ask = Fragen
analysis-graph = Den Verlauf der Partie zeichnen
analysis-values = Was jeder erlaubte Zug wert ist
analysis-move = Zug
analysis-visits = Aufwand
analysis-line = Erwartete Zugfolge
analysis-bar = { $side } hat { $value }.
analysis-course = Der Verlauf der Partie: Chancen von { $side }
analysis-position = Stellung
analysis-link = Verweis auf diese Stellung
analysis-play = Von hier weiterspielen
analysis-cost = { $nodes } Stellungen gesehen, Tiefe { $depth }.
import-line = Zeile { $line }: { $problem }.
import-move = Zeile { $line }, Zug { $number }: { $problem }
import-nameless = Der Text sagt nicht, von welchem Spiel er ist. Wählen Sie das Spiel in der Liste.
import-empty = Im Text ist keine Partie.
import-number = „{ $text }“ ist nicht die Nummer einer Partie; erwartet wird 1 für die erste im Text, 2 für die zweite.
import-no-game = Im Text ist keine Partie { $number }; er enthält { $count ->
    [one] eine
   *[other] { $count }
}.
import-unknown = Der Text ist eine Partie { $found }, und dieses Spiel gibt es hier nicht.
import-turn = „{ $text }“ ist ein Zug von { $found }, aber am Zug ist { $expected }
import-foreign = Der Text ist eine Partie { $found }, nicht { $expected }.
import-no-format = { $game } hat kein { $format }; seine Formate: { $known }.
import-json = Das ist keine gespeicherte Partie: { $problem }.
import-tag = eine Klammer beginnt keine Angabe; erwartet wird etwas wie { $example }
import-open = was mit „{ $sign }“ geöffnet wird, wird nicht geschlossen
import-closes = „{ $sign }“ schließt nichts
import-value = vor einem Wert steht kein Name

## Labor
lab = Labor
lab-lead = Turniere zwischen den Programmen, die hier spielen: wer stärker ist, und wie sicher das ist.
lab-own = Eigene Turniere
lab-own-text = Legen Sie eine Turnierdatei, wie „agon tournament“ sie liest, in diesen Ordner; die Ergebnisse liegen daneben, und ein Turnier, das ein anderes Programm spielt, wird live gezeigt:
lab-shared = Von dieser Seite aus können keine Turniere gestartet werden, weil andere als der Besitzer dieses Rechners sie sehen können. Wer das Programm startet, kann es mit --lab-runs erlauben.
lab-homeless = Es können keine Turniere gestartet werden, weil dieses Programm keinen Ordner für Ergebnisse hat.
lab-progress = { $done } von { $total } Partien.
lab-progress-of = Gespielte Partien von { $name }
lab-running = Es wird gespielt.
lab-running-elsewhere = Ein anderes Programm spielt es.
lab-finished = Es ist beendet.
lab-resting = Niemand spielt es.
lab-start = Starten
lab-go-on = Weiter
lab-stop = Anhalten
lab-stop-when = Es hält nach der laufenden Partie an und kann später weitergehen. Menschen, die spielen, gehen vor.
lab-one-at-a-time = Es wird ein Turnier zugleich gespielt; jetzt ist es
lab-all = Alle Turniere
lab-text = Die Datei
lab-ratings = Wertung
lab-ratings-axis = Elo-Punkte mit 95-%-Intervallen
lab-ratings-meaning = Wertungen sind Elo-Punkte nach Bradley und Terry mit 95-%-Intervallen; { $zero } steht bei 0. Ein Unentschieden ist ein halber Punkt.
lab-mean = das Mittel aller
lab-credited = * Diese Ergebnisse allein legen keine Wertung fest, weil manche Agenten den anderen keinen Punkt abgenommen haben. Jedem Agenten wird ein Unentschieden gegen einen gedachten Spieler in der Mitte gutgeschrieben.
lab-rung = { $name }: { $value }, von { $low } bis { $high }.
lab-cross = Jeder gegen jeden
lab-cross-caption = Punkte und Partien jedes Agenten gegen jeden
lab-game-caption = { $game }: { $count ->
    [one] eine Partie
   *[other] { $count } Partien
}, im Mittel { $plies } Züge lang
lab-latest = Letzte Partien
lab-latest-caption = Die zuletzt beendeten Partien
lab-drawn = unentschieden
lab-replay = Ansehen
lab-replay-of = Partie { $number } ansehen
lab-faults = Durch einen Fehler verlorene Partien
lab-column-number = Nr.
lab-column-game = Spiel
lab-column-first = Erster
lab-column-second = Zweiter
lab-column-result = Sieger
lab-column-plies = Züge
lab-column-replay = Zugfolge
lab-column-place = Platz
lab-column-agent = Agent
lab-column-rating = Elo
lab-column-points = Punkte
lab-column-games = Partien
lab-column-score = Ergebnis
lab-column-won = gewonnen
lab-column-drawn = unentschieden
lab-column-lost = verloren
lab-column-mean-score = mittleres Ergebnis
lab-column-nodes-move = Knoten/Zug
lab-column-playouts-move = Zufallspartien/Zug
lab-column-depth = Tiefe
trouble-no-tournament = Es gibt kein Turnier „{ $name }“.
trouble-no-runs = Von dieser Seite aus können keine Turniere gestartet werden.
trouble-other-run = Ein anderes Turnier wird gespielt: { $name }. Halten Sie es zuerst an.

## Gemessene Stufen
ladder = Wie stark die Stufen sind
ladder-text = Gemessen, indem jede Stufe gegen die darunter spielt, mit beiden Seiten aus denselben Eröffnungen. Ein Unentschieden zählt halb; in Klammern der Bereich, in dem der wahre Anteil mit 95 % Sicherheit liegt.
ladder-fresh = Die Zahlen kommen aus Partien, die beim Finden der Stufen nicht mitgewirkt haben.
ladder-none = Die Stufen dieses Spiels wurden nicht gemessen; sie folgen einer Skala von kurzem zu langem Nachdenken.
ladder-caption = Stufen 1 bis { $top }
ladder-column-level = Stufe
ladder-column-rating = Elo über Stufe 1
ladder-column-score = Punkte gegen die Stufe darunter
ladder-column-games = Partien
ladder-column-note = Bemerkung
ladder-interval = { $score } % ({ $low } bis { $high })
ladder-weak = kaum stärker als die Stufe darunter
ladder-steep = ein Schritt von mehr als 85 %
ladder-unsure = noch nicht sicher
ladder-lowest = Ein Spieler, der nur einen Zug vorausschaut, holt { $score } % der Punkte gegen Stufe 1.
ladder-span = Stufe { $top } holt { $score } % der Punkte gegen Stufe 1.
diagram = Ein Zug
diagram-after = Nach { $count } Zügen. { $status }
diagram-targets = Von { $cell } nach: { $targets }.
diagram-place = Die Ecken bezeichnen den letzten Zug, { $move }.

## Hilfe
about-title = Hilfe
about-play = Spielen
about-play-text = Wählen Sie einen Stein und dann sein Ziel, mit der Maus, mit dem Finger oder mit Pfeiltasten und Enter; ziehen Sie einen Stein; oder tippen Sie einen Zug in die Eingabezeile. In Spielen, in denen gesetzt wird, ist die Wahl eines leeren Feldes der ganze Zug.
about-speech = Für Vorleseprogramme
about-speech-text = Das Brett ist ein Gitter von Knöpfen mit einem einzigen Tabstopp. Jeder Knopf sagt seinen Ort, was dort steht und was man dort tun kann. Solange das Brett den Fokus hat, stellen einzelne Tasten Fragen: D beschreibt das Brett, P sagt, wo Ihre Steine sind, M Ihre Züge von hier, X was Sie schlagen können, C was sich geändert hat, L den letzten Zug, W wer gewinnt, H gibt einen Tipp, K sagt, wie viel Zeit bleibt. Dieselben Fragen sind Knöpfe und Wörter der Eingabezeile. Schalten Sie Ihr Vorleseprogramm für die Tasten in den Fokusmodus.
about-levels = Stufen
about-levels-text = Stufe 1 ist die leichteste. Neben einer Stufe steht, was sie gegen die darunter gewinnt, wo das gemessen und durch eigene Partien bestätigt ist. Die Stufe kann mitten in der Partie geändert werden.
about-api = Für Programme
about-api-text = Alles, was die Seiten tun, gibt es auch als JSON.

## Schwierigkeiten
trouble-not-found = Nicht gefunden
trouble-no-page = Es gibt keine Seite „{ $path }“.
trouble-out-of-reach = Der Server ist nicht zu erreichen, und er bewahrt diese Partie auf. Neue Partien können inzwischen auf diesem Gerät gespielt werden.
trouble-no-game = Unter dieser Adresse gibt es keine Partie. Vielleicht wurde sie entfernt, oder die Adresse ist unvollständig.
trouble-bad-request = Das geht nicht
trouble-too-many = Zu viel auf einmal
trouble-too-many-requests = Zu viele Anfragen auf einmal. Warten Sie einen Augenblick und versuchen Sie es wieder; laufende Partien gehen weiter.
trouble-too-large = Das ist zu groß: Gelesen werden höchstens { $limit } Bytes.
trouble-method = Diese Adresse nimmt { $method } nicht an.
trouble-form = Das Formular ist unvollständig: { $problem }.
trouble-busy = Zu viele Gedanken warten. Versuchen Sie es gleich noch einmal.
trouble-foreign = Eine Anfrage von einer anderen Seite wurde nicht ausgeführt.

## Seiten und Steine
side-black = Schwarz
side-white = Weiß
side-red = Rot
side-blue = Blau
piece-piece = Stein
piece-disc = Scheibe
piece-stone = Stein
piece-mark = Zeichen
piece-man = Stein
piece-king = König
piece-queen = Dame
piece-rook = Turm
piece-bishop = Läufer
piece-knight = Springer
piece-pawn = Bauer
piece-general = General
piece-advisor = Mandarin
piece-elephant = Elefant
piece-horse = Pferd
piece-chariot = Wagen
piece-cannon = Kanone
piece-soldier = Soldat
piece-frog = Frosch
piece-lily-pad = Seerose

## Spiele
game-tic-tac-toe = Drei gewinnt
game-tapatan = Tapatan
game-alquerque = Alquerque
game-othello = Othello
game-nine-mens-morris = Mühle
game-checkers = Englische Dame
game-checkers-casual = Englische Dame zu Hause
game-international-draughts = Internationale Dame
game-chess = Schach
game-lines-of-action = Lines of Action
game-outer-open-gomoku = Gomoku mit Randeröffnung
game-xiangqi = Xiangqi
game-five-field-kono-traditional = Five Field Kono (überliefert)
game-tsoro-yematatu-7 = Tsoro Yematatu (sieben Punkte)
summary-tic-tac-toe = Setzen Sie drei Ihrer Zeichen in eine Reihe, auf einem Brett mit neun Feldern.
summary-tapatan = Schieben Sie Ihre drei Steine die Linien entlang, bis sie in einer Reihe stehen.
summary-tapatan-ludii = Setzen Sie drei Steine und schieben Sie sie die Linien entlang, bis sie in einer Reihe stehen.
summary-alquerque = Schlagen Sie die zwölf Steine des Gegners, indem Sie darüber springen.
summary-alquerque-ludii = Schlagen Sie die zwölf Steine des Gegners, indem Sie darüber springen.
summary-tsoro-yematatu = Setzen Sie vier Steine auf ein Brett mit 25 Punkten und schieben Sie, bis alle vier in einer Reihe stehen.
summary-tsoro-yematatu-7 = Setzen Sie drei Steine auf ein Dreieck mit sieben Punkten und schieben oder springen Sie, bis sie in einer Reihe stehen.
summary-five-field-kono = Führen Sie Ihre sieben Steine über das Brett in das Haus des Gegners.
summary-five-field-kono-traditional = Ziehen Sie Ihre sieben Steine schräg und nehmen Sie die Plätze des Gegners ein.
summary-othello = Schließen Sie feindliche Scheiben ein, um sie zu wenden, und haben Sie die Mehrheit, wenn niemand mehr ziehen kann.
summary-nine-mens-morris = Schließen Sie Mühlen aus drei Steinen und nehmen Sie feindliche Steine, bis nur zwei bleiben oder keiner ziehen kann.
summary-checkers = Springen Sie über die Steine des Gegners, krönen Sie Ihre eigenen und lassen Sie ihm keinen Zug.
summary-checkers-casual = Dame, wie viele es zu Hause spielen: Niemand muss schlagen.
summary-freckers = Führen Sie Ihre sechs Frösche über den Teich, auf Seerosen, die hinter ihnen verschwinden.
summary-international-draughts = Dame auf hundert Feldern, mit fliegenden Damen und der Pflicht, die meisten zu schlagen.
summary-chess = Greifen Sie den feindlichen König so an, dass er nicht entkommt.
summary-lines-of-action = Bringen Sie alle Ihre Steine zu einer einzigen Gruppe zusammen.
summary-connect6 = Setzen Sie sechs Steine in eine Reihe, zwei in jedem Zug.
summary-outer-open-gomoku = Setzen Sie fünf Steine in eine Reihe; der erste Stein muss nahe am Rand liegen.
summary-xiangqi = Chinesisches Schach: Greifen Sie den feindlichen General so an, dass er nicht entkommt.
summary-havannah = Verbinden Sie zwei Ecken, verbinden Sie drei Ränder oder schließen Sie einen Ring auf einem Brett aus Sechsecken.

## Enden, die ein Spiel für sich hat
ending-of-xiangqi-0 = Schachmatt
ending-of-xiangqi-1 = {"{"}loser{"}"} gab Dauerschach
ending-of-xiangqi-2 = {"{"}loser{"}"} verfolgte eine Figur ohne Ende
ending-of-xiangqi-3 = {"{"}loser{"}"} wiederholte eine Stellung
ending-of-havannah-0 = eine Brücke verbindet zwei Ecken
ending-of-havannah-1 = eine Gabel verbindet drei Ränder
ending-of-havannah-2 = ein Ring umschließt mindestens ein Feld
ending-of-nine-mens-morris-0 = {"{"}loser{"}"} hat weniger als drei Steine
ending-of-five-field-kono-0 = alle Punkte im Haus von {"{"}loser{"}"} sind besetzt
ending-of-five-field-kono-1 = alle Steine von {"{"}winner{"}"} sind im Haus von {"{"}loser{"}"} angekommen
ending-of-five-field-kono-2 = wer am Zug ist, hat keinen erlaubten Zug
ending-of-lines-of-action-0 = {"{"}winner{"}"} hat alle Steine in einer Gruppe
ending-of-lines-of-action-1 = beide Seiten haben alle Steine in einer Gruppe
ending-of-othello-0 = niemand kann ziehen, und {"{"}winner{"}"} hat mehr Scheiben
ending-of-othello-1 = niemand kann ziehen, und beide haben gleich viele Scheiben
ending-of-chess-0 = Schachmatt
ending-of-chess-1 = Patt
ending-of-chess-2 = niemand kann mehr mattgesetzt werden
ending-of-freckers-0 = {"{"}winner{"}"} hat alle sechs Frösche auf der letzten Reihe

## Friends, my games, sheets, levels in words
settings = Einstellungen
sheets = Ihre eigenen Spiele
sheets-add = Ein Spiel aus einer Datei hinzufügen
sheets-help = Eine Datei mit Regeln in der Game Description Language (.kif), oder ihr Text. Zwei Spieler, die abwechselnd ziehen. Nur Sie sehen das Spiel in der Liste; wen Sie zu einer Partie einladen, der kann es spielen.
sheets-file = Datei mit Regeln
sheets-text = Oder die Regeln als Text
sheets-check = Prüfen und hinzufügen
sheets-forget = Entfernen
sheets-forget-one = { $name } aus Ihrer Liste entfernen
sheets-empty = Wählen Sie eine Datei mit Regeln, oder fügen Sie die Regeln ein.
sheets-too-many = Sie haben { $most } eigene Spiele, und mehr gehen nicht. Entfernen Sie zuerst eines.
mode-friend = Ich gegen einen Freund, über einen Link
level-like-1 = erste Schritte, verschenkt viel
level-like-2 = sanft, viele Fehler
level-like-3 = gemütlich, Fehler in den meisten Partien
level-like-4 = locker, ab und zu Fehler
level-like-5 = beständig, man muss aufpassen
level-like-6 = aufmerksam, wenige klare Fehler
level-like-7 = solide, man braucht einen Plan
level-like-8 = stark, bestraft kleine Fehler
level-like-9 = sehr stark
level-like-10 = so gut es geht
level-like-easy = spielt etwas schlechter als ausgeglichen
level-like-medium = spielt etwas besser als ausgeglichen
level-like-hard = spielt das Beste, was zu sehen ist, und verfehlt es ab und zu
level-like-fair = eine knappe Partie, wer auch spielt
fair-memory = Von Ihren Partien hier merkt sich die Stufe Fair nur eine Zahl: { $number }. Über 0 spielt die Stufe mehr auf Gewinn, unter 0 hält sie sich zurück. Die Zahl wird für diesen Browser und dieses Spiel aufbewahrt.
fair-forget = Vergessen
check = Schach!
tap-again = Zum Wählen noch einmal antippen:
score-count = { $kind }: { $count }
score-ahead = { $count } voraus
you = Sie
hint-button = Tipp
more = Mehr
larger = Größer
smaller = Kleiner
resign-sure = Ja, ich gebe auf
draw-short = Remis?
takeback-ask = Um Rücknahme eines Zuges bitten
takeback-asked = { $side } bittet darum, den letzten Zug zurückzunehmen.
takeback-accept = Zug zurücknehmen
takeback-decline = Nein
takeback-declined = Der Zug wird nicht zurückgenommen.
asked-already = Darum haben Sie schon gebeten. Warten Sie auf die Antwort.
not-alone = In einer Partie mit einem Freund macht das niemand allein.
no-help = Das Programm hilft nicht, während Sie mit einem Freund spielen.
others-turn = Sie sind nicht am Zug.
stale = Die Partie ist inzwischen weitergegangen, und es wurde nichts getan. So steht sie jetzt.
rematch-early = Die Revanche beginnt, wenn diese Partie vorbei ist.
rematch-ready = Es gibt eine Revanche.
rematch-go = Spielen
turn-short = Drehen
key-questions = Fragen
key-zoom = Das Brett größer oder kleiner
chances = { $percent } %
invite = Senden Sie diesen Link an einen Freund. Wer ihn zuerst öffnet und Platz nimmt, spielt mit Ihnen, und die Partie beginnt.
invite-link = Link zum freien Platz
friend-awaited = Ihr Freund ist noch nicht da. Die Partie beginnt, wenn beide hier sind.
friend-came = { $name } hat den Platz eingenommen.
friend-needs-server = Um mit einem Freund zu spielen, braucht es den Server, und der ist jetzt nicht zu erreichen.
watching = Sie sehen dieser Partie zu.
you-too = (Sie)
links = Links zu dieser Partie
watch-help = Wer diesen Link hat, kann zusehen, aber nicht spielen:
watch-link = Link zum Zusehen
own-help = Mit diesem Link setzen Sie sich mit einem anderen Gerät hierher. Er gilt für eines; behalten Sie ihn für sich:
own-link = Link zu Ihrem Platz
copy-link = Link kopieren
copied = Kopiert
invitation = Einladung
invited = { $host } lädt Sie zu einer Partie { $game } ein.
invited-again = Mit diesem Gerät spielen Sie an Ihrem Platz weiter.
invited-side = Sie spielen { $side }.
somebody = Jemand
sit-down = Platz nehmen
only-watch = Nur zusehen
your-name = Ihr Name
your-name-none = Gast
not-seated = Sie sehen dieser Partie zu; nur wer sie spielt, kann das tun.
seat-taken = Dieser Link ist verbraucht: Jemand hat den Platz eingenommen. Sie können der Partie trotzdem zusehen.
seated-already = Sie sitzen schon an diesem Tisch. Senden Sie den Link an Ihren Freund.
mine = Meine Partien
mine-all = Alle meine Partien
mine-none = Sie haben noch nicht gespielt.
mine-going = Laufend
mine-aside = Beiseitegelegt
mine-finished = Beendet
mine-export = Alle Partien in einer Datei speichern
mine-delete = Löschen
mine-delete-of = Löschen: { $game }, { $opponent }
mine-resign-first = Ihr Freund spielt diese Partie noch. Geben Sie zuerst auf, dann löschen Sie sie.
mine-moves = { $count ->
    [one] 1 Zug
   *[other] { $count } Züge
}
mine-won = gewonnen
mine-drawn = unentschieden
mine-lost = verloren
mine-over = beendet
mine-people = zwei Personen
mine-watched = das Programm mit sich selbst
a-friend = ein Freund
mine-scores = Ergebnisse
mine-game = Spiel
mine-opponent = Gegner
mine-won-count = Gewonnen
mine-drawn-count = Unentschieden
mine-lost-count = Verloren
back-again = Der Server ist wieder da.
analysis-specs = Was hinter diesen Namen steckt
analyst-quick = Schnell
analyst-strong = Stark, 1 Sekunde
analyst-stronger = Sehr stark, 5 Sekunden
analyst-deep = Tiefes Alpha-Beta
analyst-random = Zufallspartien
analyst-best-first = Das Beste zuerst
analyst-greedy = Einen Zug voraus
slip-mistake = ein Fehler
slip-blunder = ein grober Fehler
engine-loading = Das Programm, das spielt, ist unterwegs. Partien beginnen, sobald es da ist:
engine-failed = Das Programm, das spielt, konnte nicht geladen werden. Es braucht einen neueren Browser und eine Adresse, die mit https oder localhost beginnt.
api-title = Die Schnittstelle für Programme
api-machines = Für Programme, die Beschreibungen lesen:
api-examples = Beispiele
api-endpoints = Was man fragen kann
api-documents = Dokumente
api-otherwise = sonst
api-optional = kann fehlen
api-of = von
trouble-late = Der Rest der Anfrage kam nicht rechtzeitig.
trouble-name = Dieses Programm heißt nicht „{ $name }“. Wer es betreibt, kann es beim Start sagen: --public-url oder --name.
rematch-short = Revanche
