"""Counts of public lines by length, read off the tables of a tree: its paths, outcomes, leads, replies and masks.

A path is one betting history, so all lines on it that have put down the same number of cards are equally long. The
betting of a turn does not depend on the cards: lines are counted path by path, times the public cards that got there.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np

from truco_lab.tree.betting import Betting
from truco_lab.tree.replies import Result, result
from truco_lab.tree.tree import Group, Tree

Lengths = list[int]
"""How long lines are on each path."""


class Census:
    """Public lines of one tree: all, and those that end the hand, by length."""

    def __init__(self, tree: Tree):
        self.lines: Counter[int] = Counter()
        self.ended: Counter[int] = Counter()
        counts, first = np.array(tree.deck.counts), tree.round_one
        start = 0
        if first.decider is not None:
            start = 1
            self._add(1, 2, ended=1)
        lengths = self._betting(first.lead, [start], 1)
        cards = len({card for hand in tree.held.hands for card in hand})
        lengths = self._cards(lengths, cards)
        lengths = self._betting(first.reply, lengths, cards)
        lengths = self._cards(lengths, sum(len(group.outcomes) for group in tree.groups))
        for group in tree.groups:
            self._group(group, counts, lengths)

    def first(self, depth: int) -> list[tuple[int, int]]:
        """(lines, ended) for each length up to a depth."""
        return [(self.lines[length], self.ended[length]) for length in range(1, depth + 1)]

    def _add(self, length: int, lines: int, ended: int = 0) -> None:
        self.lines[length] += lines
        self.ended[length] += ended

    def _betting(self, turn: Betting, lengths: Lengths, cards: int) -> Lengths:
        """The lines of one turn's raises and answers, for so many public cards; lengths of the outgoing paths."""
        stage: Betting | None = turn
        while stage is not None:
            lengths = [lengths[k] for k in stage.order]
            out = list(lengths)
            for layer, count in enumerate(stage.layers, start=1):
                for length in lengths[:count]:
                    self._add(length + layer, cards)  # the raise
                    self._add(length + layer + 1, 2 * cards, ended=cards)  # accept, fold
                    out.append(length + layer + 1)
            lengths, stage = out, stage.again
        return lengths

    def _cards(self, lengths: Lengths, lines: int, ended: int = 0) -> Lengths:
        """A card on every path: in so many ways all in all, of which some end the hand."""
        for length in lengths:
            self._add(length + 1, lines, ended)
        return [length + 1 for length in lengths]

    def _group(self, group: Group, counts: np.ndarray, lengths: Lengths) -> None:
        """Rounds 2 and 3."""
        cards = public_cards(group, counts)
        lengths = self._cards(self._betting(group.lead, lengths, len(group.outcomes)), cards.leads)
        lengths = self._cards(self._betting(group.reply, lengths, cards.leads), cards.replies, cards.over)
        lengths = self._cards(self._betting(group.third, lengths, cards.replies - cards.over), cards.third)
        self._cards(self._betting(group.last, lengths, cards.third), cards.last, cards.last)


class PublicCards(NamedTuple):
    """How many ways there are to put down cards up to each turn of a group, and how many replies end the hand."""

    leads: int
    replies: int
    over: int
    third: int
    last: int


def public_cards(group: Group, counts: np.ndarray) -> PublicCards:
    """The public cards of a group's turns 2 to 5."""
    one = np.eye(len(counts), dtype=int)
    leads = replies = over = third = last = 0
    hides = not group.pruned
    for mao, pe in group.outcomes:
        left = counts - one[mao] - one[pe]
        for kind, table in group.replies.items():
            for lead in (lead for lead in table.leads if lead is None or left[lead] > 0):
                leads += 1
                beside = left if lead is None else left - one[lead]
                for answer in answers_to(group, kind, beside):
                    replies += 1
                    if result(lead, answer, group.winner is None) is not Result.GOES_ON:
                        over += 1
                        continue
                    rest = beside if answer is None else beside - one[answer]
                    shown = int((rest > 0).sum())
                    third += shown + hides
                    # a card shown may have been the last of its class, one face down leaves all
                    last += shown * (shown + hides) - int((rest == 1).sum()) + hides * (shown + 1)
    return PublicCards(leads, replies, over, third, last)


def answers_to(group: Group, kind: str, left: np.ndarray) -> list[int | None]:
    """The second player's public replies: classes of the pairs it can hold, and None for a card face down."""
    table, held = group.replies[kind], group.held
    pairs = (held.pair_counts <= left[:, None]).all(0)
    return [*np.unique(held.pair_cards[:, pairs]), *([None] if len(table.legal) > 2 else [])]
