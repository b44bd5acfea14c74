"""Games are compiled beforehand, several at once."""

from .conftest import Shell


def test_several_games_are_compiled_at_once(shell: Shell) -> None:
    shown = shell("warm", "ludo", "gin_rummy", "ludo", "--workers", 2)
    assert shown.code == 0
    lines = sorted(line.split(" (")[0] for line in shown.err.splitlines())
    assert lines == ["gin_rummy is ready", "ludo is ready"]


def test_a_wrong_name_is_refused_before_anything_is_compiled(shell: Shell) -> None:
    shown = shell("warm", "ludo", "rumy")
    assert (shown.code, shown.out) == (2, "")
    assert shown.err == "evenhand: no game 'rumy'; did you mean rummy?\n"
