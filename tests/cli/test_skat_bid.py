"""What to bid and to put away."""

import csv
import io
import json

import pytest

from evenhand.games.skat import PACK, Contract
from evenhand.games.skat.bidding import knn
from tests.games.skat.bidding.made import made_base

from .conftest import Shell

STRONG = "CJ SJ HJ DJ CA CT CK CQ SA ST".split()  # noqa: SIM905
WEAK = "DJ CK CQ SK SQ HK HQ H9 DK D9".split()  # noqa: SIM905
SURE_NULL = "C7 C8 S7 S8 H7 H8 H9 D7 D8 D9".split()  # noqa: SIM905


@pytest.fixture
def _made(monkeypatch: pytest.MonkeyPatch) -> None:
    """A knowledge base by a formula instead of the packaged one."""
    monkeypatch.setattr(knn, "training_deals", lambda: made_base(1, 400))


def test_the_rules_of_thumb_judge_every_game(shell: Shell) -> None:
    shown = shell("skat", "bid", *STRONG, "--player", "rules", "--format", "json")
    told = json.loads(shown.out)
    assert shown.code == 0
    assert set(told["cards"]) == set(STRONG)
    assert {row["game"][0] for row in told["games"]} == set("DHSCGN")
    assert told["game"][0] == "G"
    assert told["bid"] >= 120  # grand with 4
    assert told["advice"] == f"{Contract.parse(told['game']).describe()}: bid up to {told['bid']}"


@pytest.mark.parametrize(
    "cards",
    ["CJ,SJ,HJ,DJ,CA,CT,CK,CQ,SA,ST", "cj sj hj dj ca c10 ck cq sa s10", "CJSJHJDJ.CACT.CKCQ.SAST"],
)
def test_cards_are_read_with_any_separator(shell: Shell, cards: str) -> None:
    usual = shell("skat", "bid", *STRONG, "--player", "rules").out
    assert shell("skat", "bid", cards, "--player", "rules").out == usual
    assert shell("skat", "bid", *cards.split(), "--player", "rules").out == usual


@pytest.mark.parametrize(
    ("position", "words"),
    [("forehand", "say yes up to"), ("middlehand", "to forehand"), ("rearhand", "bid last")],
)
def test_the_position_tells_the_part_in_the_auction(
    shell: Shell, position: str, words: str
) -> None:
    strong = shell("skat", "bid", *STRONG, "--player", "rules", "--position", position).out
    assert words in strong.splitlines()[-1]
    weak = shell("skat", "bid", *WEAK, "--player", "rules", "--position", position).out
    assert weak.splitlines()[-1] == "pass"


@pytest.mark.usefixtures("_made")
def test_similar_hands_give_a_value_for_each_trump(shell: Shell) -> None:
    rows = list(csv.DictReader(io.StringIO(shell("skat", "bid", *STRONG, "--format", "csv").out)))
    assert [row["game"] for row in rows] == ["G", "C", "S", "H", "D", "N"]
    assert [row["value"] for row in rows[:2]] == ["120", "108"]
    assert rows[5]["estimate"] == ""
    assert "┃ V " in shell("skat", "bid", *STRONG).out
    assert shell("skat", "bid", *WEAK).out.splitlines()[-1] == "pass"


@pytest.mark.usefixtures("_made")
def test_a_lower_threshold_bids_on_more_games(shell: Shell) -> None:
    def playable(*words: object) -> int:
        told = json.loads(shell("skat", "bid", *STRONG, "--format", "json", *words).out)
        return sum(row["playable"] for row in told["games"])

    assert playable("--threshold", 0) == 5
    assert playable("--threshold", 0) >= playable() >= playable("--threshold", 110)


def test_a_null_that_cannot_lose_is_bid(shell: Shell) -> None:
    words = ["skat", "bid", *SURE_NULL, "--player", "rules", "--format", "json"]
    assert json.loads(shell(*words).out)["game"][0] == "N"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["bid", *STRONG[:9]], "10 cards are needed, not 9"),
        (["bid", *STRONG[:9], "CJ"], "CJ is there twice"),
        (["bid", *STRONG[:9], "XY"], "no card 'XY'"),
        (["bid", *STRONG, "--player", "rules", "--threshold", "50"], "is for --player knn"),
        (["discard", *STRONG], "12 cards are needed, not 10"),
        (["discard", *STRONG, "D7", "D8", "--bid", "19"], "19 is not one of the 63 values"),
        (["discard", *STRONG, "D7", "D8", "--game", "CH"], "clubs hand is a hand game"),
        (["discard", *STRONG, "D7", "D8", "--game", "N"], "no null that these cards could win"),
    ],
)
@pytest.mark.usefixtures("_made")
def test_mistakes_are_told_in_one_line(shell: Shell, words: list[str], problem: str) -> None:
    shown = shell("skat", *words)
    assert shown.code == 2
    assert shown.out == ""
    assert problem in shown.err
    assert shown.err.count("\n") == 1


@pytest.mark.usefixtures("_made")
def test_discard_shows_the_best_pair_of_each_game(shell: Shell) -> None:
    words = ["skat", "discard", *STRONG, "D7", "HT", "--bid", "24"]
    told = json.loads(shell(*words, "--format", "json").out)
    assert [row["game"] for row in told["choices"]] == sorted(
        "GCSHD", key=lambda game: -next(r["estimate"] for r in told["choices"] if r["game"] == game)
    )
    assert told["game"] == told["choices"][0]["game"]
    assert all(row["reaches_bid"] for row in told["choices"])
    assert shell(*words).out.startswith(f"{told['name']}, put away {told['discards']}\n")


@pytest.mark.usefixtures("_made")
def test_discard_shows_the_best_pairs_of_one_game(shell: Shell) -> None:
    words = ["skat", "discard", *STRONG, "D7", "HT", "--game", "clubs", "--top", "4"]
    rows = list(csv.DictReader(io.StringIO(shell(*words, "--format", "csv").out)))
    estimates = [float(row["estimate"]) for row in rows]
    assert len(rows) == 4
    assert estimates == sorted(estimates, reverse=True)
    assert {row["game"] for row in rows} == {"C"}
    trumps = Contract("C").trumps
    assert not any(PACK.hand(row["discards"].split()) & trumps for row in rows)


@pytest.mark.usefixtures("_made")
@pytest.mark.parametrize(
    ("cards", "game", "letters", "value"),
    [
        ("C7 C9 CJ S7 S8 H7 D7 D8 DT DA HK SA", "null ouvert", "NO", 46),  # a null by its rules
        ("C7 C8 C9 S7 S8 S9 H7 H8 D7 D8 HK SA", "null", "N", 23),  # safe even with open cards
    ],
)
def test_discard_answers_for_the_null_asked_for(
    shell: Shell, cards: str, game: str, letters: str, value: int
) -> None:
    words = ["skat", "discard", *cards.split(), "--game", game, "--format", "json"]
    told = json.loads(shell(*words, "--top", "66").out)
    assert (told["game"], told["value"], told["discards"]) == (letters, value, "SA HK")
    assert len({row["discards"] for row in told["choices"]}) == 66
    assert {(row["game"], row["reaches_bid"]) for row in told["choices"]} == {(letters, True)}
    shown = shell(*words[:-2], "--bid", "48")
    assert (shown.code, "reaches the bid of 48" in shown.err) == (2, True)


@pytest.mark.usefixtures("_made")
def test_discard_says_when_no_game_reaches_the_bid(shell: Shell) -> None:
    shown = shell("skat", "discard", *WEAK, "C9", "S9", "--bid", "144")
    assert "no game reaches 144, this one costs least" in shown.out


def test_the_packaged_knowledge_tells_strong_hands_from_weak_ones(shell: Shell) -> None:
    told = json.loads(shell("skat", "bid", *STRONG, "--format", "json").out)
    assert told["game"] == "G"
    assert told["bid"] == 120
    assert shell("skat", "bid", *WEAK).out.splitlines()[-1] == "pass"
    told = json.loads(shell("skat", "discard", *STRONG, "D7", "HT", "--format", "json").out)
    assert told["game"] in ("G", "C")
    assert told["estimate"] > 90
