"""A person at the terminal: whole games by a script, hints, mistakes, and every way to stop."""

import io
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from evenhand.cli.skat_table import CardText, deal_cards_of, read_move
from evenhand.games.cards import parse_cards
from evenhand.games.skat import PACK, DealState, check, read_iss
from tests.games.skat.made import FOREHAND_AT_18, TOPS_LEAD, play

from .conftest import Shell, Shown

EVERY_CARD = PACK.names(PACK.full)
ANY_CARDS = [*EVERY_CARD] * 10  # what is not legal is asked for again, so this plays ten tricks
PASSING = [*["p"] * 2, *ANY_CARDS]
UP_TO_THE_END = ["y"] * 63  # holds any bid


@pytest.fixture
def at_table(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> "AtTable":
    return AtTable(shell, monkeypatch)


class AtTable:
    """Plays by lines of input."""

    def __init__(self, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
        self.shell, self.monkeypatch = shell, monkeypatch

    def __call__(self, lines: Iterable[str], *words: object) -> Shown:
        script = io.StringIO("".join(f"{line}\n" for line in lines))
        self.monkeypatch.setattr(sys, "stdin", script)
        if "--opponents" not in words:
            words = (*words, "--opponents", "heuristic")
        return self.shell("skat", "play", *words)


def test_a_person_who_passes_plays_against_the_declarer(at_table: AtTable) -> None:
    shown = at_table(PASSING * 3, "--seed", 2, "--games", 3)
    assert shown.code == 0, shown.err
    assert shown.out.count("\nlist: you ") == 3
    assert [f"deal {n}: you are {seat}" in shown.out for n, seat in enumerate(
        ("forehand", "rearhand", "middlehand"), 1)] == [True] * 3  # fmt: skip
    assert "3 deals, Seeger-Fabian" in shown.out


@pytest.mark.parametrize("opponents", ["monte-carlo", "heuristic", "open"])
def test_games_are_recorded_as_they_were_played(
    at_table: AtTable, tmp_path: Path, opponents: str
) -> None:
    path = tmp_path / "evening.sgf"
    path.write_text("", encoding="utf-8")
    words = ["--seed", 4, "--games", 2, "--record", path, "--samples", 2, "--opponents", opponents]
    assert at_table(PASSING * 2, *words).code == 0
    records = read_iss(path)
    assert [record.deal for record in records] == [deal_cards_of(4, 1), deal_cards_of(4, 2)]
    assert [record.players for record in records] == [
        ("you", "left", "right"),
        ("left", "right", "you"),
    ]
    assert not any(check(record) for record in records)


def test_a_person_takes_the_skat_and_declares(at_table: AtTable, tmp_path: Path) -> None:
    deal, path = deal_cards_of(3, 1), tmp_path / "evening.sgf"
    away = PACK.names(deal.skat)
    lines = [*UP_TO_THE_END, "18", "s", *away, "grand", "hint", f"{away[0]} {away[1]}", *ANY_CARDS]
    shown = at_table(lines, "--seed", 3, "--games", 1, "--record", path, "--plain")
    assert "name the game first, as in grand D7 H8" in shown.out
    assert "you play grand at " in shown.out
    assert "trick 10: " in shown.out
    (record,) = read_iss(path)
    assert record.declarer == 0
    assert not check(record)
    assert f"list: you {record.score + (50 if record.won else -50)}, left" in shown.out


def test_a_person_announces_a_hand_game_in_words(at_table: AtTable) -> None:
    lines = [*UP_TO_THE_END, "18", "clubs", "Clubs Hand", *ANY_CARDS]
    shown = at_table(lines, "--seed", 3, "--games", 1)
    assert "take the skat or add an H" in shown.out
    assert "you play clubs hand at " in shown.out


def test_a_hint_tells_what_the_monte_carlo_player_does(at_table: AtTable) -> None:
    lines = ["hint", *UP_TO_THE_END, "18", "hint", "s", "hint", "grand D7 H7", "hint"]
    away = PACK.names(deal_cards_of(3, 1).skat)
    lines = [*lines[:-2], f"G {away[0]} {away[1]}", "hint", "hint"]
    shown = at_table(lines, "--seed", 3, "--plain")
    hints = [line for line in shown.out.splitlines() if line.startswith("hint: ")]
    assert len(hints) == 5
    assert "goes up to" in hints[0] or "not a hand to bid on" in hints[0]
    assert "of 20 worlds are won: " in hints[3]
    assert hints[3] == hints[4]
    assert hints[3].count(" %") == 10


def test_a_question_mark_shows_what_may_be_said(at_table: AtTable) -> None:
    away = PACK.names(deal_cards_of(3, 1).skat)
    lines = ["?", *UP_TO_THE_END, "18", "?", "s", "?", "grand", "?", " ".join(away), "?"]
    out = at_table(lines, "--seed", 3, "--plain").out
    assert "\ny p\n" in out
    assert "s to take the skat, or a hand game: DH DHS " in out
    assert "and the two cards to put away, as in " in out
    assert "two of your twelve cards, as in " in out
    assert "RE gives up" in out


def test_mistakes_are_explained_and_asked_again(at_table: AtTable) -> None:
    lines = [*UP_TO_THE_END, "18", "maybe", "grand hand", "", "ZZ", "D7 D8", *ANY_CARDS]
    out = at_table(lines, "--seed", 3, "--games", 1).out
    assert "contract: no game 'maybe'; write as in CH or clubs hand" in out
    assert "no card 'ZZ'; cards are named as in CA" in out
    assert "one card: a card is named as in CJ" in out
    assert "your own cards: " in out
    assert "follow suit: " in out
    assert "1 deal, Seeger-Fabian" in out


def test_middlehand_is_asked_for_a_bid(at_table: AtTable) -> None:
    out = at_table(["maybe", "19"], "--seed", 3, "--seat", "middlehand").out
    assert "bid values: 'maybe' is neither p nor one of the 63 values" in out
    assert "bid values: '19' is neither p nor one of the 63 values" in out


def test_without_any_input_it_ends(shell: Shell) -> None:
    """Here reading fails, as from a closed terminal."""
    shown = shell("skat", "play", "--seed", 2, "--opponents", "heuristic")
    assert shown.code == 0
    assert "no game was finished" in shown.err


@pytest.mark.parametrize("last", [["quit"], ["Q"], []], ids=["quit", "q", "end of input"])
def test_it_stops_cleanly_before_the_first_game_is_over(at_table: AtTable, last: list[str]) -> None:
    shown = at_table(last, "--seed", 2)
    assert shown.code == 0
    assert "no game was finished" in shown.err
    assert "Traceback" not in shown.err


def test_finished_games_count_and_are_kept_when_the_person_leaves(
    at_table: AtTable, tmp_path: Path
) -> None:
    path = tmp_path / "evening.sgf"
    shown = at_table([*PASSING, "quit"], "--seed", 2, "--record", path)
    assert shown.code == 0
    deals = shown.out.count("\nlist: ")
    assert deals >= 1
    assert f"{deals} deal" in shown.out.partition("Seeger-Fabian")[0].splitlines()[-1]
    assert len(read_iss(path)) == deals


def test_the_interrupt_key_ends_the_evening(
    at_table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    shown = at_table([], "--seed", 2)
    assert shown.code == 130
    assert "no game was finished" in shown.err
    assert "Traceback" not in shown.err


def test_a_person_may_give_up(at_table: AtTable) -> None:
    lines = [*UP_TO_THE_END, "18", "grand hand", "give up"]
    shown = at_table(lines, "--seed", 3, "--games", 1)
    assert "resigned" in shown.out
    assert "1 deal, Seeger-Fabian" in shown.out


def test_an_opponent_who_gives_up_alone_plays_on(at_table: AtTable) -> None:
    lines = ["p", "RE", "RE", *PASSING]
    shown = at_table(lines, "--seed", 2, "--games", 1)
    assert "you give up; the game goes on until your partner does, too" in shown.out
    assert "has given up already" in shown.out
    assert "1 deal, Seeger-Fabian" in shown.out


def test_the_same_seed_deals_and_plays_the_same(at_table: AtTable) -> None:
    first, again, other = (
        at_table(PASSING, "--seed", seed, "--games", 1).out for seed in (5, 5, 6)
    )
    assert first == again
    assert first != other


def test_letters_stand_for_the_suits_where_there_are_no_signs(at_table: AtTable) -> None:
    assert "♠" in at_table([], "--seed", 2).out
    assert at_table([], "--seed", 2, "--plain").out.isascii()


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--record", "games.txt"], "the name must end in .sgf"),
        (["--record", "nowhere/games.sgf"], "there is no folder nowhere"),
        (["--samples", "0"], "1<=x<=1000"),
        (["--seed", "-1"], "x>=0"),
    ],
)
def test_wrong_options_are_refused_in_one_line(
    at_table: AtTable, words: list[str], problem: str
) -> None:
    shown = at_table([], *words)
    assert shown.code == 2
    assert problem in shown.err
    assert shown.err.count("\n") == 1


def test_a_broken_last_line_of_the_record_keeps_its_own_line(
    at_table: AtTable, tmp_path: Path
) -> None:
    path = tmp_path / "evening.sgf"
    path.write_text("what was there")
    at_table(PASSING, "--seed", 2, "--games", 1, "--record", path)
    first, second = path.read_text().splitlines()
    assert first == "what was there"
    assert second.startswith("(;GM[Skat]")


@pytest.mark.parametrize(
    ("moves", "typed", "move"),
    [
        ("", "Pass", "p"),
        ("", "18", "18"),
        ("18", "yes", "y"),
        ("18", "18", "y"),
        (FOREHAND_AT_18, "Skat", "s"),
        (FOREHAND_AT_18, "null ouvert hand", "NOH"),
        (f"{FOREHAND_AT_18} s", "grand h7, d7", "G.H7.D7"),
        (f"{FOREHAND_AT_18} s", "G.H7.D7", "G.H7.D7"),
        (f"{FOREHAND_AT_18} s", "♣ ♥7♦7", "C.H7.D7"),
        (f"{FOREHAND_AT_18} s", "null ouvert", "NO"),
        (f"{FOREHAND_AT_18} s G", "h7 d7", "H7.D7"),
        (f"{FOREHAND_AT_18} GH", "♣10", "CT"),
        (f"{FOREHAND_AT_18} GH", "re", "RE"),
        (f"{FOREHAND_AT_18} GH", "show", "SC"),
    ],
)
def test_what_people_type_is_read_as_a_move(moves: str, typed: str, move: str) -> None:
    game = play(DealState(TOPS_LEAD), moves)
    assert read_move(typed, game) == move
    game.play(move)


def test_cards_that_are_shown_can_be_typed() -> None:
    for symbols in (True, False):
        text = CardText(symbols, ("you", "left", "right"))
        shown = text.hand(PACK.full)
        assert sorted(parse_cards(shown)) == sorted(EVERY_CARD)
        assert shown.isascii() is not symbols
