"""The full game at 11 x 11: the published value, fixed policies, symmetries, reading the strategy."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from truco_lab.rules import TURN_UPS, Action, HandState, Play, Score, Seat, dominated, real_deck, start
from truco_lab.solve.embedding import embedded
from truco_lab.solve.engine import Engine
from truco_lab.solve.policy import Policy
from truco_lab.solve.solver import Config, Solution, solve
from truco_lab.values import ValueTable, load

from .common import BANDS, solved

SCORE = Score(11, 11)
PAYS = ValueTable().payoffs(SCORE)


@pytest.fixture(scope="module")
def turn_up_4() -> Solution:
    """As a user gets it."""
    patch = pytest.MonkeyPatch()
    from truco_lab.solve import compiling

    patch.setattr(
        compiling,
        "CPU_OPTIONS",
        {key: value for key, value in compiling.CPU_OPTIONS.items() if key != "xla_backend_optimization_level"},
    )
    solution = solve(SCORE, [0], PAYS, Config(target=1e-5))
    patch.undo()
    return solution


def test_published_value(turn_up_4):
    found = turn_up_4.evaluation
    assert found.exploitability[0] <= 1e-5
    assert found.value[0] == pytest.approx(-0.1080, abs=2e-4)
    assert found.best_response_mao[0] >= found.value[0] - 1e-6
    assert found.best_response_pe[0] >= -found.value[0] - 1e-6


def test_uniform_play_at_full_size(turn_up_4):
    engine = turn_up_4.engine
    found, _, _ = engine.evaluate(engine.start())
    assert found.best_response_mao[0] > found.value[0] + 0.05
    assert found.best_response_pe[0] > -found.value[0] + 0.05
    assert engine.earned(Seat.PE, engine.start())[0] == pytest.approx(-found.value, abs=1e-6)


def test_no_dominated_action_gains_anything_at_full_size(turn_up_4):
    """The solution in the unpruned tree: the same certificate, with every legal action open to the best responses."""
    whole = Engine(turn_up_4.tree.unpruned, turn_up_4.decks, turn_up_4.engine.payoffs)
    state = whole.state_of([embedded(turn_up_4.policy())])
    for seat, best in zip(Seat, turn_up_4.evaluation[1:], strict=True):
        assert whole.earned(seat, state, greedy=True)[0] == pytest.approx(best, abs=1e-6)


def test_turn_ups_2_and_3_are_one_game():
    two, three = (next(t for t in TURN_UPS if t.rank == rank) for rank in "23")
    assert two.turn_up_class == three.turn_up_class == 8
    assert two.deck == three.deck == real_deck(8)
    assert two.plain_ranks != three.plain_ranks


def playout(draw, deck, score: Score) -> list[tuple[HandState, Action]]:
    """Decisions of one random hand of the pruned game."""
    cards = [c for c, copies in enumerate(deck.counts) for _ in range(copies)]
    dealt = draw(st.permutations(cards))[:6]
    state, met = start(deck, score, tuple(dealt[:3]), tuple(dealt[3:])), []
    while not state.finished:
        action = draw(st.sampled_from([a for a in state.legal if dominated(state, a) is None]))
        met.append((state, action))
        state = state.apply(action)
    return met


def check(policy, met) -> None:
    for state, action in met:
        chances = policy(state)
        possible = {a for a in state.legal if dominated(state, a) is None}
        assert sum(chances.values()) == pytest.approx(1, abs=1e-6)
        assert min(chances.values()) >= -1e-12
        assert {a for a, p in chances.items() if p > 0} <= possible, action


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_probabilities_sum_to_one_on_any_line(turn_up_4, data):
    check(turn_up_4.policy(), playout(data.draw, real_deck(0), SCORE))


@pytest.mark.parametrize(("deck", "score"), BANDS, ids=str)
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_probabilities_sum_to_one_with_betting(deck, score, data):
    check(solved(deck, score).policy(), playout(data.draw, deck, score))


@pytest.mark.parametrize(("turns", "hand"), [((), (1, 1, 0)), ((8, 1), (8, 0, 0)), ((8, 1), (8, 1, 0))])
def test_probabilities_sum_to_one_without_any_mass(turn_up_4, turns, hand):
    """Regression: equal cards took a share each where a strategy had no mass yet."""
    engine = turn_up_4.engine
    policy = Policy.of(engine, engine.start(), 0)
    state = start(real_deck(0), SCORE, hand, None)
    for card in turns:
        state = state.apply(Play(card))
    shares = policy(state)
    assert sum(shares.values()) == pytest.approx(1)
    assert len(set(shares.values())) == 1
    assert set(shares) == {a for a in state.legal if dominated(state, a) is None}


PUBLISHED = {
    (11, 11): 44.685,
    (11, 10): 63.367,
    (10, 11): 36.609,
    (9, 11): 27.976,
    (11, 9): 68.749,
    (8, 11): 20.491,
    (11, 8): 79.284,
}
"""Turn-up averaged win % of mão, from the match-value table that baixada-cards/truco-web prints."""


@pytest.mark.parametrize("points", PUBLISHED)
def test_shipped_values_are_the_published_ones(points, tmp_path, monkeypatch):
    monkeypatch.setenv("TRUCO_LAB_DATA", str(tmp_path))
    table, score = load(), Score(*points)
    assert 50 + 50 * table.value(score) == pytest.approx(PUBLISHED[points], abs=0.05)
    assert table.exploitability(score) <= 1e-5


def test_shipped_values_are_complete_and_monotone(tmp_path, monkeypatch):
    """The whole row of 11 and all of 9 and 10, certified; more points of one's own are never worth less."""
    monkeypatch.setenv("TRUCO_LAB_DATA", str(tmp_path))
    table = load()
    row = [Score(11, n) for n in range(12)] + [Score(n, 11) for n in range(11)]
    assert all(map(table.solved, row))
    assert max(map(table.exploitability, row)) <= 1e-5
    nines_and_tens = [Score(mao, pe) for mao in (9, 10) for pe in (9, 10)]
    assert all(map(table.solved, nines_and_tens))
    assert max(map(table.exploitability, nines_and_tens)) <= 2.5e-4
    as_pe = [table.value(Score(11, n)) for n in range(12)]
    as_mao = [table.value(Score(n, 11)) for n in range(12)]
    assert as_pe == sorted(as_pe, reverse=True)
    assert as_mao == sorted(as_mao)
