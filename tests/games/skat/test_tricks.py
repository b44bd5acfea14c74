"""Which cards may be played, and which card takes a trick."""

from itertools import combinations

import pytest

from evenhand.games.cards import as_hand
from evenhand.games.skat import PACK, Contract
from evenhand.games.skat.contract import GAMES
from evenhand.games.skat.deck import NO_CARD
from evenhand.games.skat.tricks import BEATS, FOLLOWS, beats, legal, trick_winner
from tests.oracles import skat_tricks as oracle

SUIT_ORDER, NULL_ORDER = "ATKQ987", "AKQJT987"
JACKS = ["CJ", "SJ", "HJ", "DJ"]


def winner(cards: str, game: str) -> int:
    numbers = [PACK.card(name) for name in cards.split()]
    if len(numbers) == 3:
        return trick_winner(GAMES.index(game), *numbers)
    return int(beats(GAMES.index(game), numbers[1], numbers[0]))


def legal_names(hand: str, led: str, game: str) -> set[str]:
    follows = int(FOLLOWS[GAMES.index(game), PACK.card(led)])
    return set(PACK.names(legal(PACK.hand(hand.split()), follows)))


def assert_order(names: list[str], game: str) -> None:
    """Each card takes a trick from each after it, whichever is led."""
    for high, low in combinations(names, 2):
        assert winner(f"{high} {low}", game) == 0
        assert winner(f"{low} {high}", game) == 1


@pytest.mark.parametrize("game", "CSHD")
def test_the_eleven_trumps_of_a_suit_game_have_their_order(game: str) -> None:
    assert_order(JACKS + [game + rank for rank in SUIT_ORDER], game)


def test_only_the_jacks_are_trumps_in_grand() -> None:
    assert_order(JACKS, "G")
    assert set(PACK.names(Contract("G").trumps)) == set(JACKS)


@pytest.mark.parametrize("game", "CSHDG")
@pytest.mark.parametrize("suit", "CSHD")
def test_the_ten_is_above_the_king_except_in_null(game: str, suit: str) -> None:
    assert_order([suit + rank for rank in SUIT_ORDER], game)
    assert_order([suit + rank for rank in NULL_ORDER], "N")


@pytest.mark.parametrize("game", "CSHDG")
def test_any_trump_takes_any_other_card(game: str) -> None:
    trumps = PACK.names(Contract(game).trumps)
    for card in PACK.names(PACK.full & ~Contract(game).trumps):
        for trump in trumps:
            assert winner(f"{card} {trump}", game) == 1
            assert winner(f"{trump} {card}", game) == 0


def test_a_card_that_does_not_follow_takes_nothing() -> None:
    assert winner("H7 SA CA", "G") == 0
    assert winner("H7 SA CA", "N") == 0
    assert winner("H7 SA H8", "D") == 2


def test_the_higher_of_two_trumps_takes_the_trick() -> None:
    assert winner("HA DJ C7", "C") == 1
    assert winner("HA C7 DJ", "C") == 2
    assert winner("HA CT CA", "C") == 2


def test_a_jack_is_never_of_its_printed_suit_except_in_null() -> None:
    assert legal_names("HJ H7 S8", "HA", "C") == {"H7"}
    assert legal_names("HJ S8", "HA", "G") == {"HJ", "S8"}  # void in hearts
    assert legal_names("HJ H7 S8", "HA", "N") == {"HJ", "H7"}
    assert legal_names("HJ H7 S8", "CJ", "G") == {"HJ"}
    assert legal_names("H7 S8 CA", "CJ", "G") == {"H7", "S8", "CA"}
    assert legal_names("C7 S8 DJ", "CJ", "N") == {"C7"}


def test_a_led_jack_asks_for_trumps_and_so_does_the_trump_suit() -> None:
    assert legal_names("H7 SJ CA", "DJ", "H") == {"H7", "SJ"}
    assert legal_names("H7 SJ CA", "HA", "H") == {"H7", "SJ"}
    assert legal_names("C7 SJ CA", "DJ", "H") == {"SJ"}


def test_a_player_who_cannot_follow_may_play_anything() -> None:
    assert legal_names("S8 CJ DA", "HA", "D") == {"S8", "CJ", "DA"}


def test_the_leader_may_play_anything() -> None:
    hand = PACK.hand(["H7", "SJ", "CA"])
    for follows in FOLLOWS[:, NO_CARD].tolist():
        assert legal(hand, follows) == hand


@pytest.mark.parametrize("game", GAMES)
def test_every_card_belongs_to_one_suit_or_to_the_trumps(game: str) -> None:
    groups = set(FOLLOWS[GAMES.index(game), : len(PACK)].tolist())
    assert sum(groups) == PACK.full
    assert len(groups) == (5 if game == "G" else 4)
    assert Contract(game).trumps in groups | {0}


@pytest.mark.parametrize("game", GAMES)
def test_the_tables_say_what_the_words_of_the_rules_say(game: str) -> None:
    number = GAMES.index(game)
    for led in range(len(PACK)):
        assert FOLLOWS[number, led] == oracle.follows(led, game)
        others = [card for card in range(len(PACK)) if card != led]
        taking = [card for card in others if oracle.trick_winner((led, card), game) == 1]
        assert BEATS[number, led] == as_hand(taking)
