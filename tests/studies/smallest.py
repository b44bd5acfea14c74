"""Studies of a paper at their smallest size."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from evenhand.studies import Report, Setting, Study, find_studies
from evenhand.studies.verdicts import split

from .frozen import check_frozen


def check_verdict(report: Report) -> None:
    """See that a study has a verdict: one line that begins with one of the words."""
    word, text, small = split(report.verdict)
    assert word
    assert text
    assert not small  # whoever writes it knows the size
    assert report.verdict.isprintable()
    assert "nan" not in text
    assert len(report.verdict) < 300


class Smallest:
    """Runs the studies of a paper, and keeps what those of seed 1 share and report."""

    def __init__(self, paper: str) -> None:
        self.paper, self.shared, self.reports = paper, dict[Any, Any](), dict[str, Report]()

    @cached_property
    def studies(self) -> Sequence[Study]:
        return find_studies(self.paper)

    def fresh(self, what: str, seed: int = 1, shared: dict[Any, Any] | None = None) -> Report:
        """The study with nothing shared, if nothing is given."""
        (study,) = find_studies(f"{self.paper}/{what}")
        rng, amount = np.random.default_rng(seed), study.sizes["smoke"].amount
        return study.run(Setting(amount, rng, workers=2, shared={} if shared is None else shared))

    def report(self, what: str) -> Report:
        """The study after others have run on the same seed."""
        if what not in self.reports:
            self.reports[what] = self.fresh(what, shared=self.shared)
        return self.reports[what]

    def check(self, study: Study) -> None:
        """See that a study has tables with titles, remarks, and the figures it promises.

        The numbers must be those that it had before.
        """
        found = self.report(study.id.partition("/")[2])
        assert found.remarks
        check_verdict(found)
        assert found.tables
        assert all(title and len(frame) for title, frame in found.tables)
        check_frozen(study, found)
        assert bool(found.figures) == study.draws
        for draw in found.figures.values():
            assert draw().to_dict()["$schema"]
