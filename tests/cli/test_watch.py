"""Watch and play any game; compile before anybody waits."""

from collections.abc import Iterator

import pytest

from tests.games.toy import GAME, install

from .conftest import Shell

TOY = GAME.name


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.fixture
def _typed(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    lines: Iterator[str] = iter(request.param)

    def read(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)


def test_a_watched_game_ends_with_the_table(shell: Shell) -> None:
    shown = shell("watch", TOY, "fair", "biased", "--seed", 7)
    state = GAME.start(GAME.Rules(), 2, 7)
    first, second = state.drawn
    assert shown.out == f"fair adds +0\nbiased adds +20\n\nfair: {first}\nbiased: {second}\n"
    assert (shown.code, shown.err) == (0, "")


def test_every_move_is_shown_with_the_table_before_it(shell: Shell) -> None:
    lines = shell("watch", TOY, "fair", "biased", "--every-move").out.splitlines()
    assert lines[2:4] == ["fair: add +0", ""]
    assert lines[:2] == lines[4:6] == lines[-2:]


def test_bots_of_one_name_are_numbered_by_seat(shell: Shell) -> None:
    shown = shell("watch", TOY, "fair", "biased", "fair", "--luck", "draw").out
    assert shown.startswith("fair 1 adds +0\nbiased adds +20\nfair 3 adds +0\n")
    heading = next(line for line in shown.splitlines() if "after move" in line)
    assert [cell.strip() for cell in heading.split("┃")[3:-1]] == ["fair 1", "biased", "fair 3"]


def test_one_bot_sits_on_all_seats(shell: Shell) -> None:
    shown = shell("watch", TOY, "biased", "--seed", 7)
    assert shown.out == shell("watch", TOY, "biased", "biased", "--seed", 7).out


def test_luck_is_shown_event_by_event_with_its_sum(shell: Shell) -> None:
    shown = shell("watch", TOY, "fair", "fair", "--seed", 7, "--luck", "draw")
    first, second = GAME.start(GAME.Rules(), 2, 7).drawn
    assert "luck (draw)" in shown.out
    rows = [line.split("│")[1:-1] for line in shown.out.splitlines() if line.startswith("│")]
    assert [cell.strip() for cell in rows[0]][:2] == ["0", "draw"]
    assert [cell.strip() for cell in rows[1]][:2] == ["2", "all"]
    for row in rows:
        assert float(row[2]) == -float(row[3]) == (first - second) / 2
    assert shell("watch", TOY, "fair", "--luck", "none").err.startswith("no event of chance")


def test_the_rules_of_a_watched_game_can_be_set(shell: Shell) -> None:
    shown = shell("watch", TOY, "fair", "--set", "sides=2")
    assert {line[-1] for line in shown.out.splitlines()[-2:]} <= {"0", "1"}


WRONG = {
    "no game": (["hold-em", "fair"], "no game 'hold-em'; choose from"),
    "no bot": ([TOY, "fare"], "no bot 'fare'; did you mean fair?"),
    "too many": ([TOY, *["fair"] * 5], "highest-draw has 2 or 3 or 4 seats, not"),
    "no luck": ([TOY, "fair", "--luck", "x"], "luck must be none or draw or number, not 'x'"),
    "no rule": ([TOY, "fair", "--set", "x=1"], "highest-draw has no rule 'x'"),
}


@pytest.mark.parametrize("case", WRONG)
@pytest.mark.parametrize("command", ["watch", "play"])
def test_a_mistake_is_one_line(shell: Shell, case: str, command: str) -> None:
    words, message = WRONG[case]
    if (command, case) == ("play", "no luck"):
        message = "No such option: --luck"
    shown = shell(command, *words)
    assert (shown.code, shown.out) == (2, "")
    assert message in shown.err
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize("_typed", [["+99", "?", "+3"]], indirect=True)
@pytest.mark.usefixtures("_typed")
def test_a_person_plays_against_bots_and_is_told_what_is_legal(shell: Shell) -> None:
    shown = shell("play", TOY, "biased", "--seed", 7)
    lines = shown.out.splitlines()
    first, second = GAME.start(GAME.Rules(), 2, 7).drawn
    assert lines[:2] == [f"you: {first}", "biased: ?"]  # the other's number is hidden
    assert "bonus: add from -20 to +20, not +99" in lines
    assert "  and 1 more" in lines
    assert "biased: add +20" in lines
    assert lines[-5:] == [
        "you adds +3",
        "biased adds +20",
        "",
        f"you: {first}",
        f"biased: {second}",
    ]
    assert shown.err == "seed 7\n"


@pytest.mark.parametrize("_typed", [["quit"], []], indirect=True)
@pytest.mark.usefixtures("_typed")
def test_a_person_may_quit(shell: Shell) -> None:
    shown = shell("play", TOY, "--seed", 7, "--seat", 2)
    assert shown.code == 0
    assert shown.out.startswith("fair: add +0\n")
    assert shown.err == "seed 7\nthe game was not finished\n"


def test_impossible_seats_are_refused(shell: Shell) -> None:
    assert "you cannot sit on seat 3" in shell("play", TOY, "--seat", 3).err
    three = shell("play", TOY, "fair", "fair", "--seats", 4)
    assert "4 seats need 3 bots beside you, not 2" in three.err
    for seats in (0, 9):
        shown = shell("play", TOY, "--seats", seats)
        assert f"highest-draw has 2 or 3 or 4 seats, not {seats}" in shown.err


def test_a_game_is_compiled_step_by_step(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # a terminal, as far as rich can tell
    monkeypatch.setenv("COLUMNS", "120")
    shown = shell("warm", TOY)
    assert shown.code == 0
    assert "compiling highest-draw: drawing" in shown.err
    assert "highest-draw is ready (0.0 s)" in shown.err
    assert "no game 'x'" in shell("warm", "x").err


def test_the_options_of_a_game_are_shown(shell: Shell) -> None:
    shown = shell("simulate", TOY, "--options", "--format", "csv")
    assert shown.out.splitlines() == [
        "what,name,usual,about",
        "bot,fair,bonus=0,Adds a little.",
        "bot,biased,bonus=20,Adds as much as it can.",
        'rule,sides,100,""',
        'luck,none,"",not measured',
        'luck,draw,"","the number drawn, less the mean of the table"',
        'luck,number,"",the number drawn',
    ]
