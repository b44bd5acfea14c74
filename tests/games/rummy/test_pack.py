"""The 54 cards, their names and what they count."""

import pytest
from evenhand.games.rummy.pack import (
    CARDS,
    NO_WILD,
    card,
    jokers,
    name,
    names,
    read_hand,
    read_wild,
    wild_cards,
    wild_shown_by,
)
from evenhand.games.rummy.points import points

from evenhand.games.cards import CardError
from tests.games.rummy.made import WHOLE, hand_of


def test_there_are_52_cards_of_suit_and_rank_and_two_jokers() -> None:
    listed = names(WHOLE)
    assert (len(listed), len(set(listed)), listed.count("JK")) == (54, 53, 2)
    assert [listed[0], listed[12], listed[13], listed[51]] == ["CA", "CK", "DA", "SK"]


def test_names_and_numbers_belong_together() -> None:
    assert all(card(name(number)) == number for number in range(CARDS - 1))
    assert name(CARDS - 1) == "JK"


def test_a_hand_holds_both_printed_jokers() -> None:
    assert names(hand_of("JK H7 JK")) == ["H7", "JK", "JK"]


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        ("H7 H7", "the card H7 is there twice"),
        ("JK JK JK", "the card JK is there 3 times, the pack has two"),
        ("X7", "no card 'X7'"),
        ("h7", "no card 'h7'"),
        ("H10", "no card 'H10'"),
    ],
)
def test_wrong_cards_are_refused(cards: str, problem: str) -> None:
    with pytest.raises(CardError, match=problem):
        hand_of(cards)


def test_a_hand_of_the_wrong_size_is_refused() -> None:
    with pytest.raises(CardError, match="a hand has 13 or 14 cards, not 2"):
        read_hand(["H7", "H8"], (13, 14))


@pytest.mark.parametrize("rank", ["1", "10", "", "j", "AK", 7, ["A"]])
def test_an_unknown_wild_rank_is_refused(rank: str) -> None:
    with pytest.raises(CardError, match=r"no rank|must be a text"):
        read_wild(rank)


def test_an_exposed_joker_makes_the_aces_wild() -> None:
    assert names(wild_cards(wild_shown_by(card("JK")))) == ["CA", "DA", "HA", "SA"]
    assert names(wild_cards(wild_shown_by(card("DT")))) == ["CT", "DT", "HT", "ST"]


def test_jokers_are_printed_or_of_the_wild_rank() -> None:
    hand = hand_of("C7 H7 H8 JK")
    assert names(jokers(hand, read_wild("7"))) == ["C7", "H7", "JK"]
    assert names(jokers(hand, NO_WILD)) == ["JK"]


def test_the_whole_pack_counts_94_a_suit() -> None:
    # Four times 2 + ... + 10 and four tens for ace, jack, queen and king.
    assert points(WHOLE, NO_WILD) == 4 * (54 + 40)
    assert points(WHOLE, read_wild("K")) == points(WHOLE, read_wild("A")) == 4 * (54 + 30)
    assert points(WHOLE, read_wild("2")) == 4 * (52 + 40)
