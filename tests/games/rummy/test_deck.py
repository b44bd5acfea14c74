"""The 54 cards, their names, what they count, and deals."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from evenhand.games.cards import CardError, as_hand
from evenhand.games.rummy import PACK, Deal, name, names, points, read_hand, read_wild
from evenhand.games.rummy.deck import CARDS, FULL, NO_WILD, card, jokers
from tests.games.rummy.hands import hand_of

SORTED = list(range(54))
HEARTS = " ".join(f"H{rank}" for rank in PACK.ranks)
SPADES = " ".join(f"S{rank}" for rank in PACK.ranks)
CLUBS = " ".join(f"C{rank}" for rank in PACK.ranks)
DIAMONDS = " ".join(f"D{rank}" for rank in PACK.ranks)


def test_there_are_52_cards_of_suit_and_rank_and_two_jokers() -> None:
    listed = names(FULL)
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


def test_jokers_are_printed_or_of_the_wild_rank() -> None:
    hand = hand_of("C7 H7 H8 JK")
    assert names(jokers(hand, read_wild("7"))) == ["C7", "H7", "JK"]
    assert names(jokers(hand, NO_WILD)) == ["JK"]


def test_the_whole_pack_counts_94_a_suit() -> None:
    # Four times 2 + ... + 10 and four tens for ace, jack, queen and king.
    assert points(FULL, NO_WILD) == 4 * (54 + 40)
    assert points(FULL, read_wild("K")) == points(FULL, read_wild("A")) == 4 * (54 + 30)
    assert points(FULL, read_wild("2")) == 4 * (52 + 40)


def test_the_pack_is_dealt_hand_by_hand_then_open_card_exposed_card_and_stock() -> None:
    deal = Deal.from_pack(SORTED)
    assert deal.hands == (as_hand(range(13)), as_hand(range(13, 26)))
    assert (deal.open_card, deal.exposed) == (26, 27)
    assert deal.stock == tuple(range(28, 54))
    assert deal.pack == tuple(SORTED)


def test_three_players_leave_thirteen_cards_in_the_stock() -> None:
    deal = Deal.from_pack(SORTED[::-1], 3)
    assert deal.seats == 3
    assert [hand.bit_count() for hand in deal.hands] == [13, 13, 13]
    assert (deal.open_card, deal.exposed) == (14, 13)
    assert deal.stock == tuple(range(12, -1, -1))


def test_the_exposed_card_names_the_wild_rank() -> None:
    deal = Deal.of(HEARTS, SPADES, open_card="CA", exposed="D9", stock=rest("CA", "D9"))
    assert deal.wild == read_wild("9")


def test_an_exposed_printed_joker_makes_the_aces_wild() -> None:
    deal = Deal.of(HEARTS, SPADES, open_card="C2", exposed="JK", stock=rest("C2", "JK"))
    assert deal.wild == read_wild("A")


def test_both_printed_jokers_are_dealt_and_the_first_has_the_lower_number() -> None:
    stock = f"JK {rest('C2', 'C3', 'JK', 'JK')} JK"
    deal = Deal.of(HEARTS, SPADES, open_card="C2", exposed="C3", stock=stock)
    assert (deal.stock[0], deal.stock[-1]) == (card("JK"), card("JK") + 1)


def rest(*gone: str) -> str:
    """Return clubs, diamonds and jokers without some of them."""
    left = f"{CLUBS} {DIAMONDS} JK JK".split()
    for one in gone:
        left.remove(one)
    return " ".join(left)


@settings(max_examples=30)
@given(seed=st.integers(0, 10_000), players=st.sampled_from([2, 3]))
def test_every_deal_has_each_card_once_and_can_be_written_and_read(seed: int, players: int) -> None:
    deal = Deal.random(np.random.default_rng(seed), players)
    assert sorted(deal.pack) == SORTED
    assert deal.seats == players
    again = Deal.parse(str(deal))
    assert str(again) == str(deal)
    assert [name(card) for card in again.pack] == [name(card) for card in deal.pack]


def test_deals_come_from_the_given_generator() -> None:
    first, again = (Deal.random(np.random.default_rng(5)) for _ in range(2))
    assert first == again
    assert first != Deal.random(np.random.default_rng(6))


def test_a_random_deal_takes_the_pack_in_the_order_the_generator_gives() -> None:
    order = np.random.default_rng(8).permutation(54)
    assert Deal.random(np.random.default_rng(8), 3) == Deal.from_pack(order.tolist(), 3)


@pytest.mark.parametrize(
    ("pack", "players", "problem"),
    [
        (SORTED[:-1], 2, "a deal has 54 cards, not 53"),
        ([*SORTED, 0], 2, "a deal has 54 cards, not 55"),
        ([0, *SORTED[:-1]], 2, "a card is dealt twice"),
        ([*SORTED[:-1], 54], 2, "there is no such card"),
        ([*SORTED[:-1], -1], 2, "there is no such card"),
        (SORTED, 1, "two or three players are dealt cards, not 1"),
        (SORTED, 4, "two or three players are dealt cards, not 4"),
    ],
)
def test_a_deal_needs_the_whole_pack(pack: list[int], players: int, problem: str) -> None:
    with pytest.raises(CardError, match=problem):
        Deal.from_pack(pack, players)


def test_a_deal_with_wrong_hands_is_refused() -> None:
    deal = Deal.from_pack(SORTED)
    with pytest.raises(CardError, match="player 2 has 12 cards, not 13"):
        Deal((deal.hands[0], deal.hands[1] & ~(1 << 13)), 26, 27, (*deal.stock, 13))
    with pytest.raises(CardError, match="a card is dealt twice"):
        Deal((deal.hands[0], deal.hands[0]), 26, 27, deal.stock)
    with pytest.raises(CardError, match="two or three players are dealt cards, not 1"):
        Deal((deal.hands[0],), 26, 27, (*range(13, 26), *deal.stock))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "a deal is two or three hands"),
        (f"{HEARTS} | {SPADES} | C2 | JK", "a deal is two or three hands"),
        (f"{HEARTS} | {SPADES} | C2 C3 | JK | {rest('C2', 'C3', 'JK')}", "one is open and one"),
        (f"{HEARTS} D2 | {SPADES} | C2 | JK | {rest('C2', 'D2', 'JK')}", "each player has 13"),
        (f"{HEARTS} | {SPADES} | C2 | JK | {rest('C2')}", "a deal has 54 cards, not 55"),
        (f"{HEARTS} | {SPADES} | C2 | JK | {rest('C2', 'C3')}", "there is no such card"),
        (f"{HEARTS} | {SPADES} | C1 | JK | {rest('C2', 'JK')}", "no card 'C1'"),
        (f"{HEARTS} | {HEARTS} | C2 | JK | {rest('C2', 'JK')}", "a card is dealt twice"),
    ],
)
def test_a_text_that_is_no_deal_is_refused(text: str, problem: str) -> None:
    with pytest.raises(CardError, match=problem):
        Deal.parse(text)
