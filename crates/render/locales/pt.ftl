### Português.

## A moldura de cada página
skip = Ir para o conteúdo
navigation = Páginas
games = Jogos
analysis = Análise
about = Ajuda
language = Idioma
theme = Cores
theme-system = Cores do sistema
theme-light = Claro
theme-dark = Escuro
apply = Aplicar
footer = O Agon joga na sua própria máquina: sem contas, sem terceiros, um só cookie, que é um número aleatório.
alone = Sem rede: isto se joga e se guarda no seu dispositivo.
lost = O servidor não responde. O que você vê pode estar desatualizado.
back-home = Voltar aos jogos

## Início
home-title = Jogue um jogo de tabuleiro
home-lead = Escolha um jogo, um lado e um nível. Tudo pode ser feito com mouse, toque, teclado ou palavras digitadas, e tudo o que está no tabuleiro também é falado.
home-going = Seus jogos

## A página de um jogo
opponent = Quem joga
mode-agent = Eu contra o programa
mode-people = Duas pessoas neste aparelho
mode-watch = Assistir ao programa jogar sozinho
its-level = Nível
other-level = Nível do segundo lado ao assistir
your-side = Seu lado
side-begins = { $side } (começa)
side-random = Ao acaso
options = Opções
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
analyse-game = Analisar

## À mesa
board = Tabuleiro
state = Como está o jogo
to-move = Vez: { $side }.
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
command-help = Digite um lance, ou: descrever, peças, lances, lances e uma casa, mudou, último, ganhando, dica, desfazer, refazer, desistir, ajuda.
questions = Perguntas
ask-describe = Descrever o tabuleiro
ask-pieces = Onde estão minhas peças?
ask-moves = Meus lances
ask-changed = O que mudou?
ask-last = Último lance
ask-winning = Quem está ganhando?
ask-hint = Dica
controls = Jogo
undo = Desfazer
redo = Refazer
resign = Desistir
rematch = Revanche, lados trocados
turn-board = Virar o tabuleiro
board-turned = O tabuleiro foi virado.
level-of = Nível ({ $side })
change-level = Mudar o nível
level-changed = O nível mudou.
moves-played = Lances
save-record = Salvar o jogo
keys = Teclas
keys-when = Estas teclas funcionam enquanto o tabuleiro tem o foco. Tab sai do tabuleiro.
key-arrows = Andar pelo tabuleiro
key-row = Primeira e última casa da linha; com Ctrl, do tabuleiro
key-enter = Selecionar uma peça e depois o destino; ou colocar uma peça
key-escape = Desfazer a seleção
key-moves = Meus lances daqui
key-undo = Desfazer, refazer
key-type = Ir para a linha de comando
key-help = Estas teclas
certain-win = vitória certa
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

## Análise
analysis-title = Análise de { $game }
analysis-choose = Escolha um jogo para analisar, ou traga um.
analysis-import = Trazer um jogo
analysis-import-help = Cole um jogo salvo (JSON) ou escolha lances no tabuleiro.
analysis-record = Jogo salvo
analysis-load = Carregar
analysis-first = Primeira posição
analysis-back = Um lance para trás
analysis-forward = Um lance adiante
analysis-end = Última posição
analysis-at = Depois de { $at } de { $count } lances.
analysis-agent = Agente
analysis-other = Comparar com
analysis-nobody = ninguém
analysis-ask = Perguntar
analysis-graph = Desenhar o gráfico do jogo
analysis-values = Quanto vale cada lance legal
analysis-move = Lance
analysis-value = Valor
analysis-visits = Esforço
analysis-line = Linha esperada
analysis-bar = { $side }: { $value }.
analysis-course = O curso do jogo
analysis-course-text = Valores ({ $side }) depois de cada lance, segundo { $agent }.
analysis-position = Posição
analysis-link = Link para esta posição
analysis-play = Jogar a partir daqui
analysis-cost = { $nodes } posições vistas, profundidade { $depth }.

## Ajuda
about-title = Ajuda
about-play = Jogar
about-play-text = Escolha uma peça e depois o destino, com o mouse, com o toque ou com as setas e Enter; arraste uma peça; ou digite um lance na linha de comando. Nos jogos em que se colocam peças, escolher uma casa vazia é o lance inteiro.
about-speech = Para leitores de tela
about-speech-text = O tabuleiro é uma grade de botões com uma só parada de tabulação. Cada botão diz a casa, o que está nela e o que se pode fazer ali. Enquanto o tabuleiro tem o foco, teclas simples fazem perguntas: D descreve o tabuleiro, P diz onde estão suas peças, M seus lances daqui, C o que mudou, L o último lance, W quem está ganhando, H dá uma dica. As mesmas perguntas são botões e palavras da linha de comando. Para as teclas, ponha o leitor de tela em modo de foco.
about-levels = Níveis
about-levels-text = O nível 1 é o mais fácil. O nível pode ser mudado no meio do jogo.
about-api = Para programas
about-api-text = Tudo o que as páginas fazem também é oferecido como JSON.

## Problemas
trouble-not-found = Não encontrado
trouble-no-page = Não há página “{ $path }”.
trouble-out-of-reach = Não se chega ao servidor, e é ele que guarda este jogo. Enquanto isso, jogos novos podem ser jogados neste dispositivo.
trouble-no-game = Não há jogo neste endereço. Pode ter sido removido, ou o endereço está incompleto.
trouble-bad-request = Isto não pode ser feito
trouble-too-many = Coisa demais de uma vez
trouble-too-many-requests = Pedidos demais de uma vez. Espere um momento e tente de novo; os jogos em curso continuam.
trouble-too-many-games = Você tem tantos jogos quantos cabem. Os antigos são removidos depois de um tempo; termine um ou volte mais tarde.
trouble-too-large = Isso é grande demais: são lidos no máximo { $limit } bytes.
trouble-method = Este endereço não aceita { $method }.
trouble-form = O formulário está incompleto: { $problem }.
trouble-busy = Há raciocínios demais à espera. Tente de novo em um momento.
trouble-foreign = Um pedido de outro site não foi executado.

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
