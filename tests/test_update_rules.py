"""The update rules on games with known values, against formulas written out again."""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import permutations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tests.oracles.sequence_form import SequenceForm, solve
from tests.oracles.small_games import (
    KUHN_VALUE,
    LEDUC_VALUE,
    Driver,
    kuhn,
    leduc,
    package_match,
    package_update,
)
from truco_lab.solve.regret import (
    CFR,
    CFR_PLUS,
    DCFR,
    DCFR_PLUS,
    Discounts,
    UpdateRule,
    advantages,
    regret_matching,
    updated_regrets,
)

LCFR = UpdateRule(1, 1, 1)
RULES = {"CFR": CFR, "CFR+": CFR_PLUS, "LCFR": LCFR, "DCFR": DCFR, "DCFR+": DCFR_PLUS}


@pytest.fixture(scope="module")
def games() -> dict[str, SequenceForm]:
    return {"kuhn": kuhn(), "leduc": leduc()}


@pytest.mark.parametrize(("name", "value"), [("kuhn", KUHN_VALUE), ("leduc", LEDUC_VALUE)])
def test_linear_program_has_the_known_value(games, name, value):
    solution = solve(games[name])
    assert solution.value == pytest.approx(value, abs=1e-9)
    assert sum(games[name].best_responses(solution.plans)) == pytest.approx(0, abs=1e-12)


def test_swapping_the_players_negates_the_value(games):
    game = games["leduc"]
    swapped = SequenceForm((game.players[1], game.players[0]), (-game.payoff.T).tocsr())
    assert solve(swapped).value == pytest.approx(-LEDUC_VALUE, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "rule", "value_tolerance", "gap"),
    [
        ("kuhn", "CFR", 1e-3, 5e-3),
        ("kuhn", "CFR+", 2e-5, 5e-4),
        ("kuhn", "LCFR", 2e-5, 5e-4),
        ("kuhn", "DCFR", 2e-5, 1e-3),
        ("kuhn", "DCFR+", 2e-5, 1e-3),
        ("leduc", "CFR+", 2e-4, 2e-3),
        ("leduc", "LCFR", 2e-3, 2e-2),
        ("leduc", "DCFR", 5e-5, 2e-3),
        ("leduc", "DCFR+", 5e-5, 2e-3),
    ],
)
def test_rules_reach_the_known_value(games, name, rule, value_tolerance, gap):
    driver = Driver(games[name], RULES[rule]).run(400)
    assert driver.value() == pytest.approx({"kuhn": KUHN_VALUE, "leduc": LEDUC_VALUE}[name], abs=value_tolerance)
    assert 0 <= driver.exploitability() < gap


@pytest.mark.parametrize("rule", RULES)
def test_a_best_response_never_earns_less_than_the_value(games, rule):
    for game in games.values():
        driver = Driver(game, RULES[rule])
        for _ in range(6):
            plans = driver.average_plans()
            value = game.value(plans)
            first, second = game.best_responses(plans)
            assert first >= value - 1e-12
            assert second >= -value - 1e-12
            assert driver.exploitability() >= 0
            driver.run(3)


def test_known_exploitability_of_uniform_play(games):
    # OpenSpiel 2.0.2, exploitability.nash_conv / 2 of UniformRandomPolicy on kuhn_poker and leduc_poker.
    assert Driver(games["kuhn"], CFR).exploitability() == pytest.approx(11 / 24, abs=1e-6)
    assert Driver(games["leduc"], CFR).exploitability() == pytest.approx(2.373611111, abs=1e-6)


# -- bit for bit ----------------------------------------------------------------------------------------------------


def plus_update(regrets: np.ndarray, instantaneous: np.ndarray, _: Discounts) -> np.ndarray:
    """CFR+ as its paper has it (Tammelin 2014): add, then cut at zero."""
    return np.maximum(regrets + instantaneous, np.zeros((), regrets.dtype))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_discounts_without_limit_are_cfr_plus_bit_for_bit(games, name, dtype):
    with jax.enable_x64(dtype is np.float64):
        ours = Driver(games[name], UpdateRule(math.inf, -math.inf, 1), dtype)
        paper = Driver(games[name], CFR_PLUS, dtype, update=plus_update)
        for _ in range(60):
            ours.run(1)
            paper.run(1)
            for i in range(2):
                assert ours.regrets[i].dtype == dtype
                np.testing.assert_array_equal(np.maximum(ours.regrets[i], 0), paper.regrets[i])
                np.testing.assert_array_equal(ours.sums[i], paper.sums[i])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("rule", RULES)
def test_jit_and_no_jit_agree(games, rule, dtype):
    """To a few units in the last place: a fused multiply-add, or a reciprocal for a division, may round otherwise."""
    with jax.enable_x64(dtype is np.float64):
        jitted = Driver(games["leduc"], RULES[rule], dtype).run(2)
        with jax.disable_jit():
            plain = Driver(games["leduc"], RULES[rule], dtype, package_match, package_update).run(2)
    few = 30 * np.finfo(dtype).eps
    for i in range(2):
        np.testing.assert_allclose(jitted.regrets[i], plain.regrets[i], rtol=few, atol=few)
        np.testing.assert_allclose(jitted.sums[i], plain.sums[i], rtol=few, atol=few)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_regret_matching_is_the_quotient(games, name):
    driver = Driver(games[name], DCFR).run(20)
    for i, layout in enumerate(driver.layouts):
        positive = np.maximum(driver.regrets[i].astype(float), 0) * layout.legal
        total = positive.sum(0)
        expected = np.where(total > 0, positive / np.where(total > 0, total, 1), layout.legal / layout.legal.sum(0))
        np.testing.assert_allclose(driver.strategy(i), expected, rtol=1e-6, atol=1e-7)
        np.testing.assert_allclose(driver.strategy(i).sum(0), 1, rtol=1e-6)


# -- three iterations by the formulas -------------------------------------------------------------------------------


class KuhnByHand:
    """Kuhn poker by recursion over its 30 leaves, with the family's formulas spelt out (Brown & Sandholm 2019)."""

    def __init__(self, alpha: float, beta: float, gamma: float):
        self.exponents = alpha, beta, gamma
        self.regret: defaultdict[tuple[int, str], list[float]] = defaultdict(lambda: [0.0, 0.0])
        self.sum: defaultdict[tuple[int, str], list[float]] = defaultdict(lambda: [0.0, 0.0])

    def strategy(self, key: tuple[int, str]) -> list[float]:
        positive = [max(r, 0.0) for r in self.regret[key]]
        return [p / sum(positive) for p in positive] if sum(positive) > 0 else [0.5, 0.5]

    def iterate(self, t: int) -> None:
        alpha, beta, gamma = self.exponents
        for seat in (0, 1):
            frozen = {(c, line): self.strategy((c, line)) for c in range(3) for line in ("", "p", "b", "pb")}
            new: defaultdict[tuple[int, str], list[float]] = defaultdict(lambda: [0.0, 0.0])
            reach: dict[tuple[int, str], float] = {}
            for cards in permutations(range(3), 2):
                self._walk(seat, cards, "", 1.0, 1 / 6, frozen, new, reach)
            for key, r in new.items():
                for a in (0, 1):
                    old = self.regret[key][a]
                    exponent = alpha if old > 0 else beta
                    kept = (t - 1) ** exponent / ((t - 1) ** exponent + 1) if t > 1 else 0.0
                    self.regret[key][a] = kept * old + r[a]
                    self.sum[key][a] = ((t - 1) / t) ** gamma * self.sum[key][a] + reach[key] * frozen[key][a]

    def _walk(self, seat, cards, line, own, others, frozen, new, reach) -> float:
        """Value to `seat`; `others` is chance times the other's reach."""
        if line in ("pp", "bb", "pbb"):
            stake = 1 if line == "pp" else 2
            return stake if cards[seat] > cards[1 - seat] else -stake
        if line in ("bp", "pbp"):
            bettor = len(line) % 2
            return 1 if seat == bettor else -1
        actor = len(line) % 2
        key = (cards[actor], line)
        chances = frozen[key]
        if actor != seat:
            return sum(
                p * self._walk(seat, cards, line + a, own, others * p, frozen, new, reach)
                for a, p in zip("pb", chances, strict=True)
            )
        values = [
            self._walk(seat, cards, line + a, own * p, others, frozen, new, reach)
            for a, p in zip("pb", chances, strict=True)
        ]
        mean = sum(p * v for p, v in zip(chances, values, strict=True))
        reach[key] = own
        for a in (0, 1):
            new[key][a] += others * (values[a] - mean)
        return mean


@pytest.mark.parametrize("rule", ["LCFR", "DCFR"])
def test_first_three_iterates_are_those_of_the_formulas(games, rule):
    chosen = RULES[rule]
    hand = KuhnByHand(chosen.alpha, chosen.beta, chosen.gamma)
    with jax.enable_x64(True):
        driver = Driver(games["kuhn"], chosen, np.float64)
        for t in (1, 2, 3):
            hand.iterate(t)
            driver.run(1)
            for i, player in enumerate(games["kuhn"].players):
                for key, number in player.keys.items():
                    np.testing.assert_allclose(driver.regrets[i][:, number], hand.regret[key], atol=1e-14)
                    np.testing.assert_allclose(driver.sums[i][:, number], hand.sum[key], atol=1e-14)
    moved = max(abs(r) for pair in hand.regret.values() for r in pair)
    assert moved > 0.1


def test_kuhn_first_iteration_worked_on_paper(games):
    """The first player with the highest card, everybody uniform.

    A bet wins 1 (fold) or 2 (call): 3/2. A pass wins 1 (passed too), or after a bet -1 (fold) or 2 (call): 3/4.
    Together 9/8, so the regrets are -3/8 and 3/8, weighed by the chance 1/3 of the card.
    """
    driver = Driver(games["kuhn"], CFR).run(1)
    number = games["kuhn"].players[0].keys[2, ""]
    np.testing.assert_allclose(driver.regrets[0][:, number], [-1 / 8, 1 / 8], rtol=1e-6)


# -- the pieces -----------------------------------------------------------------------------------------------------


def test_discount_then_add():
    regrets = jnp.array([2.0, -2.0, 0.0])
    fresh = jnp.array([10.0, 20.0, 30.0])
    np.testing.assert_array_equal(updated_regrets(regrets, fresh, Discounts(0.5, 0.25, 1.0)), [11.0, 19.5, 30.0])


@pytest.mark.parametrize(
    ("rule", "t", "expected"),
    [
        (CFR, 5, (1, 1, 1)),
        (CFR_PLUS, 1, (1, 0, 0)),
        (CFR_PLUS, 4, (1, 0, 3 / 4)),
        (LCFR, 1, (0, 0, 0)),
        (LCFR, 5, (4 / 5, 4 / 5, 4 / 5)),
        (DCFR, 1, (0, 1 / 2, 0)),
        (DCFR, 5, (8 / 9, 1 / 2, 16 / 25)),
        (DCFR_PLUS, 5, (8 / 9, 0, 256 / 625)),
    ],
)
def test_discounts_of_iteration_t_use_t_minus_one(rule, t, expected):
    assert tuple(rule.discounts(t)) == pytest.approx(expected)


def test_rows_without_positive_regret_are_uniform_over_legal_actions():
    regrets = jnp.array([[0.0, -1.0, 3.0, -2.0], [0.0, -5.0, 1.0, 0.0], [0.0, 9.0, 0.0, 7.0]])
    legal = np.array([[1, 1, 1, 0], [1, 1, 1, 0], [1, 0, 1, 0]], bool)
    expected = [[1 / 3, 1 / 2, 3 / 4, 0], [1 / 3, 1 / 2, 1 / 4, 0], [1 / 3, 0, 0, 0]]
    np.testing.assert_allclose(regret_matching(regrets, legal), expected, rtol=1e-6)
    np.testing.assert_allclose(regret_matching(jnp.zeros((2, 3))), np.full((2, 3), 0.5))


def test_rows_without_mass_give_no_nan():
    weights = jnp.array([[0.0, 3.0], [0.0, 1.0]])
    with jax.debug_nans(True):
        np.testing.assert_allclose(regret_matching(weights), [[0.5, 0.75], [0.5, 0.25]], rtol=1e-6)
        np.testing.assert_array_equal(jax.jit(regret_matching)(jnp.zeros((2, 5))), np.full((2, 5), 0.5))


def test_a_pure_strategy_keeps_its_regret():
    """Regression: the regret of the action played wore down by rounding (1e-7 of its value an iteration in float32),
    reached zero, and the strategy jumped to uniform for an iteration."""
    regrets = jnp.array([3e-6, 0.0, 0.0], jnp.float32)
    values = jnp.array([-0.7123457, -0.9, -0.8], jnp.float32)

    @jax.jit
    def iterate(regrets):
        return updated_regrets(regrets, advantages(regret_matching(regrets), values), Discounts(1.0, 0.0, 1.0))

    for _ in range(500):
        regrets = iterate(regrets)
    assert float(regrets[0]) == np.float32(3e-6)
    np.testing.assert_allclose(regret_matching(regrets), [1, 0, 0])


def test_advantages_are_values_above_the_expectation():
    rng = np.random.default_rng(5)
    strategy = rng.dirichlet(np.ones(3), 7).T
    values = rng.normal(size=(3, 7))
    with jax.enable_x64(True):
        found = np.asarray(advantages(jnp.asarray(strategy), jnp.asarray(values)))
    np.testing.assert_allclose(found, values - (strategy * values).sum(0), atol=1e-14)
    np.testing.assert_allclose((strategy * found).sum(0), 0, atol=1e-14)


def test_a_player_that_is_never_reached_keeps_a_strategy(games):
    """With no regret at all and sums of zero the averages are uniform, the values finite."""
    driver = Driver(games["leduc"], DCFR)
    assert math.isfinite(driver.value())
    for plan in driver.average_plans():
        assert np.isfinite(plan).all()
