"""A service that has warmed up rates every game by compiled code, however few there are."""

from typing import Any

import numpy as np
import pytest

from evenhand import compiled
from evenhand.compiled import Kernel
from evenhand.ledger.warming import warm_up
from evenhand.ratings import Elo, MultiElo, RatingSystem
from evenhand.tables import GameTable


def kernels(system: type[RatingSystem]) -> list[Kernel]:
    """The loops of a system."""
    return [one for one in (system.loop.two, system.loop.many) if isinstance(one, Kernel)]


def test_after_warming_up_nothing_is_rated_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("rated in plain Python")

    monkeypatch.setattr(compiled, "_mode", "")  # as in a process that has not warmed up
    for one in [*kernels(Elo), *kernels(MultiElo)]:
        monkeypatch.setattr(one, "plain", refuse)
        monkeypatch.setattr(one, "_dispatcher", None)
        monkeypatch.setattr(one, "_work", 0)
    with pytest.raises(AssertionError, match="rated in plain Python"):
        Elo().run(GameTable.from_games([{"Anna": 1, "Ben": 0}]))
    warm_up()
    MultiElo().run(GameTable.from_games([{"Anna": 1, "Ben": 0}]))
    run = Elo().run(GameTable.from_games([{"Anna": 1, "Ben": 0, "Cem": 2}]))
    assert np.isfinite(run.after).all()
