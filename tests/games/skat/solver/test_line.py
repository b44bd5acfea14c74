"""Deals card by card, against values that an independent program found."""

import numpy as np
import pytest

from evenhand.games.cards import cards_of
from evenhand.games.protocol import RuleError
from evenhand.games.skat import PACK
from evenhand.games.skat.contract import NULL
from evenhand.games.skat.deck import card_points
from evenhand.games.skat.solver import Position, Solver, line_of

from .endings import read_deals

ENDING = Position.parse("C", [["CJ", "H7"], ["HA", "CA"], ["H8", "D7"]], leader=1)


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


def test_best_play_gives_what_the_deal_is_worth(solver: Solver) -> None:
    for position, value in read_deals("open_deals.txt")[::8]:
        steps = list(line_of(solver, position))
        assert {step.value for step in steps} == {value}
        assert not any(step.lost or step.given for step in steps)
        if position.game == NULL:
            assert (steps[-1].taken == 0) == (value == 1)
        else:
            assert len(steps) == sum(hand.bit_count() for hand in position.hands)
            assert steps[-1].taken == value


def test_what_cards_lose_is_the_difference_to_the_value_at_the_end(solver: Solver) -> None:
    """The declarer's mistakes lower it, those of the opponents raise it."""
    rng = np.random.default_rng(5)
    lossy = 0
    for start, value in read_deals("bench_deals.txt")[:6]:
        position, played = start, []
        while any(position.hands):
            played.append(int(rng.choice(list(cards_of(position.legal())))))
            position = position.after(played[-1])
        steps = list(line_of(solver, start, played))
        assert [step.card for step in steps] == played
        signed = [-one.lost if one.seat == start.declarer else one.lost for one in steps]
        assert value + sum(signed) == steps[-1].value == steps[-1].taken
        lossy += sum(step.lost > 0 for step in steps)
    assert lossy > 20


def test_play_goes_on_as_it_should_after_the_cards_given(solver: Solver) -> None:
    steps = list(line_of(solver, ENDING, [PACK.card("CA"), PACK.card("D7")]))
    assert [step.given for step in steps] == [True] * 2 + [False] * 4
    assert steps[-1].taken == steps[1].value
    winners = [step.winner for step in steps]
    assert winners[0] is winners[1] is winners[3] is None
    assert card_points(PACK.hand(["CJ", "CA", "D7"])) == steps[2].taken


def test_a_null_ends_with_the_first_trick_of_the_declarer(solver: Solver) -> None:
    lost = Position.parse("N", [["CA", "H7"], ["C7", "H8"], ["C8", "D7"]], leader=1)
    cards = [PACK.card(name) for name in ("C7", "C8", "CA")]
    steps = list(line_of(solver, lost, cards))
    assert len(steps) == 3
    assert steps[-1].taken == 1
    with pytest.raises(RuleError, match="more cards were played"):
        list(line_of(solver, lost, [*cards, PACK.card("H7")]))


def test_cards_that_may_not_be_played_are_refused(solver: Solver) -> None:
    with pytest.raises(RuleError, match="HJ may not be played"):
        list(line_of(solver, ENDING, [PACK.card("HJ")]))
