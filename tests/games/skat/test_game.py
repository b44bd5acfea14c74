"""The whole game: phases, moves and refusals, the traps of the rules, results."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evenhand.cards import CardError, cards_of
from evenhand.games.skat.contract import Contract, RuleError
from evenhand.games.skat.deal import Deal
from evenhand.games.skat.game import Game
from evenhand.games.skat.pack import PACK
from evenhand.games.skat.phase import Phase
from evenhand.games.skat.result import PASSED_IN
from evenhand.games.skat.values import worth
from tests.games.skat.made import (
    EVERY_CONTRACT,
    FOREHAND_AT_18,
    REARHAND_AT_18,
    TEN_TRICKS,
    TOPS_LAST,
    TOPS_LEAD,
    cut,
    play,
    random_game,
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


# Traps of the rules


def test_a_jack_is_not_of_its_printed_suit() -> None:
    game = play(Game(TOPS_LAST), f"{REARHAND_AT_18} s G.H7.D7 HA H8")
    assert game.turn == 2
    assert len(game.legal_moves()) == 10  # HJ need not follow hearts
    game = play(Game(TOPS_LAST), f"{REARHAND_AT_18} s D.H7.D7 HA H8")
    assert len(game.legal_moves()) == 10
    game = play(Game(TOPS_LEAD), f"{FOREHAND_AT_18} s D.H7.D7 CJ")
    assert set(game.legal_moves()) == set(PACK.names(game.hand(1)))  # CQ need not follow CJ
    assert set(game.play("SQ").legal_moves()) == {"DA", "DT", "DK", "DQ", "D9", "D8"}


def test_a_jack_is_of_its_printed_suit_in_null() -> None:
    game = play(Game(TOPS_LAST), f"{REARHAND_AT_18} s N.H7.D7 HA H8")
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
    game = play(Game(TOPS_LEAD), "p p")
    assert (game.turn, game.legal_moves()) == (0, ["18", "p"])
    assert game.play("18").declarer == 0


def test_a_deal_passed_in_is_a_game_that_counts_nothing() -> None:
    game = play(Game(TOPS_LEAD), "p p p")
    assert game.over
    assert game.result() == PASSED_IN
    assert (game.result().declarer, game.result().score, str(game.result())) == (
        None,
        0,
        "passed in",
    )


def test_ouvert_implies_hand_and_schwarz_announced() -> None:
    game = play(Game(TOPS_LEAD), f"{FOREHAND_AT_18} GO")
    assert game.contract == Contract("G", hand=True, schneider=True, schwarz=True, ouvert=True)
    assert play(game, TEN_TRICKS).result().score == 264
    missed = scored("GO", points=120, tricks=9).result()
    assert (missed.won, missed.score) == (False, -528)


def test_announcements_are_for_hand_games_only() -> None:
    taken = play(Game(TOPS_LEAD), f"{FOREHAND_AT_18} s")
    for text in ("GS.H7.D7", "GZ.H7.D7", "GO.H7.D7", "GH.H7.D7", "GHS.H7.D7", "NOH.H7.D7"):
        with pytest.raises(RuleError, match="announcement: "):
            taken.play(text)
    with pytest.raises(RuleError, match="announcement: G without the skat is a hand game"):
        play(Game(TOPS_LEAD), f"{FOREHAND_AT_18} G")


def test_a_null_below_the_bid_cannot_be_announced() -> None:
    for bid, hand, taken in (
        ("23", {"NH", "NOH"}, {"N", "NO"}),
        ("24", {"NH", "NOH"}, {"NO"}),
        ("36", {"NOH"}, {"NO"}),
        ("48", {"NOH"}, set()),
        ("60", set(), set()),
    ):
        game = play(Game(TOPS_LEAD), f"{bid} p p")
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
    assert "C.D7.H7" in play(Game(TOPS_LAST), "p 99 p s").legal_moves()


def test_two_real_overbid_games_cost_72() -> None:
    first = scored("D", points=41, tricks=4, bid=36, deal=WITH_ONE, laid_away="D9 DQ").result()
    assert (first.matadors, first.score, first.overbid) == (1, -72, True)
    other = scored("D", points=75, tricks=6, bid=36, deal=WITHOUT_ONE, laid_away="D9 DQ").result()
    assert (other.matadors, other.score, other.won) == (-1, -72, False)
    assert worth(Contract("D"), PACK.hand(["SJ"]), points=75, tricks=6, bid=36).score == -72


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


# Phases and moves


def test_a_grand_is_played_to_the_end() -> None:
    game = play(Game(TOPS_LEAD), f"{FOREHAND_AT_18} GH {TEN_TRICKS}")
    result = game.result()
    assert (result.points, result.tricks, result.matadors) == (120, 10, 4)
    assert (result.won, result.value, result.score, result.bid) == (True, 192, 192, 18)
    assert game.turn is None
    assert game.legal_moves() == []


def test_the_trick_goes_to_its_winner_who_leads_to_the_next() -> None:
    game = play(Game(TOPS_LEAD), f"{FOREHAND_AT_18} s D.H7.D7 CK C7 DA")
    assert [(trick.leader, trick.winner) for trick in game.tricks] == [(0, 2)]
    assert (game.turn, game.leader, game.table) == (2, 2, ())
    assert play(game, "H8").turn == 0


def test_the_phases_follow_each_other() -> None:
    game = Game(TOPS_LAST)
    seen = []
    for move in ("p", "18", "p", "s", "G", "H7.D7", "HA"):
        seen.append((game.phase, game.turn))
        game = game.play(move)
    assert seen == [
        (Phase.AUCTION, 1),
        (Phase.AUCTION, 2),
        (Phase.AUCTION, 0),
        (Phase.SKAT, 2),
        (Phase.ANNOUNCEMENT, 2),
        (Phase.DISCARD, 2),
        (Phase.TRICKS, 0),
    ]


def test_an_announcement_may_be_said_in_two_moves() -> None:
    taken = play(Game(TOPS_LEAD), f"{FOREHAND_AT_18} s")
    at_once, in_two = taken.play("NO.CJ.H7"), play(taken, "NO H7.CJ")
    for game in (at_once, in_two):
        assert str(game.contract) == "NO"
        assert PACK.names(game.skat) == ("CJ", "H7")
        assert "D7" in PACK.names(game.hand(0))
    assert len(taken.play("NO").legal_moves()) == 66


def test_an_ouvert_announcement_may_name_the_ten_cards() -> None:
    ten = TOPS_LEAD.hands[0]
    start = play(Game(TOPS_LEAD), FOREHAND_AT_18)
    assert start.play(f"GO.{'.'.join(PACK.names(ten))}").phase is Phase.TRICKS
    taken = start.play("s").play(f"NO.H7.D7.{'.'.join(PACK.names(ten))}")
    assert taken.hand(0) == ten
    wrong = ".".join(["H7", *PACK.names(ten)[1:]])
    with pytest.raises(RuleError, match="ouvert: the cards shown are not the ten"):
        start.play(f"GO.{wrong}")
    with pytest.raises(RuleError, match="announcement: only an ouvert game shows cards"):
        start.play(f"GH.{wrong}")


def test_every_pair_of_the_twelve_cards_may_be_laid_away_jacks_too() -> None:
    moves = play(Game(TOPS_LEAD), f"{FOREHAND_AT_18} s").legal_moves()
    assert len(moves) == len(set(moves)) == 7 * 66
    assert "C.SJ.CJ" in moves


@pytest.mark.parametrize(
    ("moves", "move", "rule"),
    [
        ("p p 18", "x", "contract"),
        ("p p 18", "", "contract"),
        ("p p 18", "18", "contract"),
        ("p p 18 s", "s", "contract"),
        ("p p 18 s", "GG.H7.D7", "contract"),
        ("p p 18 s", "NS.H7.D7", "null"),
        ("p p 18 s", "G.H7", "discard"),
        ("p p 18 s", "G.H7.HA", "discard"),
        ("p p 18 s", "G.H7.D7.CA", "announcement"),
        ("p p 18 s G", "H7", "discard"),
        ("p p 18 s G", "H7.HA", "discard"),
        ("p p 18 s G", "H7.D7.CJ", "announcement"),
        ("p p 18 s G.H7.D7", "HA", "your own cards"),
        ("p p 18 s G.H7.D7", "H7", "your own cards"),
        ("p p 18 s G.H7.D7 CA", "HA", "follow suit"),
        ("p p 18 s G.H7.D7 CA", "CJ", "your own cards"),
        ("p p 18 s G.H7.D7 CA C7 D8", "CA", "your own cards"),
        ("p p p", "p", "game over"),
        ("p p 18", "RE", "turn"),
        ("", "SC", "turn"),
    ],
)
def test_a_move_against_the_rules_is_refused_by_the_name_of_the_rule(
    moves: str, move: str, rule: str
) -> None:
    game = play(Game(TOPS_LEAD), moves)
    before = str(game), hash(game)
    with pytest.raises(RuleError) as refused:
        game.play(move)
    assert refused.value.rule == rule
    assert (str(game), hash(game)) == before


@pytest.mark.parametrize("move", ["??", "C10", "cj", "", "CJ ", "CJ.SJ", "RE.CJ", "SC."])
def test_a_card_that_does_not_exist_is_refused(move: str) -> None:
    with pytest.raises(CardError, match="no card"):
        play(Game(TOPS_LEAD), f"{FOREHAND_AT_18} GH").play(move)


def test_only_the_seat_that_has_the_turn_may_move() -> None:
    game = play(Game(TOPS_LEAD), f"{FOREHAND_AT_18} GH")
    assert game.play("CJ", 0).turn == 1
    for seat in (1, 2, 3, -1):
        with pytest.raises(RuleError, match="turn: forehand has the turn"):
            game.play("CJ", seat)


def test_there_is_no_result_before_the_end() -> None:
    with pytest.raises(RuleError, match="no result before the end"):
        Game(TOPS_LEAD).result()


# Early ends


def test_null_ends_with_the_declarers_first_trick() -> None:
    game = play(Game(TOPS_LEAD), f"{FOREHAND_AT_18} NH CK C7 D8")
    assert game.over
    result = game.result()
    assert (result.won, result.score, result.tricks, result.points) == (False, -70, 1, 4)


def test_null_is_won_after_ten_tricks_without_one() -> None:
    lowest = "C7 C8 C9 S7 S8 S9 H7 H8 H9 D7"
    deal = Deal.of(
        lowest, "CA CK CQ CJ CT SA SK SQ SJ ST", "HA HK HQ HJ HT DA DK DQ DJ DT", "D8 D9"
    )
    game = play(Game(deal), f"{FOREHAND_AT_18} NOH")
    while not game.over:
        game = game.play(game.legal_moves()[0])
    assert (game.result().score, game.result().matadors) == (59, 0)
    assert len(game.tricks) == 10


def test_a_missed_announcement_ends_the_game() -> None:
    schwarz = play(Game(TOPS_LEAD), f"{FOREHAND_AT_18} DHZ CK C7 D8")  # trumped by rearhand
    assert schwarz.over
    assert schwarz.result().score == -2 * 9 * 10  # with 4, game, hand, twice schneider, schwarz


def test_announced_schneider_is_missed_with_the_31st_point() -> None:
    thirty = play(Game(TOPS_LEAD), f"{FOREHAND_AT_18} DHS CK C7 DA DT SJ HA CA C8 DK")
    assert not thirty.over  # 4 + 11 and 11 + 4
    game = play(Game(TOPS_LEAD), f"{FOREHAND_AT_18} DHS CT CQ DA DT SJ HA CK C8")
    assert not game.play("D9").over  # 10 + 3 + 11 and 4
    assert game.play("DQ").over  # 3 more
    assert not game.play("DQ").result().won


def test_a_missed_announcement_that_ends_the_game_early_makes_nobody_schwarz() -> None:
    game = play(Game(TOPS_LEAD), f"{FOREHAND_AT_18} DHS CA CQ DA H8 CT HA")
    assert game.over
    assert (game.result().tricks, game.result().schwarz) == (0, False)
    assert game.result().score == -2 * 9 * 8  # with 4, game, hand, schneider, announced


def test_a_declarer_who_gives_up_loses_what_the_game_is_worth() -> None:
    game = play(Game(TOPS_LEAD), f"{FOREHAND_AT_18} s G.H7.D7 CA C7").play("RE", 0)
    result = game.result()
    assert game.over
    assert (result.won, result.score, result.resigned) == (False, -2 * 120, True)  # not schneider
    null = play(Game(TOPS_LEAD), f"{FOREHAND_AT_18} NH").play("RE").result()
    assert (null.won, null.score, null.tricks) == (False, -70, 0)


def test_nobody_is_schneider_or_schwarz_by_giving_up_before_the_first_trick() -> None:
    for start, score in (("s G.H7.D7", 24 * 5), ("GH", 24 * 6), ("GHS", 24 * 9)):
        game = play(Game(TOPS_LEAD), f"{FOREHAND_AT_18} {start} CJ")
        assert game.play("RE", 1).play("RE", 2).result().score == score  # with 4, game, ...
    overbid = play(Game(TOPS_LEAD), "264 p p s D.H7.D7").play("RE", 0).play("RE", 2).result()
    assert (overbid.won, overbid.overbid) == (False, True)


def test_opponents_give_up_together_and_leave_the_rest_to_the_declarer() -> None:
    game = play(Game(TOPS_LEAD), f"{FOREHAND_AT_18} s G.H7.D7 CJ SQ S7")
    one = game.play("RE", 2)
    assert not one.over
    with pytest.raises(RuleError, match="give up: seat 2"):
        one.play("RE", 2)
    both = one.play("SJ", 0).play("RE", 1)
    result = both.result()
    assert (result.points, result.tricks, result.score) == (120, 10, 168)
    assert both.moves[-3:] == ((2, "RE"), (0, "SJ"), (1, "RE"))


def test_opponents_who_give_up_in_null_take_no_trick_from_the_declarer() -> None:
    game = play(Game(TOPS_LAST), f"{REARHAND_AT_18} s NO.CJ.SJ").play("RE", 1).play("RE", 0)
    assert (game.result().score, game.result().tricks, game.result().points) == (46, 0, 4)


def test_the_declarer_may_show_cards_but_only_the_own_ones() -> None:
    game = play(Game(TOPS_LEAD), f"{FOREHAND_AT_18} GH CJ")
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


# Looking at a game


def test_a_game_can_be_looked_at() -> None:
    game = play(Game(TOPS_LAST), f"{REARHAND_AT_18} s S.CK.H7 HA H8")
    assert str(game).splitlines() == [
        "rearhand plays spades at 18, trick 1, rearhand to play",
        "forehand     SQ CQ C9 C8 C7 HT HK HQ H9",
        "middlehand   S9 S8 S7 DA DT DK DQ D9 D8",
        "rearhand   * CJ SJ HJ DJ SA ST SK CA CT D7",
        "skat         CK H7",
        "trick        forehand HA, middlehand H8",
    ]


def test_each_phase_has_its_headline() -> None:
    headlines = {
        "": "auction, middlehand to speak",
        "18": "auction at 18, forehand to speak",
        "p p p": "passed in",
        "p p 18": "forehand plays at 18, skat or hand",
        "p p 18 s": "forehand plays at 18, announcement",
        "p p 18 s G": "forehand plays grand at 18, discard",
        "p p 18 s G.H7.D7 CJ": "forehand plays grand at 18, trick 1, middlehand to play",
        f"p p 18 GO {TEN_TRICKS}": "forehand plays grand ouvert at 18, won, schwarz: +264 for 120",
    }
    for moves, headline in headlines.items():
        assert str(play(Game(TOPS_LEAD), moves)).splitlines()[0].removesuffix(" points") == headline


# Deals


def test_a_deal_needs_the_whole_pack() -> None:
    hands = TOPS_LEAD.hands
    with pytest.raises(CardError, match="skat has 0 cards instead of 2"):
        Deal(hands, 0)
    with pytest.raises(CardError, match="a card is dealt twice"):
        Deal((hands[0], hands[0], hands[2]), TOPS_LEAD.skat)
    with pytest.raises(CardError, match="forehand has 11 cards"):
        Deal((hands[0] | 1 << 40, hands[1], hands[2]), TOPS_LEAD.skat)


def test_deals_come_from_the_given_generator() -> None:
    first, again = (Deal.random(np.random.default_rng(5)) for _ in range(2))
    assert first == again
    assert first != Deal.random(np.random.default_rng(6))


# All games


@pytest.mark.parametrize("contract", EVERY_CONTRACT, ids=str)
def test_cards_stay_whole_and_exactly_the_listed_cards_may_be_played(
    contract: Contract | None,
) -> None:
    rng = np.random.default_rng(11)
    for _ in range(3):
        whole = random_game(rng, contract)
        game = Game(whole.deal)
        for seat, move in whole.moves:
            assert game.turn == seat
            assert move in game.legal_moves()
            game = game.play(move)
            piles = [game.hand(seat) for seat in range(3)] + [game.skat, game.played]
            assert sum(piles) == PACK.whole
            if game.phase is Phase.TRICKS:
                accepted = [name for name in PACK.names(PACK.whole) if allowed(game, name)]
                assert sorted(accepted) == sorted(game.legal_moves())
        assert game == whole


def allowed(game: Game, move: str) -> bool:
    try:
        game.play(move)
    except RuleError:
        return False
    return True


def test_random_games_score_by_their_tricks() -> None:
    rng = np.random.default_rng(12)
    for contract in EVERY_CONTRACT[1:]:
        game = random_game(rng, contract)
        result = game.result()
        mine = [trick for trick in game.tricks if trick.winner == game.declarer]
        cards = {card for trick in mine for card in trick.cards} | set(cards_of(game.skat))
        face = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
        assert result.points == sum(face.get(PACK.name(card)[1], 0) for card in cards)
        assert result.tricks == len(mine)
        assert result.score == (result.value if result.won else -2 * result.value)


WORDS = """p y s 18 20 264 19 G NO CH COHSZ G.H7.D7 N.CJ S.S7.S7 G. G.. . RE RE. SC SC.CJ SC.
           H7.D7 TI.0 w ?? C10"""
CARDS = st.sampled_from(PACK.names(PACK.whole))
GARBAGE = (
    st.sampled_from(WORDS.split())
    | CARDS
    | st.text(max_size=12)
    | st.lists(CARDS, max_size=13).map(".".join)
)


@settings(max_examples=300)
@given(
    seed=st.integers(0, 200),
    contract=st.sampled_from(EVERY_CONTRACT),
    length=st.integers(0, 60),
    move=GARBAGE,
    seat=st.none() | st.integers(-2, 4),
)
def test_garbage_is_refused_by_an_error_that_says_so_and_changes_nothing(
    seed: int, contract: Contract | None, length: int, move: str, seat: int | None
) -> None:
    game = cut(random_game(np.random.default_rng(seed), contract), length)
    before = str(game), hash(game)
    try:
        after = game.play(move, seat)
    except (RuleError, CardError):
        pass
    else:
        assert after.moves[:-1] == game.moves
        assert after.moves[-1][1] == move
    assert (str(game), hash(game)) == before
