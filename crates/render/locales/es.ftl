### Español.

## El marco de cada página
skip = Ir al contenido
navigation = Páginas
games = Juegos
analysis = Análisis
puzzles = Problemas
about = Ayuda
language = Idioma
theme = Colores
theme-system = Colores del sistema
theme-light = Claro
theme-dark = Oscuro
sound = Sonidos
sound-off = Sin sonidos
sound-low = Sonidos suaves
sound-medium = Sonidos
sound-high = Sonidos fuertes
speech = Cómo se dicen las jugadas
speech-notation = Jugadas en notación
speech-words = Jugadas en palabras
speech-spelled = Jugadas en palabras, letras deletreadas
edge = borde
apply = Aplicar
footer = Agon juega en su propia máquina: sin cuentas, sin terceros, una sola cookie, que es un número al azar.
alone = Esto se juega y se guarda en su dispositivo, sin el servidor.
lost = El servidor no responde. Lo que ve puede no estar al día.
unanswered = El servidor no responde. Lo que ve se queda como está; inténtelo de nuevo dentro de un momento.
back-home = Volver a los juegos

## Inicio
home-title = Juegue un juego de mesa
home-lead = Elija un juego, un bando y un nivel. Todo puede hacerse con ratón, toque, teclado o palabras escritas, y todo lo que está en el tablero también se dice.
home-going-device = Sus partidas en este dispositivo
home-going = Sus partidas

## La página de un juego
opponent = Quién juega
mode-agent = Yo contra el programa
mode-people = Dos personas en este dispositivo
mode-watch = Ver al programa jugar solo
its-level = Nivel
other-level = Nivel del segundo bando al mirar
your-side = Su bando
side-begins = { $side } (empieza)
side-random = Al azar
options = Opciones
terms = Reloj y ayuda
terms-comments = Comentar mis jugadas
terms-no-takeback = Sin deshacer jugadas
clock = Reloj
clock-help = Empieza con la primera jugada. Quien se queda sin tiempo pierde; el programa juega en seguida cuando le falta tiempo. Deshacer no devuelve tiempo, y mientras el programa está apagado el reloj está parado.
clock-none = Sin reloj
clock-move = { $time } para cada jugada
clock-total = { $time } para la partida
clock-total-more = { $time } para la partida, y { $more } más con cada jugada
minutes = { $count ->
    [one] 1 minuto
   *[other] { $count } minutos
}
seconds = { $count ->
    [one] 1 segundo
   *[other] { $count } segundos
}
start = Empezar la partida
rules = Reglas
draws = Empates
notation = Notación
source = Fuente
level = Nivel { $name }
level-easy = Fácil
level-medium = Medio
level-hard = Difícil
level-fair = Justo
level-easiest = El nivel más fácil.
level-easiest-of = El nivel más fácil: quien mira una jugada adelante le gana cerca de { $part } de cada { $whole }.
level-stronger = Gana cerca de { $part } de cada { $whole } contra el nivel { $below }.
level-hardly = Apenas más fuerte que el nivel { $below }: este juego no deja sitio para más.
level-unknown = Su fuerza aún no está confirmada.
level-provisional = Provisional: los niveles de este juego no se han medido.
level-strongest = El nivel más fuerte.
level-aim-easy = Busca jugadas un poco peores que el equilibrio.
level-aim-medium = Busca jugadas un poco mejores que el equilibrio.
level-aim-hard = Busca las mejores jugadas, y falla de vez en cuando.
level-aim-fair = Busca una partida igualada, sea quien sea el rival.
analyse-game = Analizar

## En la mesa
board = Tablero
state = Cómo está la partida
to-move = Juega: { $side }.
wins = Victoria ({ $side }): { $reason }.
draw = Empate: { $reason }.
ending-line = { $length ->
    [3] tres
    [4] cuatro
    [5] cinco
    [6] seis
   *[other] { $length }
} en línea
ending-no-moves = {"{"}loser{"}"} no tiene jugada legal
ending-nobody-moves = ningún bando tiene jugada legal
ending-no-pieces = {"{"}loser{"}"} no tiene más piezas
ending-full = el tablero está lleno
ending-repetition = la posición se repitió
ending-no-progress = demasiadas jugadas sin progreso
ending-length = la partida llegó a su duración máxima
ending-resignation = {"{"}loser{"}"} se rinde
ending-time = se acabó el tiempo ({"{"}loser{"}"})
ending-agreement = acuerdo entre los jugadores
ending-claim = lo declaró un jugador que sigue otras reglas
kind-on-cells = { $kind } en { $cells }
in-hand = { $count } en mano
has-in-hand = { $side }: { $count } en mano.
nobodys = De nadie
nothing-on-board = nada en el tablero
board-empty = El tablero está vacío.
empty = vacío
piece-of = { $kind }, { $side }
nothing-played = Aún no se ha jugado nada.
has-to-pass = { $side }: tiene que pasar.
plays = { $side }: { $move }.
plays-taking = { $side }: { $move }, capturando { $taken }.
plays-changing = { $side }: { $move }, cambiando { $changed }.
plays-taking-changing = { $side }: { $move }, capturando { $taken }, cambiando { $changed }.
legal-moves = { $count ->
    [one] Una jugada legal: { $moves }.
   *[other] { $count } jugadas legales: { $moves }.
}
moves-from = Desde { $cell }: { $moves }.
captures = { $count ->
    [one] Una jugada captura: { $moves }.
   *[other] { $count } jugadas capturan: { $moves }.
}
no-captures = Ninguna jugada captura.
no-moves-from = No hay jugada legal desde { $cell }.
not-legal = “{ $text }” no es una jugada legal aquí. { $count ->
    [one] La única jugada legal es { $moves }.
   *[other] Legales: { $moves }.
}
not-clear = “{ $text }” puede ser más de una jugada: { $moves }.
not-any-more = “{ $text }” no puede jugarse: la partida ha terminado.
not-your-turn = No es su turno. Espere la respuesta o interrumpa el pensamiento.
game-over-already = La partida ha terminado.
no-such-cell = No hay casilla “{ $text }” en este tablero.
no-move-there = { $cell }: ninguna jugada legal empieza o termina ahí. { $moves }
nothing-to-undo = No hay jugada suya que deshacer.
nothing-to-redo = No hay jugada que rehacer.
taken-back = Deshecho. { $status }
played-again = Rehecho. { $status }
and-more = { $shown } y { $count } más
state-selected = elegida
state-taken = puede capturarse
state-target = puede alcanzarse
state-movable = puede mover
state-playable = jugable
state-last = última jugada
person = una persona
thinking = Pensando…
thinking-of = Pensando: { $move }, { $value }, { $nodes } posiciones vistas.
stop-thinking = Juegue ya
look-again = Mirar otra vez
choose-move = ¿Qué jugada?
action-pass = Pasar
action-swap = Cambiar de bando
action-grow = Hacer crecer las hojas
advice-pass = Su única jugada es pasar.
advice-target = Ahora elija el destino, o elija otra pieza.
advice-go-on = Siga el camino, o elija otra vez el último lugar para parar ahí, si las reglas lo permiten.
advice-remove = Ahora elija la pieza que se captura.
advice-capture = La captura es obligatoria.
selected-cell = { $cell } elegida. { $moves }
deselected = Nada elegido.
command = Jugada o pregunta
command-placeholder = Jugada o pregunta
say-it = Decir
command-help = Escriba una jugada, o: describir, piezas, jugadas, jugadas y una casilla, capturas, cambios, última, ganando, pista, reloj, pausa, deshacer, rehacer, tablas, rechazar, rendirse, comentarios, vuelta, ayuda.
# Las palabras que pueden escribirse para cada cosa, con comas entre ellas; se entienden todos los idiomas a la vez.
typed-describe = describir
typed-pieces = piezas, dónde, donde
typed-moves = jugadas, desde
typed-captures = capturar
typed-changed = cambios, cambió
typed-last = última, ultima
typed-winning = ganando, quién, quién gana
typed-hint = pista
typed-clock = reloj, tiempo
typed-undo = deshacer
typed-redo = rehacer
typed-resign = rendirse, abandonar
typed-draw = tablas, aceptar
typed-decline = rechazar
typed-pause = pausar
typed-comments = comentarios
typed-takeback = vuelta
typed-help = ayuda
questions = Preguntas
ask-describe = Describir el tablero
ask-pieces = ¿Dónde están mis piezas?
ask-moves = Mis jugadas
ask-captures = ¿Qué puedo capturar?
ask-changed = ¿Qué cambió?
ask-last = Última jugada
ask-winning = ¿Quién va ganando?
ask-hint = Pista
ask-clock = ¿Cuánto tiempo queda?
controls = Partida
undo = Deshacer
redo = Rehacer
resign = Rendirse
draw-offer = Ofrecer tablas
draw-offered = Oferta de tablas ({ $side }). Acepte, rechace o siga jugando.
draw-accept = Aceptar las tablas
draw-decline = Rechazar
draw-refused = Las tablas fueron rechazadas.
draw-declined = El programa rechaza: cree que está mejor.
draw-early = El programa rechaza: es demasiado pronto para unas tablas.
draw-nobody = No hay nadie aquí a quien ofrecer tablas.
draw-none = Nadie ofrece tablas.
takeback-on = Las jugadas pueden deshacerse.
takeback-off = En esta partida no se deshacen jugadas.
comments-on = Desde ahora se comentan sus jugadas.
comments-off = Sus jugadas ya no se comentan.
switch-takeback-on = Permitir deshacer
switch-takeback-off = Prohibir deshacer
switch-comments-on = Comentar mis jugadas
switch-comments-off = Sin más comentarios
switch-pause-on = Parar el reloj
switch-pause-off = Dejar correr el reloj
comment-forced = { $move } era la única jugada.
comment-lost = Ya nada ayuda: { $move } es { $value }.
comment-best = { $move } es lo mejor que hay: { $value }.
comment-fine = { $move } es una buena jugada; { $best } es un poco mejor.
comment-loses = { $move } pierde algo: { $value } en vez de { $better } con { $best }.
comment-loses-much = { $move } pierde mucho: { $value } en vez de { $better } con { $best }.
clock-of = Reloj ({ $side })
clock-has = { $side }: { $time }.
clock-runs = El reloj está corriendo ({ $side }).
clock-stands = El reloj está parado.
clock-paused = El reloj está parado. Sigue con la próxima jugada.
clock-goes-on = El reloj sigue.
clock-warning = { $side }: queda { $time }.
clock-missing = Esta partida no tiene reloj.
rematch = Revancha, bandos cambiados
turn-board = Girar el tablero
board-turned = El tablero está girado.
level-of = Nivel ({ $side })
change-level = Cambiar el nivel
level-changed = El nivel ha cambiado.
moves-played = Jugadas
save-as = Guardar como { $format }
keys = Teclas
keys-when = Estas teclas funcionan mientras el tablero tiene el foco. Tab sale del tablero.
key-arrows = Moverse por el tablero
key-row = Primera y última casilla de la fila; con Ctrl, del tablero
key-jump-row = A la fila con este número; dos cifras para filas desde la 10
key-jump-column = G y una letra: a la columna
key-next-kind = A la próxima pieza cuyo nombre empieza con esta letra
key-next = A mi próxima pieza, y a la anterior
key-scan = Decir lo que hay en una dirección, sin ir allí
key-scan-diagonal = Lo mismo en una diagonal
key-enter = Elegir una pieza y luego su destino; o poner una pieza
key-escape = Quitar la elección
key-moves = Mis jugadas desde aquí
key-undo = Deshacer, rehacer
key-type = Ir a la línea de órdenes
key-help = Estas teclas
certain-win = victoria segura
certain-draw = empate seguro
certain-loss = derrota segura
certain-win-in = { $count ->
    [one] victoria en 1 jugada
   *[other] victoria en { $count } jugadas
}
certain-loss-in = { $count ->
    [one] derrota en 1 jugada
   *[other] derrota en { $count } jugadas
}
hint = { $side }: { $move } vale { $value }.
hint-next = La segunda mejor, { $move }, vale { $value }.
hint-line = Se espera: { $line }.
standing-even = Casi igual: { $value } para quien juega ({ $mover }).
standing-better = Un poco mejor: { $side }; { $value } para quien juega ({ $mover }).
standing-winning = Va ganando: { $side }; { $value } para quien juega ({ $mover }).
standing-won = Con el mejor juego, victoria ({ $side }); { $value } para quien juega ({ $mover }).
standing-drawn = Con el mejor juego, es empate.
page-title-table = { $game }: { $status }

## Jugadas en palabras
spoken = { $side }: { $move }.
spoken-place = { $to }
spoken-move = { $piece } { $to }
spoken-move-from = { $piece } de { $from } a { $to }
spoken-takes = { $piece } captura { $to }
spoken-takes-from = { $piece } de { $from } captura { $to }
spoken-go = { $from } a { $to }
spoken-go-takes = { $from } captura { $to }
spoken-taking = { $named ->
    [1] {", "}capturando { $cells }
   *[other] {", "}capturando { $count }
}
spoken-changing = { $named ->
    [1] {", "}cambiando { $cells }
   *[other] {", "}cambiando { $count }
}
spoken-becomes = {", "}se convierte en { $piece }
spoken-check = {", "}jaque
spoken-mate = {", "}mate
spoken-castles-short = enroque corto
spoken-castles-long = enroque largo
spoken-pass = pasa
spoken-swap = cambia de bando
spoken-grow = hace crecer las hojas
# Palabras que pueden decirse con una jugada y no añaden nada.
spoken-fillers = de, a, en, captura, come, toma, el, la, mi, jugada, juega, juego, se, convierte, corona, jaque, mate, y

## Problemas
puzzles-lead = Posiciones con una sola jugada correcta, halladas por el programa en partidas suyas, probadas y graduadas. Elija la jugada con ratón, teclado o palabras; el programa responde con su mejor defensa.
puzzles-of = Problemas: { $game }
puzzles-all = Problemas de todos los juegos
puzzles-more = Más problemas
puzzles-done = { $done } de { $count } resueltos
puzzles-made = Los más fáciles van primero. Un programa hizo estos problemas: probó que la jugada hace lo que se pide y buscó otras en vano. “agon puzzles” hace más.
puzzle = Problema { $number }
puzzle-title = { $game }, problema { $number }
puzzle-today = Problema del día
puzzle-win = Juega: { $side }. Solo una jugada gana. Encuéntrela.
puzzle-fast = Juega: { $side }. Gane en { $count } jugadas; solo una lo consigue.
puzzle-save = Juega: { $side }. Todas las jugadas menos una pierden. Encuentre la que resiste.
puzzle-wrong = { $move } no es la jugada. Mire otra vez; H da una pista.
puzzle-right = ¡Bien! { $answer } Siga.
puzzle-go-on = ¡Bien! Su turno aún no termina.
puzzle-solved = ¡Resuelto! { $how }
puzzle-plain = { $side }: victoria; el resto es sencillo.
puzzle-held = { $side }: la partida está a salvo.
puzzle-is-solved = resuelto
puzzle-hint = Empieza aquí: { $cell }.
puzzle-solution = La jugada es { $move }.
puzzle-show = Mostrar la jugada
puzzle-again = Desde el principio
puzzle-next = Próximo problema
puzzle-help = Escriba una jugada, o: pista, describir, piezas, jugadas, capturar, cambios, última, deshacer, ayuda.
puzzle-not-here = Eso es para partidas. Aquí se busca una jugada.
puzzle-proven = Está probado que ninguna otra jugada lo consigue.
puzzle-exhausted = Se miraron todas las líneas de esta longitud.
puzzle-searched = Dos clases de búsqueda no hallaron otra jugada.
difficulty-easy = Fácil.
difficulty-moderate = Medio.
difficulty-hard = Difícil.
difficulty-expert = Para expertos.

## Análisis
analysis-title = Análisis de { $game }
analysis-choose = Elija un juego para analizar, o traiga una partida.
analysis-import = Traer una partida
analysis-import-help = Elija un archivo o pegue una partida: PGN, PDN, SGF, GGF o una partida guardada aquí.
analysis-file = Archivo
analysis-record = O el texto de la partida
analysis-game = Juego
analysis-game-told = lo que dice el texto
analysis-number = Número de la partida en el texto
analysis-load = Cargar
analysis-first = Primera posición
analysis-back = Una jugada atrás
analysis-forward = Una jugada adelante
analysis-end = Última posición
analysis-at = Después de { $at } de { $count } jugadas.
analysis-agent = Agente
analysis-other = Comparar con
analysis-nobody = nadie
analysis-ask = Preguntar
analysis-graph = Dibujar la gráfica de la partida
analysis-values = Cuánto vale cada jugada legal
analysis-move = Jugada
analysis-visits = Esfuerzo
analysis-line = Línea esperada
analysis-bar = { $side }: { $value }.
analysis-course = El curso de la partida: posibilidades de { $side }
analysis-position = Posición
analysis-link = Enlace a esta posición
analysis-play = Jugar desde aquí
analysis-cost = { $nodes } posiciones vistas, profundidad { $depth }.
import-line = Línea { $line }: { $problem }.
import-move = Línea { $line }, jugada { $number }: { $problem }
import-nameless = El texto no dice de qué juego es. Elija el juego en la lista.
import-empty = No hay partida en el texto.
import-number = “{ $text }” no es el número de una partida; se esperaba 1 para la primera del texto, 2 para la segunda.
import-no-game = No hay partida { $number } en el texto; contiene { $count ->
    [one] una
   *[other] { $count }
}.
import-unknown = El texto es una partida de { $found }, que no está entre los juegos de aquí.
import-turn = “{ $text }” es una jugada de { $found }, pero le toca a { $expected }
import-foreign = El texto es una partida de { $found }, no de { $expected }.
import-no-format = { $game } no tiene { $format }; sus formatos: { $known }.
import-json = Esto no es una partida guardada: { $problem }.
import-tag = un corchete no empieza una etiqueta; se esperaba algo como { $example }
import-open = lo que se abre con “{ $sign }” no se cierra
import-closes = “{ $sign }” no cierra nada
import-value = un valor no tiene nombre delante

## Laboratorio
lab = Laboratorio
lab-lead = Torneos entre los programas que juegan aquí: quién es más fuerte, y con qué certeza.
lab-own = Sus torneos
lab-own-text = Ponga en esta carpeta un archivo de torneo, como lo lee “agon tournament”; los resultados quedan a su lado, y un torneo que juega otro programa se muestra en vivo:
lab-shared = No se pueden iniciar torneos desde esta página, porque otras personas además del dueño de esta máquina pueden verla. Quien ejecuta el programa puede permitirlo con --lab-runs.
lab-homeless = No se pueden iniciar torneos, porque este programa no tiene carpeta donde guardar resultados.
lab-progress = { $done } de { $total } partidas.
lab-progress-of = Partidas jugadas de { $name }
lab-running = Se está jugando.
lab-running-elsewhere = Otro programa lo está jugando.
lab-finished = Está terminado.
lab-resting = Nadie lo está jugando.
lab-start = Empezar
lab-go-on = Seguir
lab-stop = Parar
lab-stop-when = Se detiene después de la partida en curso, y puede seguir más tarde. Las personas que juegan van primero.
lab-one-at-a-time = Se juega un torneo a la vez; ahora es
lab-all = Todos los torneos
lab-text = El archivo
lab-ratings = Clasificación
lab-ratings-axis = Puntos Elo con intervalos del 95 %
lab-ratings-meaning = Los puntos Elo son los de Bradley y Terry, con intervalos del 95 %; { $zero } está en 0. Un empate vale medio punto.
lab-mean = la media de todos
lab-credited = * Estos resultados por sí solos no fijan una clasificación, porque algunos agentes no quitaron puntos a los otros. A cada agente se le acredita un empate contra un jugador imaginario en el medio.
lab-rung = { $name }: { $value }, de { $low } a { $high }.
lab-cross = Todos contra todos
lab-cross-caption = Puntos y partidas de cada agente contra cada uno
lab-game-caption = { $game }: { $count ->
    [one] una partida
   *[other] { $count } partidas
}, { $plies } jugadas de media
lab-latest = Últimas partidas
lab-latest-caption = Las partidas que terminaron al final
lab-drawn = empate
lab-replay = Ver
lab-replay-of = Ver la partida { $number }
lab-faults = Partidas perdidas por un fallo
lab-column-number = n.º
lab-column-game = juego
lab-column-first = primero
lab-column-second = segundo
lab-column-result = ganador
lab-column-plies = jugadas
lab-column-replay = jugadas
lab-column-place = lugar
lab-column-agent = agente
lab-column-rating = Elo
lab-column-points = puntos
lab-column-games = partidas
lab-column-score = resultado
lab-column-won = ganadas
lab-column-drawn = empates
lab-column-lost = perdidas
lab-column-mean-score = resultado medio
lab-column-nodes-move = nodos/jugada
lab-column-playouts-move = simulaciones/jugada
lab-column-depth = profundidad
trouble-no-tournament = No hay torneo “{ $name }”.
trouble-no-runs = No se pueden iniciar torneos desde esta página.
trouble-other-run = Se está jugando otro torneo: { $name }. Párelo primero.

## Niveles medidos
ladder = La fuerza de los niveles
ladder-text = Medida haciendo jugar a cada nivel contra el de abajo, con ambos bandos y desde las mismas aperturas. Un empate vale medio punto; entre paréntesis, el intervalo en que está la parte verdadera con un 95 % de certeza.
ladder-fresh = Los números vienen de partidas que no sirvieron para hallar los niveles.
ladder-none = Los niveles de este juego no se han medido; siguen una escala de pensar poco a pensar mucho.
ladder-caption = Niveles 1 a { $top }
ladder-column-level = nivel
ladder-column-rating = Elo sobre el nivel 1
ladder-column-score = puntos contra el nivel de abajo
ladder-column-games = partidas
ladder-column-note = observación
ladder-interval = { $score } % ({ $low } a { $high })
ladder-weak = apenas más fuerte que el nivel de abajo
ladder-steep = un paso de más del 85 %
ladder-unsure = aún no es seguro
ladder-lowest = Un jugador que solo mira una jugada adelante hace el { $score } % de los puntos contra el nivel 1.
ladder-span = El nivel { $top } hace el { $score } % de los puntos contra el nivel 1.
diagram = Una jugada
diagram-after = Después de { $count } jugadas. { $status }
diagram-targets = De { $cell } a: { $targets }.
diagram-place = Las esquinas marcan la última jugada, { $move }.

## Ayuda
about-title = Ayuda
about-play = Jugar
about-play-text = Elija una pieza y luego su destino, con el ratón, con el dedo o con las flechas y Enter; arrastre una pieza; o escriba una jugada en la línea de órdenes. En los juegos en que se ponen piezas, elegir un lugar vacío es toda la jugada.
about-speech = Para lectores de pantalla
about-speech-text = El tablero es una cuadrícula de botones con una sola parada de tabulación. Cada botón dice su lugar, lo que hay en él y lo que se puede hacer ahí. Mientras el tablero tiene el foco, teclas sueltas hacen preguntas: D describe el tablero, P dice dónde están sus piezas, M sus jugadas desde aquí, X lo que puede capturar, C lo que cambió, L la última jugada, W quién va ganando, H da una pista, K dice cuánto tiempo queda. Las mismas preguntas son botones y palabras de la línea de órdenes. Para las teclas, ponga el lector de pantalla en modo de foco.
about-levels = Niveles
about-levels-text = El nivel 1 es el más fácil. Junto a cada nivel está lo que gana contra el de abajo, donde eso se midió y se confirmó con partidas propias. El nivel puede cambiarse en medio de la partida.
about-api = Para programas
about-api-text = Todo lo que hacen las páginas se ofrece también como JSON.

## Dificultades
trouble-not-found = No encontrado
trouble-no-page = No hay página “{ $path }”.
trouble-out-of-reach = No se llega al servidor, y es él quien guarda esta partida. Mientras tanto pueden jugarse partidas nuevas en este dispositivo.
trouble-no-game = No hay partida en esta dirección. Puede haber sido eliminada, o la dirección está incompleta.
trouble-bad-request = Esto no puede hacerse
trouble-too-many = Demasiado a la vez
trouble-too-many-requests = Demasiadas peticiones a la vez. Espere un momento y pruebe otra vez; las partidas en curso siguen.
trouble-too-large = Es demasiado grande: se leen como mucho { $limit } bytes.
trouble-method = Esta dirección no acepta { $method }.
trouble-form = El formulario está incompleto: { $problem }.
trouble-busy = Hay demasiados pensamientos esperando. Pruebe otra vez en un momento.
trouble-foreign = Una petición de otro sitio no se llevó a cabo.

## Bandos y piezas
side-black = Negras
side-white = Blancas
side-red = Rojas
side-blue = Azules
piece-piece = pieza
piece-disc = disco
piece-stone = piedra
piece-mark = marca
piece-man = peón
piece-king = rey
piece-queen = dama
piece-rook = torre
piece-bishop = alfil
piece-knight = caballo
piece-pawn = peón
piece-general = general
piece-advisor = consejero
piece-elephant = elefante
piece-horse = caballo
piece-chariot = carro
piece-cannon = cañón
piece-soldier = soldado
piece-frog = rana
piece-lily-pad = nenúfar

## Juegos
game-tic-tac-toe = Tres en raya
game-tapatan = Tapatan
game-alquerque = Alquerque
game-othello = Othello
game-nine-mens-morris = Molino
game-checkers = Damas inglesas
game-checkers-casual = Damas inglesas en casa
game-international-draughts = Damas internacionales
game-chess = Ajedrez
game-lines-of-action = Lines of Action
game-outer-open-gomoku = Gomoku de apertura exterior
game-xiangqi = Xiangqi
game-five-field-kono-traditional = Five Field Kono (tradicional)
game-tsoro-yematatu-7 = Tsoro Yematatu (siete puntos)
summary-tic-tac-toe = Ponga tres marcas suyas en línea en un tablero de nueve casillas.
summary-tapatan = Deslice sus tres piezas por las líneas hasta ponerlas en fila.
summary-tapatan-ludii = Coloque tres piezas y deslícelas por las líneas hasta ponerlas en fila.
summary-alquerque = Capture las doce piezas del rival saltando sobre ellas.
summary-alquerque-ludii = Capture las doce piezas del rival saltando sobre ellas.
summary-tsoro-yematatu = Coloque cuatro piezas en un tablero de 25 puntos y deslícelas hasta que las cuatro estén en fila.
summary-tsoro-yematatu-7 = Coloque tres piezas en un triángulo de siete puntos y deslice o salte hasta que estén en fila.
summary-five-field-kono = Lleve sus siete piezas a través del tablero hasta la casa del rival.
summary-five-field-kono-traditional = Mueva sus siete piezas en diagonal y ocupe los lugares del rival.
summary-othello = Encierre discos enemigos para darles la vuelta, y tenga la mayoría cuando nadie pueda jugar.
summary-nine-mens-morris = Cierre molinos de tres piedras para quitar piedras enemigas, hasta que queden solo dos o ninguna pueda mover.
summary-checkers = Salte sobre las piezas del rival, corone las suyas y déjelo sin jugada.
summary-checkers-casual = Damas como muchos las juegan en casa: nadie está obligado a capturar.
summary-freckers = Lleve sus seis ranas a través del estanque, sobre hojas que desaparecen tras ellas.
summary-international-draughts = Damas en cien casillas, con damas que vuelan y la captura de la mayoría.
summary-chess = Ataque al rey enemigo de modo que no pueda escapar.
summary-lines-of-action = Junte todas sus piezas en un solo grupo.
summary-connect6 = Ponga seis piedras en línea, colocando dos cada vez.
summary-outer-open-gomoku = Ponga cinco piedras en línea; la primera piedra debe quedar cerca del borde.
summary-xiangqi = Ajedrez chino: ataque al general enemigo de modo que no pueda escapar.
summary-havannah = Una dos esquinas, una tres lados o cierre un anillo en un tablero de hexágonos.

## Finales propios de cada juego
ending-of-xiangqi-0 = jaque mate
ending-of-xiangqi-1 = {"{"}loser{"}"} dio jaque perpetuo
ending-of-xiangqi-2 = {"{"}loser{"}"} persiguió una pieza sin parar
ending-of-xiangqi-3 = {"{"}loser{"}"} repitió una posición
ending-of-havannah-0 = un puente une dos esquinas
ending-of-havannah-1 = una horquilla une tres lados
ending-of-havannah-2 = un anillo rodea al menos una casilla
ending-of-nine-mens-morris-0 = {"{"}loser{"}"} tiene menos de tres piedras
ending-of-five-field-kono-0 = todos los puntos de la casa de {"{"}loser{"}"} están ocupados
ending-of-five-field-kono-1 = todas las piezas de {"{"}winner{"}"} llegaron a la casa de {"{"}loser{"}"}
ending-of-five-field-kono-2 = quien debe jugar no tiene jugada legal
ending-of-lines-of-action-0 = {"{"}winner{"}"} tiene todas sus piezas en un solo grupo
ending-of-lines-of-action-1 = los dos bandos tienen todas sus piezas en un solo grupo
ending-of-othello-0 = nadie puede jugar, y {"{"}winner{"}"} tiene más discos
ending-of-othello-1 = nadie puede jugar, y los dos tienen el mismo número de discos
ending-of-chess-0 = jaque mate
ending-of-chess-1 = ahogado
ending-of-chess-2 = nadie puede ya recibir mate
ending-of-freckers-0 = {"{"}winner{"}"} tiene sus seis ranas en la última fila

## Friends, my games, sheets, levels in words
settings = Ajustes
sheets = Sus propios juegos
sheets-add = Añadir un juego desde un archivo
sheets-help = Un archivo con reglas en la Game Description Language (.kif), o su texto. Dos jugadores, que juegan por turnos. Solo usted ve el juego en la lista; quien reciba su invitación a una partida puede jugarlo.
sheets-file = Archivo con reglas
sheets-text = O las reglas como texto
sheets-check = Comprobar y añadir
sheets-forget = Quitar
sheets-forget-one = Quitar { $name } de su lista
sheets-empty = Elija un archivo con reglas, o pegue las reglas.
sheets-too-many = Tiene { $most } juegos propios, y ese es el máximo. Quite uno primero.
mode-friend = Yo contra un amigo, por un enlace
level-like-1 = primeros pasos, regala mucho
level-like-2 = suave, muchos errores
level-like-3 = tranquilo, errores en casi todas las partidas
level-like-4 = informal, errores de vez en cuando
level-like-5 = constante, hay que tener cuidado
level-like-6 = atento, pocos errores claros
level-like-7 = firme, hace falta un plan
level-like-8 = fuerte, castiga los errores pequeños
level-like-9 = muy fuerte
level-like-10 = lo mejor que sabe
level-like-easy = juega un poco peor que el equilibrio
level-like-medium = juega un poco mejor que el equilibrio
level-like-hard = juega lo mejor que ve, y falla de vez en cuando
level-like-fair = una partida igualada, sea quien sea el rival
fair-memory = De sus partidas aquí, el nivel Justo recuerda un solo número: { $number }. Por encima de 0 juega más a ganar, por debajo de 0 se contiene. Se guarda para este navegador y este juego.
fair-forget = Olvidarlo
check = ¡Jaque!
tap-again = Toque otra vez para elegir:
score-count = { $kind }: { $count }
score-ahead = { $count } de ventaja
you = usted
hint-button = Pista
more = Más
larger = Más grande
smaller = Más pequeño
resign-sure = Sí, me rindo
draw-short = ¿Tablas?
takeback-ask = Pedir deshacer una jugada
takeback-asked = Petición de deshacer la última jugada ({ $side }).
takeback-accept = Deshacer la jugada
takeback-decline = No
takeback-declined = La jugada no se deshace.
asked-already = Ya lo ha pedido. Espere la respuesta.
not-alone = En una partida con un amigo nadie hace esto por su cuenta.
no-help = El programa no ayuda mientras usted juega con un amigo.
others-turn = No es su turno.
stale = La partida siguió entretanto, y no se hizo nada. Así está ahora.
rematch-early = La revancha empieza cuando termine esta partida.
rematch-ready = Hay una revancha.
rematch-go = Jugarla
turn-short = Girar
key-questions = Preguntas
key-zoom = Tablero más grande o más pequeño
chances = { $percent } %
invite = Envíe este enlace a un amigo. Quien lo abra primero y ocupe el asiento juega con usted, y la partida empieza.
invite-link = Enlace al asiento libre
friend-awaited = Su amigo aún no ha llegado. La partida empieza cuando estén los dos.
friend-came = { $name } ocupó el asiento.
friend-needs-server = Para jugar con un amigo hace falta el servidor, y ahora no se llega a él.
watching = Está mirando esta partida.
you-too = (usted)
links = Enlaces a esta partida
watch-help = Quien tenga este enlace puede mirar, pero no jugar:
watch-link = Enlace para mirar
own-help = Con este enlace se sienta usted aquí con otro dispositivo. Vale para uno solo; guárdelo para usted:
own-link = Enlace a su asiento
copy-link = Copiar el enlace
copied = Copiado
invitation = Invitación
invited = { $host } le invita a una partida de { $game }.
invited-again = Con este dispositivo seguirá jugando en su asiento.
invited-side = Su bando: { $side }.
somebody = Alguien
sit-down = Ocupar el asiento
only-watch = Solo mirar
your-name = Su nombre
your-name-none = Invitado
not-seated = Usted mira esta partida; solo quienes la juegan pueden hacer esto.
seat-taken = Este enlace ya está usado: alguien ocupó el asiento. Todavía puede mirar la partida.
seated-already = Ya tiene un asiento en esta mesa. Envíe el enlace a su amigo.
mine = Mis partidas
mine-all = Todas mis partidas
mine-none = Aún no ha jugado.
mine-going = En curso
mine-aside = Dejadas a un lado
mine-finished = Terminadas
mine-export = Guardar todas las partidas en un archivo
mine-delete = Eliminar
mine-delete-of = Eliminar: { $game }, { $opponent }
mine-resign-first = Su amigo todavía juega esta partida. Ríndase primero y después elimínela.
mine-moves = { $count ->
    [one] 1 jugada
   *[other] { $count } jugadas
}
mine-won = ganada
mine-drawn = empatada
mine-lost = perdida
mine-over = terminada
mine-people = dos personas
mine-watched = el programa consigo mismo
a-friend = un amigo
mine-scores = Resultados
mine-game = Juego
mine-opponent = Rival
mine-won-count = Ganadas
mine-drawn-count = Empatadas
mine-lost-count = Perdidas
back-again = El servidor ha vuelto.
analysis-specs = Qué hay detrás de estos nombres
analyst-quick = Rápido
analyst-strong = Fuerte, 1 segundo
analyst-stronger = Muy fuerte, 5 segundos
analyst-deep = Alfa-beta profundo
analyst-random = Partidas al azar
analyst-best-first = Primero lo mejor
analyst-greedy = Una jugada adelante
slip-mistake = un error
slip-blunder = un error grave
engine-loading = El motor que juega está en camino. Las partidas empiezan en cuanto llegue:
engine-failed = No se pudo cargar el motor que juega. Necesita un navegador reciente y una dirección que empiece por https o localhost.
api-title = La interfaz para programas
api-machines = Para programas que leen descripciones:
api-examples = Ejemplos
api-endpoints = Qué se puede pedir
api-documents = Documentos
api-otherwise = en otro caso
api-optional = se puede omitir
api-of = de
trouble-late = El resto de la petición no llegó a tiempo.
trouble-name = Este programa no se llama «{ $name }». Quien lo ejecuta puede decirlo al iniciarlo: --public-url o --name.
rematch-short = Revancha
