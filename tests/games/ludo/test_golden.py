"""Golden games replayed from text, some written by hand and some recorded."""

from pathlib import Path

import pytest

from evenhand.games.ludo import State
from tests.games.ludo.golden_games import GOLDEN, GoldenGame, write

FILES = sorted(GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_is_played_round_by_round(path: Path) -> None:
    golden = GoldenGame.read(path.read_text())
    game = State.start(golden.chance, golden.rules)
    for number, (moves, points) in enumerate(golden.rounds, 1):
        assert game.round == number
        for move in moves:
            assert move in game.legal_moves()
            game = game.play(move)
        assert "{} : {}".format(*game.points) == points
    assert game.over
    assert game.transcript().splitlines()[-1] == golden.result
    assert GoldenGame.read(write(game)) == golden


def test_there_are_games_by_hand_and_recorded_ones() -> None:
    assert sum(path.stem.startswith("by_hand") for path in FILES) >= 3
    assert sum(path.stem.startswith("recorded") for path in FILES) >= 3


def test_the_golden_games_have_captures_extra_turns_lost_dice_and_tokens_at_home() -> None:
    games = [GoldenGame.read(path.read_text()) for path in FILES]
    moves = [move for game in games for moves, _ in game.rounds for move in moves]
    assert any(move.endswith("-") for move in moves)
    assert any(game.chance.extra for game in games)
    ends = [
        State.from_moves(game.chance, [m for moves, _ in game.rounds for m in moves], game.rules)
        for game in games
    ]
    assert sum(sum(end.captures) for end in ends) > 10
    assert sum(sum(end.home) for end in ends) > 5
