"""What deals count: the traps of the rules, and games that end before the tenth trick."""

import pytest

from evenhand.games.protocol import RuleError
from evenhand.games.skat import PACK, Contract, Deal, DealState, settle_cards
from evenhand.games.skat.scoring import PASSED_IN
from tests.games.skat.made import (
    FOREHAND_AT_18,
    REARHAND_AT_18,
    TEN_TRICKS,
    TOPS_LAST,
    TOPS_LEAD,
    play,
    scored,
)

WITHOUT_CLUB_JACK = Deal.of(
    "H7 SJ HJ DJ CA CT CK SA ST SK",
    "HA HT HK HQ H9 CQ C9 C8 C7 SQ",
    "DA DT DK DQ D9 D8 H8 S9 S8 S7",
    "CJ D7",
)
WITH_ONE = Deal.of(
    "CJ HJ D9 DQ SA SQ CA CQ H7 ST",
    "SJ DA DT D8 D7 DJ CT CK HT S8",
    "HA HQ H9 H8 C9 C8 C7 S9 S7 SK",
    "DK HK",
)
WITHOUT_ONE = Deal.of(
    "SJ HJ D9 DQ SA SQ CA CQ H7 ST",
    "CJ DA DT D8 D7 DJ CT CK HT S8",
    "HA HQ H9 H8 C9 C8 C7 S9 S7 SK",
    "DK HK",
)


def test_a_jack_is_not_of_its_printed_suit() -> None:
    game = play(DealState(TOPS_LAST), f"{REARHAND_AT_18} s G.H7.D7 HA H8")
    assert game.turn == 2
    assert len(game.legal_moves()) == 10  # HJ need not follow hearts
    game = play(DealState(TOPS_LAST), f"{REARHAND_AT_18} s D.H7.D7 HA H8")
    assert len(game.legal_moves()) == 10
    game = play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} s D.H7.D7 CJ")
    assert set(game.legal_moves()) == set(PACK.names(game.hand(1)))  # CQ need not follow CJ
    assert set(game.play("SQ").legal_moves()) == {"DA", "DT", "DK", "DQ", "D9", "D8"}


def test_a_jack_is_of_its_printed_suit_in_null() -> None:
    game = play(DealState(TOPS_LAST), f"{REARHAND_AT_18} s N.H7.D7 HA H8")
    assert game.legal_moves() == ["HJ"]
    with pytest.raises(RuleError, match="follow suit: CJ does not follow HA"):
        game.play("CJ")


def test_matadors_are_counted_over_twelve_cards_in_hand_games_too() -> None:
    result = scored("GH", points=70, tricks=6, deal=WITHOUT_CLUB_JACK).result()
    assert (result.matadors, result.value) == (4, 144)  # 24 * (with 4, game 5, hand 6)


def test_matadors_count_cards_that_were_laid_away() -> None:
    result = scored("G", points=70, tricks=6, laid_away="CJ D7", deal=WITHOUT_CLUB_JACK).result()
    assert (result.matadors, result.value) == (4, 120)


def test_sixty_to_sixty_is_lost_by_the_declarer() -> None:
    assert not scored("G", points=60, tricks=5, laid_away="H7 D7").result().won
    assert scored("G", points=61, tricks=5, laid_away="H7 D7").result().won


def test_schneider_begins_at_thirty_points() -> None:
    for points, schneider in ((89, False), (90, True), (31, False), (30, True)):
        assert scored("G", points=points, tricks=5).result().schneider is schneider


def test_schwarz_is_about_tricks_and_not_about_points() -> None:
    nearly = scored("G", points=120, tricks=9, laid_away="H7 D7").result()
    assert (nearly.schneider, nearly.schwarz, nearly.score) == (True, False, 144)
    schwarz = scored("G", points=120, tricks=10, laid_away="H7 D7").result()
    assert (schwarz.schneider, schwarz.schwarz, schwarz.score) == (True, True, 168)
    declarer = scored("G", points=21, tricks=0, laid_away="CA CT").result()
    assert (declarer.schwarz, declarer.score) == (True, -2 * 168)


def test_forehand_has_the_last_right_to_take_the_game_at_18() -> None:
    game = play(DealState(TOPS_LEAD), "p p")
    assert (game.turn, game.legal_moves()) == (0, ["18", "p"])
    assert game.play("18").declarer == 0


def test_a_deal_passed_in_is_a_game_that_counts_nothing() -> None:
    game = play(DealState(TOPS_LEAD), "p p p")
    assert game.over
    assert game.result() == PASSED_IN
    assert (game.result().declarer, game.result().score, str(game.result())) == (
        None,
        0,
        "passed in",
    )


def test_ouvert_implies_hand_and_schwarz_announced() -> None:
    game = play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} GO")
    assert game.contract == Contract("G", hand=True, schneider=True, schwarz=True, ouvert=True)
    assert play(game, TEN_TRICKS).result().score == 264
    missed = scored("GO", points=120, tricks=9).result()
    assert (missed.won, missed.score) == (False, -528)


def test_announcements_are_for_hand_games_only() -> None:
    taken = play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} s")
    for text in ("GS.H7.D7", "GZ.H7.D7", "GO.H7.D7", "GH.H7.D7", "GHS.H7.D7", "NOH.H7.D7"):
        with pytest.raises(RuleError, match="announcement: "):
            taken.play(text)
    with pytest.raises(RuleError, match="announcement: G without the skat is a hand game"):
        play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} G")


def test_a_null_below_the_bid_cannot_be_announced() -> None:
    for bid, hand, taken in (
        ("23", {"NH", "NOH"}, {"N", "NO"}),
        ("24", {"NH", "NOH"}, {"NO"}),
        ("36", {"NOH"}, {"NO"}),
        ("48", {"NOH"}, set()),
        ("60", set(), set()),
    ):
        game = play(DealState(TOPS_LEAD), f"{bid} p p")
        after = game.play("s")
        assert {move for move in game.legal_moves() if move[0] == "N"} == hand
        assert {move.split(".")[0] for move in after.legal_moves() if move[0] == "N"} == taken
        for text in {"NH", "NOH"} - hand:
            with pytest.raises(RuleError, match=f"null below the bid: .* the bid is {bid}"):
                game.play(text)
        for text in {"N", "NO"} - taken:
            with pytest.raises(RuleError, match=f"null below the bid: .* the bid is {bid}"):
                after.play(f"{text}.HA.HT")


def test_a_suit_game_below_the_bid_is_announced_and_found_overbid_at_the_end() -> None:
    result = scored("C", points=70, tricks=6, bid=99, laid_away="H7 D7").result()
    assert (result.value, result.overbid, result.won) == (108, True, False)  # with 7, game 8: 96
    assert "C.D7.H7" in play(DealState(TOPS_LAST), "p 99 p s").legal_moves()


def test_two_real_overbid_games_cost_72() -> None:
    first = scored("D", points=41, tricks=4, bid=36, deal=WITH_ONE, laid_away="D9 DQ").result()
    assert (first.matadors, first.score, first.overbid) == (1, -72, True)
    other = scored("D", points=75, tricks=6, bid=36, deal=WITHOUT_ONE, laid_away="D9 DQ").result()
    assert (other.matadors, other.score, other.won) == (-1, -72, False)
    assert settle_cards(Contract("D").number, PACK.hand(["SJ"]), 75, 6, 36).score == -72


def test_schneider_counts_before_a_game_is_found_overbid() -> None:
    saved = scored("D", points=90, tricks=8, bid=27, deal=WITH_ONE, laid_away="D9 DQ").result()
    assert (saved.won, saved.score, saved.overbid) == (True, 27, False)


def test_a_lost_game_costs_twice_its_value_hand_games_too() -> None:
    assert scored("CH", points=60, tricks=5).result().score == -216  # with 7, game 8, hand 9
    assert scored("C", points=60, tricks=5, laid_away="H7 D7").result().score == -192


def test_announced_schneider_needs_ninety_points() -> None:
    won = scored("CHS", points=90, tricks=8).result()
    assert won.score == 132  # with 7, game 8, hand 9, schneider 10, announced 11
    assert not scored("CHS", points=89, tricks=8).result().won


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
    with pytest.raises(RuleError, match="give up: rearhand has given up already"):
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
