"""Games and their bots, found by name and made from text."""

import json
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from evenhand import games
from evenhand.games import RuleError, SimulatedGames, parse_bot, parse_rules, play_game
from evenhand.games.options import format_bot, format_rules
from evenhand.games.registry import list_packages
from tests.games.toy import GAME, Biased, DrawRules, Fair, install

PACKAGES = Path(games.__file__).parent


def test_every_package_of_games_is_a_game() -> None:
    packages = sorted(file.parent.name for file in PACKAGES.glob("*/__init__.py"))
    assert list(list_packages()) == packages
    for name in packages:
        assert games.game(name).name == name


def test_an_unknown_game_is_refused_with_a_name_that_is_near() -> None:
    with pytest.raises(ValueError, match=r"^no game 'rumy'; did you mean rummy\?$"):
        games.game("rumy")
    with pytest.raises(ValueError, match=r"^no game 'chess'; choose from .*rummy"):
        games.game("chess")


RUN = """
import contextlib, io, json, sys
sys.path[:0] = json.loads(sys.argv[1])
from evenhand.cli import main
shown = []
for words, typed in json.loads(sys.argv[2]):
    sys.argv, sys.stdin = ["evenhand", *words], io.StringIO(typed)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        try:
            main()
        except SystemExit as end:
            assert not end.code, words
    shown.append(out.getvalue())
print(json.dumps(shown))
"""


@pytest.fixture
def distribution(tmp_path: Path) -> Path:
    """A folder with the metadata of another distribution that has a game."""
    metadata = tmp_path / "highest_draw-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: highest-draw\nVersion: 1.0\n")
    point = "[evenhand.games]\nhighest-draw = tests.games.toy:GAME\n"
    (metadata / "entry_points.txt").write_text(point)
    return tmp_path


def test_a_game_of_another_distribution_is_found_by_its_entry_point(distribution: Path) -> None:
    code = (
        f"import sys; sys.path[:0] = [{str(distribution)!r}, {str(Path.cwd())!r}]\n"
        "from evenhand import games\n"
        "assert games.names()[-1] == 'highest-draw', games.names()\n"
        "assert games.game('highest-draw').title == 'Highest draw'"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_game_of_another_distribution_works_at_the_command_line(distribution: Path) -> None:
    first, second = GAME.start(DrawRules(), 2, 7).drawn
    (distribution / "evening.draws").write_text("Anna,Ben 7 +0,+5\nBen,Cem 8 +1,+99\n")
    commands = [
        ("simulate highest-draw --games 6 --luck draw --out games.csv", ""),
        ("watch highest-draw fair biased --seed 7 --luck draw", ""),
        ("play highest-draw fair --seed 7", "+5\n"),
        ("luck measure highest-draw evening.draws --skip-broken", ""),
    ]
    given = json.dumps([(words.split(), typed) for words, typed in commands])
    paths = json.dumps([str(distribution), str(Path.cwd())])
    done = subprocess.run(
        [sys.executable, "-c", RUN, paths, given],
        cwd=distribution,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    simulated, watched, played, measured = json.loads(done.stdout)
    assert "highest-draw, 6 games, 2 players, seed 1" in simulated
    columns = (distribution / "games.csv").read_text().splitlines()[0].split(",")
    assert {"score_1", "luck_1", "x_seed"} <= {*columns}
    assert f"fair: {first}\nbiased: {second}\nluck (draw)" in watched
    assert played.endswith(f"you: {first}\nfair: {second}\n")
    assert "luck (draw) of 1 game" in measured


def test_a_game_of_this_package_cannot_be_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "ludo")
    assert games.names().count("ludo") == 1
    assert games.game("ludo") is not GAME


def test_games_load_only_when_one_is_asked_for() -> None:
    heavy = "[name for name in ('numpy', 'numba', 'polars') if name in sys.modules]"
    code = f"import sys, evenhand.games, evenhand.cli.simulate; assert not {heavy}"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_details_belong_to_games_or_seats() -> None:
    score = np.zeros((4, 2))
    SimulatedGames(score, details={"turns": np.zeros(4), "cards": np.zeros((4, 2))})
    for wrong in (np.zeros(2), np.zeros((4, 3)), np.zeros((2, 4))):
        with pytest.raises(ValueError, match="turns must be of shape"):
            SimulatedGames(score, details={"turns": wrong})


def test_parts_of_a_simulation_are_joined() -> None:
    parts = [
        SimulatedGames(np.full((2, 2), n), np.zeros((2, 2)), {"n": np.full(2, n)}) for n in "12"
    ]
    both = SimulatedGames.concat(parts)
    assert len(both) == 4
    assert both.details["n"].tolist() == ["1", "1", "2", "2"]
    assert SimulatedGames.concat([SimulatedGames(np.zeros((1, 2)))]).luck is None


@pytest.mark.parametrize(
    ("text", "bot"),
    [
        ("fair", Fair()),
        ("biased", Biased()),
        ("biased:bonus=5", Biased(5)),
        (" fair : bonus = -2 ", Fair(-2)),
        ("fair:bonus=5:bonus=6", Fair(6)),  # the last one counts
    ],
)
def test_a_bot_is_a_name_and_the_parameters_that_differ(text: str, bot: Fair) -> None:
    assert parse_bot(GAME, text) == bot
    assert parse_bot(GAME, format_bot(GAME, bot)) == bot


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("far", r"no bot 'far'; did you mean fair\?"),
        ("", "no bot ''; choose from fair, biased"),
        ("fair:bonuss=1", r"fair has no parameter 'bonuss'; did you mean bonus\?"),
        ("fair:bonus", "the bot fair wants NAME=VALUE, not 'bonus'"),
        ("fair:bonus=much", "bonus must be a whole number, not 'much'"),
        ("fair:bonus=21", "bonus must be from -20 to 20, not 21"),
        ("fair:", "the bot fair wants NAME=VALUE, not ''"),
    ],
)
def test_a_bot_that_cannot_be_made_is_refused(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=f"^{words}$"):
        parse_bot(GAME, text)


def test_rules_are_made_from_texts() -> None:
    assert parse_rules(GAME, []) == DrawRules()
    assert parse_rules(GAME, ["sides=6"]) == DrawRules(6)
    assert format_rules(DrawRules(6)) == ["sides=6"]
    with pytest.raises(ValueError, match="sides must be at least 2, not 1"):
        parse_rules(GAME, ["sides=1"])
    with pytest.raises(ValueError, match=r"highest-draw has no rule 'side'; did you mean sides\?"):
        parse_rules(GAME, ["side=3"])


def test_a_refusal_survives_pickle_with_its_rule() -> None:
    refused = pickle.loads(pickle.dumps(RuleError("turn", "player 2 has the turn")))
    assert (refused.rule, str(refused)) == ("turn", "turn: player 2 has the turn")


def test_players_of_one_name_are_numbered_by_their_seats() -> None:
    state = play_game(GAME, [Fair(), Fair()], 7)
    assert state.transcript(["fair", "fair"]) == "fair 1 adds +0\nfair 2 adds +0"


def test_a_game_is_played_move_by_move() -> None:
    state = play_game(GAME, [Fair(), Biased()], 7)
    assert state.over
    assert state.transcript(["Anna"]) == "Anna adds +0\nplayer 2 adds +20"
    assert state.returns() == tuple(
        one + bonus for one, bonus in zip(state.drawn, (0, 20), strict=True)
    )
    assert play_game(GAME, [Fair(), Biased()], 7, DrawRules(3)).drawn != state.drawn
