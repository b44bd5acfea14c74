"""Trials by Optuna: each lot of configurations is chosen by what the ones before were worth.

Lots have a fixed size, whatever the number of workers: so the same seed tries the same
configurations anywhere.
"""

import math
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from evenhand.ratings.named import text_of
from evenhand.tuning.configurations import Configuration, Configurations
from evenhand.tuning.space import DIGITS, Space

LOT = 8


def require_optuna() -> Any:
    """Optuna, quiet; refuse to go on without it."""
    try:
        optuna = import_module("optuna")
    except ImportError:
        raise ValueError("trials need Optuna: pip install 'evenhand[tuning]'") from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna


def run_trials(
    trials: int,
    seed: int,
    candidates: Configurations,
    losses: Callable[[Sequence[Configuration]], Sequence[float | None]],
) -> None:
    """Try so many configurations; ``losses`` tells what those are worth that can be measured."""
    optuna = require_optuna()
    # those of a lot that were asked for are known to the next one, so that they do not repeat
    sampler = optuna.samplers.TPESampler(seed=seed, constant_liar=True)
    study = optuna.create_study(sampler=sampler)
    for start in range(0, trials, LOT):
        lot = [study.ask() for _ in range(min(LOT, trials - start))]
        asked = [candidates.add(suggested(trial, candidates.space)) for trial in lot]
        possible = [one for one in asked if one is not None]
        found = iter(losses(possible))
        for trial, one in zip(lot, asked, strict=True):
            loss = None if one is None else next(found)
            if loss is None:
                study.tell(trial, state=optuna.trial.TrialState.FAIL)
            else:
                study.tell(trial, loss)


def suggested(trial: Any, space: Space) -> dict[str, str]:
    """What Optuna suggests, as texts."""
    texts: dict[str, str] = {
        name: trial.suggest_categorical(name, list(texts)) for name, texts in space.values.items()
    }
    for name, span in space.ranges.items():
        low, high = span.ends()
        if space.counted(name):
            by_log = span.by_log and low > 0.0
            texts[name] = str(trial.suggest_int(name, round(low), round(high), log=by_log))
        elif span.by_log and high < 0.0:
            texts[name] = rounded(-trial.suggest_float(name, -high, -low, log=True), low, high)
        else:
            texts[name] = rounded(trial.suggest_float(name, low, high, log=span.by_log), low, high)
    return texts


def rounded(number: float, low: float, high: float) -> str:
    """A number with few digits, but within its range.

    >>> rounded(17.382453, 4.0, 64.0), rounded(63.99999, 4.0, 63.999991)
    ('17.38', '63.999991')
    """
    if number == 0.0:
        return "0"
    places = DIGITS - 1 - math.floor(math.log10(abs(number)))
    return text_of(float(min(max(round(number, places), low), high)))
