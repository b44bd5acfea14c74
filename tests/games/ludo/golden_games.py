"""Golden games as text: what a file says, and how a game is written as one.

A line for the rules and one for the dice of extra turns, if there are any; then for each round its
dice, the moves and the points after them; at last the result.  ``#`` begins a remark.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Self

from evenhand.games.ludo import Dice, Rules, State
from evenhand.params import parse_params

GOLDEN = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class GoldenGame:
    rules: Rules
    chance: Dice
    rounds: list[tuple[list[str], str]]  # moves, and points after them
    result: str

    @classmethod
    def read(cls, text: str) -> Self:
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        named = dict(line.split(" ", 1) for line in lines if "|" not in line)
        parts = [line.split(" | ") for line in lines if "|" in line]
        dice = " ".join(dice for dice, _, _ in parts)
        return cls(
            Rules(**parse_params(Rules, "ludo", named["rules"].split())),
            Dice.parse(f"{dice} + {named.get('extra', '')}"),
            [(moves.split(), points) for _, moves, points in parts],
            named["result"],
        )


def write(game: State) -> str:
    """Return the text of a game that is over."""
    settings = [f"{field.name}={getattr(game.rules, field.name)}" for field in fields(Rules)]
    lines = [f"rules {' '.join(settings)}"]
    if game.thrown.extra:
        lines.append(f"extra {''.join(map(str, game.thrown.extra))}")
    return (
        "\n".join([*lines, *_rounds(game), f"result {game.transcript().splitlines()[-1]}"]) + "\n"
    )


def _rounds(game: State) -> Iterator[str]:
    now, moves = game.initial(), list[str]()
    for _, move in game.moves:
        number = now.round
        now = now.play(move)
        moves.append(move)
        if now.over or now.round > number:
            dice = "".join(map(str, game.chance.rounds[number - 1]))
            yield f"{dice} | {' '.join(moves)} | {now.points[0]} : {now.points[1]}"
            moves = []
