"""Von Stegen's points on hands that are counted by hand."""

import numpy as np
import pytest

from evenhand.games.skat.contract import GAMES
from evenhand.games.skat.deck import PACK
from evenhand.games.skat.hand_strength import Held, VonStegen, count_grand_points, count_suit_points

from .made import game_of

HANDS = [
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


@pytest.mark.parametrize(("cards", "contract", "points"), HANDS)
def test_a_hand_counts(cards: str, contract: str, points: float) -> None:
    assert VonStegen().strength(game_of(cards, contract)).tolist() == [points]


def test_silent_opponents_count_half_a_point_in_suit_games_only() -> None:
    for (cards, contract, points), bonus in zip(HANDS, (0.5, 0.5, 0.5, 0.5, 0.0), strict=True):
        for declarer, said in enumerate([(18, 0, 0), (0, 18, 0), (0, 0, 18)]):
            game = game_of(cards, contract, declarer=declarer, said=said)
            assert VonStegen().strength(game).tolist() == [points + bonus]


def test_one_opponent_who_bids_is_enough_to_lose_the_bonus() -> None:
    cards, contract, points = HANDS[0]
    assert VonStegen().strength(game_of(cards, contract, said=(18, 0, 18)))[0] == points


def test_there_are_no_points_for_null() -> None:
    for contract in ("N", "NH", "NO", "NOH"):
        assert np.isnan(VonStegen().strength(game_of(HANDS[0][0], contract))).all()


@pytest.mark.parametrize("game", range(5), ids="DHSCG".__getitem__)
def test_an_ace_more_never_lowers_the_points(game: int) -> None:
    suit = PACK.suits[game % 4]
    hands = PACK.deal(np.random.default_rng(3), 3000, 9)[:, 0]
    ace = 1 << PACK.card(suit + "A")
    hands = hands[hands & ace == 0]
    points = count_grand_points if GAMES[game] == "G" else count_suit_points
    before, after = (points(Held.by(h, np.full(len(h), game))) for h in (hands, hands | ace))
    # In grand the ace itself is a point; a trump ace is a trump and a high card.
    assert (after - before == (1.0 if GAMES[game] == "G" else 2.0)).all()


def test_the_cards_put_away_do_not_count() -> None:
    cards, contract, points = HANDS[0]
    assert VonStegen().strength(game_of(cards, contract, away="SA ST"))[0] == points
