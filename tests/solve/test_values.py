"""Values, best responses and exploitability against slow oracles that know only the rules engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import numpy as np
import pytest

from tests.oracles.enumeration import slow_best_response, slow_value
from tests.oracles.payoffs import smooth_payoff
from tests.oracles.tiny_truco import solve_truco
from tests.oracles.walk import Deal, deals, pruner, seen_by
from truco_lab.rules import Deck, Score, Seat
from truco_lab.solve.book import State
from truco_lab.solve.engine import Engine
from truco_lab.solve.regret import DCFR_PLUS
from truco_lab.solve.state import Solving
from truco_lab.tree.tree import Block

from .common import BANDS, ONE_MANILHA, TWO_RANKS, fresh, payoffs, policy_of, slow, solved

every_band = pytest.mark.parametrize(("deck", "score"), BANDS, ids=str)


@every_band
def test_value_is_that_of_the_linear_program(deck, score):
    solution, pay = solved(deck, score), smooth_payoff(score)
    found = solution.evaluation
    assert solution.stopped == "target"
    assert found.exploitability[0] <= BANDS[deck, score]
    exact = solve_truco(deck, score, pay, pruned=True).value
    rounding = 1e-6
    assert -found.best_response_pe[0] - rounding <= exact <= found.best_response_mao[0] + rounding
    assert found.value[0] == pytest.approx(exact, abs=2 * found.exploitability[0] + rounding)
    if deck is TWO_RANKS or 11 in (score.mao, score.pe):
        assert solve_truco(deck, score, pay, pruned=False).value == pytest.approx(exact, abs=1e-9)


@every_band
def test_evaluation_is_that_of_enumeration(deck, score):
    """The array passes against recursion over information states, for the very policy that `Policy` reads out."""
    solution, pay = solved(deck, score), smooth_payoff(score)
    policy, found = slow(solution.policy()), solution.evaluation
    assert slow_value(deck, score, pay, policy, policy, pruned=True) == pytest.approx(found.value[0], abs=1e-5)
    for seat, best in ((Seat.MAO, found.best_response_mao[0]), (Seat.PE, found.best_response_pe[0])):
        assert slow_best_response(deck, score, pay, policy, seat, pruned=True) == pytest.approx(best, abs=1e-5)


# -- fixed policies ---------------------------------------------------------------------------------------------------


def with_averages(engine: Engine, draw: Callable[[Block, tuple[int, ...]], np.ndarray]) -> Solving:
    """A state with drawn averages; what a holding lacks has no weight."""

    def drawn(part: State, blocks: Mapping[str, Block]) -> State:
        averages = {}
        for name, array in part.averages.items():
            weights = draw(blocks[name], array.shape)
            legal = blocks[name].legal
            if legal is not None:
                weights = np.where(legal[:, :, None, None, None], weights, 0)
            weights[0] += weights.sum(0) == 0  # the first action always exists
            averages[name] = weights.astype(engine.dtype)
        return State({name: np.zeros_like(array) for name, array in averages.items()}, averages)

    state, groups = engine.shapes, engine.tree.groups
    chunks = [drawn(part, groups[chunk.group].blocks) for part, chunk in zip(state.chunks, engine.chunks, strict=True)]
    return engine.placed(Solving(drawn(state.round_one, engine.tree.round_one.blocks), tuple(chunks)))


def uniform_state(engine: Engine) -> Solving:
    return with_averages(engine, lambda block, shape: np.ones(shape))


def random_state(engine: Engine, seed: int) -> Solving:
    """A random policy with many zeros."""
    rng = np.random.default_rng(seed)
    return with_averages(engine, lambda block, shape: rng.random(shape) * (rng.random(shape) < 0.6))


@pytest.mark.parametrize(
    ("deck", "score"),
    [
        (ONE_MANILHA, Score(11, 11)),
        (ONE_MANILHA, Score(10, 11)),
        (TWO_RANKS, Score(10, 10)),
        (TWO_RANKS, Score(0, 9)),
        (ONE_MANILHA, Score(9, 6)),
    ],
    ids=str,
)
def test_uniform_play_is_evaluated_as_by_enumeration(deck, score):
    """Nothing learnt: uniform in each step (fold or stay, then accept or raise; raise or play, then a card)."""
    engine, pay = fresh(deck, score), smooth_payoff(score)
    policy = policy_of(engine, uniform_state(engine))
    found, _, massless = engine.evaluate(engine.start())
    assert massless > 0
    assert slow_value(deck, score, pay, policy, policy, pruned=True) == pytest.approx(found.value[0], abs=2e-6)
    for seat, best in ((Seat.MAO, found.best_response_mao[0]), (Seat.PE, found.best_response_pe[0])):
        assert slow_best_response(deck, score, pay, policy, seat, pruned=True) == pytest.approx(best, abs=2e-6)
    assert found.exploitability[0] > 0.01


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("deck", "score"), [(ONE_MANILHA, Score(11, 10)), (TWO_RANKS, Score(0, 9)), (ONE_MANILHA, Score(9, 6))], ids=str
)
def test_random_policies_are_evaluated_as_by_enumeration(deck, score, seed):
    """Far from equilibrium every node counts."""
    engine, pay = fresh(deck, score), smooth_payoff(score)
    policy = policy_of(engine, random_state(engine, seed))
    found, _, massless = engine.evaluate(random_state(engine, seed))
    assert massless <= 0
    assert slow_value(deck, score, pay, policy, policy, pruned=True) == pytest.approx(found.value[0], abs=2e-6)
    for seat, best in ((Seat.MAO, found.best_response_mao[0]), (Seat.PE, found.best_response_pe[0])):
        assert slow_best_response(deck, score, pay, policy, seat, pruned=True) == pytest.approx(best, abs=2e-6)


# -- inequalities -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("deck", "score"), [(TWO_RANKS, Score(10, 10)), (ONE_MANILHA, Score(9, 6))], ids=str)
def test_best_responses_are_best_at_any_iteration(deck, score):
    engine = fresh(deck, score)
    state = engine.start()
    for t in range(1, 31):
        state = engine.iterate(state, DCFR_PLUS, t)
        if t in (1, 2, 3, 10, 30):
            found, state, massless = engine.evaluate(state)
            assert massless == 0
            assert found.best_response_mao[0] >= found.value[0] - 1e-6
            assert found.best_response_pe[0] >= -found.value[0] - 1e-6
            assert found.exploitability[0] >= -1e-6


@pytest.mark.parametrize(("deck", "score"), [(ONE_MANILHA, Score(11, 10)), (ONE_MANILHA, Score(9, 6))], ids=str)
def test_zero_sum(deck, score):
    """Each seat's pass gives the same value with the other sign: uniform play, and a random policy."""
    engine = fresh(deck, score)
    for make in (engine.start, lambda: random_state(engine, 5)):
        mao, pe = (engine.earned(seat, make())[0][0] for seat in Seat)
        assert abs(mao) > 1e-3
        assert mao == pytest.approx(-pe, abs=1e-6)


@cache
def clairvoyant(deck: Deck, score: Score) -> float:
    """What mão would get against uniform play if it saw the deal."""
    engine, pay = fresh(deck, score), smooth_payoff(score)
    policy = policy_of(engine, uniform_state(engine))

    def best(spot) -> float:
        state = spot.state
        if state.finished:
            return pay(state.winner, state.points)
        if state.to_act is Seat.MAO:
            return max(best(after) for _, after in spot.moves)
        chances = policy(seen_by(state, Seat.PE), ())
        return sum(chances[action] * best(after) for action, after in spot.moves if chances.get(action))

    return sum(chance * best(Deal(deck, score, m, p, pruner(True)).root) for m, p, chance in deals(deck))


def test_a_best_response_does_not_see_the_deal():
    score = Score(9, 6)
    engine = fresh(ONE_MANILHA, score)
    found, _, _ = engine.evaluate(engine.start())
    assert clairvoyant(ONE_MANILHA, score) > found.best_response_mao[0] + 0.01


def test_exploitability_is_that_of_another_house():
    pytest.importorskip("pyspiel", reason="OpenSpiel is a development extra")
    from open_spiel.python.algorithms import exploitability

    from tests.oracles.openspiel_truco import SpielPolicy, spiel_game

    score = Score(10, 10)
    game = spiel_game(TWO_RANKS, score, smooth_payoff(score), pruned=True)
    engine = fresh(TWO_RANKS, score)
    uniform = policy_of(engine, uniform_state(engine))
    found, _, _ = engine.evaluate(engine.start())
    solution = solved(TWO_RANKS, score)
    for policy, ours in ((uniform, found), (slow(solution.policy()), solution.evaluation)):
        theirs = exploitability.nash_conv(game, SpielPolicy(game, policy, policy)) / 2
        assert theirs == pytest.approx(ours.exploitability[0], abs=5e-6)


def test_role_swap_turns_the_payoffs():
    """What mão gets at a score is minus what the same seat's result is worth to pé: payoffs in nobody's wrong frame."""
    for score in (Score(9, 6), Score(11, 10), Score(0, 9)):
        mirrored = -payoffs(score.swapped)[::-1]
        np.testing.assert_allclose(payoffs(score), mirrored, atol=1e-12)
