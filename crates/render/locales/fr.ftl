### Français.

## Le cadre de chaque page
skip = Aller au contenu
navigation = Pages
games = Jeux
analysis = Analyse
puzzles = Problèmes
about = Aide
language = Langue
theme = Couleurs
theme-system = Couleurs du système
theme-light = Clair
theme-dark = Sombre
sound = Sons
sound-off = Sans sons
sound-low = Sons doux
sound-medium = Sons
sound-high = Sons forts
speech = Comment les coups sont dits
speech-notation = Coups en notation
speech-words = Coups en mots
speech-spelled = Coups en mots, lettres épelées
edge = bord
apply = Appliquer
footer = Agon joue sur votre propre machine : pas de comptes, pas de tiers, un seul cookie, qui est un nombre au hasard.
alone = Ceci est joué et gardé sur votre appareil, sans le serveur.
lost = Le serveur ne répond pas. Ce que vous voyez n’est peut-être plus à jour.
unanswered = Le serveur ne répond pas. Ce que vous voyez reste ; réessayez dans un instant.
back-home = Retour aux jeux

## Accueil
home-title = Jouer à un jeu de plateau
home-lead = Choisissez un jeu, un camp et un niveau. Tout se fait à la souris, au doigt, au clavier ou par des mots tapés, et tout ce qui est sur le plateau est aussi dit.
home-going-device = Vos parties sur cet appareil
home-going = Vos parties

## La page d’un jeu
opponent = Qui joue
mode-agent = Moi contre le programme
mode-people = Deux personnes sur cet appareil
mode-watch = Regarder le programme jouer seul
its-level = Niveau
other-level = Niveau du second camp quand on regarde
your-side = Votre camp
side-begins = { $side } (commence)
side-random = Au hasard
options = Options
terms = Pendule et aide
terms-comments = Commenter mes coups
terms-no-takeback = Sans reprise de coups
clock = Pendule
clock-help = Elle part avec le premier coup. Qui n’a plus de temps perd ; le programme joue tout de suite quand il en manque. Reprendre un coup ne rend pas de temps, et quand le programme est éteint la pendule est arrêtée.
clock-none = Sans pendule
clock-move = { $time } par coup
clock-total = { $time } pour la partie
clock-total-more = { $time } pour la partie, et { $more } de plus à chaque coup
minutes = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
}
seconds = { $count ->
    [one] 1 seconde
   *[other] { $count } secondes
}
start = Commencer la partie
rules = Règles
draws = Nulles
notation = Notation
source = Source
level = Niveau { $name }
level-easy = Facile
level-medium = Moyen
level-hard = Difficile
level-fair = Équitable
level-easiest = Le niveau le plus facile.
level-easiest-of = Le niveau le plus facile : qui regarde un coup en avant le bat environ { $part } fois sur { $whole }.
level-stronger = Gagne environ { $part } fois sur { $whole } contre le niveau { $below }.
level-hardly = À peine plus fort que le niveau { $below } : ce jeu ne laisse pas de place pour plus.
level-unknown = Sa force n’est pas encore confirmée.
level-provisional = Provisoire : les niveaux de ce jeu n’ont pas été mesurés.
level-strongest = Le niveau le plus fort.
level-aim-easy = Cherche des coups un peu moins bons que l’équilibre.
level-aim-medium = Cherche des coups un peu meilleurs que l’équilibre.
level-aim-hard = Cherche les meilleurs coups, et les manque de temps en temps.
level-aim-fair = Cherche une partie serrée, qui que vous soyez.
analyse-game = Analyser

## À la table
board = Plateau
state = Où en est la partie
to-move = Trait : { $side }.
wins = Victoire ({ $side }) : { $reason }.
draw = Nulle : { $reason }.
ending-line = { $length ->
    [3] trois
    [4] quatre
    [5] cinq
    [6] six
   *[other] { $length }
} en ligne
ending-no-moves = {"{"}loser{"}"} n’a pas de coup légal
ending-nobody-moves = aucun camp n’a de coup légal
ending-no-pieces = {"{"}loser{"}"} n’a plus de pièces
ending-full = le plateau est plein
ending-repetition = la position s’est répétée
ending-no-progress = trop de coups sans progrès
ending-length = la partie a atteint sa plus grande longueur
ending-resignation = {"{"}loser{"}"} abandonne
ending-time = le temps est écoulé ({"{"}loser{"}"})
ending-agreement = accord entre les joueurs
ending-claim = déclarée par un joueur qui suit d’autres règles
kind-on-cells = { $kind } en { $cells }
in-hand = { $count } en main
has-in-hand = { $side } : { $count } en main.
nobodys = À personne
nothing-on-board = rien sur le plateau
board-empty = Le plateau est vide.
empty = vide
piece-of = { $kind }, { $side }
nothing-played = Rien n’a encore été joué.
has-to-pass = { $side } : obligé de passer.
plays = { $side } : { $move }.
plays-taking = { $side } : { $move }, en prenant { $taken }.
plays-changing = { $side } : { $move }, en changeant { $changed }.
plays-taking-changing = { $side } : { $move }, en prenant { $taken }, en changeant { $changed }.
legal-moves = { $count ->
    [one] Un coup légal : { $moves }.
   *[other] { $count } coups légaux : { $moves }.
}
moves-from = De { $cell } : { $moves }.
captures = { $count ->
    [one] Un coup prend : { $moves }.
   *[other] { $count } coups prennent : { $moves }.
}
no-captures = Aucun coup ne prend.
no-moves-from = Il n’y a pas de coup légal de { $cell }.
not-legal = « { $text } » n’est pas un coup légal ici. { $count ->
    [one] Le seul coup légal est { $moves }.
   *[other] Légaux : { $moves }.
}
not-clear = « { $text } » peut être plusieurs coups : { $moves }.
not-any-more = « { $text } » ne peut pas être joué : la partie est finie.
not-your-turn = Ce n’est pas votre tour. Attendez la réponse, ou arrêtez la réflexion.
game-over-already = La partie est finie.
no-such-cell = Il n’y a pas de case « { $text } » sur ce plateau.
no-move-there = { $cell } : aucun coup légal ne commence ni ne finit là. { $moves }
nothing-to-undo = Il n’y a pas de coup à vous à reprendre.
nothing-to-redo = Il n’y a pas de coup à rejouer.
taken-back = Repris. { $status }
played-again = Rejoué. { $status }
and-more = { $shown } et { $count } de plus
state-selected = choisie
state-taken = peut être prise
state-target = peut être atteinte
state-movable = peut bouger
state-playable = jouable
state-last = dernier coup
person = une personne
thinking = Réflexion…
thinking-of = Réflexion : { $move }, { $value }, { $nodes } positions vues.
stop-thinking = Jouez maintenant
look-again = Regarder encore
choose-move = Quel coup ?
action-pass = Passer
action-swap = Échanger les camps
action-grow = Faire pousser des nénuphars
advice-pass = Vous n’avez pas d’autre coup que passer.
advice-target = Choisissez maintenant où aller, ou une autre pièce.
advice-go-on = Continuez le chemin, ou choisissez encore la dernière place pour vous y arrêter si les règles le permettent.
advice-remove = Choisissez maintenant la pièce à prendre.
advice-capture = La prise est obligatoire.
selected-cell = { $cell } choisie. { $moves }
deselected = Rien n’est choisi.
command = Coup ou question
command-placeholder = Coup ou question
say-it = Dire
command-help = Tapez un coup, ou : décrire, pièces, coups, coups et une case, prises, changements, dernier, gagnant, conseil, pendule, arrêt, reprendre, rejouer, nulle, refuser, abandonner, commentaires, reprises, aide.
# Les mots qui peuvent être tapés pour chaque chose, séparés par des virgules ; toutes les langues sont comprises à la fois.
typed-describe = décrire, decrire, plateau
typed-pieces = pièces, où
typed-moves = coups
typed-captures = prises
typed-changed = changements
typed-last = dernier
typed-winning = gagnant, qui
typed-hint = conseil
typed-clock = pendule, temps
typed-undo = reprendre
typed-redo = rejouer
typed-resign = abandonner
typed-draw = nulle, accepter
typed-decline = refuser
typed-pause = arrêt, arret
typed-comments = commentaires
typed-takeback = reprises
typed-help = aide
questions = Questions
ask-describe = Décrire le plateau
ask-pieces = Où sont mes pièces ?
ask-moves = Mes coups
ask-captures = Que puis-je prendre ?
ask-changed = Qu’est-ce qui a changé ?
ask-last = Dernier coup
ask-winning = Qui gagne ?
ask-hint = Conseil
ask-clock = Combien de temps reste-t-il ?
controls = Partie
undo = Reprendre
redo = Rejouer
resign = Abandonner
draw-offer = Proposer la nulle
draw-offered = Nulle proposée ({ $side }). Acceptez, refusez ou continuez.
draw-accept = Accepter la nulle
draw-decline = Refuser
draw-refused = La nulle est refusée.
draw-declined = Le programme refuse : il pense être mieux.
draw-early = Le programme refuse : il est trop tôt pour une nulle.
draw-nobody = Il n’y a personne ici à qui proposer la nulle.
draw-none = Personne ne propose la nulle.
takeback-on = Les coups peuvent être repris.
takeback-off = Dans cette partie on ne reprend pas de coups.
comments-on = Désormais vos coups sont commentés.
comments-off = Vos coups ne sont plus commentés.
switch-takeback-on = Permettre la reprise
switch-takeback-off = Interdire la reprise
switch-comments-on = Commenter mes coups
switch-comments-off = Plus de commentaires
switch-pause-on = Arrêter la pendule
switch-pause-off = Laisser courir la pendule
comment-forced = { $move } était le seul coup.
comment-lost = Plus rien n’aide : { $move } est { $value }.
comment-best = { $move } est ce qu’il y a de mieux : { $value }.
comment-fine = { $move } est un bon coup ; { $best } est un peu meilleur.
comment-loses = { $move } perd quelque chose : { $value } au lieu de { $better } avec { $best }.
comment-loses-much = { $move } perd beaucoup : { $value } au lieu de { $better } avec { $best }.
clock-of = Pendule ({ $side })
clock-has = { $side } : { $time }.
clock-runs = La pendule court ({ $side }).
clock-stands = La pendule est arrêtée.
clock-paused = La pendule est arrêtée. Elle repart avec le prochain coup.
clock-goes-on = La pendule repart.
clock-warning = { $side } : il reste { $time }.
clock-missing = Cette partie n’a pas de pendule.
rematch = Revanche, camps échangés
turn-board = Tourner le plateau
board-turned = Le plateau est tourné.
level-of = Niveau ({ $side })
change-level = Changer de niveau
level-changed = Le niveau est changé.
moves-played = Coups
save-as = Enregistrer en { $format }
keys = Touches
keys-when = Ces touches agissent quand le plateau a le focus. Tab quitte le plateau.
key-arrows = Se déplacer sur le plateau
key-row = Première et dernière place de la rangée ; avec Ctrl, du plateau
key-jump-row = À la rangée de ce numéro ; deux chiffres à partir de 10
key-jump-column = G et une lettre : à la colonne
key-next-kind = À la prochaine pièce dont le nom commence par cette lettre
key-next = À ma prochaine pièce, et à la précédente
key-scan = Dire ce qu’il y a dans une direction, sans y aller
key-scan-diagonal = De même en diagonale
key-enter = Choisir une pièce, puis son but ; ou poser une pièce
key-escape = Annuler le choix
key-moves = Mes coups d’ici
key-undo = Reprendre, rejouer
key-type = Aller à la ligne de commande
key-help = Ces touches
certain-win = un gain certain
certain-draw = une nulle certaine
certain-loss = une perte certaine
certain-win-in = { $count ->
    [one] un gain en 1 coup
   *[other] un gain en { $count } coups
}
certain-loss-in = { $count ->
    [one] une perte en 1 coup
   *[other] une perte en { $count } coups
}
hint = { $side } : { $move } vaut { $value }.
hint-next = Le deuxième, { $move }, vaut { $value }.
hint-line = Suite attendue : { $line }.
standing-even = À peu près égal : { $value } pour le camp au trait ({ $mover }).
standing-better = Un peu mieux : { $side } ; { $value } pour le camp au trait ({ $mover }).
standing-winning = En train de gagner : { $side } ; { $value } pour le camp au trait ({ $mover }).
standing-won = Avec le meilleur jeu, gain ({ $side }) ; { $value } pour le camp au trait ({ $mover }).
standing-drawn = Avec le meilleur jeu, la partie est nulle.
page-title-table = { $game } : { $status }

## Les coups en mots
spoken = { $side } : { $move }.
spoken-place = { $to }
spoken-move = { $piece } { $to }
spoken-move-from = { $piece } de { $from } en { $to }
spoken-takes = { $piece } prend { $to }
spoken-takes-from = { $piece } de { $from } prend { $to }
spoken-go = { $from } à { $to }
spoken-go-takes = { $from } prend { $to }
spoken-taking = { $named ->
    [1] {", "}en prenant { $cells }
   *[other] {", "}en prenant { $count }
}
spoken-changing = { $named ->
    [1] {", "}en changeant { $cells }
   *[other] {", "}en changeant { $count }
}
spoken-becomes = {", "}devient { $piece }
spoken-check = {", "}échec
spoken-mate = {", "}mat
spoken-castles-short = petit roque
spoken-castles-long = grand roque
spoken-pass = passe
spoken-swap = échange les camps
spoken-grow = fait pousser des nénuphars
# Des mots qui peuvent être dits avec un coup et n’ajoutent rien.
spoken-fillers = de, à, a, en, prend, sur, le, la, mon, ma, coup, joue, devient, échec, echec, mat, et

## Problèmes
puzzles-lead = Des positions avec un seul bon coup, trouvées par le programme dans ses propres parties, prouvées et classées. Choisissez le coup à la souris, au clavier ou en mots ; le programme répond par sa meilleure défense.
puzzles-of = Problèmes : { $game }
puzzles-all = Problèmes de tous les jeux
puzzles-more = D’autres problèmes
puzzles-done = { $done } résolus sur { $count }
puzzles-made = Les plus faciles viennent d’abord. Un programme a fait ces problèmes : il a prouvé que le coup fait ce qui est demandé et en a cherché d’autres en vain. « agon puzzles » en fait d’autres.
puzzle = Problème { $number }
puzzle-title = { $game }, problème { $number }
puzzle-today = Problème du jour
puzzle-win = Trait : { $side }. Un seul coup gagne. Trouvez-le.
puzzle-fast = Trait : { $side }. Gagnez en { $count } coups ; un seul coup y parvient.
puzzle-save = Trait : { $side }. Tous les coups sauf un perdent. Trouvez celui qui tient.
puzzle-wrong = { $move } n’est pas le coup. Regardez encore ; H donne un conseil.
puzzle-right = Juste ! { $answer } Continuez.
puzzle-go-on = Juste ! Votre tour n’est pas encore fini.
puzzle-solved = Résolu ! { $how }
puzzle-plain = { $side } : gain ; le reste est simple.
puzzle-held = { $side } : la partie est sauvée.
puzzle-is-solved = résolu
puzzle-hint = Cela commence ici : { $cell }.
puzzle-solution = Le coup est { $move }.
puzzle-show = Montrer le coup
puzzle-again = Depuis le début
puzzle-next = Problème suivant
puzzle-help = Tapez un coup, ou : conseil, décrire, pièces, coups, prises, changements, dernier, reprendre, aide.
puzzle-not-here = Cela vaut pour les parties. Ici on cherche un coup.
puzzle-proven = Il est prouvé qu’aucun autre coup n’y parvient.
puzzle-exhausted = Toutes les suites de cette longueur ont été vues.
puzzle-searched = Deux sortes de recherche n’ont pas trouvé d’autre coup.
difficulty-easy = Facile.
difficulty-moderate = Moyen.
difficulty-hard = Difficile.
difficulty-expert = Pour experts.

## Analyse
analysis-title = Analyse : { $game }
analysis-choose = Choisissez un jeu à analyser, ou apportez une partie.
analysis-import = Apporter une partie
analysis-import-help = Choisissez un fichier ou collez une partie : PGN, PDN, SGF, GGF ou une partie enregistrée ici.
analysis-file = Fichier
analysis-record = Ou le texte de la partie
analysis-game = Jeu
analysis-game-told = ce que dit le texte
analysis-number = Numéro de la partie dans le texte
analysis-load = Charger
analysis-first = Première position
analysis-back = Un coup en arrière
analysis-forward = Un coup en avant
analysis-end = Dernière position
analysis-at = Après { $at } coups sur { $count }.
analysis-agent = Agent
analysis-other = Comparer à
analysis-nobody = personne
analysis-ask = Demander
analysis-graph = Dessiner la courbe de la partie
analysis-values = Ce que vaut chaque coup légal
analysis-move = Coup
analysis-visits = Effort
analysis-line = Suite attendue
analysis-bar = { $side } : { $value }.
analysis-course = Le cours de la partie : chances de { $side }
analysis-position = Position
analysis-link = Lien vers cette position
analysis-play = Jouer à partir d’ici
analysis-cost = { $nodes } positions vues, profondeur { $depth }.
import-line = Ligne { $line } : { $problem }.
import-move = Ligne { $line }, coup { $number } : { $problem }
import-nameless = Le texte ne dit pas de quel jeu il est. Choisissez le jeu dans la liste.
import-empty = Il n’y a pas de partie dans le texte.
import-number = « { $text } » n’est pas le numéro d’une partie ; attendu : 1 pour la première du texte, 2 pour la deuxième.
import-no-game = Il n’y a pas de partie { $number } dans le texte ; il en contient { $count ->
    [one] une
   *[other] { $count }
}.
import-unknown = Le texte est une partie de { $found }, qui n’est pas parmi les jeux d’ici.
import-turn = « { $text } » est un coup de { $found }, mais c’est le tour de { $expected }
import-foreign = Le texte est une partie de { $found }, pas de { $expected }.
import-no-format = { $game } n’a pas de { $format } ; ses formats : { $known }.
import-json = Ceci n’est pas une partie enregistrée : { $problem }.
import-tag = un crochet ne commence pas d’étiquette ; attendu : quelque chose comme { $example }
import-open = ce qui s’ouvre avec « { $sign } » ne se ferme pas
import-closes = « { $sign } » ne ferme rien
import-value = une valeur n’a pas de nom devant elle

## Laboratoire
lab = Laboratoire
lab-lead = Des tournois entre les programmes qui jouent ici : qui est plus fort, et avec quelle certitude.
lab-own = Vos tournois
lab-own-text = Mettez dans ce dossier un fichier de tournoi, tel que « agon tournament » le lit ; les résultats restent à côté de lui, et un tournoi qu’un autre programme joue est montré en direct :
lab-shared = On ne peut pas lancer de tournois depuis cette page, car d’autres que le propriétaire de cette machine la voient. Qui lance le programme peut le permettre avec --lab-runs.
lab-homeless = On ne peut pas lancer de tournois, car ce programme n’a pas de dossier où garder les résultats.
lab-progress = { $done } parties sur { $total }.
lab-progress-of = Parties jouées de { $name }
lab-running = Il est en train d’être joué.
lab-running-elsewhere = Un autre programme le joue.
lab-finished = Il est terminé.
lab-resting = Personne ne le joue.
lab-start = Lancer
lab-go-on = Continuer
lab-stop = Arrêter
lab-stop-when = Il s’arrête après la partie en cours, et peut continuer plus tard. Les personnes qui jouent passent d’abord.
lab-one-at-a-time = On joue un tournoi à la fois ; maintenant c’est
lab-all = Tous les tournois
lab-text = Le fichier
lab-ratings = Classement
lab-ratings-axis = Points Elo avec intervalles à 95 %
lab-ratings-meaning = Les points Elo sont ceux de Bradley et Terry, avec des intervalles à 95 % ; { $zero } est à 0. Une nulle vaut un demi-point.
lab-mean = la moyenne de tous
lab-credited = * Ces résultats seuls ne fixent pas de classement, car certains agents n’ont pris aucun point aux autres. Chaque agent est crédité d’une nulle contre un joueur imaginaire au milieu.
lab-rung = { $name } : { $value }, de { $low } à { $high }.
lab-cross = Tous contre tous
lab-cross-caption = Points et parties de chaque agent contre chacun
lab-game-caption = { $game } : { $count ->
    [one] une partie
   *[other] { $count } parties
}, { $plies } coups en moyenne
lab-latest = Dernières parties
lab-latest-caption = Les parties finies en dernier
lab-drawn = nulle
lab-replay = Revoir
lab-replay-of = Revoir la partie { $number }
lab-faults = Parties perdues par une faute
lab-column-number = n°
lab-column-game = jeu
lab-column-first = premier
lab-column-second = second
lab-column-result = vainqueur
lab-column-plies = coups
lab-column-replay = coups
lab-column-place = place
lab-column-agent = agent
lab-column-rating = Elo
lab-column-points = points
lab-column-games = parties
lab-column-score = résultat
lab-column-won = gagnées
lab-column-drawn = nulles
lab-column-lost = perdues
lab-column-mean-score = résultat moyen
lab-column-nodes-move = nœuds/coup
lab-column-playouts-move = simulations/coup
lab-column-depth = profondeur
trouble-no-tournament = Il n’y a pas de tournoi « { $name } ».
trouble-no-runs = On ne peut pas lancer de tournois depuis cette page.
trouble-other-run = Un autre tournoi est en cours : { $name }. Arrêtez-le d’abord.

## Niveaux mesurés
ladder = La force des niveaux
ladder-text = Mesurée en faisant jouer chaque niveau contre celui d’en dessous, des deux côtés et à partir des mêmes ouvertures. Une nulle vaut un demi-point ; entre parenthèses, l’intervalle où se trouve la vraie part avec 95 % de certitude.
ladder-fresh = Les nombres viennent de parties qui n’ont pas servi à trouver les niveaux.
ladder-none = Les niveaux de ce jeu n’ont pas été mesurés ; ils suivent une échelle de la réflexion courte à la longue.
ladder-caption = Niveaux 1 à { $top }
ladder-column-level = niveau
ladder-column-rating = Elo au-dessus du niveau 1
ladder-column-score = points contre le niveau d’en dessous
ladder-column-games = parties
ladder-column-note = remarque
ladder-interval = { $score } % ({ $low } à { $high })
ladder-weak = à peine plus fort que le niveau d’en dessous
ladder-steep = un pas de plus de 85 %
ladder-unsure = pas encore certain
ladder-lowest = Un joueur qui ne regarde qu’un coup en avant fait { $score } % des points contre le niveau 1.
ladder-span = Le niveau { $top } fait { $score } % des points contre le niveau 1.
diagram = Un coup
diagram-after = Après { $count } coups. { $status }
diagram-targets = De { $cell } à : { $targets }.
diagram-place = Les coins marquent le dernier coup, { $move }.

## Aide
about-title = Aide
about-play = Jouer
about-play-text = Choisissez une pièce puis son but, à la souris, au doigt ou avec les flèches et Entrée ; faites glisser une pièce ; ou tapez un coup dans la ligne de commande. Dans les jeux où l’on pose des pièces, choisir une place vide est le coup entier.
about-speech = Pour lecteurs d’écran
about-speech-text = Le plateau est une grille de boutons avec un seul arrêt de tabulation. Chaque bouton dit sa place, ce qui s’y trouve et ce qu’on peut y faire. Quand le plateau a le focus, des touches simples posent des questions : D décrit le plateau, P dit où sont vos pièces, M vos coups d’ici, X ce que vous pouvez prendre, C ce qui a changé, L le dernier coup, W qui gagne, H donne un conseil, K dit combien de temps il reste. Les mêmes questions sont des boutons et des mots de la ligne de commande. Pour les touches, mettez le lecteur d’écran en mode focus.
about-levels = Niveaux
about-levels-text = Le niveau 1 est le plus facile. À côté de chaque niveau est écrit ce qu’il gagne contre celui d’en dessous, là où cela a été mesuré et confirmé par des parties à part. Le niveau peut être changé au milieu de la partie.
about-api = Pour les programmes
about-api-text = Tout ce que font les pages est aussi offert en JSON.

## Ennuis
trouble-not-found = Introuvable
trouble-no-page = Il n’y a pas de page « { $path } ».
trouble-out-of-reach = Le serveur est hors d’atteinte, et c’est lui qui garde cette partie. En attendant, de nouvelles parties peuvent être jouées sur cet appareil.
trouble-no-game = Il n’y a pas de partie à cette adresse. Elle a peut-être été supprimée, ou l’adresse est incomplète.
trouble-bad-request = Cela n’est pas possible
trouble-too-many = Trop à la fois
trouble-too-many-requests = Trop de demandes à la fois. Attendez un moment et réessayez ; les parties en cours continuent.
trouble-too-large = C’est trop grand : on lit au plus { $limit } octets.
trouble-method = Cette adresse n’accepte pas { $method }.
trouble-form = Le formulaire est incomplet : { $problem }.
trouble-busy = Trop de réflexions attendent. Réessayez dans un moment.
trouble-foreign = Une demande d’un autre site n’a pas été exécutée.

## Camps et pièces
side-black = Noirs
side-white = Blancs
side-red = Rouges
side-blue = Bleus
piece-piece = pièce
piece-disc = pion
piece-stone = pierre
piece-mark = marque
piece-man = pion
piece-king = roi
piece-queen = dame
piece-rook = tour
piece-bishop = fou
piece-knight = cavalier
piece-pawn = pion
piece-general = général
piece-advisor = conseiller
piece-elephant = éléphant
piece-horse = cheval
piece-chariot = char
piece-cannon = canon
piece-soldier = soldat
piece-frog = grenouille
piece-lily-pad = nénuphar

## Jeux
game-tic-tac-toe = Morpion
game-tapatan = Tapatan
game-alquerque = Alquerque
game-othello = Othello
game-nine-mens-morris = Jeu du moulin
game-checkers = Dames anglaises
game-checkers-casual = Dames anglaises à la maison
game-international-draughts = Dames internationales
game-chess = Échecs
game-lines-of-action = Lines of Action
game-outer-open-gomoku = Gomoku à ouverture extérieure
game-xiangqi = Xiangqi
game-five-field-kono-traditional = Five Field Kono (traditionnel)
game-tsoro-yematatu-7 = Tsoro Yematatu (sept points)
summary-tic-tac-toe = Alignez trois de vos marques sur un plateau de neuf cases.
summary-tapatan = Glissez vos trois pièces le long des lignes jusqu’à les aligner.
summary-tapatan-ludii = Posez trois pièces et glissez-les le long des lignes jusqu’à les aligner.
summary-alquerque = Prenez les douze pièces de l’adversaire en sautant par-dessus.
summary-alquerque-ludii = Prenez les douze pièces de l’adversaire en sautant par-dessus.
summary-tsoro-yematatu = Posez quatre pièces sur un plateau de 25 points et glissez-les jusqu’à ce que les quatre soient alignées.
summary-tsoro-yematatu-7 = Posez trois pièces sur un triangle de sept points et glissez ou sautez jusqu’à les aligner.
summary-five-field-kono = Menez vos sept pièces à travers le plateau jusqu’au camp de l’adversaire.
summary-five-field-kono-traditional = Déplacez vos sept pièces en diagonale et prenez les places de l’adversaire.
summary-othello = Encadrez des pions ennemis pour les retourner, et ayez la majorité quand personne ne peut plus jouer.
summary-nine-mens-morris = Fermez des moulins de trois pierres pour ôter des pierres ennemies, jusqu’à ce qu’il n’en reste que deux ou qu’aucune ne bouge.
summary-checkers = Sautez par-dessus les pions de l’adversaire, couronnez les vôtres et laissez-le sans coup.
summary-checkers-casual = Les dames comme beaucoup y jouent à la maison : personne n’est obligé de prendre.
summary-freckers = Menez vos six grenouilles à travers l’étang, sur des nénuphars qui disparaissent derrière elles.
summary-international-draughts = Les dames sur cent cases, avec des dames volantes et la prise du plus grand nombre.
summary-chess = Attaquez le roi ennemi de sorte qu’il ne puisse pas échapper.
summary-lines-of-action = Réunissez toutes vos pièces en un seul groupe.
summary-connect6 = Alignez six pierres, en en posant deux à la fois.
summary-outer-open-gomoku = Alignez cinq pierres ; la première pierre doit être près du bord.
summary-xiangqi = Échecs chinois : attaquez le général ennemi de sorte qu’il ne puisse pas échapper.
summary-havannah = Reliez deux coins, reliez trois côtés ou fermez un anneau sur un plateau d’hexagones.

## Fins propres à chaque jeu
ending-of-xiangqi-0 = échec et mat
ending-of-xiangqi-1 = {"{"}loser{"}"} a donné échec perpétuel
ending-of-xiangqi-2 = {"{"}loser{"}"} a poursuivi une pièce sans fin
ending-of-xiangqi-3 = {"{"}loser{"}"} a répété une position
ending-of-havannah-0 = un pont relie deux coins
ending-of-havannah-1 = une fourche relie trois côtés
ending-of-havannah-2 = un anneau entoure au moins une case
ending-of-nine-mens-morris-0 = {"{"}loser{"}"} a moins de trois pierres
ending-of-five-field-kono-0 = tous les points du camp de {"{"}loser{"}"} sont occupés
ending-of-five-field-kono-1 = toutes les pièces de {"{"}winner{"}"} sont arrivées au camp de {"{"}loser{"}"}
ending-of-five-field-kono-2 = le camp au trait n’a pas de coup légal
ending-of-lines-of-action-0 = {"{"}winner{"}"} a toutes ses pièces en un seul groupe
ending-of-lines-of-action-1 = les deux camps ont toutes leurs pièces en un seul groupe
ending-of-othello-0 = personne ne peut jouer, et {"{"}winner{"}"} a plus de pions
ending-of-othello-1 = personne ne peut jouer, et les deux ont autant de pions
ending-of-chess-0 = échec et mat
ending-of-chess-1 = pat
ending-of-chess-2 = personne ne peut plus être mat
ending-of-freckers-0 = {"{"}winner{"}"} a ses six grenouilles sur la dernière rangée

## Friends, my games, sheets, levels in words
settings = Réglages
sheets = Vos propres jeux
sheets-add = Ajouter un jeu depuis un fichier
sheets-help = Un fichier de règles en Game Description Language (.kif), ou son texte. Deux joueurs, qui jouent à tour de rôle. Personne d’autre que vous ne voit le jeu dans la liste ; les personnes que vous invitez à une partie peuvent y jouer.
sheets-file = Fichier de règles
sheets-text = Ou les règles en texte
sheets-check = Vérifier et ajouter
sheets-forget = Retirer
sheets-forget-one = Retirer { $name } de votre liste
sheets-empty = Choisissez un fichier de règles, ou collez les règles.
sheets-too-many = Vous avez { $most } jeux à vous, et c’est le maximum. Retirez-en un d’abord.
mode-friend = Moi contre un ami, par un lien
level-like-1 = premiers pas, offre beaucoup
level-like-2 = doux, beaucoup d’erreurs
level-like-3 = tranquille, des erreurs dans la plupart des parties
level-like-4 = décontracté, des erreurs de temps en temps
level-like-5 = régulier, il faut faire attention
level-like-6 = attentif, peu d’erreurs évidentes
level-like-7 = solide, il faut un plan
level-like-8 = fort, punit les petites erreurs
level-like-9 = très fort
level-like-10 = ce qu’il fait de mieux
level-like-easy = joue un peu moins bien que l’équilibre
level-like-medium = joue un peu mieux que l’équilibre
level-like-hard = joue le meilleur coup qu’il voit, et se trompe de temps en temps
level-like-fair = une partie serrée, qui que vous soyez
fair-memory = De vos parties ici, le niveau Équitable retient un seul nombre : { $number }. Au-dessus de 0 il joue davantage pour gagner, au-dessous de 0 il se retient. Ce nombre est gardé pour ce navigateur et ce jeu.
fair-forget = L’oublier
check = Échec !
tap-again = Touchez encore une fois pour choisir :
score-count = { $kind } : { $count }
score-ahead = { $count } d’avance
you = vous
hint-button = Conseil
more = Plus
larger = Plus grand
smaller = Plus petit
resign-sure = Oui, j’abandonne
draw-short = Nulle ?
takeback-ask = Demander à reprendre un coup
takeback-asked = Reprise du dernier coup demandée ({ $side }).
takeback-accept = Reprendre le coup
takeback-decline = Non
takeback-declined = Le coup n’est pas repris.
asked-already = Vous l’avez déjà demandé. Attendez la réponse.
not-alone = Dans une partie avec un ami, personne ne fait cela seul.
no-help = Le programme n’aide pas pendant que vous jouez avec un ami.
others-turn = Ce n’est pas votre tour.
stale = La partie a continué entre-temps, et rien n’a été fait. Voici où elle en est.
rematch-early = La revanche commence quand cette partie est finie.
rematch-ready = Il y a une revanche.
rematch-go = La jouer
turn-short = Tourner
key-questions = Questions
key-zoom = Plateau plus grand ou plus petit
chances = { $percent } %
invite = Envoyez ce lien à un ami. La première personne qui l’ouvre et prend la place joue avec vous, et la partie commence.
invite-link = Lien vers la place libre
friend-awaited = Votre ami n’est pas encore là. La partie commence quand vous êtes là tous les deux.
friend-came = { $name } a pris la place.
friend-needs-server = Pour jouer avec un ami il faut le serveur, qui est hors d’atteinte en ce moment.
watching = Vous regardez cette partie.
you-too = (vous)
links = Liens vers cette partie
watch-help = Qui a ce lien peut regarder, mais pas jouer :
watch-link = Lien pour regarder
own-help = Avec ce lien vous prenez place ici avec un autre appareil. Il vaut pour un seul ; gardez-le pour vous :
own-link = Lien vers votre place
copy-link = Copier le lien
copied = Copié
invitation = Invitation
invited = { $host } vous invite à une partie : { $game }.
invited-again = Avec cet appareil vous retrouverez votre place et continuerez à jouer.
invited-side = Votre camp : { $side }.
somebody = Quelqu’un
sit-down = Prendre la place
only-watch = Seulement regarder
your-name = Votre nom
your-name-none = Invité
not-seated = Vous regardez cette partie ; seuls ceux qui la jouent peuvent faire cela.
seat-taken = Ce lien a déjà servi : quelqu’un a pris la place. Vous pouvez encore regarder la partie.
seated-already = Vous avez déjà une place à cette table. Envoyez le lien à votre ami.
mine = Mes parties
mine-all = Toutes mes parties
mine-none = Vous n’avez pas encore joué.
mine-going = En cours
mine-aside = Mises de côté
mine-finished = Terminées
mine-export = Enregistrer toutes les parties dans un fichier
mine-delete = Supprimer
mine-delete-of = Supprimer : { $game }, { $opponent }
mine-resign-first = Votre ami joue encore cette partie. Abandonnez d’abord, puis supprimez-la.
mine-moves = { $count ->
    [one] 1 coup
   *[other] { $count } coups
}
mine-won = gagnée
mine-drawn = nulle
mine-lost = perdue
mine-over = terminée
mine-people = deux personnes
mine-watched = le programme avec lui-même
a-friend = un ami
mine-scores = Résultats
mine-game = Jeu
mine-opponent = Adversaire
mine-won-count = Gagnées
mine-drawn-count = Nulles
mine-lost-count = Perdues
back-again = Le serveur est de retour.
analysis-specs = Ce qu’il y a derrière ces noms
analyst-quick = Rapide
analyst-strong = Fort, 1 seconde
analyst-stronger = Très fort, 5 secondes
analyst-deep = Alpha-bêta profond
analyst-random = Parties au hasard
analyst-best-first = Le meilleur d’abord
analyst-greedy = Un coup en avant
slip-mistake = une erreur
slip-blunder = une grosse erreur
engine-loading = Le moteur qui joue est en route. Les parties commencent dès qu’il est là :
engine-failed = Le moteur qui joue n’a pas pu être chargé. Il lui faut un navigateur récent et une adresse qui commence par https ou localhost.
api-title = L’interface pour les programmes
api-machines = Pour les programmes qui lisent des descriptions :
api-examples = Exemples
api-endpoints = Ce que l’on peut demander
api-documents = Documents
api-otherwise = sinon
api-optional = peut être omis
api-of = de
trouble-late = La suite de la requête n’est pas arrivée à temps.
trouble-name = Ce programme ne s’appelle pas « { $name } ». La personne qui le fait tourner peut le dire au démarrage : --public-url ou --name.
rematch-short = Revanche
