"""Tuning: find the parameters of a rating system by what it predicts."""

from evenhand.tuning.journal import Journal, digest
from evenhand.tuning.result import TuningResult
from evenhand.tuning.search import Plan, make_plan, run, tune
from evenhand.tuning.space import (
    Choice,
    Configuration,
    Range,
    Space,
    Values,
    default_ranges,
    make_space,
    read_base,
    read_values,
    resolve_quantiles,
)

__all__ = [
    "Choice",
    "Configuration",
    "Journal",
    "Plan",
    "Range",
    "Space",
    "TuningResult",
    "Values",
    "default_ranges",
    "digest",
    "make_plan",
    "make_space",
    "read_base",
    "read_values",
    "resolve_quantiles",
    "run",
    "tune",
]
