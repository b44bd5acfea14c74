"""Take luck out of results: value it, fit how much of it to take out, rate without it."""

from evenhand.luck.fit import (
    NO_ADJUSTMENT,
    AdjustmentFit,
    fit_adjustment,
    observed_results,
    with_luck,
    without_luck,
)
from evenhand.luck.online import LuckAdjusted, rate_and_fit
from evenhand.luck.values import (
    ModelName,
    ValueFunction,
    cross_fit_luck,
    fit_model,
    fit_values,
    read_values,
)

__all__ = [
    "NO_ADJUSTMENT",
    "AdjustmentFit",
    "LuckAdjusted",
    "ModelName",
    "ValueFunction",
    "cross_fit_luck",
    "fit_adjustment",
    "fit_model",
    "fit_values",
    "observed_results",
    "rate_and_fit",
    "read_values",
    "with_luck",
    "without_luck",
]
