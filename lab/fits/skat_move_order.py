"""Search for an order of cards in which the solver searches fewer positions.

The positions are counted while it solves random deals in two suit games and in grand.  Each trial
draws one number, moves it a step up or down, and keeps the change if fewer positions are searched.
Numbers are constants of compiled code, so every trial compiles the solver, which takes far longer
than the deals.
"""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from numpy.random import default_rng

from evenhand.games.fitted import load_fitted
from evenhand.games.skat.solver import Position, Solver
from evenhand.games.skat.solver.ordering import DeclarerLeads, DefenderLeads, Following
from lab.core import Content, Progress, Recipe
from lab.fits.skat_matches import SEATS, draw_deals
from lab.overrides import run_with

FILE = "ordering.json"
FIELDS = {
    "declarer": DeclarerLeads._fields,
    "defender": DefenderLeads._fields,
    "following": Following._fields,
}
TRAINING, TEST = (1, 40), (2, 200)  # seeds and numbers of deals
GAMES = ("C", "D", "G")
STEPS = (0.5, 0.25)  # parts of a number, but one at least


def count_nodes(seed: int, deals: int) -> int:
    """Return how many positions the solver searches for some random deals."""
    solver = Solver()
    solver.values(
        [
            Position(game, (fore, middle, rear), number % SEATS)
            for number, (fore, middle, rear, _) in enumerate(draw_deals([seed], deals).tolist())
            for game in GAMES
        ]
    )
    return solver.nodes


def count_with(numbers: Mapping[str, Any], sample: tuple[int, int]) -> int:
    """Return how many positions it searches with other numbers than the shipped ones."""
    return int(run_with({FILE: numbers}, f"{__name__}:count_nodes", *sample))


def make(size: int, seed: int, workers: int | None, progress: Progress) -> Content:
    """Try a number of steps, starting from the shipped numbers."""
    rng = default_rng(seed)
    best = load_shipped()
    places = [(group, name) for group, names in FIELDS.items() for name in names]
    fewest = count_with(best, TRAINING)
    for trial in range(size):
        group, name = places[rng.integers(len(places))]
        part = STEPS[min(len(STEPS) - 1, trial * len(STEPS) // size)]
        step = max(1, round(part * abs(best[group][name])))
        other = deepcopy(best)
        other[group][name] += step if rng.random() < 0.5 else -step
        if (nodes := count_with(other, TRAINING)) < fewest:
            best, fewest = other, nodes
        progress((trial + 1) / size)
    return best


def load_shipped() -> dict[str, dict[str, int]]:
    """Return the numbers that are shipped."""
    shapes = {group: dict.fromkeys(names, ()) for group, names in FIELDS.items()}
    found = load_fitted("evenhand.games.skat.solver", FILE, shapes)
    return {
        group: {name: int(number) for name, number in names.items()}
        for group, names in found.items()
    }


def measure(content: Mapping[str, Any]) -> dict[str, float]:
    """Return the positions searched on other deals, relative to the shipped numbers."""
    shipped = count_nodes(*TEST)
    return {"nodes": round(count_with(content, TEST) / shipped, 4), "deals": TEST[1]}


RECIPE = Recipe(
    name="skat/move_order",
    summary="Order in which the solver tries cards, by the positions that it searches.",
    output="games/skat/solver/ordering.json",
    size=60,
    smoke=1,
    seed=1,
    make=make,
    quality=measure,
    smoke_seconds=5.4,
)
