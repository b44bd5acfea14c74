"""The paper's twelve configurations, tried on the platform."""

from collections.abc import Mapping

from evenhand.ratings import Elo
from evenhand.studies.maitra2025 import printed
from evenhand.studies.maitra2025.platform import ROOT, generator, made
from evenhand.studies.study import Setting
from evenhand.tuning import TuningResult, tune

METRICS = ("f1", "log-loss", "brier")


def text_of(key: tuple[str, str]) -> str:
    """A configuration of Table 1 as it is typed.

    >>> text_of(("60/30/16", "5/10"))
    '60/30/16@5/10'
    """
    return "@".join(key)


def tuned(setting: Setting) -> TuningResult:
    """All twelve, on games of the past and of the last fifth; studies on one seed share them."""
    key = ROOT, setting.size, "tuned"
    if key not in setting.shared:
        platform = made(setting)
        texts = [text_of(key) for key in printed.TABLE_1]
        with setting.progress("trying configurations", len(texts)) as done:
            setting.shared[key] = tune(
                Elo,
                {"k": texts},
                platform.table,
                base={"initial": printed.START},
                metric="f1",
                seed=int(generator(setting, 1).integers(2**31)),
                workers=setting.workers,
                cluster=setting.cluster,
                done=done,
            )
    found: TuningResult = setting.shared[key]
    return found


def numbers(found: TuningResult) -> dict[tuple[str, str], int]:
    """Which configuration each line of Table 1 is; several can be the same."""
    place = {
        texts["k"]: number
        for number, one in enumerate(found.configurations)
        for texts in one.params_text
    }
    return {key: place[text_of(key)] for key in printed.TABLE_1}


def first_names(place: Mapping[tuple[str, str], int]) -> dict[int, str]:
    """Each configuration by the first line of Table 1 that is it.

    >>> first_names({("30/30/30", "5/10"): 0, ("60/30/16", "5/10"): 1, ("30/30/30", "2/3"): 0})
    {0: '30/30/30@5/10', 1: '60/30/16@5/10'}
    """
    names: dict[int, str] = {}
    for key, number in place.items():
        names.setdefault(number, text_of(key))
    return names
