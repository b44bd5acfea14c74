"""Games that end before the tenth trick."""

import pytest

from evenhand.games.protocol import RuleError
from evenhand.games.skat import PACK, Deal, DealState
from tests.games.skat.made import (
    FOREHAND_AT_18,
    REARHAND_AT_18,
    TOPS_LAST,
    TOPS_LEAD,
    play,
)


def test_null_ends_with_the_declarers_first_trick() -> None:
    game = play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} NH CK C7 D8")
    assert game.over
    result = game.result()
    assert (result.won, result.score, result.tricks, result.points) == (False, -70, 1, 4)


def test_null_is_won_after_ten_tricks_without_one() -> None:
    lowest = "C7 C8 C9 S7 S8 S9 H7 H8 H9 D7"
    deal = Deal.of(
        lowest, "CA CK CQ CJ CT SA SK SQ SJ ST", "HA HK HQ HJ HT DA DK DQ DJ DT", "D8 D9"
    )
    game = play(DealState(deal), f"{FOREHAND_AT_18} NOH")
    while not game.over:
        game = game.play(game.legal_moves()[0])
    assert (game.result().score, game.result().matadors) == (59, 0)
    assert len(game.tricks) == 10


def test_a_missed_announcement_ends_the_game() -> None:
    schwarz = play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} DHZ CK C7 D8")  # trumped by rearhand
    assert schwarz.over
    assert schwarz.result().score == -2 * 9 * 10  # with 4, game, hand, twice schneider, schwarz


def test_announced_schneider_is_missed_with_the_31st_point() -> None:
    thirty = play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} DHS CK C7 DA DT SJ HA CA C8 DK")
    assert not thirty.over  # 4 + 11 and 11 + 4
    game = play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} DHS CT CQ DA DT SJ HA CK C8")
    assert not game.play("D9").over  # 10 + 3 + 11 and 4
    assert game.play("DQ").over  # 3 more
    assert not game.play("DQ").result().won


def test_a_missed_announcement_that_ends_the_game_early_makes_nobody_schwarz() -> None:
    game = play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} DHS CA CQ DA H8 CT HA")
    assert game.over
    assert (game.result().tricks, game.result().schwarz) == (0, False)
    assert game.result().score == -2 * 9 * 8  # with 4, game, hand, schneider, announced


def test_a_declarer_who_gives_up_loses_what_the_game_is_worth() -> None:
    game = play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} s G.H7.D7 CA C7").play("RE", 0)
    result = game.result()
    assert game.over
    assert (result.won, result.score, result.resigned) == (False, -2 * 120, True)  # not schneider
    null = play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} NH").play("RE").result()
    assert (null.won, null.score, null.tricks) == (False, -70, 0)


def test_nobody_is_schneider_or_schwarz_by_giving_up_before_the_first_trick() -> None:
    announced = {"s G.H7.D7": 5, "GH": 6, "GHS": 8, "GHSZ": 10}  # with 4, game, ...
    for start, levels in announced.items():
        game = play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} {start} CJ")
        assert game.play("RE", 1).play("RE", 2).result().score == 24 * levels


def test_giving_up_before_the_first_trick_wins_no_game() -> None:
    """Clubs, with 7 by the tops, are 96; schneider and schwarz make 108 and 120."""
    for bid, score in ((96, 96), (99, 108), (108, 108), (120, 120), (121, -264)):
        start = DealState(TOPS_LAST)
        game = play(start, f"p {bid} p s C.H7.D7")
        assert (game.declarer, game.bid) == (2, bid)
        result = game.play("RE", 0).play("RE", 1).result()
        assert (result.score, result.overbid) == (score, score < 0)


def test_opponents_give_up_together_and_leave_the_rest_to_the_declarer() -> None:
    game = play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} s G.H7.D7 CJ SQ S7")
    one = game.play("RE", 2)
    assert not one.over
    with pytest.raises(RuleError, match="give up: seat 2"):
        one.play("RE", 2)
    both = one.play("SJ", 0).play("RE", 1)
    result = both.result()
    assert (result.points, result.tricks, result.score) == (120, 10, 168)
    assert both.moves[-3:] == ((2, "RE"), (0, "SJ"), (1, "RE"))


def test_opponents_who_give_up_in_null_take_no_trick_from_the_declarer() -> None:
    game = play(DealState(TOPS_LAST), f"{REARHAND_AT_18} s NO.CJ.SJ").play("RE", 1).play("RE", 0)
    assert (game.result().score, game.result().tricks, game.result().points) == (46, 0, 4)


def test_the_declarer_may_show_cards_but_only_the_own_ones() -> None:
    game = play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} GH CJ")
    left = ".".join(PACK.names(game.hand(0)))
    for move in ("SC", f"SC.{left}"):
        shown = game.play(move, 0)
        assert (shown.turn, shown.table) == (game.turn, game.table)
        assert shown.moves[-1] == (0, move)
    for move, seat in (("SC", 1), ("SC.CJ", 0), (f"SC.{left}.H7", 0), ("SC", 9)):
        with pytest.raises(RuleError, match="show cards: "):
            game.play(move, seat)
    with pytest.raises(RuleError, match="give up: "):
        game.play("RE", 9)
