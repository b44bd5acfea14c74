"""All studies there are: each package beside this file is a paper with its ``STUDIES``."""

from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from evenhand.studies.study import Study

HOME = "evenhand.studies"


@cache
def every_study() -> tuple[Study, ...]:
    """Every study of every paper, paper by paper."""
    found = iter_modules([str(Path(__file__).parent)])
    papers = sorted(module.name for module in found if module.ispkg)
    return tuple(study for paper in papers for study in import_module(f"{HOME}.{paper}").STUDIES)


def about_paper(name: str) -> tuple[str, str]:
    """A paper in one line, and what there is to say of its studies.

    >>> about_paper("keller2008")[0]
    'Keller and Kupferschmid (2008): Automatic Bidding for the Game of Skat'
    """
    package = name.replace("-", "_")
    if package not in {module.name for module in iter_modules([str(Path(__file__).parent)])}:
        return name, ""
    first, _, more = (import_module(f"{HOME}.{package}").__doc__ or name).partition("\n")
    return first.strip().rstrip("."), " ".join(more.split())


def find_studies(name: str) -> Sequence[Study]:
    """The study of an id, or all studies of a paper.

    >>> [study.id for study in find_studies("edelkamp2021/table-2")]
    ['edelkamp2021/table-2']
    """
    wanted = name.strip().rstrip("/")
    found = [study for study in every_study() if wanted in (study.id, study.paper)]
    if not found:
        raise ValueError(f"no study {name!r}; {_advice(wanted)}")
    return found


def _advice(wanted: str) -> str:
    """Names that look like the one asked for."""
    studies = every_study()
    names = sorted({study.paper for study in studies}) + [study.id for study in studies]
    close = get_close_matches(wanted, names, n=4, cutoff=0.5)
    close += [study.id for study in studies if wanted and study.id.endswith(f"/{wanted}")]
    if not close:
        return "evenhand study list shows all"
    return f"did you mean {', '.join(dict.fromkeys(close))}?"
