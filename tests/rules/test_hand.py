"""One hand: the engine against the referee's second writing, and each rule of the page by itself."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.referee import rule, winner_of_hand
from truco_lab.rules import (
    RUNGS,
    SCORES,
    TURN_UP_CLASSES,
    Accept,
    Action,
    Deck,
    Fold,
    HandState,
    IllegalActionError,
    Play,
    Put,
    Raise,
    Score,
    Seat,
    describe,
    dominated,
    hand_winner,
    real_deck,
    round_winner,
    start,
)

MAO, PE = Seat.MAO, Seat.PE
TINY = Deck((4, 4), 0)
TWO_MANILHAS = Deck((2, 2, 2), 2)


def word(action: Action) -> str:
    match action:
        case Play(card, hidden):
            return f"{'h' if hidden else 'c'}{card}"
        case Raise(to):
            return f"+{to}"
        case Accept():
            return "yes"
        case Fold():
            return "no"


def assert_as_ruled(state: HandState) -> None:
    mao, pe = state.hands
    ruling = rule(
        (state.score.mao, state.score.pe), {"M": list(mao), "P": list(pe)}, [word(action) for action in state.history]
    )
    seat = {"M": MAO, "P": PE, None: None}
    assert state.to_act is seat[ruling.turn]
    assert len(set(state.legal)) == len(state.legal)
    assert {word(action) for action in state.legal} == ruling.legal
    assert state.winner is seat[ruling.winner]
    assert state.points == ruling.points
    assert state.finished == (ruling.turn is None)


def follow(state: HandState, *actions: Action) -> HandState:
    for action in actions:
        state = state.apply(action)
    return state


# -- the whole game, twice ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("score", [Score(11, 11), Score(11, 4), Score(4, 11)], ids=str)
@pytest.mark.parametrize(("mao", "pe"), [((2, 1, 0), (4, 2, 0)), ((3, 0, 0), (2, 1, 1))])
def test_every_line_without_raises_is_as_ruled(score, mao, pe):
    todo = [start(TWO_MANILHAS, score, mao, pe)]
    while todo:
        state = todo.pop()
        assert_as_ruled(state)
        todo += [state.apply(action) for action in state.legal]


@pytest.mark.parametrize(("mao", "pe"), [((0, 0, 0), (0, 0, 0)), ((1, 1, 1), (0, 0, 0))])
def test_every_betting_line_is_as_ruled(mao, pe):
    """Hands of one class leave little but betting: all of it, to the top rung, at every card turn."""
    lines = 0
    todo = [start(Deck((6, 6), 0), Score(0, 0), mao, pe)]
    while todo:
        state = todo.pop()
        if len(state.table) == 3 or state.finished:
            assert_as_ruled(state)
        lines += state.finished
        if not any(put.hidden for put in state.table):
            todo += [state.apply(action) for action in state.legal]
    assert lines > 150


@st.composite
def deals(draw) -> tuple[Deck, tuple[int, int, int], tuple[int, int, int]]:
    deck = real_deck(draw(st.integers(0, TURN_UP_CLASSES - 1)))
    cards = [c for c, copies in enumerate(deck.counts) for _ in range(copies)]
    order = draw(st.permutations(range(len(cards))))
    hands = [tuple(sorted((cards[i] for i in order[k : k + 3]), reverse=True)) for k in (0, 3)]
    return deck, hands[0], hands[1]


def playout(draw, state: HandState, check=lambda state: None) -> HandState:
    check(state)
    while not state.finished:
        state = state.apply(draw(st.sampled_from(state.legal)))
        check(state)
    return state


@given(st.data(), deals(), st.sampled_from(SCORES))
def test_random_hands_of_the_real_deck_are_as_ruled(data, deal, score):
    end = playout(data.draw, start(deal[0], score, deal[1], deal[2]), assert_as_ruled)
    assert end.points in (RUNGS if score.raises_allowed else RUNGS[:2])
    assert end.legal == ()


@given(st.data(), deals(), st.sampled_from(SCORES))
def test_a_line_is_as_legal_with_the_hands_unknown(data, deal, score):
    """What a player may do with its cards, the open engine allows too, and it comes to the same end."""
    deck, mao, pe = deal
    end = playout(data.draw, start(deck, score, mao, pe))
    for hands in ((None, None), (mao, None), (None, pe)):
        other = follow(start(deck, score, *hands), *end.history)
        assert (other.winner, other.points, other.table) == (end.winner, end.points, end.table)


@given(st.data(), deals(), st.sampled_from([s for s in SCORES if s.raises_allowed]))
def test_roles_differ_only_in_who_leads_and_who_wins_three_ties(data, deal, score):
    """Swap score and hands: the first three answers to `who may do what` are the mirror image."""
    deck, mao, pe = deal
    here, there = start(deck, score, mao, pe), start(deck, score.swapped, mao, pe)
    while not here.finished:
        assert here.legal == there.legal
        action = data.draw(st.sampled_from(here.legal))
        here, there = here.apply(action), there.apply(action)
    assert (here.winner, here.points) == (there.winner, there.points)


@given(st.data(), deals(), st.sampled_from(SCORES))
def test_only_the_order_of_classes_matters(data, deal, score):
    """Stretch the deck by a class nobody holds: same lines, same results."""
    deck, mao, pe = deal
    unused = next(c for c in range(deck.plain, -1, -1) if c not in mao + pe)
    wider = Deck((*deck.copies[:unused], 4, *deck.copies[unused:]), deck.manilhas)

    def moved(card: int) -> int:
        return card + (card >= unused)

    there = start(wider, score, *(tuple(map(moved, hand)) for hand in (mao, pe)))
    here = start(deck, score, mao, pe)
    while not here.finished:
        action = data.draw(st.sampled_from(here.legal))
        here = here.apply(action)
        there = there.apply(Play(moved(action.card), action.hidden) if isinstance(action, Play) else action)
    assert (here.winner, here.points) == (there.winner, there.points)


# -- rounds ---------------------------------------------------------------------------------------------------------


def test_all_results_of_three_rounds():
    """27 results of three rounds, and what is decided before: the hand ends the moment it is."""
    seats = {"M": MAO, "P": PE, "=": None}
    ends = {}
    for rounds in product("MP=", repeat=3):
        for n in range(1, 4):
            results = tuple(seats[r] for r in rounds[:n])
            expected = winner_of_hand(list(rounds[:n]))
            assert hand_winner(results) is (None if expected is None else seats[expected])
            if expected:
                ends["".join(rounds[:n])] = expected
                break
        else:
            pytest.fail(f"{rounds} has no winner")
    assert ends == {
        "MM": "M", "M=": "M", "=M": "M", "MPM": "M", "PMM": "M", "MP=": "M", "==M": "M", "===": "M",
        "PP": "P", "P=": "P", "=P": "P", "MPP": "P", "PMP": "P", "PM=": "P", "==P": "P",
    }  # fmt: skip


def test_all_pairs_of_cards_open_or_hidden():
    """13 x 13 classes: the higher open card wins; hidden loses to any open one; two hidden tie; order is no matter."""
    for a, b, a_hidden, b_hidden in product(range(13), range(13), (False, True), (False, True)):
        for first, second in ((MAO, PE), (PE, MAO)):
            won = round_winner(Put(first, a, a_hidden), Put(second, b, b_hidden))
            if a_hidden and b_hidden:
                assert won is None
            elif a_hidden or b_hidden:
                assert won is (second if a_hidden else first)
            else:
                assert won is (first if a > b else second if b > a else None)


def test_the_winner_leads_and_a_tie_keeps_the_leader():
    state = start(TWO_MANILHAS, Score(11, 11), (4, 2, 1), (3, 2, 0))
    assert follow(state, Play(1), Play(3)).to_act is PE
    assert follow(state, Play(4), Play(3)).to_act is MAO
    assert follow(state, Play(2), Play(2)).to_act is MAO
    pe_leads_and_ties = follow(state, Play(1), Play(3), Play(2), Play(2))
    assert pe_leads_and_ties.winner is PE
    hidden_tie = follow(state, Play(2), Play(2), Play(4, hidden=True), Play(3, hidden=True))
    assert hidden_tie.to_act is MAO


def test_face_down_from_round_two_on():
    state = start(TWO_MANILHAS, Score(11, 11), (4, 2, 1), (3, 2, 0))
    while not state.finished:
        hidden = [a for a in state.legal if isinstance(a, Play) and a.hidden]
        assert bool(hidden) == (state.round > 0)
        assert {a.card for a in hidden} in (set(), {a.card for a in state.legal if isinstance(a, Play)})
        state = state.apply(state.legal[0])
    with pytest.raises(IllegalActionError, match="no card is played face down in round 1"):
        start(TWO_MANILHAS, Score(0, 0)).apply(Play(1, hidden=True))


# -- stakes ---------------------------------------------------------------------------------------------------------


def test_one_rung_at_a_time_to_twelve_and_no_further():
    state = start(TINY, Score(0, 0), (1, 1, 0), (1, 0, 0))
    agreed = 1
    for rung, actor in zip((3, 6, 9, 12), (MAO, PE, MAO, PE), strict=True):
        assert state.to_act is actor
        assert [a for a in state.legal if isinstance(a, Raise)] == [Raise(rung)]
        for wrong in {1, 3, 6, 9, 12, 15, 0} - {rung}:
            with pytest.raises(IllegalActionError, match="one rung at a time"):
                state.apply(Raise(wrong))
        state = state.apply(Raise(rung))
        folded = state.apply(Fold())
        assert (folded.winner, folded.points) == (actor, agreed)
        accepted = state.apply(Accept())
        assert (accepted.stake, accepted.to_act, accepted.raiser_allowed) == (rung, MAO, actor.other)
        agreed = rung
    assert state.legal == (Accept(), Fold())
    with pytest.raises(IllegalActionError, match="12 is the top rung"):
        state.apply(Raise(15))
    top = state.apply(Accept())
    assert not any(isinstance(a, Raise) for a in top.legal)
    with pytest.raises(IllegalActionError, match="already worth 12"):
        top.apply(Raise(12))


def test_the_right_to_raise_goes_to_who_accepted():
    state = follow(start(TINY, Score(0, 0), (1, 1, 0), (1, 0, 0)), Raise(3), Accept())
    assert state.to_act is MAO
    with pytest.raises(IllegalActionError, match="belongs to the other player"):
        state.apply(Raise(6))
    state = state.apply(Play(1))
    assert Raise(6) in state.legal
    state = follow(state, Raise(6), Accept())
    assert state.to_act is PE
    assert Raise(9) not in state.legal
    state = state.apply(Play(0))
    assert state.to_act is MAO
    assert Raise(9) in state.legal


def test_an_accepted_reraise_may_be_raised_at_once_by_who_accepted():
    state = follow(start(TINY, Score(0, 0), (1, 1, 0), (1, 0, 0)), Raise(3), Raise(6), Accept())
    assert state.to_act is MAO
    assert Raise(9) in state.legal
    assert dominated(state, Raise(9)) is not None


@pytest.mark.parametrize(("score", "decider"), [(Score(11, 5), MAO), (Score(5, 11), PE)], ids=str)
def test_hand_of_eleven(score, decider):
    state = start(TINY, score, (1, 1, 0), (1, 0, 0))
    assert state.to_act is decider
    assert state.legal == (Accept(), Fold())
    folded = state.apply(Fold())
    assert (folded.winner, folded.points, folded.finished) == (decider.other, 1, True)
    with pytest.raises(IllegalActionError, match="hand of eleven must be accepted or folded first"):
        state.apply(Play(1))
    with pytest.raises(IllegalActionError, match="hand of eleven must be accepted or folded first"):
        state.apply(Raise(3))
    played = state.apply(Accept())
    assert (played.to_act, played.stake) == (MAO, 3)
    todo, ends = [played], set()
    while todo:
        here = todo.pop()
        assert all(isinstance(a, Play) for a in here.legal)
        if here.finished:
            ends.add((here.winner, here.points))
        todo += [here.apply(a) for a in here.legal]
    assert ends == {(MAO, 3), (PE, 3)}


def test_eleven_eleven_is_three_points_without_a_choice():
    state = start(TINY, Score(11, 11), (1, 1, 0), (1, 0, 0))
    assert state.to_act is MAO
    assert all(isinstance(a, Play) for a in state.legal)
    with pytest.raises(IllegalActionError, match="nobody raises when a player has 11"):
        state.apply(Raise(3))
    assert follow(state, Play(1), Play(0), Play(1), Play(0)).points == 3


# -- what is not legal ----------------------------------------------------------------------------------------------

EVERY_ACTION = [
    Accept(),
    Fold(),
    *map(Raise, (0, 1, 2, 3, 6, 9, 12, 15)),
    *(Play(card, hidden) for card in range(-1, 4) for hidden in (False, True)),
]


@pytest.mark.parametrize("score", [Score(0, 0), Score(11, 0), Score(11, 11)], ids=str)
def test_every_other_action_raises_an_error_that_names_what_was_legal(score):
    seen = 0
    todo = [start(TINY, score, (1, 1, 0), (1, 0, 0))]
    while todo:
        state = todo.pop()
        for action in EVERY_ACTION:
            if action in state.legal:
                continue
            with pytest.raises(IllegalActionError) as caught:
                state.apply(action)
            assert caught.value.action == action
            assert caught.value.legal == state.legal
            message = str(caught.value)
            assert message.startswith(f"{describe(action)} is not legal: ")
            for legal in state.legal:
                assert describe(legal) in message
            assert state.legal or "nothing: the hand is over" in message
            seen += 1
        if len(state.history) < 5:
            todo += [state.apply(action) for action in state.legal]
    assert seen > 100


@pytest.mark.parametrize(
    ("actions", "wrong", "reason"),
    [
        ([], Accept(), "there is no raise to answer"),
        ([], Fold(), "there is no raise to answer"),
        ([], Play(7), "there is no class 7"),
        ([], Play(-1), "there is no class -1"),
        ([Raise(3)], Play(1), "the raise must be answered first"),
        ([Raise(3)], Raise(9), "one rung at a time, not to 9"),
        ([Raise(3), Fold()], Accept(), "the hand is over"),
        ([Play(1), Play(0)], Play(2), "there is no class 2"),
        ([Play(0), Play(0)], Play(0), "no copy of that card is left"),
    ],
)
def test_the_reason_is_named(actions, wrong, reason):
    state = follow(start(TINY, Score(0, 0), (1, 1, 0), (1, 0, 0)), *actions)
    with pytest.raises(IllegalActionError, match=reason):
        state.apply(wrong)


def test_with_hands_unknown_a_seat_has_no_more_copies_than_the_deck():
    state = follow(start(Deck((4, 4), 1), Score(11, 11)), Play(2), Play(1))
    assert Play(2) not in state.legal
    assert Play(1) in state.legal
    with pytest.raises(IllegalActionError, match="no copy of that card is left"):
        state.apply(Play(2))


@pytest.mark.parametrize(
    ("mao", "pe", "message"),
    [
        ((1, 1), (0, 0, 0), "a hand has 3 cards"),
        (None, (0, 0, 0, 0), "a hand has 3 cards"),
        ((1, 1, 1), (1, 1, 0), "cannot deal"),
        ((5, 1, 1), None, "cannot deal"),
        (None, (-1, 1, 1), "cannot deal"),
    ],
)
def test_impossible_deals_are_refused(mao, pe, message):
    with pytest.raises(ValueError, match=message):
        start(TINY, Score(0, 0), mao, pe)


@settings(max_examples=50)
@given(st.data(), deals(), st.sampled_from(SCORES))
def test_something_undominated_is_always_legal(data, deal, score):
    def check(state: HandState) -> None:
        if not state.finished:
            assert any(dominated(state, action) is None for action in state.legal)

    playout(data.draw, start(deal[0], score, deal[1], deal[2]), check)
