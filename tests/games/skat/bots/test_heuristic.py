"""The player by rules of thumb where the right card is clear."""

from typing import Any

import numpy as np

from evenhand.compiled import kernel
from evenhand.games.cards import Masks
from evenhand.games.skat.bots.heuristic import heuristic_card
from evenhand.games.skat.bots.observation import Observation

from .situations import card_name, holds, random_situations, situation


@kernel
def _choose(rows: Masks, chosen: Masks) -> None:
    for row in range(len(rows)):
        r = rows[row]
        view = Observation(
            *(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8], r[9]),
            *(r[10], r[11], r[12], r[13], r[14], r[15], r[16], r[17], r[18]),
        )
        chosen[row] = heuristic_card(view)


def test_the_card_is_always_legal_and_the_kernel_chooses_the_same() -> None:
    views = list(random_situations(np.random.default_rng(1), 1_000))
    chosen = np.empty(len(views), np.int64)
    _choose(np.array(views), chosen)
    assert all(holds(one, int(card)) for one, card in zip(views, chosen, strict=True))
    assert [heuristic_card(one) for one in views] == chosen.tolist()


def choice(game: str, mover: int, own: str, table: str = "", **known: Any) -> str:
    return card_name(game, heuristic_card(situation(game, mover, own, table, **known)))


def test_a_strong_declarer_draws_trumps_from_the_top() -> None:
    assert choice("C", 0, "CJ SJ HJ CA CT CK HA HK S7 S8") in ("CJ", "SJ", "HJ")


def test_the_declarer_does_not_lead_trumps_when_the_others_have_none() -> None:
    gone = "HJ DJ CT CK CQ C9 C8 C7 SA ST SK SQ D7 D8 D9"
    assert choice("C", 0, "CJ SJ CA HA H7", gone=gone)[0] == "H"


def test_an_opponent_gives_points_to_a_trick_that_his_partner_takes() -> None:
    assert choice("C", 2, "H7 HT HQ", "S7 SA") == "HT"


def test_an_opponent_who_cannot_follow_gives_nothing_to_the_declarer() -> None:
    assert choice("C", 1, "H7 HT D8", "S7 SA") in ("H7", "D8")


def test_an_opponent_wastes_no_points_on_a_trick_of_the_declarer() -> None:
    assert choice("C", 2, "SK SQ S7 HA", "SA S9") == "S7"


def test_the_declarer_takes_points_with_a_small_trump() -> None:
    assert choice("C", 0, "CJ SJ C7 HA HK", "SA ST") == "C7"


def test_the_declarer_leaves_a_trick_without_points() -> None:
    assert choice("C", 0, "CJ SJ HJ H7 HK", "S9 S7", gone="SA ST") == "H7"


def test_the_last_hand_wins_cheaply_if_points_do_not_matter_later() -> None:
    assert choice("G", 0, "CJ SJ HJ DJ", "SA ST", gone="S7") == "DJ"


def test_an_opponent_does_not_open_trumps() -> None:
    assert choice("S", 1, "DJ S9 HA H9 H7 C8 CK")[0] != "S"
    assert choice("S", 2, "DJ S9 HA H9 H7 C8 CK") != "DJ"


def test_an_opponent_cashes_an_ace() -> None:
    assert choice("S", 2, "S9 HA H9 DQ D8 C8 CK") == "HA"


def test_the_trick_that_decides_the_game_is_taken() -> None:
    assert choice("C", 0, "CJ HA H7", "SK SQ", points=52, theirs=40) == "CJ"
    assert choice("C", 1, "CA H7 D7", "SK ST", theirs=46, points=40) == "CA"


def null_choice(mover: int, own: str, table: str = "", **known: Any) -> str:
    return choice("N", mover, own, table, **known)


def test_the_declarer_stays_below_with_his_highest_card() -> None:
    assert null_choice(0, "S7 S9 SQ SA", "SK S8") == "SQ"


def test_the_declarer_throws_off_the_most_dangerous_card() -> None:
    assert null_choice(0, "H7 H9 HJ DA D7 C8", "SK S8") == "DA"


def test_the_declarer_of_a_null_leads_a_card_below_all_others() -> None:
    assert null_choice(0, "H9 HJ C7 CQ D8 DK") == "C7"


def test_an_opponent_stays_below_the_declarers_card() -> None:
    assert null_choice(2, "S7 S9 SK", "ST S8") == "S9"
    assert null_choice(1, "S7 SK", "S9") == "S7"


def test_an_opponent_leads_a_low_card_and_no_suit_that_the_declarer_lacks() -> None:
    spades = "S7 S8 S9 ST SJ SQ SK SA"
    hand = "S7 HA HK H8 DA"
    assert null_choice(2, hand) == "S7"
    assert null_choice(1, hand, missing=("", spades)) == "H8"


def test_an_opponent_plays_high_when_the_trick_is_his_partners() -> None:
    assert null_choice(2, "S7 S9 SA", "S8 SK") == "SA"
