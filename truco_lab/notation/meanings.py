"""What each token means, in words: the catalogue's entries for `explain`."""

from __future__ import annotations

from .catalogue import Entry

MEANINGS = {
    "means-number-mao": Entry("mão has {points} points", "o mão tem {points} pontos"),
    "means-number-pe": Entry("pé has {points} points", "o pé tem {points} pontos"),
    "means-times": Entry("stands between mão's points and pé's", "separa os pontos do mão e os do pé"),
    "means-vira": Entry("the turn-up follows", "a seguir, a vira"),
    "means-rank": Entry(
        "the turn-up is the {rank}, so the manilha rank is the {manilha}",
        "a vira é {rank}, então a manilha é {manilha}",
    ),
    "means-role": Entry("the hand drafted for {seat}", "a mão anotada do {seat}"),
    "means-pin": Entry("this hand is pinned", "esta mão está fixada"),
    "means-open": Entry("three slots follow, strongest card first", "a seguir, três cartas, a mais forte primeiro"),
    "means-close": Entry("the draft ends here", "a mão anotada termina aqui"),
    "means-comma": Entry("separates two slots", "separa duas cartas"),
    "means-slot": Entry("slot {slot} of {seat}: {card}", "carta {slot} do {seat}: {card}"),
    "means-unknown": Entry("slot {slot} of {seat} is unknown", "a carta {slot} do {seat} é desconhecida"),
    "means-colon": Entry("the history follows", "a seguir, o histórico"),
    "means-play": Entry("round {round}: {seat} plays {card}", "rodada {round}: o {seat} joga {card}"),
    "means-hide": Entry(
        "round {round}: {seat} plays {card} face down", "rodada {round}: o {seat} joga uma carta encoberta ({card})"
    ),
    "means-raise": Entry(
        "{seat} asks for {rung}: the hand would be worth {to}", "o {seat} pede {rung}: a mão passaria a valer {to}"
    ),
    "means-accept": Entry("{seat} accepts: the hand is worth {stake}", "o {seat} aceita: a mão vale {stake}"),
    "means-accept-11": Entry(
        "{seat} plays the hand of eleven, worth {stake}", "o {seat} aceita a mão de onze, que vale {stake}"
    ),
    "means-fold": Entry("{seat} folds: {other} scores {points}", "o {seat} corre: o {other} marca {points}"),
    "means-mark-won": Entry("round {round} is over: {seat} won it", "fim da rodada {round}: o {seat} fez"),
    "means-mark-tied": Entry("round {round} is over: it was tied", "fim da rodada {round}: empatou"),
    "means-unreached": Entry(
        "cannot be told: something before it is not legal", "não dá para dizer: há algo errado antes"
    ),
    "card-manilha": Entry("the {rank} of {suit}, a manilha ({name})", "{rank} de {suit}, manilha ({name})"),
    "card-plain": Entry("the {rank}", "{rank}"),
    "rank-4": Entry("4", "quatro"),
    "rank-5": Entry("5", "cinco"),
    "rank-6": Entry("6", "seis"),
    "rank-7": Entry("7", "sete"),
    "rank-q": Entry("queen", "dama"),
    "rank-j": Entry("jack", "valete"),
    "rank-k": Entry("king", "rei"),
    "rank-a": Entry("ace", "ás"),
    "rank-2": Entry("2", "dois"),
    "rank-3": Entry("3", "três"),
    "suit-d": Entry("diamonds", "ouros"),
    "suit-s": Entry("spades", "espadas"),
    "suit-h": Entry("hearts", "copas"),
    "suit-c": Entry("clubs", "paus"),
    "name-d": Entry("the weakest", "pica-fumo"),
    "name-s": Entry("third", "espadilha"),
    "name-h": Entry("second", "copeta"),
    "name-c": Entry("the strongest", "zap"),
    "rung-3": Entry("truco", "truco"),
    "rung-6": Entry("six", "seis"),
    "rung-9": Entry("nine", "nove"),
    "rung-12": Entry("twelve", "doze"),
}
"""Meanings of tokens, and the names of cards and rungs that they are put together from."""
