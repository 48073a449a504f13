"""What errors say: every sentence that anybody but the command line raises, and the pieces that go into them.

Blanks are in braces and the same in both languages.
"""

from __future__ import annotations

ERRORS: dict[str, tuple[str, str]] = {
    # -- files
    "file-unreadable": (
        "cannot read {path}: {reason}; make it readable, or choose another place",
        "não dá para ler {path}: {reason}; libere a leitura ou escolha outro lugar",
    ),
    "file-unwritable": (
        "cannot write {path}: {reason}; choose another folder or free some space",
        "não dá para gravar {path}: {reason}; escolha outra pasta ou libere espaço",
    ),
    "folder-unwritable": (
        "cannot save to {folder}: {reason}; choose another folder with {option} or free some space",
        "não dá para salvar em {folder}: {reason}; escolha outra pasta com {option} ou libere espaço",
    ),
    "folder-foreign": (
        "{folder} holds {file}, which is no part of a {kind}; choose another folder with {option}",
        "em {folder} há {file}, que não faz parte disto: {kind}; escolha outra pasta com {option}",
    ),
    "folder-other-kind": (
        "{folder} holds a {found}, not a {kind}; choose another folder with {option}",
        "{folder} guarda outra coisa ({found}, e não {kind}); escolha outra pasta com {option}",
    ),
    "folder-format": (
        "{folder} is in format {found}, this version reads format {known}: use the version that wrote it, or another "
        "folder",
        "{folder} está no formato {found}, e esta versão lê o formato {known}: use a versão que gravou, ou outra pasta",
    ),
    "file-damaged": ("{file} is damaged ({how}); {remedy}", "{file} está danificado ({how}); {remedy}"),
    "file-missing": ("{file} is missing; {remedy}", "falta {file}; {remedy}"),
    "damage-missing": ("it is missing", "ele falta"),
    "damage-empty": ("it is empty", "está vazio"),
    "damage-unreadable": ("it cannot be read", "não dá para ler"),
    "damage-checksum": ("its checksum differs", "a soma de verificação não confere"),
    "damage-length": ("its length or header differs", "o tamanho ou o cabeçalho não confere"),
    "remedy-delete": ("delete {folder}", "apague {folder}"),
    "remedy-afresh": ("delete {folder} to start afresh", "apague {folder} para recomeçar"),
    "remedy-prune": (
        "'truco-lab store prune' deletes it, then solve it again",
        "'truco-lab store prune' o apaga; depois resolva de novo",
    ),
    "stored strategy": ("stored strategy", "estratégia guardada"),
    "saved solve": ("saved solve", "resolução salva"),
    "set of values below round 1": ("set of values below round 1", "valores abaixo da primeira rodada"),
    # -- what the operating system says
    "Permission denied": ("Permission denied", "permissão negada"),
    "No space left on device": ("No space left on device", "não há mais espaço no disco"),
    "Read-only file system": ("Read-only file system", "o disco só permite leitura"),
    "Disk quota exceeded": ("Disk quota exceeded", "a cota de disco acabou"),
    "Not a directory": ("Not a directory", "não é uma pasta"),
    "Is a directory": ("Is a directory", "é uma pasta"),
    "File exists": ("File exists", "o arquivo já existe"),
    "File name too long": ("File name too long", "o nome do arquivo é longo demais"),
    "Input/output error": ("Input/output error", "erro de leitura ou gravação"),
    "Too many levels of symbolic links": (
        "Too many levels of symbolic links",
        "as ligações simbólicas andam em círculo",
    ),
    "Too many open files": ("Too many open files", "há arquivos demais abertos"),
    # -- the store and saved solves
    "store-unwritable": (
        "cannot write to the store {folder}: {reason}; choose another folder with {option}",
        "não dá para gravar em {folder}, onde ficam as soluções: {reason}; escolha outra pasta com {option}",
    ),
    "store-misnamed": (
        "{folder} holds {right}, not what its name says; rename it, or delete it if {right} is there as well",
        "{folder} guarda {right}, e não o que diz o nome; renomeie ou, se {right} também existe, apague",
    ),
    "store-other-tree": (
        "{folder} is for another tree (truco_lab {wrote} wrote it, this is {version}); solve it again, which replaces "
        "it",
        "{folder} é de outra árvore (gravado pelo truco_lab {wrote}, este é o {version}); resolva de novo, que isso o "
        "substitui",
    ),
    "saved-other-solve": (
        "{folder} holds another solve (it differs in {differing}); choose another folder with --out",
        "{folder} guarda outra resolução (difere em {differing}); escolha outra pasta com --out",
    ),
    # -- match values
    "values-unreadable": (
        "{path} cannot be read; delete it, and solve its value again",
        "não dá para ler {path}; apague e resolva de novo o valor",
    ),
    "values-damaged": (
        "line {line} of the values in {name} is missing or damaged; delete the file, and solve those values again with "
        "'truco-lab grid'",
        "a linha {line} dos valores em {name} falta ou está danificada; apague o arquivo e resolva esses valores de "
        "novo com 'truco-lab grid'",
    ),
    "values-format": (
        "the values in {name} are of another version, with other columns than this one reads: use the version that "
        "wrote them, or move the file away and solve those values again with 'truco-lab grid'",
        "os valores em {name} são de outra versão, com outras colunas que as lidas por esta: use a versão que gravou, "
        "ou mude o arquivo de lugar e resolva esses valores de novo com 'truco-lab grid'",
    ),
    "the installed package": ("the installed package", "o pacote instalado"),
    "values-unsolved": (
        "the match value of {score} is not solved yet; 'truco-lab grid --scores {score}' solves it",
        "o valor de partida de {score} ainda não foi resolvido; 'truco-lab grid --scores {score}' resolve",
    ),
    "values-inconsistent": (
        "at {score} winning more points would be worth less to {winner}: {values}; solve the scores that follow to a "
        "lower exploitability",
        "em {score}, ganhar mais tentos valeria menos para o {winner}: {values}; resolva os placares seguintes até uma "
        "explorabilidade menor",
    ),
    "values-missing": (
        "{score} needs match values that are not solved yet: {subgames} subgames at {scores} scores, about {time} on "
        "this kind of machine. Solve them with 'truco-lab grid --scores {score}' ('truco-lab solve --stand-in' does "
        "without, for benchmarks)",
        "{score} depende de valores de partida ainda não resolvidos: {subgames} subjogos em {scores} placares, cerca "
        "de {time} numa máquina como esta. Resolva com 'truco-lab grid --scores {score}'",
    ),
    "hours": ("{count} hours", "{count} horas"),
    "minutes": ("{count} minutes", "{count} minutos"),
    "seconds": ("{count} seconds", "{count} segundos"),
    # -- solving
    "memory-short": (
        "this solve needs about {needs} GiB of memory and {free} GiB are free; close other programs or {remedy}",
        "esta resolução precisa de cerca de {needs} GiB de memória e há {free} GiB livres; feche outros programas ou "
        "{remedy}",
    ),
    "remedy-workers": ("use fewer workers", "use menos processos"),
    "remedy-raises": (
        "choose a score with fewer live raises",
        "escolha um placar com menos aumentos possíveis",
    ),
    "worker-memory": ("out of memory; use fewer workers", "acabou a memória; use menos processos"),
    "job-lost": (
        "{score} (turn-up classes {classes}) lost its worker {tries} times: is there enough memory? Use fewer "
        "workers; what was finished is kept",
        "{score} (classes de vira {classes}) perdeu o processo {tries} vezes: há memória suficiente? Use menos "
        "processos; o que terminou fica guardado",
    ),
    "job-failed": (
        "{score} (turn-up classes {classes}) failed: {reason}",
        "{score} (classes de vira {classes}) falhou: {reason}",
    ),
    "solve-cancelled": ("cancelled; it goes on from here", "cancelado; continua daqui"),
    "compiling-cancelled": (
        "cancelled while the programs were compiled; nothing has been solved yet",
        "cancelado durante a compilação dos programas; nada foi resolvido ainda",
    ),
    "cluster-silent": (
        "no dask scheduler answers at {address}; start one with 'dask scheduler'",
        "nenhum agendador do dask responde em {address}; inicie um com 'dask scheduler'",
    ),
    "cluster-gone": (
        "the dask scheduler at {address} is gone; what was finished is kept, and the same command goes on where it was",
        "o agendador do dask em {address} sumiu; o que terminou fica guardado, e o mesmo comando continua dali",
    ),
    "off-tree-raise": ("a raise that the tree leaves out was made", "houve um aumento que a árvore deixa de fora"),
    "off-tree-face-down": (
        "a face-down card that the tree leaves out was played",
        "jogou-se uma carta encoberta que a árvore deixa de fora",
    ),
    "subgame-slow": (
        '{name} is not solved, and solving it takes about {time}: truco-lab solve "{name}" does it',
        '{name} não está resolvido, e isso leva cerca de {time}: truco-lab solve "{name}" resolve',
    ),
    # -- which scores and turn-ups
    "scores-unreadable": (
        "{part} names no scores; write them as 10x10, 11x* or 9-10x9-10",
        "{part} não indica placares; escreva 10x10, 11x* ou 9-10x9-10",
    ),
    "turn-up-unreadable": ("{part} is not a turn-up, such as v4 or vq", "{part} não é uma vira, como v4 ou vq"),
    "range-unreadable": (
        "{text} in {part} is not a number, a range such as 9-11, or *",
        "{text} em {part} não é um número, um intervalo como 9-11, nem *",
    ),
    "range-outside": (
        "{text} in {part} must go upwards and lie between 0 and {most}",
        "{text} em {part} deve ser crescente e ficar entre 0 e {most}",
    ),
    # -- reading a solution
    "no-decision": (
        "the hand is over at '{line}', so nobody decides anything there; take back its last action",
        "a mão acabou em '{line}', e ali ninguém decide nada; volte a última ação",
    ),
    "no-deal": (
        "no deal leads to '{line}': {seat} hid a card of which the deck has no more than the table shows; take back "
        "its last action",
        "nenhuma distribuição leva a '{line}': o {seat} encobriu uma carta da qual o baralho só tem as que estão à "
        "vista na mesa; volte a última ação",
    ),
    "other-subgame": (
        "'{line}' belongs to {score} with turn-up class {turn_up_class}, which this solution does not cover",
        "'{line}' é de {score} com a classe de vira {turn_up_class}, que esta solução não cobre",
    ),
    "baseline-unknown": (
        "a cost is against 'best', 'most played' or an action as it is written, not '{against}'",
        "o custo é em relação a 'best', 'most played' ou uma ação como se escreve, e não '{against}'",
    ),
    "baseline-worthless": (
        "'{against}' has no value at '{line}' to count costs against: it is dominated, or left out with cards "
        "face down",
        "'{against}' não tem valor em '{line}' que sirva de base para o custo: é dominada, ou ficou de fora com as "
        "cartas encobertas",
    ),
    "chart-unknown": (
        "no chart is called '{view}'; there are {views}",
        "nenhum quadro se chama '{view}'; existem {views}",
    ),
    "cost-unknown": (
        "a chart of costs is of {actions}, not '{action}'",
        "o quadro de custos é de {actions}, e não '{action}'",
    ),
    "nothing-beside": (
        "comparing takes the same decision elsewhere: other=study.at(line)",
        "para comparar é preciso a mesma decisão em outro lugar: other=study.at(line)",
    ),
    "other-decision": (
        "'{other}' is not the decision of '{line}' at another score or turn-up, so there is nothing to compare",
        "'{other}' não é a decisão de '{line}' em outro placar ou outra vira, então não há o que comparar",
    ),
    "choice-unknown": ("{name} is one of {known}, not {given}", "{name} é um destes: {known}, e não {given}"),
    "habit-unknown": (
        "no habit is called '{habit}'; there are {habits}",
        "nenhum hábito se chama '{habit}'; existem {habits}",
    ),
    "locks-two-seats": (
        "locks are decisions of one seat: some of these are the other's, or of a hand that is over",
        "só se travam decisões de um lado: algumas destas são do outro, ou de uma mão que acabou",
    ),
    "lock-last-card": (
        "'{line}' cannot be locked: at the last card the tree knows winners and losers only",
        "'{line}' não pode ser travada: na última carta a árvore só conhece quem ganha e quem perde",
    ),
    "locks-none": (
        "there is no lock in the list; give one at least",
        "não há nada travado na lista; indique pelo menos uma decisão",
    ),
    "lock-no-chances": (
        "the locked probabilities at '{line}' must be 0 or more and sum to one for every hand",
        "as probabilidades travadas em '{line}' não podem ser negativas e devem somar um em cada mão",
    ),
    "lock-other-hands": (
        "what is locked at '{line}' is to be one number, or one for each of the {count} hands",
        "o que se trava em '{line}' deve ser um número só, ou um para cada uma das {count} mãos",
    ),
    "lock-off-tree": (
        "'{line}' cannot be locked: only a dominated action leads there",
        "'{line}' não pode ser travada: só uma ação dominada leva até lá",
    ),
    "lock-dominated": (
        "an action locked at '{line}' is dominated: the tree leaves it out, for one hand at least",
        "uma ação travada em '{line}' é dominada: a árvore a deixa de fora, pelo menos para uma mão",
    ),
    # -- the lab
    "action-illegal": (
        "'{action}' is not legal at '{line}'; legal are {legal}",
        "'{action}' não é permitido em '{line}'; valem {legal}",
    ),
    "none": ("none", "nenhuma"),
    "nothing-to-pin": (
        "nothing is drafted for {seat}, so there is no hand to pin",
        "não há cartas anotadas para o {seat}, então não há mão para fixar",
    ),
    "command-unknown": ("the lab does not know the command {command}", "o laboratório não conhece o comando {command}"),
    "lab-missing": (
        "{subgame} needs the match values of {missing} scores that are not solved yet: "
        "'truco-lab grid --scores {score}' solves them",
        "{subgame} depende dos valores de partida de {missing} placares ainda não resolvidos: "
        "'truco-lab grid --scores {score}' resolve",
    ),
    "lab-unsolved": (
        "{subgame} is not solved: `lab.solve()` does it in about {estimate} s",
        "{subgame} não está resolvido: `lab.solve()` resolve em cerca de {estimate} s",
    ),
}
"""English and Brazilian Portuguese by key; a piece that is a name has it for its key."""
