"""The way back: records that stay few and give earlier ratings to the bit."""

import numpy as np
import pytest

from evenhand.compiled import python_source
from evenhand.ledger import undo as module
from evenhand.ledger.undo import Record, Undo
from evenhand.tables import Floats

PLAYERS = 12


class Past:
    """Rows of players that change game by game, and what they were before each of them."""

    def __init__(self, seed: int = 1) -> None:
        self.rng = np.random.default_rng(seed)
        self.undo = Undo()
        self.rows = np.zeros((PLAYERS, 2))
        self.before: list[Floats] = []

    def play(self, games: int, start: int | None = None) -> None:
        """Let some games follow those before ``start``, in parts with a record each."""
        start = len(self.before) if start is None else start
        records, left = [], games
        del self.before[start:]
        while left:
            size = int(self.rng.integers(1, left + 1))
            records.append(self._part(size))
            left -= size
        self.undo.adopt(start, records, len(self.before))

    def _part(self, games: int) -> Record:
        start, rows, seen = len(self.before), self.rows.copy(), set[int]()
        for _ in range(games):
            self.before.append(self.rows.copy())
            pair = self.rng.choice(PLAYERS, 2, replace=False)
            self.rows[pair] = self.rng.random((2, 2))
            seen |= set(pair.tolist())
        players = np.array(sorted(seen), np.int32)
        return Record(start, players, rows[players])

    def gone_back(self, game: int) -> int:
        """Put back the records that a game needs; where that leads, checked to the bit."""
        start, records = self.undo.back_to(game)
        rows = self.rows.copy()
        for record in reversed(records):
            rows[record.players] = record.rows
        assert np.array_equal(rows, self.before[start])
        return start

    def rewrite(self, game: int, games: int) -> None:
        """Go back to a game and play others from there on."""
        start = self.gone_back(game)
        self.rows = self.before[start].copy()
        self.play(games + game - start, start)


def test_records_give_every_earlier_state_to_the_bit() -> None:
    past = Past()
    for _ in range(150):
        past.play(1)
    for game in range(150):
        assert past.gone_back(game) <= game


def test_the_same_holds_when_games_are_rewritten_all_over() -> None:
    past = Past(2)
    for _ in range(60):
        past.play(int(past.rng.integers(1, 30)))
        past.rewrite(int(past.rng.integers(len(past.before))), int(past.rng.integers(0, 40)))
        for game in range(0, len(past.before), 11):
            past.gone_back(game)


@pytest.mark.parametrize("games", [1, 2, 3, 50, 1000, 2000])
def test_records_grow_with_the_logarithm_of_the_games(games: int) -> None:
    past = Past()
    for _ in range(games):
        past.play(1)
    assert len(past.undo.records) <= 2 * np.log2(games) + 2
    assert past.undo.records[0].start == 0
    for back in range(1, games + 1):
        start, _ = past.undo.back_to(games - back)
        assert back <= games - start <= 2 * back


def test_records_are_in_order_and_name_players_in_rising_order() -> None:
    past = Past(3)
    for _ in range(40):
        past.play(5)
    starts = [record.start for record in past.undo.records]
    assert starts == sorted(set(starts))
    for record in past.undo.records:
        assert (np.diff(record.players) > 0).all()
        assert record.rows.shape == (len(record.players), 2)


def test_nothing_is_kept_of_games_that_are_gone() -> None:
    past = Past(4)
    past.play(20)
    past.rewrite(0, 0)
    assert past.undo.records == []


@pytest.mark.parametrize("seed", range(6))
def test_merging_takes_the_earlier_row_and_equals_its_python_source(seed: int) -> None:
    rng = np.random.default_rng(seed)
    first, second = (
        np.flatnonzero(rng.random(15) < chance).astype(np.int32)
        for chance in (0.3 * (seed % 3), 0.5)
    )
    earlier, later = rng.random((len(first), 2)), rng.random((len(second), 2))
    wanted = dict(zip(second.tolist(), later.tolist(), strict=True))
    wanted |= dict(zip(first.tolist(), earlier.tolist(), strict=True))
    for merge in (module._merge, python_source(module._merge)):
        players, rows = np.zeros(30, np.int32), np.zeros((30, 2))
        count = merge(first, earlier, second, later, players, rows)
        assert players[:count].tolist() == sorted(wanted)
        assert rows[:count].tolist() == [wanted[player] for player in sorted(wanted)]
