r"""Value what chance dealt: value functions of columns of one's own, for any game.

The value of a seat is its expected share of the win (with more than two players: of opponents
beaten), given its own numbers, the mean of the others' and the seat.  The values of a table are
shifted so that they add up as results do.  Luck is the value minus its mean,

.. math:: L_i = V_i(x) - E[V_i(x)]

with E over the games that the value function was fitted on, for each seat: zero on average if
the numbers are really dealt by chance.  Columns that a player chose must not be among them.

Fit a value function on other games than those it values.  With one file only, cross-fit: each
fifth of the games is valued by a function fitted on the other four (:func:`cross_fit_luck`).

Models are logistic or gradient-boosted trees, both held as plain arrays: scikit-learn fits them,
and they are applied without it.  A file holds them as JSON.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from evenhand.files import atomic_write
from evenhand.ratings.results import shares_beaten
from evenhand.tables import Flags, Floats, GameFile, GameTable, TableError, covariate_name

ModelName = Literal["logistic", "boosted"]
Rows = NDArray[np.int64]

FOLDS = 5
MIN_GAMES = 100
TREES, DEPTH, LEARNING_RATE, SUBSAMPLE = 150, 3, 0.08, 0.5
MAX_TREE_ROWS: Final = 100_000  # that trees are fitted on


class Model(Protocol):
    """Predicts the result of a seat from its numbers."""

    def predict(self, X: Floats) -> Floats:
        """Return the expected result of each row."""

    def as_dict(self) -> dict[str, Any]:
        """Return the content of a file."""


@dataclass(frozen=True, slots=True, eq=False)
class Logistic:
    """Logistic regression; numbers are standardized first."""

    shift: Floats
    scale: Floats
    weights: Floats
    constant: float

    def predict(self, X: Floats) -> Floats:
        """Return the expected result of each row."""
        logit = (X - self.shift) / self.scale @ self.weights + self.constant
        return np.asarray(0.5 + 0.5 * np.tanh(0.5 * logit))  # cannot overflow

    def as_dict(self) -> dict[str, Any]:
        """Return the content of a file."""
        arrays = {name: getattr(self, name).tolist() for name in ("shift", "scale", "weights")}
        return {"model": "logistic", **arrays, "constant": self.constant}


@dataclass(frozen=True, slots=True, eq=False)
class Boosted:
    """A sum of small trees, a row each: at a node, go left if the number is not above."""

    base: float
    feature: NDArray[np.int64]  # (trees, nodes); negative at a leaf
    threshold: Floats
    left: NDArray[np.int64]
    right: NDArray[np.int64]
    value: Floats

    def predict(self, X: Floats) -> Floats:
        """Return the expected result of each row."""
        numbers = X.astype(np.float32)  # as when the trees were fitted
        total = np.full(len(X), self.base)
        rows = np.arange(len(X))
        for tree in range(len(self.feature)):
            node = np.zeros(len(X), np.int64)
            for _ in range(DEPTH):
                feature = self.feature[tree, node]
                below = numbers[rows, np.maximum(feature, 0)] <= self.threshold[tree, node]
                child = np.where(below, self.left[tree, node], self.right[tree, node])
                node = np.where(feature < 0, node, child)
            total += self.value[tree, node]
        return total

    def as_dict(self) -> dict[str, Any]:
        """Return the content of a file."""
        names = ("feature", "threshold", "left", "right", "value")
        arrays = {name: getattr(self, name).tolist() for name in names}
        return {"model": "boosted", "base": self.base, **arrays}


@dataclass(frozen=True, slots=True, eq=False)
class ValueFunction:
    """A fitted value function of some columns."""

    columns: tuple[str, ...]
    model: Model
    means: Mapping[int, Floats]  # of each seat, by the number of players
    games: int  # that it was fitted on

    @property
    def seats(self) -> int:
        """The seats of the widest table that it can value."""
        [seats] = {len(means) for means in self.means.values()}
        return seats

    def luck(self, games: GameFile) -> Floats:
        """Return the luck of every seat; NaN where numbers are missing."""
        if games.table.width > self.seats:
            problem = f"the value function is for {self.seats} seats; there are {games.table.width}"
            raise TableError(problem, file=games.file)
        numbers = games.values(self.columns)
        rows = np.arange(len(games.table))
        return self._luck(games.table, numbers, _complete(games.table, numbers), rows)

    def write(self, path: Path) -> None:
        """Write a JSON file, completely or not at all."""
        content = {
            "columns": self.columns,
            "games": self.games,
            "means": {str(n): means.tolist() for n, means in self.means.items()},
            **self.model.as_dict(),
        }
        text = json.dumps(content, indent=1, allow_nan=False) + "\n"
        atomic_write(path, lambda draft: draft.write_text(text, encoding="utf-8"))

    def _luck(self, table: GameTable, numbers: Floats, complete: Flags, rows: Rows) -> Floats:
        luck = np.full((len(rows), table.width), np.nan)
        known = complete[rows]
        values = _predict_values(self.model, table, numbers, rows[known], self.seats)
        players = table.taken[rows[known]].sum(axis=1)
        means = np.full(values.shape, np.nan)
        for n, mean in self.means.items():
            means[players == n] = mean[: table.width]
        luck[known] = values - means
        return luck


def fit_values(
    games: GameFile, columns: Sequence[str], model: ModelName = "logistic"
) -> ValueFunction:
    """Fit a value function to all games of a file."""
    numbers = _read_columns(games, columns)
    complete = _complete(games.table, numbers)
    return _fit(games, columns, model, numbers, np.flatnonzero(complete))


def cross_fit_luck(
    games: GameFile, columns: Sequence[str], model: ModelName = "logistic"
) -> Floats:
    """Return the luck of every seat, each fifth of the games valued by the other four."""
    numbers = _read_columns(games, columns)
    complete = _complete(games.table, numbers)
    _check_enough(games, int(complete.sum()), MIN_GAMES * FOLDS // (FOLDS - 1))
    luck = np.full(games.row.shape, np.nan)
    rows = np.arange(len(games.table))
    for fold in range(FOLDS):
        inside = rows % FOLDS == fold
        values = _fit(games, columns, model, numbers, np.flatnonzero(complete & ~inside))
        luck[inside] = values._luck(games.table, numbers, complete, rows[inside])
    return luck


def read_values(path: Path) -> ValueFunction:
    """Read a value function from a file."""
    if not path.is_file():
        raise ValueError(f"{path}: no such file")
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        means = {int(n): np.array(m, np.float64) for n, m in content["means"].items()}
        columns = tuple(map(str, content["columns"]))
        values = ValueFunction(columns, _model_from_dict(content), means, int(content["games"]))
        values.model.predict(np.zeros((1, 2 * len(columns) + values.seats - 1)))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        raise ValueError(f"{path}: not a value function written by luck fit") from None
    return values


def fit_model(name: ModelName, X: Floats, result: Floats) -> Model:
    """Fit a model to results between 0 and 1."""
    return _fit_logistic(X, result) if name == "logistic" else _fit_boosted(X, result)


def _model_from_dict(content: dict[str, Any]) -> Model:
    """Return the model that ``as_dict`` wrote."""
    kinds: dict[str, type[Logistic] | type[Boosted]] = {"logistic": Logistic, "boosted": Boosted}
    kind = kinds.get(str(content.get("model")))
    if kind is None:
        raise ValueError(f"no model {content.get('model')!r}; choose from {', '.join(kinds)}")
    integers = ("feature", "left", "right")
    parts: dict[str, Any] = {name: content[name] for name in kind.__dataclass_fields__}
    for name, value in parts.items():
        if isinstance(value, list):
            parts[name] = np.array(value, np.int64 if name in integers else np.float64)
    return kind(**parts)


def _read_columns(games: GameFile, columns: Sequence[str]) -> Floats:
    if not columns:
        known = ", ".join(games.covariates()) or "there are none"
        raise TableError(f"name the columns that chance dealt: {known}", file=games.file)
    if len(set(map(covariate_name, columns))) < len(columns):
        raise TableError("a column is named twice", file=games.file)
    return games.values(columns)


def _check_enough(games: GameFile, known: int, wanted: int) -> None:
    if known < wanted:
        problem = f"{known} games have all the numbers; a value function needs {wanted}"
        raise TableError(problem, file=games.file)


def _complete(table: GameTable, numbers: Floats) -> Flags:
    """Flag the games in which every player has all numbers."""
    known = ~np.isnan(numbers).any(axis=2) | ~table.taken
    return np.asarray(known.all(axis=1))


def _fit(
    games: GameFile, columns: Sequence[str], model: ModelName, numbers: Floats, rows: Rows
) -> ValueFunction:
    _check_enough(games, len(rows), MIN_GAMES)
    table = games.table
    X = _features(table, numbers, rows, table.width)
    beaten = shares_beaten(table)[rows][table.taken[rows]]
    fitted = fit_model(model, X, beaten)
    values = _predict_values(fitted, table, numbers, rows, table.width)
    players = table.taken[rows].sum(axis=1)
    means = {int(n): _means(values[players == n], table, rows[players == n]) for n in set(players)}
    return ValueFunction(tuple(columns), fitted, means, len(rows))


def _means(values: Floats, table: GameTable, rows: Rows) -> Floats:
    """Return the mean value of each seat; 1/2 for a seat that was always empty."""
    taken = table.taken[rows]
    total = np.where(taken, values, 0.0).sum(axis=0)
    return np.where(taken.any(axis=0), total / np.maximum(taken.sum(axis=0), 1), 0.5)


def _features(table: GameTable, numbers: Floats, rows: Rows, seats: int) -> Floats:
    """Return for each taken seat its numbers, the mean of the others', and the seat one-hot."""
    taken = table.taken[rows]
    own = np.where(taken[:, :, None], numbers[rows], 0.0)
    others = taken.sum(axis=1)[:, None, None] - 1
    mean = (own.sum(axis=1, keepdims=True) - own) / others
    seat = np.broadcast_to(np.eye(seats)[: table.width, 1:], (*own.shape[:2], seats - 1))
    features: Floats = np.concatenate([own, mean, seat], axis=2)
    return features[taken]


def _predict_values(
    model: Model, table: GameTable, numbers: Floats, rows: Rows, seats: int
) -> Floats:
    """Return the value of each seat (rows, seats); their mean over a table is 1/2."""
    taken = table.taken[rows]
    values = np.full(taken.shape, np.nan)
    if len(rows):
        values[taken] = model.predict(_features(table, numbers, rows, seats))
        values += 0.5 - np.nanmean(values, axis=1, keepdims=True)
    return values


def _fit_logistic(X: Floats, result: Floats) -> Logistic:
    from sklearn.linear_model import LogisticRegression

    scale = X.std(axis=0)
    scale[scale == 0.0] = 1.0
    shift = X.mean(axis=0)
    rows = np.vstack([X, X])
    won = np.repeat([1, 0], len(X))
    weight = np.r_[result, 1.0 - result]
    used = weight > 0.0
    fit = LogisticRegression(max_iter=1000)
    fit.fit((rows[used] - shift) / scale, won[used], weight[used])
    return Logistic(shift, scale, fit.coef_[0].astype(np.float64), float(fit.intercept_[0]))


def _fit_boosted(X: Floats, result: Floats) -> Boosted:
    from sklearn.ensemble import GradientBoostingRegressor

    every = -(-len(X) // MAX_TREE_ROWS)
    fit = GradientBoostingRegressor(
        n_estimators=TREES,
        max_depth=DEPTH,
        learning_rate=LEARNING_RATE,
        subsample=SUBSAMPLE,
        random_state=0,
    )
    fit.fit(X[::every], result[::every])
    trees = [estimator.tree_ for estimator in fit.estimators_[:, 0]]
    nodes = max(tree.node_count for tree in trees)

    def table(name: str, kind: Any) -> NDArray[Any]:
        rows = np.zeros((len(trees), nodes), kind)
        for row, tree in zip(rows, trees, strict=True):
            row[: tree.node_count] = getattr(tree, name).reshape(-1)
        return rows

    return Boosted(
        float(fit.init_.constant_.ravel()[0]),
        table("feature", np.int64),
        table("threshold", np.float64),
        table("children_left", np.int64),
        table("children_right", np.int64),
        LEARNING_RATE * table("value", np.float64),
    )
