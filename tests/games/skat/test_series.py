"""Series of deals: seats, scores, what a seat knows, and resampled cards."""

from typing import Any

import numpy as np
import pytest
from numpy.random import Generator

from evenhand.games.cards import cards_of
from evenhand.games.protocol import RuleError
from evenhand.games.skat import PACK, DealState, Phase, Rules, State
from tests.games.skat.made import TEN_TRICKS, TOPS_LAST, TOPS_LEAD

NAMES = ("Anna", "Ben", "Cem")
PASSED = "p p p"


def play(state: State, moves: str) -> State:
    for move in moves.split():
        state = state.play(move)
    return state


def play_at_random(state: State, rng: Generator) -> list[State]:
    """All states of a series of random moves with low bids."""
    states = [state]
    while states[-1].turn is not None:
        legal = states[-1].legal_moves()
        if states[-1].deal.phase is Phase.AUCTION and rng.random() < 0.7:
            legal = [move for move in legal if not move.isdecimal()] or legal[:1]
        states.append(states[-1].play(legal[rng.integers(min(len(legal), 600))]))
    return states


def test_dealing_goes_round() -> None:
    state = State.start(Rules(deals=4))
    for forehand in (0, 1, 2, 0):
        assert [state.seat_at(place) for place in range(3)] == [
            (forehand + place) % 3 for place in range(3)
        ]
        assert [state.place_of(state.seat_at(place)) for place in range(3)] == [0, 1, 2]
        assert state.turn == (forehand + 1) % 3
        state = play(state, PASSED)
    assert state.over
    assert state.returns() == (0.0, 0.0, 0.0)
    assert len(state.result()) == 4
    assert [seat for seat, _ in state.moves] == [1, 2, 0, 2, 0, 1, 0, 1, 2, 1, 2, 0]


def test_a_deal_passed_in_is_dealt_again_by_the_same_dealer_if_the_rules_say_so() -> None:
    state = State.start(Rules(deals=2, redeal=True), seed=5)
    again = play(state, PASSED)
    assert (again.number, again.turn, len(again.deals)) == (0, 1, 2)
    assert again.deal.deal != state.deal.deal
    assert not again.over


def test_scores_are_points_by_seeger_and_fabian() -> None:
    start = State.start(Rules(deals=2), 1, (TOPS_LEAD, TOPS_LAST))
    won = play(start, f"p p 18 GH {TEN_TRICKS}")  # 24 with 4, game, hand, schneider, schwarz: 192
    assert won.points == (242, 0, 0)
    lost = play(won, "18 p p GHZ").play("RE", won.seat_at(1))  # seat 2 declares and gives up
    assert lost.over
    score = lost.result()[1].score
    assert score < 0
    assert lost.returns() == (242.0 + 40.0, 40.0, score - 50.0)
    other = play(State.start(Rules(defence=30), 1, (TOPS_LEAD,)), "p p 18 NH CK C7 D8")
    assert other.returns() == (-120.0, 30.0, 30.0)
    with pytest.raises(RuleError, match="before the end"):
        won.returns()
    with pytest.raises(RuleError, match="before the end"):
        won.result()


@pytest.mark.parametrize("options", [{"deals": 0}, {"deals": 1.5}, {"redeal": 1}, {"defence": -1}])
def test_odd_rules_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        Rules(**options)


def test_a_move_of_another_seat_is_refused_unless_it_gives_up_or_shows() -> None:
    state = play(State.start(Rules(deals=2), 1, (TOPS_LAST, TOPS_LEAD)), f"{PASSED} p p 18 GH")
    assert state.turn == 1  # who is forehand in the second deal
    for seat in (0, 2, 3, -1):
        with pytest.raises(RuleError, match=r"turn|seat"):
            state.play("CJ", seat)
    assert state.play("RE", 2).moves[-1] == (2, "RE")
    assert state.play("SC", 1).deal.shown == state.deal.hand(0)
    with pytest.raises(RuleError, match="show cards"):
        state.play("SC", 2)
    with pytest.raises(RuleError, match="seat"):
        state.play("RE", 3)


def test_a_seat_knows_its_cards_the_moves_and_what_lies_open() -> None:
    start = State.start(Rules(), 1, (TOPS_LEAD,))
    taken = play(start, "p p 18 s")
    declarer, opponent = taken.observation(0), taken.observation(2)
    assert (declarer.hand, declarer.skat) == (TOPS_LEAD.hands[0], TOPS_LEAD.skat)
    assert (opponent.hand, opponent.skat) == (TOPS_LEAD.hands[2], 0)
    grand, other = taken.play("G.H7.D7"), taken.play("G.CJ.SJ")
    assert grand.observation(0) != other.observation(0)
    assert grand.observation(1) == other.observation(1)
    assert grand.observation(1).moves[-1] == (0, "G")
    two = play(taken, "G H7.D7")
    assert two.observation(1).moves[-2:] == ((0, "G"), (0, ""))
    assert grand.observation(1).shown == 0
    assert play(taken, "NO.H7.D7").observation(1).shown == TOPS_LEAD.hands[0]
    shown = grand.play("CJ").play("SC", 0)
    assert shown.observation(2).shown == shown.deal.hand(0) != 0


def test_when_a_deal_is_over_all_have_seen_its_cards() -> None:
    start = State.start(Rules(deals=2), 1, (TOPS_LEAD,))
    after = play(start, f"p p 18 GH {TEN_TRICKS}")
    for seat in range(3):
        (past,) = after.observation(seat).past
        assert past.deal == TOPS_LEAD
        assert past.over


@pytest.mark.parametrize("seed", range(1, 25))
def test_a_seat_cannot_distinguish_a_resampled_state(seed: int) -> None:
    rng = np.random.default_rng(seed)
    states = play_at_random(State.start(Rules(deals=2, redeal=seed % 2 == 0), seed), rng)
    for state in states[:: 1 + seed % 5]:
        for seat in range(3):
            other = state.resample(seat, rng)
            assert other.observation(seat) == state.observation(seat)
            assert (other.turn, other.over) == (state.turn, state.over)
            again = other.initial()
            for mover, move in other.moves:
                again = again.play(move, mover)
            assert again == other
            assert hash(again) == hash(other)
            assert other.resample(seat, rng).observation(seat) == state.observation(seat)


def find_unseen(deal: DealState, place: int) -> set[int]:
    """The cards of a deal that a player has not seen while cards are played."""
    seen = deal.hand(place) | deal.played | (deal.skat if deal.declarer == place else 0)
    return set(cards_of(PACK.full & ~seen))


def test_any_card_that_was_not_seen_may_be_anywhere() -> None:
    """Before the first card middlehand knows ten cards: each other one is in each place."""
    state = play(State.start(Rules(), 3), "18 p p s")
    declarer = state.deal.declarer
    assert declarer == 1
    state = state.play(state.legal_moves()[0])  # diamonds, so that no cards are shown
    rng = np.random.default_rng(1)
    found = [state.resample(0, rng).deal for _ in range(600)]
    unseen = find_unseen(state.deal, 0)
    for card in unseen:
        shares = [
            np.mean([deal.hand(1) >> card & 1 for deal in found]),
            np.mean([deal.hand(2) >> card & 1 for deal in found]),
            np.mean([deal.skat >> card & 1 for deal in found]),
        ]
        assert np.allclose(shares, [10 / 22, 10 / 22, 2 / 22], atol=0.1)
    dealt = [deal.deal.skat for deal in found]
    assert len(set(dealt)) > 150  # which two of the twelve were found in the skat is open, too


def test_who_did_not_follow_does_not_get_the_suit() -> None:
    state = play(State.start(Rules(), 1, (TOPS_LEAD,)), "p p 18 GH CJ SQ S7")
    rng = np.random.default_rng(1)
    for _ in range(50):
        deal = state.resample(0, rng).deal
        jacks = PACK.hand(["SJ", "HJ", "DJ"])
        assert not (deal.hand(1) | deal.hand(2)) & jacks
        assert not deal.deal.skat & jacks
    other = [state.resample(1, rng).deal.deal for _ in range(50)]
    assert any(deal.skat & PACK.hand(["SJ", "HJ", "DJ"]) for deal in other)
    assert not any(deal.hands[2] & PACK.hand(["SJ", "HJ", "DJ"]) for deal in other)


def test_a_table_shows_a_seat_only_what_it_may_see() -> None:
    state = play(State.start(Rules(deals=2), 1, (TOPS_LAST, TOPS_LEAD)), f"{PASSED} p p 18 s")
    assert state.render(NAMES).splitlines()[:3] == [
        "deal 2 of 2 (Anna 0, Ben 0, Cem 0)",
        "Ben plays at 18, announcement",
        "Ben, forehand   * CJ SJ HJ DJ CA CT CK SA ST SK H7 D7",
    ]
    lines = state.render(NAMES, 2).splitlines()
    assert lines[2] == "Ben, forehand   * ? ? ? ? ? ? ? ? ? ? ? ?"
    assert lines[3].startswith("Cem, middlehand   CQ")
    assert "?" not in state.render(NAMES, 1).splitlines()[2]
    assert state.play("G.H7.D7").render(NAMES, 2).splitlines()[5] == "skat              ? ?"
    assert state.play("G.H7.D7").render(NAMES, 1).splitlines()[5] == "skat              H7 D7"


def test_a_transcript_describes_all_deals() -> None:
    start = State.start(Rules(deals=2), 1, (TOPS_LAST, TOPS_LEAD))
    lines = play(start, f"{PASSED} p p 18 s G.H7.D7 CJ SQ S7").transcript(NAMES).splitlines()
    assert lines[0] == "deal 1 of 2 (Anna 0, Ben 0, Cem 0)"
    assert lines[5:8] == [
        "Ben passes, Cem passes, Anna passes",
        "passed in",
        "deal 2 of 2 (Anna 0, Ben 0, Cem 0)",
    ]
    assert lines[-2:] == [
        "Cem passes, Anna passes, Ben bids 18, Ben takes the skat, "
        "Ben announces grand, puts away H7 D7",
        "1. Ben CJ, Cem SQ, Anna S7: 5 for Ben",
    ]


def test_moves_are_described_as_a_seat_learns_of_them() -> None:
    state = State.start(Rules(), 1, (TOPS_LEAD,))
    assert state.describe("18") == "bids 18"
    assert play(state, "18").describe("y") == "holds 18"
    assert state.describe("p", 0) == "passes"
    taken = play(state, "p p 18 s")
    assert play(state, "p p 18").describe("s") == "takes the skat"
    assert play(state, "p p 18").describe("CHS") == "announces clubs hand schneider announced"
    assert taken.describe("G.H7.D7", 0) == "announces grand, puts away H7 D7"
    assert taken.describe("G.H7.D7", 1) == "announces grand"
    assert taken.play("G").describe("H7.D7") == "puts away H7 D7"
    assert taken.play("G").describe("H7.D7", 2) == "puts two cards away"
    played = taken.play("G.H7.D7")
    assert [played.describe(move) for move in ("CJ", "RE", "SC")] == [
        "plays CJ",
        "gives up",
        "shows the cards",
    ]
