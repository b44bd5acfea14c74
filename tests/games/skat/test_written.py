"""Games without cards: values, overbids, and what cannot be."""

import pytest

from evenhand.games.protocol import RuleError
from evenhand.games.skat import SCORES, Contract, WrittenGame

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
    assert words in game.spelled()
    lost = WrittenGame(Contract.parse(contract), matadors, won=False, **made)
    assert lost.score == -2 * value
    if contract[0] != "N":
        assert f" {game.levels}, times" in game.spelled()


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
