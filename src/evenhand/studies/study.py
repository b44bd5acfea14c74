"""What a study is: a table or figure of a paper, made again and set beside the printed one."""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import altair as alt
    import numpy as np
    import polars as pl

SIZES = ("smoke", "middle", "full")
SHORT = 60.0  # seconds that a study may take without being asked for
Bar = Callable[[str, int | None], AbstractContextManager[Callable[[int], None]]]
"""Opens a progress bar; what it gives is called with how much is done."""


@contextmanager
def no_bar(what: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """A progress bar that nobody sees."""
    yield lambda done: None


@dataclass(frozen=True, slots=True)
class Size:
    """How much work a study does: what its ``run`` understands, and roughly how long it takes."""

    amount: Any
    seconds: float


@dataclass(frozen=True, slots=True)
class Setting:
    """What a study runs with.

    ``shared`` is kept between studies that run one after the other on one seed, so that they
    need not make the same games again.
    """

    size: Any
    rng: "np.random.Generator"
    workers: int | None = None
    cluster: str | None = None
    progress: Bar = no_bar
    shared: dict[Any, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a study."""

    tables: Sequence[tuple[str, "pl.DataFrame"]] = ()  # with their titles
    figures: Mapping[str, Callable[[], "alt.TopLevelMixin"]] = field(default_factory=dict)
    remarks: Sequence[str] = ()
    verdict: str = ""  # one line, by the words of ``verdicts``


@dataclass(frozen=True, slots=True)
class Study:
    """A table or figure of a paper that can be made again."""

    id: str  # paper/what, as in edelkamp2021/table-2
    title: str
    source: str
    sizes: Mapping[str, Size]
    run: Callable[[Setting], Report]
    draws: bool = False  # whether there are figures
    needs: str = ""  # a program that must be installed, by the name of its Debian package

    @property
    def paper(self) -> str:
        """The paper's name."""
        return self.id.partition("/")[0]

    @property
    def usual_size(self) -> str:
        """The size to run if nobody says otherwise: middle if that takes less than a minute."""
        return "middle" if self.sizes["middle"].seconds < SHORT else "smoke"

    def says_little(self, size: str) -> bool:
        """Whether a size is the smallest one, and smaller than what the paper did."""
        return size == "smoke" and self.sizes[size].amount != self.sizes["full"].amount

    @property
    def missing(self) -> str:
        """Why the study cannot run here; nothing if it can."""
        path = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/games"])
        if not self.needs or shutil.which(self.needs, path=path):
            return ""
        how = f"Debian: apt install {self.needs}"
        return f"{self.id} needs {self.needs}, which is not installed ({how})"


def later(module: str, name: str = "run") -> Callable[[Setting], Report]:
    """A ``run`` whose module is loaded when it is first needed."""

    def run(setting: Setting) -> Report:
        report: Report = getattr(import_module(module), name)(setting)
        return report

    return run


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper whose studies are in the package of its name.

    >>> paper = Paper("keller2008", "Keller and Kupferschmid 2008")
    >>> paper.study("figure-1", "Error by k", "Figure 1", {}, "figure_1").source
    'Keller and Kupferschmid 2008, Figure 1'
    """

    name: str
    cited: str  # as in a list of references

    def study(
        self,
        what: str,
        title: str,
        place: str,
        sizes: Mapping[str, Size],
        home: str,
        *,
        draws: bool = False,
        needs: str = "",
    ) -> Study:
        """A table or figure; its home is a module, and behind a colon the function if not run."""
        module, _, name = home.partition(":")
        run = later(f"{__package__}.{self.name}.{module}", name or "run")
        source = f"{self.cited}, {place}"
        return Study(f"{self.name}/{what}", title, source, sizes, run, draws, needs)
