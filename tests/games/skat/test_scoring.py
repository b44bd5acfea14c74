"""Bid values, matadors, and what games count, by the official rules."""

from itertools import product

import pytest

from evenhand.games.protocol import RuleError
from evenhand.games.skat import (
    BID_VALUES,
    PACK,
    Contract,
    Settlement,
    WrittenGame,
    game_value,
    matadors,
    settle_cards,
)
from evenhand.games.skat.scoring import SCORES, trumps_by_rank

OFFICIAL_BIDS = """
    18 20 22 23 24 27 30 33 35 36 40 44 45 46 48 50 54 55 59 60 63 66 70 72 77 80 81 84 88 90 96
    99 100 108 110 117 120 121 126 130 132 135 140 143 144 150 153 154 156 160 162 165 168 170
    176 180 187 192 198 204 216 240 264"""
WITH_1 = PACK.hand(["CJ", "HJ"])
WITH_2 = PACK.hand(["CJ", "SJ", "DJ"])
WITHOUT_1 = PACK.hand(["SJ", "DJ"])
SUIT_FORMS = ("", "H", "HS", "HSZ", "OHSZ")


def score(contract: str, cards: int, points: int, tricks: int = 5, bid: int = 18) -> int:
    return settle_cards(Contract.parse(contract).number, cards, points, tricks, bid).score


def test_the_63_bid_values_are_the_official_ones() -> None:
    assert len(BID_VALUES) == 63
    assert list(BID_VALUES) == [int(value) for value in OFFICIAL_BIDS.split()]


def test_the_bid_values_are_just_what_games_can_be_worth() -> None:
    reached = ((False, False), (True, False), (True, True))
    games = [
        game_value(Contract.parse(game + form), run, schneider=schneider, schwarz=schwarz)
        for game, form, (schneider, schwarz) in product("CSHDG", SUIT_FORMS, reached)
        for run in range(1, (4 if game == "G" else 11) + 1)
    ]
    nulls = [game_value(Contract.parse(null)) for null in ("N", "NH", "NO", "NOH")]
    assert set(games + nulls) == set(BID_VALUES)


@pytest.mark.parametrize(
    ("contract", "run", "value"),
    [
        ("CO", 2, 108),
        ("GO", 4, 264),
        ("CO", 11, 216),
        ("D", 1, 18),
        ("D", -1, 18),
        ("G", -4, 120),
        ("H", 2, 30),
        ("SH", 1, 33),
        ("GH", 1, 72),
        ("N", 0, 23),
        ("NH", 0, 35),
        ("NO", 0, 46),
        ("NOH", 0, 59),
    ],
)
def test_known_values(contract: str, run: int, value: int) -> None:
    assert game_value(Contract.parse(contract), run) == value


@pytest.mark.parametrize(
    ("marks", "reached", "levels"),
    [
        ("", "", 2),
        ("", "schneider", 3),
        ("", "schwarz", 4),
        ("H", "", 3),
        ("H", "schneider", 4),
        ("H", "schwarz", 5),
        ("HS", "schneider", 5),
        ("HS", "schwarz", 6),
        ("HSZ", "schwarz", 7),
        ("OHSZ", "schwarz", 8),
    ],
)
def test_every_level_counts_one_and_schwarz_is_schneider_too(
    marks: str, reached: str, levels: int
) -> None:
    end = {reached: True} if reached else {}
    for game, base in (("D", 9), ("H", 10), ("S", 11), ("C", 12), ("G", 24)):
        assert game_value(Contract.parse(game + marks), 1, **end) == base * levels


def test_matadors_are_an_unbroken_run_from_the_club_jack() -> None:
    assert matadors("H", PACK.hand(["CJ", "SJ", "HJ", "DJ", "HA", "HT", "HQ"])) == 6
    assert matadors("H", PACK.hand(["CJ", "HJ", "DJ", "HA"])) == 1
    assert matadors("H", PACK.hand(["HJ", "DJ", "HA"])) == -2
    assert matadors("H", PACK.hand(["HK", "CA", "CT"])) == -6


def test_matadors_are_counted_over_twelve_cards_in_hand_games_too() -> None:
    ten, skat = PACK.hand(["SJ", "HJ", "CA"]), PACK.hand(["CJ", "D7"])
    assert matadors("C", ten) == -1
    assert matadors("C", ten | skat) == 3
    assert score("CH", ten | skat, points=61) == 12 * (3 + 1 + 1)


def test_there_are_eleven_matadors_in_a_suit_game_and_four_in_grand() -> None:
    for game, most in (("C", 11), ("S", 11), ("H", 11), ("D", 11), ("G", 4)):
        trumps = sum(1 << card for card in trumps_by_rank(game))
        assert trumps == Contract(game).trumps
        assert matadors(game, trumps) == most
        assert matadors(game, PACK.full & ~trumps) == -most
        lowest = 1 << trumps_by_rank(game)[-1]
        assert matadors(game, trumps & ~lowest) == most - 1
        assert matadors(game, lowest) == 1 - most


def test_in_grand_the_ace_is_no_matador() -> None:
    assert matadors("G", PACK.hand(["CJ", "SJ", "HJ", "DJ", "CA", "CT"])) == 4


def test_schneider_is_thirty_points_or_fewer() -> None:
    assert score("C", WITH_1, points=89) == 24
    assert score("C", WITH_1, points=90) == 36
    assert score("C", WITH_1, points=31) == -48
    assert score("C", WITH_1, points=30) == -72


def test_schwarz_is_no_trick_not_no_points() -> None:
    assert score("C", WITH_1, points=120, tricks=9) == 36
    assert score("C", WITH_1, points=120, tricks=10) == 48
    assert score("C", WITH_1, points=0, tricks=1) == -72
    assert score("C", WITH_1, points=0, tricks=0) == -96
    assert score("C", WITH_1, points=22, tricks=0) == -96  # two aces put away


def test_sixty_all_is_lost() -> None:
    assert score("G", WITH_1, points=60) == -96
    assert score("G", WITH_1, points=61) == 48


def test_a_lost_game_counts_twice_a_hand_game_too() -> None:
    assert score("S", WITH_2, points=45) == -2 * 33
    assert score("SH", WITH_2, points=45) == -2 * 44
    assert score("NH", 0, points=3, tricks=1) == -70


@pytest.mark.parametrize(("null", "value"), [("N", 23), ("NH", 35), ("NO", 46), ("NOH", 59)])
def test_a_null_is_decided_by_tricks_alone(null: str, value: int) -> None:
    assert score(null, WITH_2, points=21, tricks=0) == value
    assert score(null, WITH_2, points=0, tricks=1) == -2 * value
    assert score(null, WITH_2, points=120, tricks=10) == -2 * value


def test_an_overbid_game_is_lost_with_any_points_and_charged_in_multiples_of_its_base() -> None:
    lost = Settlement(won=False, value=36, overbid=True)
    assert settle_cards(Contract("C").number, WITHOUT_1, 70, 6, 33) == lost
    assert lost.score == -72
    assert score("H", WITH_1, points=70, bid=23) == -60  # 30 is the first above 23
    assert score("G", WITH_1, points=70, bid=50) == -144
    assert score("D", WITH_1, points=89, bid=20) == -54


def test_the_two_real_overbid_games() -> None:
    """Records of a game server: diamonds, bid 36; lost with 41 and with 75 points at -72."""
    for cards in (WITHOUT_1, WITH_1, WITH_2):
        assert score("D", cards, points=41, bid=36) == -72
    assert score("D", WITHOUT_1, points=75, bid=36) == -72


def test_a_game_that_just_reaches_the_bid_is_not_overbid() -> None:
    assert score("D", WITH_2, points=61, bid=27) == 27
    assert score("D", WITH_2, points=61, bid=30) == -72


def test_schneider_and_schwarz_count_before_a_game_is_overbid() -> None:
    assert score("D", WITH_2, points=90, bid=36) == 36
    assert score("D", WITH_1, points=120, tricks=10, bid=36) == 36
    assert score("D", WITH_1, points=120, tricks=9, bid=36) == -72
    declarer_schneider = settle_cards(Contract("D").number, WITH_2, 30, 3, 36)
    assert declarer_schneider == Settlement(won=False, value=36)


def test_a_lost_game_above_the_bid_is_charged_by_its_own_value() -> None:
    assert score("G", WITH_2, points=50, bid=18) == -144


def test_a_missed_announcement_is_lost_with_the_level_itself() -> None:
    hand, schneider, schwarz = 24 * 3, 24 * 5, 24 * 7
    assert score("GH", WITH_1, points=89) == hand
    assert score("GHS", WITH_1, points=89, tricks=8) == -2 * schneider
    assert score("GHS", WITH_1, points=90, tricks=8) == schneider
    assert score("GHSZ", WITH_1, points=120, tricks=9) == -2 * schwarz
    assert score("GHSZ", WITH_1, points=120, tricks=10) == schwarz
    assert score("GO", WITH_1, points=118, tricks=9) == -2 * 24 * 8


def test_ouvert_implies_hand_and_schwarz_announced_but_not_in_null() -> None:
    assert Contract.parse("CO") == Contract.parse("COHSZ")
    assert not Contract.parse("NO").hand
    with pytest.raises(RuleError, match="only a hand game can be announced higher"):
        Contract.parse("CS")
    with pytest.raises(RuleError, match="do not exist in null"):
        Contract.parse("NHS")


@pytest.mark.parametrize("text", ["", "X", "c", "CC", "CHH", "C H", "CHSX", "NZ", "GSZ", "10"])
def test_what_is_no_contract_is_refused(text: str) -> None:
    with pytest.raises(RuleError):
        Contract.parse(text)


VALUES = [  # from the official rules: the examples every player knows
    ("D", 1, {}, 18, "with 1, game 2, times diamonds 9 = 18"),
    ("S", -2, {"schneider": True}, 44, "without 2, game 3, schneider 4, times spades 11 = 44"),
    ("G", 4, {"schwarz": True}, 168, "game 5, schneider 6, schwarz 7, times grand 24 = 168"),
    ("CO", 2, {}, 108, "schwarz announced 8, ouvert 9, times clubs 12 = 108"),
    ("GO", 4, {}, 264, "ouvert 11, times grand 24 = 264"),
    ("HHS", 1, {}, 50, "with 1, game 2, hand 3, schneider 4, schneider announced 5, times hearts"),
    ("N", 0, {}, 23, "null = 23"),
    ("NH", 0, {}, 35, "null hand = 35"),
    ("NO", 0, {}, 46, "null ouvert = 46"),
    ("NOH", 0, {}, 59, "null ouvert hand = 59"),
]  # fmt: skip


@pytest.mark.parametrize(("contract", "matadors", "made", "value", "words"), VALUES)
def test_values_are_counted_and_spelled_level_by_level(
    contract: str, matadors: int, made: dict[str, bool], value: int, words: str
) -> None:
    game = WrittenGame(Contract.parse(contract), matadors, **made)
    assert (game.value, game.score) == (value, value)
    assert words in game.spell_out()
    lost = WrittenGame(Contract.parse(contract), matadors, won=False, **made)
    assert lost.score == -2 * value
    if contract[0] != "N":
        assert f" {game.levels}, times" in game.spell_out()


def test_two_real_records_of_overbid_diamonds() -> None:
    """From the ISS server: bid 36, -72 with 41 points as with 75 points and without 1."""
    game = WrittenGame(Contract("D"), -1, won=False, bid=36)
    assert game.value == 18
    assert game.settlement.overbid
    assert game.score == -72


def test_an_overbid_game_cannot_be_won() -> None:
    with pytest.raises(RuleError, match="overbid: the value 18 is below the bid of 36"):
        WrittenGame(Contract("D"), -1, bid=36)
    assert WrittenGame(Contract("D"), -1, schneider=True, bid=27).score == 27


def test_schwarz_contains_schneider_and_announced_and_won_is_made() -> None:
    assert WrittenGame(Contract("C"), 1, schwarz=True).schneider
    assert WrittenGame(Contract.parse("CHS"), 1).schneider
    assert not WrittenGame(Contract.parse("CHS"), 1, won=False).schneider


@pytest.mark.parametrize(
    ("contract", "matadors", "more", "words"),
    [
        ("C", 0, {}, "with or without 1 to 11, not 0"),
        ("C", 12, {}, "1 to 11, not 12"),
        ("G", -5, {}, "1 to 4, not -5"),
        ("N", 1, {}, "matadors do not exist in null"),
        ("N", 0, {"schneider": True}, "do not exist in null"),
        ("N", 0, {"bid": 24}, "null is 23 and cannot be announced at 24"),
        ("C", 1, {"bid": 19}, "nobody can bid 19"),
        ("C", 1, {"bid": 10**30}, "nobody can bid 1000"),
    ],
)
def test_games_that_cannot_be_are_refused(
    contract: str, matadors: int, more: dict[str, int], words: str
) -> None:
    with pytest.raises(RuleError, match=words):
        WrittenGame(Contract.parse(contract), matadors, **more)  # type: ignore[arg-type]


def test_every_score_is_that_of_a_game() -> None:
    assert {18, 264, -36, -528, -540} <= SCORES  # -540: diamonds at a bid of 264
    assert not {0, 19, 47, -18, 528} & SCORES
    for bid in (18, 59, 264):
        for game in "CSHDG":
            assert WrittenGame(Contract(game), 1, won=False, bid=bid).score in SCORES
