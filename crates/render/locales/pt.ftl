### Português.

## A moldura de cada página
skip = Ir para o conteúdo
navigation = Páginas
games = Jogos
analysis = Análise
puzzles = Problemas
about = Ajuda
language = Idioma
theme = Cores
theme-system = Cores do sistema
theme-light = Claro
theme-dark = Escuro
sound = Sons
sound-off = Sem sons
sound-low = Sons baixos
sound-medium = Sons
sound-high = Sons altos
speech = Como os lances são ditos
speech-notation = Lances em notação
speech-words = Lances em palavras
speech-spelled = Lances em palavras, letras soletradas
edge = borda
apply = Aplicar
settings = Ajustes
footer = O Agon joga na sua própria máquina: sem contas, sem terceiros, um só cookie, que é um número aleatório.
alone = Isto se joga e se guarda no seu dispositivo, sem o servidor.
lost = O servidor não responde. O que você vê pode estar desatualizado. Tentando de novo…
unanswered = O servidor não responde. O que você vê fica como está; tente de novo daqui a pouco.
engine-loading = O motor que joga está a caminho. Os jogos começam assim que ele chegar:
engine-failed = Não foi possível carregar o motor que joga. Ele precisa de um navegador recente e de um endereço que comece com https ou localhost.
back-home = Voltar aos jogos

## Início
home-title = Jogue um jogo de tabuleiro
home-lead = Escolha um jogo, um lado e um nível. Tudo pode ser feito com mouse, toque, teclado ou palavras digitadas, e tudo o que está no tabuleiro também é falado.
sheets = Os seus próprios jogos
sheets-add = Adicionar um jogo de um arquivo
sheets-help = Um arquivo com regras na Game Description Language (.kif), ou o seu texto. Dois jogadores, que jogam por turnos. Só você o vê na lista; quem você convidar para uma partida pode jogá-lo.
sheets-file = Arquivo com regras
sheets-text = Ou as regras como texto
sheets-check = Verificar e adicionar
sheets-forget = Remover
sheets-forget-one = Remover { $name } da sua lista
sheets-empty = Escolha um arquivo com regras, ou cole o texto.
sheets-too-many = Você tem { $most } jogos próprios, e esse é o máximo. Remova um primeiro.
home-going-device = Os seus jogos neste dispositivo
home-going = Seus jogos

## A página de um jogo
opponent = Quem joga
mode-agent = Eu contra o programa
mode-people = Duas pessoas neste aparelho
mode-friend = Eu contra um amigo, por um link
mode-watch = Assistir ao programa jogar sozinho
its-level = Nível
other-level = Nível do segundo lado ao assistir
your-side = Seu lado
side-begins = { $side } (começa)
side-random = Ao acaso
options = Opções
terms = Relógio e ajuda
terms-comments = Comentar meus lances
terms-no-takeback = Sem desfazer lances
clock = Relógio
clock-help = Começa com o primeiro lance. Quem fica sem tempo perde; o programa joga já quando o tempo aperta. Desfazer não devolve tempo, e enquanto o programa está desligado o relógio fica parado.
clock-none = Sem relógio
clock-move = { $time } para cada lance
clock-total = { $time } para o jogo
clock-total-more = { $time } para o jogo, e mais { $more } a cada lance
minutes = { $count ->
    [one] 1 minuto
   *[other] { $count } minutos
}
seconds = { $count ->
    [one] 1 segundo
   *[other] { $count } segundos
}
start = Começar o jogo
rules = Regras
draws = Empates
notation = Notação
source = Fonte
level = Nível { $name }
level-easy = Fácil
level-medium = Médio
level-hard = Difícil
level-fair = Justo
level-like-1 = primeiros passos, entrega muito
level-like-2 = gentil, muitos erros
level-like-3 = tranquilo, erros em quase todo jogo
level-like-4 = casual, erra de vez em quando
level-like-5 = constante, é preciso atenção
level-like-6 = atento, poucos erros simples
level-like-7 = firme, é preciso um plano
level-like-8 = forte, castiga pequenos erros
level-like-9 = muito forte
level-like-10 = o melhor que sabe
level-like-easy = joga um pouco pior que o equilíbrio
level-like-medium = joga um pouco melhor que o equilíbrio
level-like-hard = joga o melhor que vê, e falha de vez em quando
level-like-fair = um jogo equilibrado, seja quem for você
fair-memory = Dos seus jogos aqui, o nível Justo lembra um só número: { $number }. Acima de 0 ele joga mais para ganhar, abaixo de 0 ele se contém. Fica guardado para este navegador e este jogo.
fair-forget = Esquecer
level-easiest = O nível mais fácil.
level-easiest-of = O nível mais fácil: quem olha um lance adiante ganha dele cerca de { $part } em { $whole }.
level-stronger = Ganha cerca de { $part } em { $whole } contra o nível { $below }.
level-hardly = Quase não é mais forte que o nível { $below }: este jogo não deixa espaço para mais.
level-unknown = Sua força ainda não foi confirmada.
level-provisional = Provisório: os níveis deste jogo não foram medidos.
level-strongest = O nível mais forte.
level-aim-easy = Procura lances um pouco piores que o equilíbrio.
level-aim-medium = Procura lances um pouco melhores que o equilíbrio.
level-aim-hard = Procura os melhores lances, e erra de vez em quando.
level-aim-fair = Procura um jogo equilibrado, seja quem for o adversário.
analyse-game = Analisar

## À mesa
board = Tabuleiro
state = Como está o jogo
to-move = Vez: { $side }.
check = Xeque!
tap-again = Toque outra vez para escolher:
score-count = { $kind }: { $count }
score-ahead = { $count } de vantagem
wins = Vitória ({ $side }): { $reason }.
draw = Empate: { $reason }.
ending-line = { $length ->
    [3] três
    [4] quatro
    [5] cinco
    [6] seis
   *[other] { $length }
} em linha
ending-no-moves = {"{"}loser{"}"} não tem lance legal
ending-nobody-moves = nenhum lado tem lance legal
ending-no-pieces = {"{"}loser{"}"} não tem mais peças
ending-full = o tabuleiro está cheio
ending-repetition = a posição se repetiu
ending-no-progress = lances demais sem progresso
ending-length = o jogo chegou à duração máxima
ending-resignation = {"{"}loser{"}"} desistiu
ending-time = o tempo acabou ({"{"}loser{"}"})
ending-agreement = acordo entre os jogadores
ending-claim = declarado por um jogador que segue outras regras
kind-on-cells = { $kind } em { $cells }
in-hand = { $count } na mão
has-in-hand = { $side }: { $count } na mão.
nobodys = De ninguém
nothing-on-board = nada no tabuleiro
board-empty = O tabuleiro está vazio.
empty = vazio
piece-of = { $kind }, { $side }
nothing-played = Nada foi jogado ainda.
has-to-pass = { $side }: obrigado a passar.
plays = { $side }: { $move }.
plays-taking = { $side }: { $move }, capturando { $taken }.
plays-changing = { $side }: { $move }, mudando { $changed }.
plays-taking-changing = { $side }: { $move }, capturando { $taken }, mudando { $changed }.
legal-moves = { $count ->
    [one] Um lance legal: { $moves }.
   *[other] { $count } lances legais: { $moves }.
}
moves-from = De { $cell }: { $moves }.
captures = { $count ->
    [one] Um lance captura: { $moves }.
   *[other] { $count } lances capturam: { $moves }.
}
no-captures = Nenhum lance captura.
no-moves-from = Não há lance legal de { $cell }.
not-legal = “{ $text }” não é um lance legal aqui. { $count ->
    [one] O único lance legal é { $moves }.
   *[other] Legais: { $moves }.
}
not-clear = “{ $text }” pode ser mais de um lance: { $moves }.
not-any-more = “{ $text }” não pode ser jogado: o jogo acabou.
not-your-turn = Não é a sua vez. Espere a resposta ou interrompa o raciocínio.
game-over-already = O jogo acabou.
no-such-cell = Não há casa “{ $text }” neste tabuleiro.
no-move-there = { $cell }: nenhum lance legal começa ou termina ali. { $moves }
nothing-to-undo = Não há lance seu para desfazer.
nothing-to-redo = Não há lance para refazer.
taken-back = Desfeito. { $status }
played-again = Refeito. { $status }
and-more = { $shown } e mais { $count }
state-selected = selecionada
state-taken = pode ser capturada
state-target = pode ser alcançada
state-movable = pode mover
state-playable = jogável
state-last = último lance
person = uma pessoa
you = você
thinking = Pensando…
thinking-of = Pensando: { $move }, { $value }, { $nodes } posições vistas.
stop-thinking = Jogue já
look-again = Ver de novo
choose-move = Qual lance?
action-pass = Passar
action-swap = Trocar de lado
action-grow = Fazer crescer as folhas
advice-pass = Seu único lance é passar.
advice-target = Agora escolha o destino, ou escolha outra peça.
advice-go-on = Continue o caminho, ou escolha de novo a última casa para parar ali, se as regras permitirem.
advice-remove = Agora escolha a peça a capturar.
advice-capture = A captura é obrigatória.
selected-cell = { $cell } selecionada. { $moves }
deselected = Nada selecionado.
command = Lance ou pergunta
command-placeholder = Lance ou pergunta
say-it = Dizer
command-help = Digite um lance, ou: descrever, peças, lances, lances e uma casa, capturas, mudou, último, ganhando, dica, relógio, pausa, desfazer, refazer, empate, recusar, desistir, comentários, volta, ajuda.
# As palavras que podem ser digitadas para cada um destes, com vírgulas entre elas; todas as línguas são entendidas ao mesmo tempo.
typed-describe = descrever, tabuleiro
typed-pieces = peças, pecas, onde
typed-moves = lances, de
typed-captures = capturas
typed-changed = mudou, mudanças, mudancas
typed-last = último, ultimo
typed-winning = ganhando, quem
typed-hint = dica
typed-clock = relógio, relogio, tempo
typed-undo = desfazer
typed-redo = refazer
typed-resign = desistir
typed-draw = empate, aceitar
typed-decline = recusar
typed-pause = pausa
typed-comments = comentários, comentarios
typed-takeback = volta
typed-help = ajuda
questions = Perguntas
ask-describe = Descrever o tabuleiro
ask-pieces = Onde estão minhas peças?
ask-moves = Meus lances
ask-captures = O que posso capturar?
ask-changed = O que mudou?
ask-last = Último lance
ask-winning = Quem está ganhando?
ask-hint = Dica
ask-clock = Quanto tempo resta?
controls = Jogo
undo = Desfazer
hint-button = Dica
more = Mais
larger = Maior
smaller = Menor
redo = Refazer
resign = Desistir
resign-sure = Sim, abandono
draw-offer = Propor empate
draw-short = Empate?
draw-offered = Proposta de empate ({ $side }). Aceite, recuse ou continue a jogar.
draw-accept = Aceitar o empate
draw-decline = Recusar
draw-refused = O empate foi recusado.
draw-declined = O programa recusa: acha que está melhor.
draw-early = O programa recusa: é cedo demais para um empate.
draw-nobody = Não há ninguém aqui para propor empate.
draw-none = Ninguém propôs empate.
takeback-on = Os lances podem ser desfeitos.
takeback-off = Neste jogo os lances não são desfeitos.
takeback-ask = Pedir para voltar um lance
takeback-asked = { $side } pede para voltar o último lance.
takeback-accept = Voltar o lance
takeback-decline = Não
takeback-declined = O lance não é voltado.
asked-already = Você já pediu isso. Espere a resposta.
not-alone = Numa partida com um amigo ninguém faz isto sozinho.
no-help = O programa não ajuda enquanto você joga com um amigo.
others-turn = Não é a sua vez.
stale = A partida continuou nesse meio-tempo, e nada foi feito. Agora está assim.
rematch-early = A revanche começa quando esta partida terminar.
rematch-ready = Há uma revanche.
rematch-go = Jogar
comments-on = De agora em diante seus lances são comentados.
comments-off = Seus lances não são mais comentados.
switch-takeback-on = Permitir desfazer
switch-takeback-off = Proibir desfazer
switch-comments-on = Comentar meus lances
switch-comments-off = Sem mais comentários
switch-pause-on = Parar o relógio
switch-pause-off = Deixar o relógio andar
comment-forced = { $move } era o único lance.
comment-lost = Nada mais ajuda: { $move } é { $value }.
comment-best = { $move } é o melhor que há: { $value }.
comment-fine = { $move } é um bom lance; { $best } é um pouco melhor.
comment-loses = { $move } perde alguma coisa: { $value } em vez de { $better } com { $best }.
comment-loses-much = { $move } perde muito: { $value } em vez de { $better } com { $best }.
clock-of = Relógio ({ $side })
clock-has = { $side }: { $time }.
clock-runs = O relógio está andando ({ $side }).
clock-stands = O relógio está parado.
clock-paused = O relógio está parado. Ele continua com o próximo lance.
clock-goes-on = O relógio continua.
clock-warning = { $side }: resta { $time }.
clock-missing = Este jogo não tem relógio.
rematch = Revanche, lados trocados
rematch-short = Revanche
turn-board = Virar o tabuleiro
turn-short = Virar
board-turned = O tabuleiro foi virado.
level-of = Nível ({ $side })
change-level = Mudar o nível
level-changed = O nível mudou.
moves-played = Lances
save-as = Salvar como { $format }
keys = Teclas
keys-when = Estas teclas funcionam enquanto o tabuleiro tem o foco. Tab sai do tabuleiro.
key-arrows = Andar pelo tabuleiro
key-row = Primeira e última casa da linha; com Ctrl, do tabuleiro
key-jump-row = À linha com este número; dois algarismos para linhas a partir de 10
key-jump-column = G e uma letra: à coluna
key-next-kind = À próxima peça cujo nome começa com esta letra
key-next = À minha próxima peça, e à anterior
key-scan = Dizer o que há numa direção, sem ir até lá
key-scan-diagonal = O mesmo numa diagonal
key-enter = Selecionar uma peça e depois o destino; ou colocar uma peça
key-escape = Desfazer a seleção
key-moves = Meus lances daqui
key-undo = Desfazer, refazer
key-questions = Perguntas
key-zoom = Tabuleiro maior ou menor
key-type = Ir para a linha de comando
key-help = Estas teclas
certain-win = vitória certa
chances = { $percent } %
certain-draw = empate certo
certain-loss = derrota certa
certain-win-in = { $count ->
    [one] vitória em 1 lance
   *[other] vitória em { $count } lances
}
certain-loss-in = { $count ->
    [one] derrota em 1 lance
   *[other] derrota em { $count } lances
}
hint = { $side }: { $move } vale { $value }.
hint-next = O segundo melhor, { $move }, vale { $value }.
hint-line = Esperado: { $line }.
standing-even = Quase igual: { $value } para quem tem a vez ({ $mover }).
standing-better = Um pouco melhor: { $side }; { $value } para quem tem a vez ({ $mover }).
standing-winning = Ganhando: { $side }; { $value } para quem tem a vez ({ $mover }).
standing-won = Com o melhor jogo, vitória ({ $side }); { $value } para quem tem a vez ({ $mover }).
standing-drawn = Com o melhor jogo, é empate.
page-title-table = { $game }: { $status }

## Lances em palavras
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
    [1] {", "}mudando { $cells }
   *[other] {", "}mudando { $count }
}
spoken-becomes = {", "}vira { $piece }
spoken-check = {", "}xeque
spoken-mate = {", "}mate
spoken-castles-short = roque pequeno
spoken-castles-long = roque grande
spoken-pass = passa
spoken-swap = troca de lado
spoken-grow = faz crescer as folhas
# Palavras que podem ser ditas com um lance e nada acrescentam.
spoken-fillers = de, a, para, em, captura, toma, o, meu, minha, lance, joga, jogo, vira, promove, xeque, mate, e

## Problemas
puzzles-lead = Posições com um só lance certo, achadas pelo programa em partidas suas, provadas e graduadas. Escolha o lance com o mouse, o teclado ou palavras; o programa responde com a melhor defesa.
puzzles-of = Problemas: { $game }
puzzles-all = Problemas de todos os jogos
puzzles-more = Mais problemas
puzzles-done = { $done } de { $count } resolvidos
puzzles-made = Os mais fáceis vêm primeiro. Um programa fez estes problemas: provou que o lance faz o que se pede e procurou outros em vão. “agon puzzles” faz mais.
puzzle = Problema { $number }
puzzle-title = { $game }, problema { $number }
puzzle-today = Problema do dia
puzzle-win = Vez: { $side }. Só um lance ganha. Ache-o.
puzzle-fast = Vez: { $side }. Ganhe em { $count } lances; só um lance consegue.
puzzle-save = Vez: { $side }. Todos os lances menos um perdem. Ache o que segura o jogo.
puzzle-wrong = { $move } não é o lance. Olhe mais uma vez; H dá uma dica.
puzzle-right = Certo! { $answer } Continue.
puzzle-go-on = Certo! A sua vez ainda não acabou.
puzzle-solved = Resolvido! { $how }
puzzle-plain = { $side }: vitória; o resto é simples.
puzzle-held = { $side }: o jogo está seguro.
puzzle-is-solved = resolvido
puzzle-hint = Começa aqui: { $cell }.
puzzle-solution = O lance é { $move }.
puzzle-show = Mostrar o lance
puzzle-again = Desde o começo
puzzle-next = Próximo problema
puzzle-help = Digite um lance, ou: dica, descrever, peças, lances, capturas, mudou, último, desfazer, ajuda.
puzzle-not-here = Isso é para partidas. Aqui se procura um lance.
puzzle-proven = Está provado que nenhum outro lance consegue.
puzzle-exhausted = Todas as linhas deste comprimento foram vistas.
puzzle-searched = Dois tipos de busca não acharam outro lance.
difficulty-easy = Fácil.
difficulty-moderate = Médio.
difficulty-hard = Difícil.
difficulty-expert = Para especialistas.

## Análise
analysis-title = Análise de { $game }
analysis-choose = Escolha um jogo para analisar, ou traga um.
analysis-import = Trazer um jogo
analysis-import-help = Escolha um arquivo ou cole um jogo: PGN, PDN, SGF, GGF ou um jogo salvo aqui.
analysis-file = Arquivo
analysis-record = Ou o texto do jogo
analysis-game = Jogo
analysis-game-told = o que o texto diz
analysis-number = Número do jogo no texto
analysis-load = Carregar
analysis-first = Primeira posição
analysis-back = Um lance para trás
analysis-forward = Um lance adiante
analysis-end = Última posição
analysis-at = Depois de { $at } de { $count } lances.
analysis-agent = Força
analysis-other = Comparar com
analysis-nobody = ninguém
analysis-specs = O que há por trás destes nomes
analyst-quick = Rápido
analyst-strong = Forte, 1 segundo
analyst-stronger = Muito forte, 5 segundos
analyst-deep = Alfa-beta profundo
analyst-random = Jogos ao acaso
analyst-best-first = O melhor primeiro
analyst-greedy = Um lance adiante
slip-mistake = um erro
slip-blunder = um erro grave
analysis-ask = Perguntar
analysis-graph = Desenhar o gráfico do jogo
analysis-values = Chances com cada lance
analysis-move = Lance
analysis-visits = Esforço
analysis-line = Linha esperada
analysis-bar = Chances de { $side }: { $value }.
analysis-course = O curso do jogo: chances de { $side }
analysis-position = Posição
analysis-link = Link para esta posição
analysis-play = Jogar a partir daqui
analysis-cost = { $nodes } posições vistas, profundidade { $depth }.
import-line = Linha { $line }: { $problem }.
import-move = Linha { $line }, lance { $number }: { $problem }
import-nameless = O texto não diz de que jogo é. Escolha o jogo na lista.
import-empty = Não há jogo no texto.
import-number = “{ $text }” não é o número de um jogo; esperado: 1 para o primeiro jogo do texto, 2 para o segundo.
import-no-game = Não há jogo { $number } no texto; ele tem { $count ->
    [one] um
   *[other] { $count }
}.
import-unknown = O texto é um jogo de { $found }, que não está entre os jogos daqui.
import-turn = “{ $text }” é um lance de { $found }, mas é a vez de { $expected }
import-foreign = O texto é um jogo de { $found }, não de { $expected }.
import-no-format = { $game } não tem { $format }; seus formatos: { $known }.
import-json = Isto não é um jogo salvo: { $problem }.
import-tag = um colchete não começa uma etiqueta; esperado algo como { $example }
import-open = o que se abre com “{ $sign }” não se fecha
import-closes = “{ $sign }” não fecha nada
import-value = um valor não tem nome antes dele

## Laboratório
lab = Laboratório
lab-lead = Torneios entre os programas que jogam aqui: quem é mais forte, e com que certeza.
lab-own = Os seus torneios
lab-own-text = Ponha nesta pasta um ficheiro de torneio, como “agon tournament” o lê; os resultados ficam ao lado dele, e um torneio que outro programa esteja a jogar é mostrado ao vivo:
lab-shared = Não é possível iniciar torneios nesta página, porque outras pessoas além do dono desta máquina a podem ver. Quem executa o programa pode permiti-lo com --lab-runs.
lab-homeless = Não é possível iniciar torneios, porque este programa não tem uma pasta onde guardar os resultados.
lab-progress = { $done } de { $total } partidas.
lab-progress-of = Partidas jogadas de { $name }
lab-running = Está a ser jogado.
lab-running-elsewhere = Outro programa está a jogá-lo.
lab-finished = Está terminado.
lab-resting = Ninguém o está a jogar.
lab-start = Iniciar
lab-go-on = Continuar
lab-stop = Parar
lab-stop-when = Para depois da partida em curso, e pode continuar mais tarde. As pessoas que jogam têm prioridade.
lab-one-at-a-time = Joga-se um torneio de cada vez; agora é
lab-all = Todos os torneios
lab-text = O ficheiro
lab-ratings = Classificação
lab-ratings-axis = Pontos Elo com intervalos de 95 %
lab-ratings-meaning = Os pontos Elo são os de Bradley e Terry, com intervalos de 95 %; { $zero } está em 0. Um empate vale meio ponto.
lab-mean = a média de todos
lab-credited = * Estes resultados por si só não fixam uma classificação, porque alguns agentes não tiraram pontos aos outros. A cada agente é creditado um empate contra um jogador imaginário no meio.
lab-rung = { $name }: { $value }, de { $low } a { $high }.
lab-cross = Todos contra todos
lab-cross-caption = Pontos e partidas de cada agente contra cada um
lab-game-caption = { $game }: { $count ->
    [one] uma partida
   *[other] { $count } partidas
}, { $plies } lances em média
lab-latest = Últimas partidas
lab-latest-caption = As partidas que acabaram por último
lab-drawn = empate
lab-replay = Rever
lab-replay-of = Rever a partida { $number }
lab-faults = Partidas perdidas por uma falha
lab-column-number = n.º
lab-column-game = jogo
lab-column-first = primeiro
lab-column-second = segundo
lab-column-result = vencedor
lab-column-plies = lances
lab-column-replay = jogadas
lab-column-place = lugar
lab-column-agent = agente
lab-column-rating = Elo
lab-column-points = pontos
lab-column-games = partidas
lab-column-score = resultado
lab-column-won = vitórias
lab-column-drawn = empates
lab-column-lost = derrotas
lab-column-mean-score = resultado médio
lab-column-nodes-move = nós/lance
lab-column-playouts-move = simulações/lance
lab-column-depth = profundidade
trouble-no-tournament = Não há nenhum torneio “{ $name }”.
trouble-no-runs = Não é possível iniciar torneios nesta página.
trouble-other-run = Outro torneio está a ser jogado: { $name }. Pare-o primeiro.

## Níveis medidos
ladder = A força dos níveis
ladder-text = Medida pondo cada nível a jogar contra o nível abaixo, dos dois lados e a partir das mesmas aberturas. Um empate vale meio ponto; entre parênteses, o intervalo em que está a percentagem verdadeira com 95 % de certeza.
ladder-fresh = Os números vêm de partidas que não serviram para encontrar os níveis.
ladder-none = Os níveis deste jogo não foram medidos; seguem uma escala de pensamento curto a longo.
ladder-caption = Níveis 1 a { $top }
ladder-column-level = nível
ladder-column-rating = Elo acima do nível 1
ladder-column-score = pontos contra o nível abaixo
ladder-column-games = partidas
ladder-column-note = observação
ladder-interval = { $score } % ({ $low } a { $high })
ladder-weak = pouco mais forte do que o nível abaixo
ladder-steep = um passo de mais de 85 %
ladder-unsure = ainda não é certo
ladder-lowest = Um jogador que só olha um lance à frente faz { $score } % dos pontos contra o nível 1.
ladder-span = O nível { $top } faz { $score } % dos pontos contra o nível 1.
diagram = Um lance
diagram-after = Depois de { $count } lances. { $status }
diagram-targets = De { $cell } para: { $targets }.
diagram-place = Os cantos marcam o último lance, { $move }.

## Ajuda
about-title = Ajuda
about-play = Jogar
about-play-text = Escolha uma peça e depois o destino, com o mouse, com o toque ou com as setas e Enter; arraste uma peça; ou digite um lance na linha de comando. Nos jogos em que se colocam peças, escolher uma casa vazia é o lance inteiro.
about-speech = Para leitores de tela
about-speech-text = O tabuleiro é uma grade de botões com uma só parada de tabulação. Cada botão diz a casa, o que está nela e o que se pode fazer ali. Enquanto o tabuleiro tem o foco, teclas simples fazem perguntas: D descreve o tabuleiro, P diz onde estão suas peças, M seus lances daqui, X o que pode capturar, C o que mudou, L o último lance, W quem está ganhando, H dá uma dica, K diz quanto tempo resta. As mesmas perguntas são botões e palavras da linha de comando. Para as teclas, ponha o leitor de tela em modo de foco.
about-levels = Níveis
about-levels-text = O nível 1 é o mais fácil. Ao lado de cada nível está quanto ele ganha contra o de baixo, quando isso foi medido e confirmado em jogos próprios. O nível pode ser mudado no meio do jogo.
about-api = Para programas
about-api-text = Tudo o que as páginas fazem também é oferecido como JSON.
api-title = A interface para programas
api-machines = Para programas que leem descrições:
api-examples = Exemplos
api-endpoints = O que se pode pedir
api-documents = Documentos
api-otherwise = caso contrário
api-optional = pode ser omitido
api-of = de

## Problemas
trouble-not-found = Não encontrado
trouble-no-page = Não há página “{ $path }”.
trouble-out-of-reach = Não se chega ao servidor, e é ele que guarda este jogo. Enquanto isso, jogos novos podem ser jogados neste dispositivo.
trouble-no-game = Não há jogo neste endereço. Pode ter sido removido, ou o endereço está incompleto.
trouble-bad-request = Isto não pode ser feito
trouble-too-many = Coisa demais de uma vez
trouble-too-many-requests = Pedidos demais de uma vez. Espere um momento e tente de novo; os jogos em curso continuam.
trouble-too-large = Isso é grande demais: são lidos no máximo { $limit } bytes.
trouble-method = Este endereço não aceita { $method }.
trouble-form = O formulário está incompleto: { $problem }.
trouble-busy = Há raciocínios demais à espera. Tente de novo em um momento.
trouble-foreign = Um pedido de outro site não foi executado.
trouble-late = O resto do pedido não chegou a tempo.
trouble-name = Este programa não se chama “{ $name }”. Quem o executa pode dizê-lo no arranque: --public-url ou --name.

## Lados e peças
side-black = Pretas
side-white = Brancas
side-red = Vermelhas
side-blue = Azuis
piece-piece = peça
piece-disc = disco
piece-stone = pedra
piece-mark = marca
piece-man = pedra
piece-king = rei
piece-queen = dama
piece-rook = torre
piece-bishop = bispo
piece-knight = cavalo
piece-pawn = peão
piece-general = general
piece-advisor = conselheiro
piece-elephant = elefante
piece-horse = cavalo
piece-chariot = carro
piece-cannon = canhão
piece-soldier = soldado
piece-frog = sapo
piece-lily-pad = vitória-régia

## Jogos
game-tic-tac-toe = Jogo da velha
game-tapatan = Tapatan
game-alquerque = Alquerque
game-othello = Othello
game-nine-mens-morris = Trilha
game-checkers = Damas inglesas
game-checkers-casual = Damas inglesas em casa
game-international-draughts = Damas internacionais
game-chess = Xadrez
game-lines-of-action = Lines of Action
game-outer-open-gomoku = Gomoku de abertura externa
game-xiangqi = Xiangqi
game-five-field-kono-traditional = Five Field Kono (tradicional)
game-tsoro-yematatu-7 = Tsoro Yematatu (sete pontos)
summary-tic-tac-toe = Ponha três marcas suas em linha num tabuleiro de nove casas.
summary-tapatan = Deslize suas três peças pelas linhas até ficarem em fila.
summary-tapatan-ludii = Coloque três peças e deslize-as pelas linhas até ficarem em fila.
summary-alquerque = Capture as doze peças do adversário saltando sobre elas.
summary-alquerque-ludii = Capture as doze peças do adversário saltando sobre elas.
summary-tsoro-yematatu = Coloque quatro peças num tabuleiro de 25 pontos e deslize-as até as quatro ficarem em fila.
summary-tsoro-yematatu-7 = Coloque três peças num triângulo de sete pontos e deslize ou salte até ficarem em fila.
summary-five-field-kono = Leve suas sete peças através do tabuleiro até a casa do adversário.
summary-five-field-kono-traditional = Mova suas sete peças na diagonal e tome os lugares do adversário.
summary-othello = Cerque discos inimigos para virá-los, e tenha a maioria quando ninguém puder jogar.
summary-nine-mens-morris = Feche moinhos de três pedras para tirar pedras inimigas, até restarem só duas ou nenhuma poder mover.
summary-checkers = Salte sobre as peças do adversário, coroe as suas e deixe-o sem lance.
summary-checkers-casual = Damas como muitos jogam em casa: ninguém é obrigado a capturar.
summary-freckers = Leve seus seis sapos pela lagoa, sobre folhas que somem atrás deles.
summary-international-draughts = Damas em cem casas, com damas voadoras e a captura da maioria.
summary-chess = Ataque o rei inimigo de modo que ele não possa escapar.
summary-lines-of-action = Junte todas as suas peças num só grupo.
summary-connect6 = Ponha seis pedras em linha, colocando duas a cada vez.
summary-outer-open-gomoku = Ponha cinco pedras em linha; a primeira pedra tem de ficar perto da borda.
summary-xiangqi = Xadrez chinês: ataque o general inimigo de modo que ele não possa escapar.
summary-havannah = Ligue dois cantos, ligue três lados ou feche um anel num tabuleiro de hexágonos.

## Playing with a friend
invite = Envie este link a um amigo. Quem o abrir primeiro e tomar o lugar joga com você, e a partida começa.
invite-link = Link para o lugar livre
friend-awaited = Seu amigo ainda não chegou. A partida começa quando os dois estiverem aqui.
friend-came = { $name } tomou o lugar.
friend-needs-server = Para jogar com um amigo é preciso o servidor, que agora está fora de alcance.
watching = Você está assistindo a esta partida.
you-too = (você)
links = Links para esta partida
watch-help = Quem tem este link pode assistir, mas não jogar:
watch-link = Link para assistir
own-help = Com este link você se senta aqui com outro aparelho. Ele vale uma vez; guarde-o para si:
own-link = Link para o seu lugar
copy-link = Copiar o link
copied = Copiado
invitation = Convite
invited = { $host } convida você para uma partida de { $game }.
invited-again = Com este aparelho você continua a jogar no seu lugar.
invited-side = Você joga com { $side }.
somebody = Alguém
sit-down = Tomar o lugar
only-watch = Só assistir
your-name = Seu nome
your-name-none = Visitante
not-seated = Você assiste a esta partida; só quem joga pode fazer isto.
seat-taken = Este link já foi usado: alguém tomou o lugar. Você ainda pode assistir à partida.
seated-already = Você já está sentado a esta mesa. Envie o link ao seu amigo.

## My games
mine = Minhas partidas
mine-all = Todas as minhas partidas
mine-none = Você ainda não jogou.
mine-going = Em andamento
mine-aside = Deixadas de lado
mine-finished = Terminadas
mine-export = Salvar todas as partidas num arquivo
mine-delete = Apagar
mine-delete-of = Apagar: { $game }, { $opponent }
mine-resign-first = Seu amigo ainda joga esta partida. Desista primeiro e depois a apague.
mine-moves = { $count ->
    [one] 1 lance
   *[other] { $count } lances
}
mine-won = ganha
mine-drawn = empatada
mine-lost = perdida
mine-over = terminada
mine-people = duas pessoas
mine-watched = o programa consigo mesmo
a-friend = um amigo
mine-scores = Resultados
mine-game = Jogo
mine-opponent = Adversário
mine-won-count = Ganhas
mine-drawn-count = Empatadas
mine-lost-count = Perdidas

## Lost and found
back-again = O servidor voltou.

## Fins próprios de cada jogo
ending-of-xiangqi-0 = xeque-mate
ending-of-xiangqi-1 = {"{"}loser{"}"} deu xeque perpétuo
ending-of-xiangqi-2 = {"{"}loser{"}"} perseguiu uma peça sem parar
ending-of-xiangqi-3 = {"{"}loser{"}"} repetiu uma posição
ending-of-havannah-0 = uma ponte liga dois cantos
ending-of-havannah-1 = um garfo liga três lados
ending-of-havannah-2 = um anel cerca ao menos uma casa
ending-of-nine-mens-morris-0 = {"{"}loser{"}"} tem menos de três pedras
ending-of-five-field-kono-0 = todos os pontos da casa de {"{"}loser{"}"} estão ocupados
ending-of-five-field-kono-1 = todas as peças de {"{"}winner{"}"} chegaram à casa de {"{"}loser{"}"}
ending-of-five-field-kono-2 = quem tem a vez não tem lance legal
ending-of-lines-of-action-0 = {"{"}winner{"}"} tem todas as peças num só grupo
ending-of-lines-of-action-1 = os dois lados têm todas as peças num só grupo
ending-of-othello-0 = ninguém pode jogar, e {"{"}winner{"}"} tem mais discos
ending-of-othello-1 = ninguém pode jogar, e os dois têm o mesmo número de discos
ending-of-chess-0 = xeque-mate
ending-of-chess-1 = afogamento
ending-of-chess-2 = ninguém mais pode levar mate
ending-of-freckers-0 = {"{"}winner{"}"} tem os seis sapos na última fileira
