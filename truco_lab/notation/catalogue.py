"""Every sentence of the notation in English and Brazilian Portuguese: errors, notes, explanations.

The documentation page is generated from these tables, with their examples run through the real parser.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """One sentence with blanks in braces, without a final stop.

    Attributes:
        en, pt: English, Brazilian Portuguese.
        example: a line that brings it about, or None for a piece of other sentences.
        base: the line of the spot that omitted sections keep in the example.
    """

    en: str
    pt: str
    example: str | None = None
    base: str | None = None


SYNTAX_ERRORS = {
    "head-unreadable": Entry(
        "`{found}` is no score, turn-up or draft",
        "`{found}` não é placar, vira nem mão anotada",
        "10x10 w4 : 3",
    ),
    "missing-colon": Entry(
        "`{found}` reads like an action, but the history only begins after a colon",
        "`{found}` parece uma jogada, mas o histórico só começa depois de dois-pontos",
        "10x10 v4 3 j",
    ),
    "score-unfinished": Entry(
        "`{found}` is not a whole score: that is two numbers with an x between them, mão first",
        "`{found}` não é um placar completo: são dois números com um x no meio, o do mão primeiro",
        "10x v4",
    ),
    "score-range": Entry(
        "`{found}` cannot be anybody's points: each side has from 0 to 11",
        "ninguém pode estar com `{found}`: cada lado tem de 0 a 11 pontos",
        "12x3",
    ),
    "vira-unfinished": Entry(
        "the `v` needs the rank of the turn-up right after it",
        "depois do `v` falta dizer qual é a vira",
        "10x10 v",
    ),
    "vira-rank": Entry(
        "`{found}` names no turn-up: no rank is written like that",
        "`{found}` não indica vira nenhuma: não existe carta escrita assim",
        "10x10 v8",
    ),
    "duplicate-section": Entry(
        "{section} is written twice, and `{found}` is the second one",
        "{section} aparece duas vezes, e `{found}` é a segunda",
        "10x10 v4 v5",
    ),
    "draft-unopened": Entry(
        "`{role}` needs its three slots in square brackets",
        "`{role}` precisa das três cartas entre colchetes",
        "10x10 pe",
    ),
    "pin-apart": Entry(
        "the `!` must touch the seat's name: write `{role}!`",
        "o `!` tem que vir colado no nome: escreva `{role}!`",
        "pe ![3 2 ?]",
    ),
    "slot-unreadable": Entry(
        "`{found}` is no card: a slot is a card or a question mark",
        "`{found}` não é carta: cada lugar tem uma carta ou um ponto de interrogação",
        "pe[3 x ?]",
    ),
    "slot-count": Entry(
        "a draft has exactly three slots (? where the card is unknown), and this one has {slots}",
        "uma mão anotada tem exatamente três lugares (? para a carta desconhecida), e esta tem {slots}",
        "pe[3 2]",
    ),
    "stray-comma": Entry(
        "a comma may only stand between two slots",
        "a vírgula só pode ficar entre duas cartas",
        "pe[3,,2 ?]",
    ),
    "draft-unclosed": Entry(
        "the draft is not closed: its three slots end with a square bracket",
        "a mão anotada não foi fechada: depois das três cartas vem o colchete",
        "pe[3 2 ? : 3",
    ),
    "action-unreadable": Entry(
        "`{found}` is no action: actions are separated by spaces",
        "`{found}` não é uma jogada: as jogadas são separadas por espaços",
        ": 3j",
    ),
    "too-long": Entry(
        "the line goes on longer than any hand can: reading stopped here",
        "a linha é mais longa do que qualquer mão: a leitura parou aqui",
        "pe[" + "?" * 200 + " ?]",
    ),
}
"""Lines that cannot be read (`SpotSyntaxError`)."""

ILLEGAL_ERRORS = {
    "bare-manilha": Entry(
        "under v{turn_up} the card `{card}` is the manilha and must name its suit: {four}",
        "com v{turn_up} a carta `{card}` é manilha e precisa do naipe: {four}",
        "v4 : 5",
    ),
    "suit-on-plain": Entry(
        "under v{turn_up} the card `{rank}` is plain and takes no suit: only the manilhas do ({four})",
        "com v{turn_up} a carta `{rank}` é comum e não leva naipe: só as manilhas levam ({four})",
        "v4 pe[5d 3c ?]",
    ),
    "draft-order": Entry(
        "slots read strongest first, and `{card}` in slot {slot} is stronger than the `{before}` before it",
        "as cartas vão da mais forte para a mais fraca, e `{card}`, no lugar {slot}, supera `{before}`, que vem antes",
        "v4 pe[3 5d ?]",
    ),
    "draft-copies": Entry(
        "up to slot {slot} this draft needs {wanted} copies of `{card}`, and beside the turn-up {turn_up} "
        "the deck has {copies}",
        "até o lugar {slot} esta mão precisa de {wanted} cartas `{card}`, e fora a vira {turn_up} "
        "o baralho tem {copies}",
        "v4 pe[5d 5d ?]",
    ),
    "draft-copies-other": Entry(
        "copies of `{card}`: up to slot {slot} this draft needs {wanted}, the one of {other} {elsewhere}, "
        "and beside the turn-up {turn_up} the deck has {copies}",
        "cartas `{card}`: até o lugar {slot} esta mão precisa de {wanted}, a do {other} de {elsewhere}, "
        "e fora a vira {turn_up} o baralho tem {copies}",
        "v4 mao[5d ? ?] pe[5d ? ?]",
    ),
    "draft-gap": Entry(
        "with `{card}` in slot {slot} no real cards can fill the unknown slots: the strongest card comes first",
        "com `{card}` no lugar {slot} nenhuma carta serve nos lugares desconhecidos: a mais forte vem primeiro",
        "v4 pe[? 5c ?]",
    ),
    "draft-together": Entry(
        "this draft and the one of {seat} cannot both be dealt: no real cards fill their unknown slots at once",
        "esta mão e a do {seat} não podem sair juntas: não há cartas para completar as duas ao mesmo tempo",
        "v4 mao[5c ? ?] pe[? 5h ?]",
    ),
    "not-in-draft": Entry(
        "{seat} cannot play `{card}`: the draft [{draft}] has no place for it",
        "o {seat} não pode jogar `{card}`: essa carta não cabe na mão anotada [{draft}]",
        "pe[5d 3 2] : 3 j",
    ),
    "drafted-elsewhere": Entry(
        "{seat} cannot play `{card}`: the draft of {other} needs that card",
        "o {seat} não pode jogar `{card}`: a mão anotada do {other} precisa dessa carta",
        "pe[5d 3 ?] : 5d",
    ),
    "no-copies": Entry(
        "{seat} cannot have `{card}`: all copies in the deck ({copies} beside the turn-up) have been played",
        "o {seat} não pode ter `{card}`: todas as cópias do baralho ({copies}, fora a vira) já foram jogadas",
        ": 5d 5d",
    ),
    "hidden-in-round-1": Entry(
        "no card is played face down in round 1",
        "ninguém joga carta encoberta na primeira rodada",
        ": 3*",
    ),
    "answer-first": Entry(
        "{seat} has to answer the raise to {to} before anybody plays a card",
        "o {seat} tem que responder ao pedido de {to} antes de qualquer carta",
        "10x10 : r 3",
    ),
    "nothing-pending": Entry(
        "{seat} has no raise to fold to",
        "o {seat} não tem pedido nenhum para correr",
        "10x10 : 3 f",
    ),
    "no-raise-at-11": Entry(
        "nobody may raise when a player has 11",
        "ninguém pode pedir truco quando um jogador tem 11",
        "11x11 : r",
    ),
    "wrong-rung": Entry(
        "raises go up one rung at a time: {due} is due here, not {to}",
        "os pedidos sobem um degrau por vez: aqui é {due}, e não {to}",
        "0x0 : r6",
    ),
    "top-rung": Entry(
        "nobody raises past 12",
        "ninguém pede mais que 12",
        "0x0 : r r6 r9 r12 r12",
    ),
    "not-your-raise": Entry(
        "{seat} made the last raise that was accepted, so only {other} may raise next",
        "o {seat} fez o último pedido aceito, então agora só o {other} pode aumentar",
        "0x0 : r a r6",
    ),
    "hand-decided": Entry(
        "the hand is over: {seat} has won it, and nothing comes after that",
        "a mão acabou: o {seat} já ganhou, e depois disso não vem mais nada",
        ": 3 j 3 j 3",
    ),
    "hand-folded": Entry(
        "the hand is over: {seat} has folded, and nothing comes after that",
        "a mão acabou: o {seat} correu, e depois disso não vem mais nada",
        "0x0 : r f 3",
    ),
    "mark-misplaced": Entry(
        "the mark / stands only right after the second card of a round",
        "a marca / só vem logo depois da segunda carta da rodada",
        ": 3 / j",
    ),
}
"""Lines that can be read and are not legal (`IllegalSpotError`)."""

UNSOLVED_ERRORS = {
    "not-solved": Entry(
        "`{line}` is a legal spot, but it has not been solved",
        "`{line}` é uma situação possível, mas ainda não foi resolvida",
    ),
}
"""Legal spots that nobody has solved (`UnsolvedSpotError`); raised by whoever looks them up."""

NOTES = {
    "accept-supplied": Entry(
        "{seat} accepted the hand of eleven: the line begins with a card, so that was supplied",
        "o {seat} aceitou a mão de onze: a linha começa com uma carta, então isso foi acrescentado",
        "11x8 : 3 j",
    ),
    "accept-added": Entry(
        "at {score} the hand of eleven comes first: its accept was added",
        "em {score} vem antes a mão de onze: o aceite foi acrescentado",
        "11x8",
        "10x8 : 3 j",
    ),
    "answer-removed": Entry(
        "at {score} there is no hand of eleven: its answer was removed",
        "em {score} não há mão de onze: a resposta foi retirada",
        "10x8",
        "11x8 : a 3 j",
    ),
    "history-cut": Entry(
        "the history ends before {action}: {reason}",
        "o histórico termina antes de {action}: {reason}",
        "11x11",
        "10x10 : 3 j r a",
    ),
    "draft-dropped": Entry(
        "the draft [{draft}] of {seat} was dropped: it does not fit the rest",
        "a mão anotada [{draft}] do {seat} foi descartada: não combina com o resto",
        ": 3 j",
        "pe[5d 3 2]",
    ),
    "manilhas-renamed": Entry(
        "manilhas keep their suit: {old} became {new}",
        "as manilhas mantêm o naipe: {old} virou {new}",
        "v5",
        "v4 pe[5d 3 ?]",
    ),
    "nothing-to-pin": Entry(
        "the draft of {seat} has no known card, so there is nothing to pin",
        "a mão do {seat} não tem carta conhecida, então não há o que fixar",
        "pe![? ? ?]",
    ),
    "ignored": Entry(
        "`{found}` was ignored: {reason}",
        "`{found}` foi ignorado: {reason}",
        "10x10 hello : 3",
    ),
}
"""What was supplied, dropped or ignored while a line was read or a spot changed."""

PIECES = {
    "here-legal": Entry("{what}; legal here: {legal}.", "{what}; aqui valem: {legal}."),
    "here-only": Entry("{what}; only {legal} is legal here.", "{what}; aqui só vale {legal}."),
    "section-score": Entry("the score", "o placar"),
    "section-vira": Entry("the turn-up", "a vira"),
    "section-mao": Entry("the draft of mão", "a mão do mão"),
    "section-pe": Entry("the draft of pé", "a mão do pé"),
    "rank-now-manilha": Entry(
        "under v{turn_up} the {card} is the manilha, and no suit was said",
        "com v{turn_up} o {card} é manilha, e o naipe não foi dito",
    ),
    "turn-changes": Entry(
        "it would no longer be the same step of the same player in the same round",
        "não seria mais o mesmo passo do mesmo jogador na mesma rodada",
    ),
}
"""Parts of other sentences."""
