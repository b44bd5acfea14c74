"""Models of a result by numbers: logistic, or many small trees, both as plain arrays.

They are fitted by scikit-learn and applied without it; a file holds them as JSON.
"""

from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from evenhand.tables import Floats

ModelName = Literal["logistic", "boosted"]
TREES, DEPTH, STEP, PART = 150, 3, 0.08, 0.5
MOST_ROWS: Final = 100_000  # that trees learn from


class Model(Protocol):
    """What a result is worth, given some numbers."""

    def predict(self, X: Floats) -> Floats:
        """The expected result of each row."""

    def as_dict(self) -> dict[str, Any]:
        """What a file holds."""


@dataclass(frozen=True, slots=True, eq=False)
class Logistic:
    """A weighted sum under the logistic curve; numbers are brought to one scale first."""

    shift: Floats
    scale: Floats
    weights: Floats
    constant: float

    def predict(self, X: Floats) -> Floats:
        """The expected result of each row."""
        odds = (X - self.shift) / self.scale @ self.weights + self.constant
        return np.asarray(0.5 + 0.5 * np.tanh(0.5 * odds))  # the same, and never too large

    def as_dict(self) -> dict[str, Any]:
        """What a file holds."""
        arrays = {name: getattr(self, name).tolist() for name in ("shift", "scale", "weights")}
        return {"model": "logistic", **arrays, "constant": self.constant}


@dataclass(frozen=True, slots=True, eq=False)
class Boosted:
    """The sum of many small trees, a row each: at a node, left if the number is not above."""

    base: float
    feature: NDArray[np.int64]  # (trees, nodes); negative at a leaf
    threshold: Floats
    left: NDArray[np.int64]
    right: NDArray[np.int64]
    value: Floats

    def predict(self, X: Floats) -> Floats:
        """The expected result of each row."""
        numbers = X.astype(np.float32)  # as they were when the trees grew
        total = np.full(len(X), self.base)
        rows = np.arange(len(X))
        for tree in range(len(self.feature)):
            node = np.zeros(len(X), np.int64)
            for _ in range(DEPTH):
                feature = self.feature[tree, node]
                below = numbers[rows, np.maximum(feature, 0)] <= self.threshold[tree, node]
                step = np.where(below, self.left[tree, node], self.right[tree, node])
                node = np.where(feature < 0, node, step)
            total += self.value[tree, node]
        return total

    def as_dict(self) -> dict[str, Any]:
        """What a file holds."""
        names = ("feature", "threshold", "left", "right", "value")
        arrays = {name: getattr(self, name).tolist() for name in names}
        return {"model": "boosted", "base": self.base, **arrays}


def fit_model(name: ModelName, X: Floats, result: Floats) -> Model:
    """Fit a model to results between 0 and 1."""
    return _fit_logistic(X, result) if name == "logistic" else _fit_boosted(X, result)


def model_from(content: dict[str, Any]) -> Model:
    """The model of a file."""
    kinds: dict[str, type[Logistic] | type[Boosted]] = {"logistic": Logistic, "boosted": Boosted}
    kind = kinds.get(str(content.get("model")))
    if kind is None:
        raise ValueError(f"no model {content.get('model')!r}; choose from {', '.join(kinds)}")
    whole = ("feature", "left", "right")
    parts: dict[str, Any] = {name: content[name] for name in kind.__dataclass_fields__}
    for name, value in parts.items():
        if isinstance(value, list):
            parts[name] = np.array(value, np.int64 if name in whole else np.float64)
    return kind(**parts)


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

    every = -(-len(X) // MOST_ROWS)
    fit = GradientBoostingRegressor(
        n_estimators=TREES, max_depth=DEPTH, learning_rate=STEP, subsample=PART, random_state=0
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
        STEP * table("value", np.float64),
    )
