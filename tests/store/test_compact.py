"""What the compact form costs, measured by best responses and checked by oracles."""

from __future__ import annotations

import numpy as np
import pytest

from tests.oracles.enumeration import slow_best_response, slow_value
from tests.oracles.payoffs import smooth_payoff
from tests.solve.common import ONE_MANILHA, TWO_RANKS, slow, solved
from truco_lab.errors import MemoryShortError
from truco_lab.rules import Score, Seat
from truco_lab.solve.engine import Engine
from truco_lab.solve.solver import Solution
from truco_lab.solve.state import Evaluation
from truco_lab.store import Entry, Form, Store
from truco_lab.store import compact as module
from truco_lab.store.compact import ACCEPTED_EXTRA, compact, engine_of, evaluate_rounded, with_certificate

from .common import contents, made_up, numbers, same

ELEVEN = Score(11, 11)


def entry_of(solution: Solution) -> Entry:
    return Entry.of(solution.solved(), rule=str(solution.rule), seconds=1.0)


def test_the_certificate_is_that_of_enumeration(tmp_path):
    """What meta.json says of rounded strategies, against recursion over the rules engine with what is read back."""
    deck, score = TWO_RANKS, Score(10, 10)
    store, solution, pay = Store(tmp_path), solved(deck, score), smooth_payoff(score)
    before = entry_of(solution)
    entry = with_certificate(before, evaluate_rounded(solution.engine, solution.state), 0)
    store.write(entry, solution.policy())
    found = store.open(score, deck)
    assert found is not None
    assert entry.form is Form.COMPACT
    assert entry.value != before.value, "rounding changes something"
    assert entry.extra_exploitability == pytest.approx(entry.exploitability - before.exploitability)
    assert entry.extra_exploitability <= ACCEPTED_EXTRA
    policy = slow(found.policy)
    assert slow_value(deck, score, pay, policy, policy, pruned=True) == pytest.approx(entry.value, abs=1e-5)
    for seat, best in ((Seat.MAO, entry.best_response_mao), (Seat.PE, entry.best_response_pe)):
        assert slow_best_response(deck, score, pay, policy, seat, pruned=True) == pytest.approx(best, abs=1e-5)


@pytest.fixture(scope="module")
def eleven() -> Solution:
    return solved(ONE_MANILHA, ELEVEN)


def test_a_stored_strategy_is_rewritten_with_its_certificate(eleven, tmp_path):
    """The full form first has the certificate that it was stored with."""
    store, entry = Store(tmp_path), entry_of(eleven)
    assert store.put(entry, eleven.policy())
    full = store.open(ELEVEN, ONE_MANILHA)
    assert full is not None
    assert same(full.policy, eleven.policy())
    evaluation, _, _ = Engine.evaluate(*engine_of(full))
    assert [float(n[0]) for n in evaluation] == [entry.value, entry.best_response_mao, entry.best_response_pe]
    found = compact(store, entry)
    assert store.entry(ELEVEN, ONE_MANILHA) == found
    assert found.form is Form.COMPACT
    assert found == with_certificate(entry, evaluate_rounded(eleven.engine, eleven.state), 0)


def test_measuring_leaves_a_solution_as_it_was(eleven):
    before = [block.copy() for block in numbers(eleven.policy())]
    evaluate_rounded(eleven.engine, eleven.state)
    assert all((a == b).all() for a, b in zip(before, numbers(eleven.policy()), strict=True))


def test_what_costs_too_much_is_not_rewritten(eleven, tmp_path, monkeypatch):
    store, entry = Store(tmp_path), entry_of(eleven)
    store.write(entry, eleven.policy())
    before = contents(tmp_path)
    monkeypatch.setattr(module, "ACCEPTED_EXTRA", -1.0)
    monkeypatch.setattr(module, "engine_of", lambda solved: (eleven.engine, eleven.state))
    assert compact(store, entry).form is Form.COMPACT
    assert contents(tmp_path) == before


def test_too_little_memory_is_told(eleven, monkeypatch):
    monkeypatch.setattr("truco_lab.solve.estimate.FIXED_BYTES", 1 << 60)
    with pytest.raises(MemoryShortError):
        engine_of(eleven.solved())


def test_each_subgame_of_a_batch_has_its_own_certificate():
    entry, _ = made_up()
    evaluation = Evaluation(np.array([0.0, 0.5]), np.array([0.1, 0.75]), np.array([0.2, -0.25]))
    found = with_certificate(entry, evaluation, 1)
    assert (found.value, found.exploitability) == (0.5, 0.25)
    assert found.extra_exploitability == 0.25 - entry.exploitability
