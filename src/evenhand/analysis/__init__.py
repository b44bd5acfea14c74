"""Measure how much of a game is skill and how much luck."""

from evenhand.analysis.sample_size import (
    EXACT_UP_TO,
    convergence,
    games_needed,
    lead_probability,
    spread_to_probability,
)
from evenhand.analysis.skill import (
    COIN_FLIP_SHARES,
    REFERENCE_SOURCE,
    REFERENCES,
    Analysis,
    LuckByPlayer,
    Reference,
    analyse,
    locate_spread,
    luck_by_player,
)
from evenhand.analysis.spread import (
    MAX_K,
    MIN_K,
    Interval,
    KFit,
    bias_corrected,
    fit_k,
    mix_with_coin_flips,
    prediction_errors,
    simulate_results,
    tied_share,
)

__all__ = [
    "COIN_FLIP_SHARES",
    "EXACT_UP_TO",
    "MAX_K",
    "MIN_K",
    "REFERENCES",
    "REFERENCE_SOURCE",
    "Analysis",
    "Interval",
    "KFit",
    "LuckByPlayer",
    "Reference",
    "analyse",
    "bias_corrected",
    "convergence",
    "fit_k",
    "games_needed",
    "lead_probability",
    "locate_spread",
    "luck_by_player",
    "mix_with_coin_flips",
    "prediction_errors",
    "simulate_results",
    "spread_to_probability",
    "tied_share",
]
