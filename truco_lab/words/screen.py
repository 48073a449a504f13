"""Every word on the lab's screen and in the plots, in one place.

The front end asks for them by key. Blanks are in braces and the same in both languages.
"""

from __future__ import annotations

SCREEN: dict[str, tuple[str, str]] = {
    # -- the whole
    "lab": ("Truco lab at {line}", "Laboratório de truco em {line}"),
    "close": ("close", "fechar"),
    "theme": ("Light or dark", "Claro ou escuro"),
    "mao": ("mão", "mão"),
    "pe": ("pé", "pé"),
    "us": ("Us", "Nós"),
    "them": ("Them", "Eles"),
    "pp": ("pp", "p.p."),
    # -- controls
    "points-of": ("Points: {side}", "Tentos: {side}"),
    "points-mao": ("Points of mão", "Tentos do mão"),
    "points-pe": ("Points of pé", "Tentos do pé"),
    "point-less": ("one point less", "um tento a menos"),
    "point-more": ("one point more", "um tento a mais"),
    "deals": ("{side} deal", "dá cartas: {side}"),
    "deal-turns": (
        "Turn the dealer: both sides keep their points, and mão and pé change places",
        "Trocar quem dá as cartas: cada lado fica com seus tentos, e mão e pé trocam de lugar",
    ),
    "dealer": ("dealer", "quem dá as cartas"),
    "turn-up": ("Turn-up", "Vira"),
    "turn-up-gives": ("Turn-up {rank}: the manilha is {manilha}", "Vira {rank}: a manilha é {manilha}"),
    "manilha": ("manilha", "manilha"),
    # -- the HAND field
    "field": ("HAND", "HAND"),
    "field-next": ("What may come next", "O que pode vir a seguir"),
    "field-mend": ("Did you mean", "Você quis dizer"),
    "tool-undo": ("undo", "desfazer"),
    "tool-redo": ("redo", "refazer"),
    "tool-clear": ("clear hands and history", "limpar mãos e histórico"),
    "tool-copy": ("Copy link", "Copiar link"),
    "copied": ("Copied ✓", "Copiado ✓"),
    "tool-save": ("Save", "Salvar"),
    "tool-load": ("Open", "Abrir"),
    # -- the rail
    "rail": ("Decisions of the line", "Decisões da linha"),
    "round": ("Round {round}", "Rodada {round}"),
    "reach-title": (
        "How often play gets here: of all deals · given the decision before",
        "Com que frequência se chega aqui: de todas as distribuições · dada a decisão anterior",
    ),
    "to-act": ("to act", "a jogar"),
    "step-leads": ("leads", "sai"),
    "step-follows": ("follows", "responde"),
    "step-answer": ("answers the raise", "responde ao pedido"),
    "step-eleven": ("hand of eleven", "mão de onze"),
    "step-end": ("The hand is over", "Fim da mão"),
    "end-short": ("{seat} +{points}", "{seat} +{points}"),
    "end-wins": ("The hand goes to {seat}, worth {points}.", "O {seat} ganha a mão, que vale {points}."),
    "end-next": ("The next hand is played at {score}, mão first.", "A próxima mão começa em {score}, mão primeiro."),
    "end-match": ("That wins {seat} the match.", "Com isso o {seat} ganha a partida."),
    # -- actions
    "legal-actions": ("What may be done here", "O que se pode fazer aqui"),
    "face-down": ("face down", "encoberta"),
    "face-down-card": ("a card face down", "carta encoberta"),
    "rung-3": ("truco", "truco"),
    "rung-6": ("seis", "seis"),
    "rung-9": ("nove", "nove"),
    "rung-12": ("doze", "doze"),
    "accept": ("accept", "aceitar"),
    "fold": ("fold", "correr"),
    "play-eleven": ("play for 3", "jogar valendo 3"),
    "fold-eleven": ("fold", "correr"),
    "choice-wins": ("Whoever does it wins {win} % of matches", "Quem faz isso ganha {win} % das partidas"),
    "choice-unfit": (
        "The hand drafted, or a card face down, rules it out",
        "A mão anotada ou uma carta encoberta não permite",
    ),
    "pruned": ("dominated", "dominada"),
    "dominated-DEAD_RAISE": (
        "Never needed: the stake already agreed wins the match, so a higher one only helps the other player",
        "Nunca faz falta: o que já vale dá a partida, e aumentar só ajuda o outro",
    ),
    "dominated-ACCEPT_THEN_RAISE": (
        "Never needed: the same as raising at once instead of accepting",
        "Nunca faz falta: dá no mesmo que aumentar na hora em vez de aceitar",
    ),
    "dominated-FACE_DOWN": (
        "Never needed: an open card does at least as well",
        "Nunca faz falta: uma carta aberta rende pelo menos o mesmo",
    ),
    "dominated-FACE_DOWN_HIGH": (
        "Never needed: hiding the lower card and keeping the higher one does at least as well",
        "Nunca faz falta: encobrir a mais fraca e guardar a mais forte rende pelo menos o mesmo",
    ),
    "dominated-THROWN_ROUND": (
        "Never needed: a card that keeps the hand alive does at least as well",
        "Nunca faz falta: uma carta que mantém a mão viva rende pelo menos o mesmo",
    ),
    "dominated-WINNER_PASSES": (
        "Never needed: the last card wins for certain, and raising costs nothing",
        "Nunca faz falta: a última carta ganha com certeza, e pedir não custa nada",
    ),
    "dominated-LAST_RERAISE": (
        "Never needed: the last player knows who wins, and only a winner would accept",
        "Nunca faz falta: quem joga por último sabe quem ganha, e só quem ganha aceitaria",
    ),
    # -- title and figures
    "title-leads": ("{seat} leads round {round}", "O {seat} sai na rodada {round}"),
    "title-follows": ("{seat} follows in round {round}", "O {seat} responde na rodada {round}"),
    "title-answer": ("{seat} answers: {rung}!", "O {seat} responde: {rung}!"),
    "title-eleven": ("{seat} has eleven: play or fold?", "O {seat} tem onze: joga ou corre?"),
    "stat-wins": ("{seat} wins the match", "{seat} ganha a partida"),
    "stat-reach": ("play gets here", "chega-se aqui"),
    "trust-good": ("exact", "exata"),
    "trust-caution": ("approximate", "aproximada"),
    "trust-poor": ("rough", "grosseira"),
    "trust-more": (
        "A best response from here on would gain {gap} percentage points of the match",
        "Uma melhor resposta daqui em diante ganharia {gap} pontos percentuais da partida",
    ),
    "resolved": ("solved on the spot", "resolvida na hora"),
    "resolved-more": (
        "The solution practically never gets here, so what is left of the hand was solved on the spot, to {gap} pp "
        "in {iterations} iterations",
        "A solução praticamente nunca chega aqui; o resto da mão foi resolvido na hora, até {gap} p.p. em "
        "{iterations} iterações",
    ),
    "replying": ("replies to the solution", "respostas à solução"),
    "replying-more": (
        "The solution practically never gets here; each hand shows its best response to the solution",
        "A solução praticamente nunca chega aqui; cada mão mostra sua melhor resposta à solução",
    ),
    # -- views
    "views": ("Views", "Visões"),
    "help": ("What am I seeing?", "O que estou vendo?"),
    "view-strategy": ("Strategy", "Estratégia"),
    "view-range": ("Range", "Leque"),
    "view-opponent": ("Opponent", "Adversário"),
    "view-value": ("Value", "Valor"),
    "view-cost": ("Cost", "Custo"),
    "view-compare": ("Compare", "Comparar"),
    "view-trust": ("Trust", "Confiança"),
    "help-strategy": (
        "Every cell is one exact hand, split into bands as wide as the chance of each action. Click a colour in the "
        "legend to see one action alone.",
        "Cada casa é uma mão exata, dividida em faixas da largura da chance de cada ação. Clique numa cor da legenda "
        "para ver uma ação só.",
    ),
    "help-range": (
        "Who is here: each hand's share of all hands with which this seat gets to the decision, in %. Empty cells "
        "took another way.",
        "Quem está aqui: a parte de cada mão entre todas com que este lado chega à decisão, em %. Casas vazias foram "
        "por outro caminho.",
    ),
    "help-opponent": (
        "Whom the acting seat faces here: the other seat's hands, each with its share in %. Cards face down count as "
        "still in the hand.",
        "Quem está do outro lado: as mãos do adversário, cada uma com sua parte em %. Cartas encobertas contam como "
        "ainda na mão.",
    ),
    "help-value": (
        "The chance of winning the whole match with each hand, in %, when both go on as the solution does. Blue is "
        "above 50, orange below.",
        "A chance de ganhar a partida inteira com cada mão, em %, se os dois seguirem a solução. Azul é acima de 50, "
        "laranja é abaixo.",
    ),
    "help-cost": (
        "What a hand loses by an action against its best one, in percentage points of the match or in points of this "
        "hand.",
        "Quanto a mão perde com uma ação em relação à melhor, em pontos percentuais da partida ou em tentos desta mão.",
    ),
    "help-compare": (
        "The same hands at another score or turn-up, matched by strength. Where something is to be accepted: how much "
        "more (blue) or less (orange) it is accepted there. Elsewhere: how much of the play differs, in %.",
        "As mesmas mãos em outro placar ou outra vira, casadas por força. Onde há o que aceitar: quanto se aceita a "
        "mais (azul) ou a menos (laranja) lá. No resto: quanto do jogo muda, em %.",
    ),
    "help-trust": (
        "What a best response would gain with each hand over what is played, in percentage points: how far the answer "
        "is from exact. Faded hands are practically never here.",
        "Quanto uma melhor resposta ganharia com cada mão além do que se joga, em pontos percentuais: o quanto a "
        "resposta está longe da exata. Mãos esmaecidas praticamente nunca estão aqui.",
    ),
    "help-keys": (
        "Keys: arrows walk the line, or the cells once the chart has the focus; Enter picks a hand; Escape leaves; "
        "/ goes to the line.",
        "Teclas: as setas andam pela linha, ou pelas casas quando o foco está no quadro; Enter escolhe a mão; Esc sai; "
        "/ vai para a linha.",
    ),
    "as-list": ("List", "Lista"),
    "as-chart": ("Chart", "Quadro"),
    "download": ("Download as {kind}", "Baixar em {kind}"),
    "legend": ("Legend; each colour filters", "Legenda; cada cor filtra"),
    "kind-highest": ("highest card", "carta mais forte"),
    "kind-middle": ("middle card", "carta do meio"),
    "kind-lowest": ("lowest card", "carta mais fraca"),
    "kind-hidden": ("face down", "encoberta"),
    "kind-raise": ("raise", "pedir aumento"),
    "kind-accept": ("accept", "aceitar"),
    "kind-fold": ("fold", "correr"),
    "scale-none": ("nobody", "ninguém"),
    "scale-most": ("most", "mais comum"),
    "scale-loses": ("loses", "perde"),
    "scale-wins": ("wins", "ganha"),
    "scale-exact": ("exact", "exata"),
    "scale-rough": ("rough", "grosseira"),
    "cost-loses": ("Loses", "Perde"),
    "cost-worst": ("the worst action", "a pior ação"),
    "cost-played": ("the most played action", "a ação mais jogada"),
    "cost-of": ("always: {action}", "sempre: {action}"),
    "cost-in": ("in", "em"),
    "unit-pp": ("pp of the match", "p.p. da partida"),
    "unit-points": ("points of the hand", "tentos da mão"),
    "cost-hidden": ("with cards face down", "com cartas encobertas"),
    "compare-pick": ("Beside", "Ao lado de"),
    "compare-do": ("Compare", "Comparar"),
    "compare-with": ("beside {line}", "ao lado de {line}"),
    "compare-solving": ("being solved …", "resolvendo …"),
    "compare-missing": ("this decision does not exist at {subgame}", "essa decisão não existe em {subgame}"),
    "compare-unsolved": (
        "{subgame} is not solved, and that takes a while: go there first",
        "{subgame} não está resolvido, e isso demora: vá lá primeiro",
    ),
    "compare-none": ("choose a score or a turn-up", "escolha um placar ou uma vira"),
    "blocks-by": ("One block per", "Um bloco por"),
    "by-lowest": ("lowest card", "carta mais fraca"),
    "by-middle": ("middle card", "carta do meio"),
    "by-highest": ("highest card", "carta mais forte"),
    "block-lowest": ("lowest {card}", "mais fraca {card}"),
    "block-middle": ("middle {card}", "do meio {card}"),
    "block-highest": ("highest {card}", "mais forte {card}"),
    "no-cards-left": ("no cards left", "sem cartas na mão"),
    "no-hands": ("No chart for this decision.", "Não há quadro para esta decisão."),
    "chart-label": ("{view} of {seat}: arrows walk the hands", "{view} do {seat}: as setas andam pelas mãos"),
    "list-label": ("{view}, hand by hand", "{view}, mão por mão"),
    "column-hand": ("Hand", "Mão"),
    "column-share": ("Share %", "Parte %"),
    "column-own": ("Own reach %", "Alcance próprio %"),
    "column-win": ("Win %", "Vitória %"),
    "column-best": ("Best response %", "Melhor resposta %"),
    "column-gap": ("Gap pp", "Folga p.p."),
    "column-cost": ("Cost", "Custo"),
    "column-variation": ("Total variation", "Variação total"),
    "column-signed": ("Signed change", "Mudança com sinal"),
    # -- solving
    "solve-now": ("Solving {subgame}", "Resolvendo {subgame}"),
    "solve-values": ("first the score {score}", "antes, o placar {score}"),
    "solve-compiling": ("preparing the programs …", "preparando os programas …"),
    "solve-solving": (
        "exploitability {gap} pp after {iteration} iterations",
        "explorabilidade {gap} p.p. após {iteration} iterações",
    ),
    "solve-stop": ("Stop", "Parar"),
    "solve-not": ("{subgame} is not solved yet", "{subgame} ainda não foi resolvido"),
    "solve-cancelled": (
        "Stopped before {subgame} was solved; what there was stays",
        "Parou antes de {subgame} estar resolvido; fica o que havia",
    ),
    "solve-needs": (
        "About {seconds} s of solving, up to {compile} s of preparation the first time, {memory} GiB of memory "
        "({free} GiB are free).",
        "Cerca de {seconds} s para resolver, até {compile} s de preparo na primeira vez, {memory} GiB de memória "
        "({free} GiB livres).",
    ),
    "solve-missing": (
        "It needs the match values of {count} unsolved scores: truco-lab grid --scores {score} solves them.",
        "Faltam os valores de partida de {count} placares: truco-lab grid --scores {score} resolve.",
    ),
    "solve-do": ("Solve it", "Resolver"),
    # -- the hand
    "hand-of": ("A hand of {seat}", "Cartas do {seat}"),
    "hand-hint": (
        "Click a cell of the chart, or choose cards here, to look at one hand.",
        "Clique numa casa do quadro, ou escolha cartas aqui, para ver uma mão.",
    ),
    "slot": ("Slot {slot}: {card}", "Carta {slot}: {card}"),
    "pick-card": ("Choose a card", "Escolha uma carta"),
    "pin": ("Pin", "Fixar"),
    "pinned": ("its hand is pinned", "a mão está fixada"),
    "unpin": ("Unpin", "Soltar"),
    "pin-more": (
        "A pinned hand is what frequencies are counted over, and the other seat is dealt around it; that one does not "
        "know it, so what its hands win is still against the whole range",
        "As frequências passam a contar só a mão fixada, e o outro lado recebe cartas em torno dela; como esse lado "
        "não a conhece, o que as mãos dele ganham segue sendo contra o leque inteiro",
    ),
    "clear-hand": ("Clear", "Limpar"),
    "hand-often": (
        "{all} of all deals land here with it: {range} of this seat's hands here.",
        "{all} de todas as distribuições caem aqui com ela: {range} das mãos deste lado aqui.",
    ),
    "hand-never": ("The cards do not allow this hand here.", "As cartas não permitem esta mão aqui."),
    "hand-rare": (
        "The solution practically never holds this hand here.",
        "A solução praticamente nunca tem esta mão aqui.",
    ),
    "hand-replied": (
        "The solution practically never holds this hand here: shown is its best response.",
        "A solução praticamente nunca tem esta mão aqui: o que se mostra é a melhor resposta dela.",
    ),
    "head-played": ("played", "joga"),
    "head-wins": ("wins %", "ganha %"),
    "head-loses-pp": ("pp", "p.p."),
    "head-loses-points": ("points", "tentos"),
    "remark-same": (
        "All actions win within 0.3 pp of each other: it hardly matters.",
        "Todas as ações ganham com menos de 0,3 p.p. de diferença: quase tanto faz.",
    ),
    "remark-mixes": (
        "It mixes because the best actions are worth the same.",
        "Ela mistura porque as melhores ações valem o mesmo.",
    ),
    "remark-gap": ("The best action is ahead by {gap} pp.", "A melhor ação está {gap} p.p. à frente."),
    "may-be-card": ("The card may be", "A carta pode ser"),
    "may-be-hand": ("The hand may be", "A mão pode ser"),
    "hands-more": ("and {count} more", "e mais {count}"),
    "hover-share": ("{share} of the hands here", "{share} das mãos aqui"),
    "hover-there": ("there", "lá"),
    "hover-trust": ("a best response gains {gap} pp", "a melhor resposta ganha {gap} p.p."),
    # -- the table
    "table": ("The table", "A mesa"),
    "stock": ("the stock", "o baralho"),
    "unseen": ("an unseen card", "uma carta que não se vê"),
    "worth": ("worth", "vale"),
    "raise-both": ("both may raise", "os dois podem pedir"),
    "raise-one": ("{seat} may raise", "só o {seat} pode pedir"),
    "raise-none": ("nobody may raise", "ninguém pode pedir"),
    "mark-won": ("{seat}", "{seat}"),
    "mark-tie": ("tie", "empate"),
    "plain-suit": ("Plain cards in", "Cartas comuns em"),
    "suit-any": ("any suit", "qualquer naipe"),
    "suit-d": ("diamonds", "ouros"),
    "suit-s": ("spades", "espadas"),
    "suit-h": ("hearts", "copas"),
    "suit-c": ("clubs", "paus"),
    # -- the first look
    "guide": ("First look", "Primeira visita"),
    "guide-skip": ("Skip", "Pular"),
    "guide-back": ("Back", "Voltar"),
    "guide-next": ("Next", "Próximo"),
    "guide-done": ("Play", "Jogar"),
    "guide-welcome": ("One hand of truco, solved", "Uma mão de truco, resolvida"),
    "guide-welcome-more": (
        "Everything here is an equilibrium: both seats play so that neither could do better. Seven steps show where "
        "to look.",
        "Tudo aqui é equilíbrio: cada lado joga de um modo que o outro não consegue explorar. Sete passos mostram "
        "onde olhar.",
    ),
    "guide-spot": ("The score comes first", "Primeiro, o placar"),
    "guide-spot-more": (
        "Choose both sides' points, who deals, and the card turned up. Hands are played to win the match, so the score "
        "changes everything.",
        "Escolha os tentos dos dois lados, quem dá as cartas e a vira. Joga-se a mão para ganhar a partida, e por isso "
        "o placar muda tudo.",
    ),
    "guide-line": ("One line says it all", "Uma linha diz tudo"),
    "guide-line-more": (
        "The HAND line names what is on the screen: type it, paste it, send it. It is checked as you type, and tells "
        "what may come next.",
        "A linha HAND dá nome ao que está na tela: digite, cole, mande para alguém. Ela é conferida enquanto você "
        "digita e diz o que pode vir a seguir.",
    ),
    "guide-rail": ("Every decision is a plate", "Cada decisão é uma placa"),
    "guide-rail-more": (
        "Click one to go back there. Below each is how often play gets that far.",
        "Clique numa para voltar até lá. Embaixo está com que frequência se chega tão longe.",
    ),
    "guide-choices": ("Play a card", "Jogue uma carta"),
    "guide-choices-more": (
        "These are all the legal actions, with how often the seat takes them. Click one to play it; click it again to "
        "take it back.",
        "Estas são todas as ações permitidas, e com que frequência se escolhe cada uma. Clique para jogar; clique de "
        "novo para voltar atrás.",
    ),
    "guide-chart": ("Every hand at once", "Todas as mãos de uma vez"),
    "guide-chart-more": (
        "One cell per exact hand. Change the view above it; hover for the numbers; click to look at one hand closely.",
        "Uma casa por mão exata. Troque a visão acima; passe o mouse para ver os números; clique para ver uma mão de "
        "perto.",
    ),
    "guide-hand": ("One hand closely", "Uma mão de perto"),
    "guide-hand-more": (
        "What it plays, what each action wins, and what a mistake costs. Pin it to follow it down the line.",
        "O que ela joga, quanto ganha cada ação e quanto custa um erro. Fixe-a para segui-la pela linha.",
    ),
}
"""English and Brazilian Portuguese by key."""
