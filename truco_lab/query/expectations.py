"""What hands can expect at a spot where the solution is read, or at the root of what is left of a hand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..rules import Accept, Fold, Hand, HandState, Seat
from ..solve.book import State
from .arrival import Arrival, Reaches
from .hands import Dealing, holders, left_hiding, without
from .outcome import Kept, Recording, evaluating
from .passes import BEST, POINTS, Passes
from .reading import Last, Mix, Place, holdings_of, locate, outcome_of, shown
from .resolve import Game
from .small import SmallGame
from .threads import single_threaded
from .worth import values_at, weights_of


def read_values(passes: Passes, dealing: Dealing, arrival: Arrival) -> Callable[[str], Mix]:
    """Values of the actions at a state that the solution is read at."""
    state, tree, actor = arrival.state, passes.solved.tree, arrival.actor
    weights = weights_of(dealing, state, actor, arrival.reaches(actor)[1])
    if state.eleven_pending:

        def eleven(what: str) -> Mix:
            fold, accept = passes.first(actor, what)["eleven"][:, :, 0, 0, 0] / weights
            return {Accept(): accept, Fold(): fold}

        return eleven
    place = locate(tree, state)
    if isinstance(place, Last):
        return small_values(passes, dealing, arrival)
    wrong = hid_the_higher(dealing, arrival)

    def expect(what: str) -> Mix:
        found = values_at(kept_at(passes, arrival, place, what), tree, place, state, holdings_of(tree, state, actor))
        if wrong.any():
            found = _replaced(found, wrong, {} if what == POINTS else of_higher(passes, arrival, place))
        return {action: value / weights for action, value in found.items()}

    return expect


def kept_at(passes: Passes, arrival: Arrival, place: Place, what: str) -> Kept:
    """The values of the actor's decisions on the pass that covers a place."""
    state, actor, tree = arrival.state, arrival.actor, passes.solved.tree
    if place.turn < 2:
        return passes.first(actor, what, state.table[0].card if state.table else None)
    begin = arrival
    while begin.before is not None and len(begin.before.state.table) >= 2:
        begin = begin.before
    second = locate(tree, begin.state)
    assert isinstance(second, Place)
    return passes.later(outcome_of(tree, state), second.incoming, begin.played[actor.other].seen, actor, what)


def of_higher(passes: Passes, arrival: Arrival, place: Place) -> Mix:
    """Counterfactual values of the actions of a seat that hid the higher of two cards in round 2, by best play from
    there on, [H]."""
    state, actor, tree = arrival.state, arrival.actor, passes.solved.tree
    begin = arrival
    while begin.before is not None and len(begin.before.state.table) >= 3:
        begin = begin.before
    third = locate(tree, begin.state)
    assert isinstance(third, Place)
    here = left_hiding(passes.solved.deck, shown(state, actor), *hidden_by(state, actor))
    kept = passes.after_hiding(outcome_of(tree, state), third.incoming, begin.played[actor.other].seen, actor)
    return values_at(kept, tree, place, state, here)


def small_values(passes: Passes, dealing: Dealing, arrival: Arrival) -> Callable[[str], Mix]:
    """The same, node by node."""
    game = SmallGame(dealing, arrival.state, seen_reaches(arrival.played), passes.solved.payoffs)
    return played_out(game, game.policy(passes.solved.policy))


def played_out(game: Game, states: list[State]) -> Callable[[str], Mix]:
    """Values of the actions at the root of a game by a pass over it."""
    actor = game.state.to_act
    assert actor is not None

    def expect(what: str) -> Mix:
        with single_threaded():
            _, books = game.walk(actor, states, evaluating(what == BEST), Recording, what == POINTS)
        return game.values(books, hidden_by(game.state, actor))

    return expect


def root_values(game: Game, states: list[State], seat: Seat, what: str, hidden: Hand = ()) -> np.ndarray:
    """What each hand of a seat expects at the root of a game, [H]; it has put these cards face down."""
    with single_threaded():
        value, _ = game.walk(seat, states, evaluating(what == BEST), points=what == POINTS)
    return game.root(seat, value, hidden)


def hid_the_higher(dealing: Dealing, arrival: Arrival) -> np.ndarray:
    """Hands of the actor that hid the higher of two cards, bool[H]: the tree has no values for them, so they get those
    of a best response."""
    hidden = hidden_by(arrival.state, arrival.actor)
    if not hidden:
        return np.zeros(len(dealing.hands), bool)
    rest = [without(hand, shown(arrival.state, arrival.actor)) for hand in dealing.hands]
    return np.array([cards is not None and hidden[0] in cards and hidden[0] > min(cards) for cards in rest])


def _replaced(values: Mix, wrong: np.ndarray, theirs: Mix) -> Mix:
    nothing = np.full(len(wrong), np.nan)
    every = dict.fromkeys([*values, *theirs])
    return {a: np.where(wrong, theirs.get(a, nothing), values.get(a, nothing)) for a in every}


def hidden_by(state: HandState, seat: Seat) -> Hand:
    """The cards that a seat put face down, in order."""
    return tuple(put.card for put in state.table if put.seat is seat and put.hidden)


def expectation(mix: Mix, values: Mix) -> np.ndarray:
    """Probability times value, over the actions; nan where an action that is played has none, and where none is."""
    total = np.zeros(len(next(iter(mix.values()))))
    for action, chance in mix.items():
        total = total + np.where(chance > 0, chance * values.get(action, np.nan), 0)
    return np.where(sum(mix.values()) > 0, total, np.nan)


def highest(values: Mix) -> np.ndarray:
    """The largest value of any action, [H]; nan where none has one."""
    stacked = np.array(list(values.values()))
    some = ~np.isnan(stacked).all(0)
    return np.where(some, np.where(np.isnan(stacked), -np.inf, stacked).max(0), np.nan)


def faced(dealing: Dealing, arrival: Arrival) -> np.ndarray:
    """With what share of the hands that the cards allow against each of the actor's the other seat gets here, [H]."""
    _, other = arrival.reaches(arrival.actor)
    could = dealing.joint @ holders(dealing.deck, shown(arrival.state, arrival.actor.other))
    return np.where(could > 0, dealing.joint @ other / np.maximum(could, 1e-300), 0)


def seen_reaches(reaches: Reaches) -> tuple[np.ndarray, np.ndarray]:
    mao, pe = (reach.seen for reach in reaches)
    return mao, pe
