"""Parameters of rating systems, found by what they predict."""

from evenhand.tuning.differences import rating_differences
from evenhand.tuning.metrics import METRICS
from evenhand.tuning.odds_line import OddsLine, fit_odds_line
from evenhand.tuning.plan import Plan, check_request, make_plan
from evenhand.tuning.regression import (
    BANDS,
    by_difference,
    f1_of,
    fitted_curve,
    regression_table,
)
from evenhand.tuning.space import Range, read_values
from evenhand.tuning.tune import carry_out, tune
from evenhand.tuning.tuned import Tuned

__all__ = [
    "BANDS",
    "METRICS",
    "OddsLine",
    "Plan",
    "Range",
    "Tuned",
    "by_difference",
    "carry_out",
    "check_request",
    "f1_of",
    "fit_odds_line",
    "fitted_curve",
    "make_plan",
    "rating_differences",
    "read_values",
    "regression_table",
    "tune",
]
