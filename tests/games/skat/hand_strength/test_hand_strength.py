"""Measures of hand strength: worked examples, and what holds for every measure."""

from collections.abc import Callable

import numpy as np
import pytest

from evenhand.games.cards import Masks
from evenhand.games.skat import (
    PACK,
    Games,
    HandStrength,
    KinbackReconstruction,
    KnnValue,
    VonStegen,
    load_winning_parameters,
)
from evenhand.games.skat.batch import kinds_of
from evenhand.games.skat.contract import GAMES, NULL_KIND
from evenhand.games.skat.deck import Integers, card_points
from evenhand.games.skat.hand_strength import (
    DeclarerHands,
    count_grand_points,
    count_grand_side_tricks,
    count_lost,
    count_lost_cards,
    count_lost_trumps,
    count_side_tricks,
    count_suit_points,
    name_ranks,
    pack_side_suit,
)
from evenhand.studies.skat_players.calibration import Calibrated
from evenhand.tables import Floats

from .made import game_of

COUNTED = [
    # 6 trumps, 2 jacks, 2 high trumps, HA HT, CJ SJ together 0.5
    ("CJ SJ CA CT C9 C8 HA HT S7 D7", "C", 12.5),
    # 7 trumps, 3 jacks, trump ace, SA, three jacks without the highest 0.5, no clubs 0.5
    ("SJ HJ DJ HA HK H9 H7 SA S9 D8", "H", 13.0),
    # 4 trumps, 4 jacks, SA ST HA, all jacks 2; the missing trump suit counts nothing
    ("CJ SJ HJ DJ SA ST HA C7 C8 S9", "D", 13.0),
    # 8 trumps, 2 jacks, trump ace, two missing suits 1
    ("CJ SA SK SQ S9 S8 S7 HJ H7 H8", "S", 12.0),
    # 2 jacks, CA CT SA ST HA
    ("CJ HJ CA CT SA ST HA HK D9 D8", "G", 7.0),
]


@pytest.mark.parametrize(("cards", "contract", "points"), COUNTED)
def test_von_stegen_counts_a_hand(cards: str, contract: str, points: float) -> None:
    assert VonStegen().strength(game_of(cards, contract)).tolist() == [points]


def test_silent_opponents_count_half_a_point_in_suit_games_only() -> None:
    for (cards, contract, points), bonus in zip(COUNTED, (0.5, 0.5, 0.5, 0.5, 0.0), strict=True):
        for declarer, said in enumerate([(18, 0, 0), (0, 18, 0), (0, 0, 18)]):
            game = game_of(cards, contract, declarer=declarer, said=said)
            assert VonStegen().strength(game).tolist() == [points + bonus]


def test_one_opponent_who_bids_is_enough_to_lose_the_bonus() -> None:
    cards, contract, points = COUNTED[0]
    assert VonStegen().strength(game_of(cards, contract, said=(18, 0, 18)))[0] == points


def test_von_stegen_has_no_points_for_null() -> None:
    for contract in ("N", "NH", "NO", "NOH"):
        assert np.isnan(VonStegen().strength(game_of(COUNTED[0][0], contract))).all()


@pytest.mark.parametrize("game", range(5), ids="DHSCG".__getitem__)
def test_an_ace_more_never_lowers_the_points(game: int) -> None:
    suit = PACK.suits[game % 4]
    hands = PACK.deal(np.random.default_rng(3), 3000, 9)[:, 0]
    ace = 1 << PACK.card(suit + "A")
    hands = hands[hands & ace == 0]
    points = count_grand_points if GAMES[game] == "G" else count_suit_points
    before, after = (
        points(DeclarerHands.by(h, np.full(len(h), game))) for h in (hands, hands | ace)
    )
    # In grand the ace itself is a point; a trump ace is a trump and a high card.
    assert (after - before == (1.0 if GAMES[game] == "G" else 2.0)).all()


def test_the_cards_put_away_do_not_count() -> None:
    cards, contract, points = COUNTED[0]
    assert VonStegen().strength(game_of(cards, contract, away="SA ST"))[0] == points


SUIT_HAND = "CJ SJ CA CT C9 C8 HA HT S7 D7"  # 5 of 6 trumps, A-T 2.5
GRAND_HAND = "CJ HJ CA CT SA ST HA HK D9 D8"  # 2 jacks, A-T 2.5 twice, A-K 1.5


@pytest.mark.parametrize(
    ("cards", "contract", "others", "forehand"),
    [(SUIT_HAND, "C", 7.5, 8.0), (GRAND_HAND, "G", 8.5, 9.5)],
)
def test_kinback_counts_a_hand(cards: str, contract: str, others: float, forehand: float) -> None:
    found = [
        KinbackReconstruction().strength(game_of(cards, contract, declarer=seat))[0]
        for seat in range(3)
    ]
    assert found == [forehand, others, others]


def test_kinback_is_called_a_reconstruction() -> None:
    assert "reconstruction" in KinbackReconstruction.name


def test_kinback_has_nothing_for_null() -> None:
    assert np.isnan(KinbackReconstruction().strength(game_of(SUIT_HAND, "N"))).all()


@pytest.mark.parametrize("count", [count_side_tricks, count_grand_side_tricks])
def test_a_card_more_in_a_side_suit_never_counts_less(count: Callable[[str], float]) -> None:
    for holding in range(256):
        for card in range(8):
            more = name_ranks(holding | 1 << card)
            assert count(more) >= count(name_ranks(holding)), more


def test_a_trump_more_never_takes_a_trick_away() -> None:
    home = [own.bit_count() - count_lost(own, 11) for own in range(1 << 11)]
    for own in range(1 << 11):
        assert all(home[own | 1 << card] >= home[own] for card in range(11)), bin(own)


@pytest.mark.parametrize(
    ("ranks", "lost"),
    [
        *[("", 0), ("A", 0), ("AT", 0), ("ATK", 0), ("ATKQ987", 0)],
        *[("T", 1), ("K", 1), ("7", 1), ("AK", 1), ("TK", 1), ("A7", 1), ("A987", 1)],
        *[("KQ", 2), ("T9", 2), ("KQ9", 2), ("987", 2)],
    ],
)
def test_a_side_suit_loses(ranks: str, lost: int) -> None:
    assert count_lost(pack_side_suit(ranks), 7) == lost


@pytest.mark.parametrize(
    ("cards", "game", "in_trumps", "in_all"),
    [
        # Without CJ and SJ two trumps are lost; a bare king, T-K one each.
        ("HJ DJ CA CT CK CQ C9 SK HT HK", "C", 2, 4),
        ("CJ SJ HJ DJ CA CT SA ST HA HT", "G", 0, 0),
        ("SJ CA CT CK SA ST SK HA HT D7", "G", 1, 2),
    ],
)
def test_a_hand_loses(cards: str, game: str, in_trumps: int, in_all: int) -> None:
    held = DeclarerHands.by(np.array([PACK.hand(cards.split())]), np.array([GAMES.index(game)]))
    assert (count_lost_trumps(held)[0], count_lost_cards(held)[0]) == (in_trumps, in_all)


def test_never_more_tricks_than_cards_are_lost() -> None:
    for size in (4, 7, 11):
        for own in range(1 << size):
            assert 0 <= count_lost(own, size) <= own.bit_count()


def cards_and_game(hands: Masks, games: Integers) -> Floats:
    """A value that shows what it was given."""
    return np.bitwise_count(hands) + games / 10.0


@pytest.fixture(
    params=[
        VonStegen(),
        KinbackReconstruction(),
        load_winning_parameters(),
        KnnValue(cards_and_game),
    ]
)
def measure(request: pytest.FixtureRequest) -> HandStrength:
    chosen: HandStrength = request.param
    return chosen


def test_it_applies_to_all_games_but_those_passed_in_and_perhaps_null(
    measure: HandStrength, every_contract: Games
) -> None:
    strengths, kinds = measure.strength(every_contract), kinds_of(every_contract)
    assert len(strengths) == len(every_contract)
    applies = (kinds >= 0) & (measure.is_chance | (kinds < NULL_KIND))
    assert (~np.isnan(strengths) == applies).all()


def test_each_game_is_judged_for_itself(measure: HandStrength, every_contract: Games) -> None:
    order = np.random.default_rng(3).permutation(len(every_contract))
    whole, turned = measure.strength(every_contract), measure.strength(every_contract.take(order))
    np.testing.assert_array_equal(turned, whole[order])


def test_games_are_not_changed(measure: HandStrength, every_contract: Games) -> None:
    said, hands = every_contract.bids_made.copy(), every_contract.hands.copy()
    measure.strength(every_contract)
    np.testing.assert_array_equal(every_contract.bids_made, said)
    np.testing.assert_array_equal(every_contract.hands, hands)


def test_no_games_have_no_strength(measure: HandStrength, every_contract: Games) -> None:
    assert measure.strength(every_contract.take(slice(0, 0))).shape == (0,)


def test_calibrated_chances_lie_between_0_and_1(
    measure: HandStrength, every_contract: Games
) -> None:
    chances = Calibrated.fit(measure, every_contract).chance(every_contract)
    assert (np.isnan(chances) == ~every_contract.played).all()
    assert (chances[every_contract.played] > 0.0).all()
    assert (chances[every_contract.played] < 1.0).all()


def test_a_value_is_asked_for_the_declarers_ten_cards_and_the_place_of_the_game() -> None:
    game = game_of("CJ SJ CA CT C9 C8 HA HT S7 D7", "S", declarer=2)
    points = card_points(int(game.hands[0, 3]))
    assert points > 0
    found = KnnValue(cards_and_game).strength(game)
    assert found == pytest.approx([10.2 + points])  # ten cards, spades are third
