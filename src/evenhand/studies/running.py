"""Running studies one after the other, so that one that fails does not lose the others."""

from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from evenhand.studies.record import (
    FAILED,
    FILE,
    LEFT_OUT,
    Record,
    begun,
    folder_of,
    read_record,
    write_record,
)
from evenhand.studies.study import Bar, Report, Setting, Study, no_bar
from evenhand.studies.writing import write_report


@dataclass(slots=True)
class Runner:
    """Runs studies on one seed; those of one paper share their games."""

    seed: int = 1
    workers: int | None = None
    cluster: str | None = None
    progress: Bar = no_bar
    _paper: str = ""
    _shared: dict[Any, Any] = field(default_factory=dict)

    def run(self, study: Study, size: str) -> tuple[Report, float]:
        """The report of a study, and how many seconds it took."""
        if study.paper != self._paper:
            self._paper, self._shared = study.paper, {}
        rng, amount = np.random.default_rng(self.seed), study.sizes[size].amount
        setting = Setting(amount, rng, self.workers, self.cluster, self.progress, self._shared)
        start = perf_counter()
        report = study.run(setting)
        return report, perf_counter() - start


def made_into(out: Path, study: Study, size: str, runner: Runner) -> Record:
    """Run a study into a folder; if it cannot run, or fails, its record there says so."""
    known, folder = begun(study, size, runner.seed), folder_of(study, out)
    if study.missing:
        record = Record(**known, state=LEFT_OUT, problem=study.missing)
        if not (folder / FILE).exists():
            write_record(record, folder)
        return record
    try:
        report, seconds = runner.run(study, size)
        return read_record(write_report(study, report, out, size, runner.seed, seconds)[-1])
    except Exception as problem:
        told = f"{type(problem).__name__}: {' '.join(str(problem).split())}"
        record = Record(**known, state=FAILED, problem=told)
        write_record(record, folder)
        return record
