"""The tree with every legal action, and policies of the pruned tree in it. Engines run in NumPy: nothing to compile."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.oracles.enumeration import slow_best_response, slow_value
from tests.oracles.payoffs import smooth_payoff
from tests.oracles.sequence_form import solve as solve_lp
from tests.oracles.test_tiny_truco import NEEDS_HIDING, whole_tree
from truco_lab.rules import Accept, Deck, HandState, Play, Raise, Score, Seat, dominated, real_deck, start
from truco_lab.solve.embedding import embedded
from truco_lab.solve.engine import Engine
from truco_lab.solve.policy import OffTreeError, Policy
from truco_lab.solve.regret import DCFR_4
from truco_lab.solve.state import Solving
from truco_lab.tree.tree import tree_of

from .common import ONE_MANILHA, THREE_RANKS, TWO_RANKS, payoffs, policy_of, slow
from .test_values import random_state

ELEVENS = [(ONE_MANILHA, Score(*score)) for score in ((11, 11), (10, 11), (11, 4))]


@cache
def engine_of(deck: Deck, score: Score, pruned: bool) -> Engine:
    return Engine(tree_of(deck, score, pruned), [deck], payoffs(score)[:, :, None])


def iterated(engine: Engine, iterations: int) -> Solving:
    state = engine.start()
    for t in range(1, iterations + 1):
        state = engine.iterate(state, DCFR_4, t)
    return state


# -- against the oracles ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "score"),
    [*ELEVENS, (THREE_RANKS, Score(11, 11)), (TWO_RANKS, Score(9, 6))],
    ids=str,
)
def test_random_policies_are_evaluated_as_by_enumeration(deck, score):
    """Every legal line counts, and every legal action is open to a best response."""
    engine, pay = engine_of(deck, score, pruned=False), smooth_payoff(score)
    state = random_state(engine, 1)
    policy = policy_of(engine, state)
    found, _, massless = engine.evaluate(state)
    assert massless <= 0
    assert slow_value(deck, score, pay, policy, policy) == pytest.approx(found.value[0], abs=2e-6)
    for seat, best in ((Seat.MAO, found.best_response_mao[0]), (Seat.PE, found.best_response_pe[0])):
        assert slow_best_response(deck, score, pay, policy, seat) == pytest.approx(best, abs=2e-6)


BANDS = [
    *((deck, score, pruned) for deck, score in ELEVENS for pruned in (True, False)),
    (TWO_RANKS, Score(9, 10), True),
    (TWO_RANKS, Score(0, 0), True),
    (TWO_RANKS, Score(9, 6), False),
]


@pytest.mark.parametrize(("deck", "score", "pruned"), BANDS, ids=str)
def test_value_of_the_linear_program_of_the_whole_game(deck, score, pruned):
    """Every band; the programme has every legal action, the arrays have or have not."""
    engine, exact = engine_of(deck, score, pruned), value_of(deck, score)
    found, _, _ = engine.evaluate(iterated(engine, 30))
    assert -found.best_response_pe[0] - 1e-6 <= exact <= found.best_response_mao[0] + 1e-6
    assert found.exploitability[0] < 0.05


@cache
def value_of(deck: Deck, score: Score) -> float:
    """By linear programming, nothing pruned."""
    return solve_lp(whole_tree(deck, score).with_payoff(smooth_payoff(score))).value


# -- reading ----------------------------------------------------------------------------------------------------------


def line(draw, deck: Deck, score: Score) -> list[HandState]:
    """The decisions of one random hand with any legal actions; raises and answers often, folds seldom."""
    cards = [c for c, copies in enumerate(deck.counts) for _ in range(copies)]
    dealt = draw(st.permutations(cards))[:6]
    state, met = start(deck, score, tuple(dealt[:3]), tuple(dealt[3:])), []
    while not state.finished:
        met.append(state)
        bold = [a for a in state.legal if isinstance(a, Raise | Accept)]
        plays = [a for a in state.legal if isinstance(a, Play)]
        state = state.apply(draw(st.sampled_from([*bold, *plays])))
    return met


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(
    data=st.data(),
    where=st.sampled_from(
        [*ELEVENS, (TWO_RANKS, Score(9, 6)), (NEEDS_HIDING, Score(0, 0)), (real_deck(0), Score(11, 11))]
    ),
)
def test_every_legal_action_of_every_legal_state_has_a_probability(data, where):
    policy = read(*where)
    for state in line(data.draw, *where):
        chances = policy(state)
        assert set(chances) == set(state.legal)
        assert min(chances.values()) >= -1e-12
        assert sum(chances.values()) == pytest.approx(1, abs=1e-6)


@cache
def read(deck: Deck, score: Score) -> Policy:
    engine = engine_of(deck, score, pruned=False)
    return Policy.of(engine, random_state(engine, 2), 0)


@pytest.mark.parametrize(
    "actions",
    [
        [Raise(3), Raise(6)],  # dead: 9 points and the 3 agreed
        [Play(1), Play(1), Play(0, hidden=True)],  # after a tied round 1
        [Play(1), Play(0), Play(0), Play(1), Play(0, hidden=True)],  # in round 3
    ],
    ids=["dead raise", "hidden lead", "hidden in round 3"],
)
def test_the_pruned_tree_does_not_answer_what_only_dominated_actions_reach(actions):
    state = start(TWO_RANKS, Score(6, 9), (1, 1, 0), (1, 0, 0))
    for action in actions:
        state = state.apply(action)
    engine = engine_of(TWO_RANKS, Score(6, 9), pruned=True)
    with pytest.raises(OffTreeError):
        Policy.of(engine, engine.start(), 0)(state)


# -- embedding --------------------------------------------------------------------------------------------------------

EMBEDDED = [
    *ELEVENS,
    (TWO_RANKS, Score(9, 6)),
    (NEEDS_HIDING, Score(9, 9)),
    (TWO_RANKS, Score(0, 9)),
]


@pytest.mark.parametrize("seed", [1, None], ids=["random", "solved"])
@pytest.mark.parametrize(("deck", "score"), EMBEDDED, ids=str)
def test_no_dominated_action_gains_anything(deck, score, seed):
    """Against any policy whose answers to dominated actions are sensible, and so against a solution."""
    few, whole = engine_of(deck, score, pruned=True), engine_of(deck, score, pruned=False)
    state = iterated(few, 20) if seed is None else random_state(few, seed)
    expected, state, massless = few.evaluate(state)
    assert massless == 0
    found, _, massless = whole.evaluate(whole.state_of([embedded(Policy.of(few, state, 0))]))
    assert massless == 0
    np.testing.assert_allclose(np.array(found), np.array(expected), atol=1e-6)


def test_without_an_answer_dominated_actions_do_gain():
    """An opponent who answers them half and half gives away a raise that it had to accept, or a won hand."""
    for deck, score in ((ONE_MANILHA, Score(11, 11)), (TWO_RANKS, Score(9, 6))):
        few, whole = engine_of(deck, score, pruned=True), engine_of(deck, score, pruned=False)
        expected, state, _ = few.evaluate(iterated(few, 20))
        policy = embedded(Policy.of(few, state, 0), sensible=False)
        found, _, _ = whole.evaluate(whole.state_of([policy]))
        np.testing.assert_allclose(found.value, expected.value, atol=1e-6)
        assert found.best_response_mao[0] > expected.best_response_mao[0] + 0.05


@pytest.mark.parametrize(("deck", "score"), [(ONE_MANILHA, Score(11, 4)), (TWO_RANKS, Score(9, 6))], ids=str)
def test_embedded_policies_against_enumeration(deck, score):
    """Read state by state, not by arrays."""
    few, pay = engine_of(deck, score, pruned=True), smooth_payoff(score)
    expected, state, _ = few.evaluate(random_state(few, 4))
    policy = slow(embedded(Policy.of(few, state, 0)))
    assert slow_value(deck, score, pay, policy, policy) == pytest.approx(expected.value[0], abs=2e-6)
    for seat, best in ((Seat.MAO, expected.best_response_mao[0]), (Seat.PE, expected.best_response_pe[0])):
        assert slow_best_response(deck, score, pay, policy, seat) == pytest.approx(best, abs=2e-6)


@settings(max_examples=30, suppress_health_check=list(HealthCheck))
@given(data=st.data(), where=st.sampled_from(EMBEDDED))
def test_embedded_policies_say_what_the_pruned_ones_say(data, where):
    """In the pruned tree: the same probabilities, and none for dominated actions."""
    few, (deck, score) = engine_of(*where, pruned=True), where
    policy = Policy.of(few, random_state(few, 3), 0)
    whole = embedded(policy)
    cards = [c for c, copies in enumerate(deck.counts) for _ in range(copies)]
    dealt = data.draw(st.permutations(cards))[:6]
    state = start(deck, score, tuple(dealt[:3]), tuple(dealt[3:]))
    while not state.finished:
        live = [action for action in state.legal if dominated(state, action) is None]
        chances, all_chances = policy(state), whole(state)
        assert set(all_chances) == set(state.legal)
        assert {a: p for a, p in all_chances.items() if p > 0} == pytest.approx(
            {a: p for a, p in chances.items() if p > 0}
        )
        state = state.apply(data.draw(st.sampled_from(live)))
