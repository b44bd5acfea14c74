"""Parts of the report: the list of all studies, a paper, a study, a figure."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

from evenhand.studies.page_figures import figure_html
from evenhand.studies.page_tables import pretty, table_html
from evenhand.studies.record import FAILED, MADE, Record
from evenhand.studies.registry import about_paper
from evenhand.studies.verdicts import (
    AGREES,
    AS_PRINTED,
    DIFFERS,
    PARTLY,
    SMALL,
    UNCLEAR,
    split,
)

KINDS: Mapping[str, str] = {
    AS_PRINTED: "good",
    AGREES: "good",
    PARTLY: "warn",
    UNCLEAR: "warn",
    DIFFERS: "bad",
    FAILED: "bad",
}
"""The colour of a word; all others are grey."""
Found = Sequence[tuple[Record, Path]]


def anchor(name: str) -> str:
    """The place of a study or paper in the page."""
    return "".join(letter if letter.isalnum() else "-" for letter in name)


def verdict_html(record: Record) -> str:
    """The word of a verdict, and its numbers."""
    if record.state != MADE:
        return _marked(record.state, record.problem)
    word, text, small = split(record.verdict)
    return _marked(word, text) + (f' <span class="small">{SMALL}</span>' if small else "")


def _marked(word: str, text: str) -> str:
    if not word:
        return f"<span>{pretty(text)}</span>"
    kind = KINDS.get(word, "plain")
    return f'<strong class="word {kind}">{pretty(word)}</strong> <span>{pretty(text)}</span>'


def overview(papers: Mapping[str, Found]) -> Iterator[str]:
    """A row for every study: its name, title and verdict."""
    yield '<div class="box" role="region" tabindex="0" aria-label="Verdicts of all studies">'
    yield '<table class="overview" aria-labelledby="all">'
    heads = "".join(f'<th scope="col">{name}</th>' for name in ("Study", "Title", "Verdict"))
    yield f"<thead><tr>{heads}</tr></thead>"
    for paper, found in papers.items():
        yield f'<tbody><tr><th scope="rowgroup" colspan="3">{_link(paper)}</th></tr>'
        for record, _ in found:
            name = f'<a href="#{anchor(record.id)}">{pretty(record.id.partition("/")[2])}</a>'
            cells = f"<td>{pretty(record.title)}</td><td>{verdict_html(record)}</td>"
            yield f'<tr><th scope="row">{name}</th>{cells}</tr>'
        yield "</tbody>"
    yield "</table></div>"


def _link(paper: str) -> str:
    return f'<a href="#{anchor(paper)}">{pretty(about_paper(paper)[0])}</a>'


def contents(papers: Mapping[str, Found]) -> Iterator[str]:
    """The table of contents: a line for each paper."""
    yield '<nav aria-labelledby="contents"><h2 id="contents">Contents</h2><ol>'
    yield '<li><a href="#all">All studies and their verdicts</a></li>'
    for paper, found in papers.items():
        count = "1 study" if len(found) == 1 else f"{len(found)} studies"
        yield f'<li>{_link(paper)} <span class="quiet">{count}</span></li>'
    yield "</ol></nav>"


def paper_section(paper: str, found: Found) -> Iterator[str]:
    """All studies of a paper."""
    title, more = about_paper(paper)
    name = anchor(paper)
    yield f'<section aria-labelledby="{name}"><h2 id="{name}">{pretty(title)}</h2>'
    if more:
        yield f"<p>{pretty(more)}</p>"
    for record, folder in found:
        yield from study_article(record, folder)
    yield '<p class="back"><a href="#all">All studies</a></p></section>'


def study_article(record: Record, folder: Path) -> Iterator[str]:
    """A study: its verdict, tables, figures, remarks and how it was made."""
    name = anchor(record.id)
    yield f'<article aria-labelledby="{name}"><h3 id="{name}">{pretty(record.title)}</h3>'
    yield f'<p class="source">{pretty(record.source)} <code>{pretty(record.id)}</code></p>'
    yield f'<p class="verdict">{verdict_html(record)}</p>'
    for number, table in enumerate(record.tables, start=1):
        yield table_html(table, folder, name, number)
    for figure in record.figures:
        yield figure_html(record, figure, folder)
    if record.remarks:
        items = "\n".join(f"<li>{pretty(remark)}</li>" for remark in record.remarks)
        yield f'<ul class="remarks">\n{items}\n</ul>'
    yield f'<p class="made">{_made(record)}</p></article>'


def _made(record: Record) -> str:
    how = f"<code>{escape(record.command)}</code>"
    where = f"size {pretty(record.size)}, seed {record.seed}, evenhand {pretty(record.version)}"
    if record.state != MADE:
        return f"To be made by {how}."
    return f"Made by {how}: {where}, {seconds_text(record.seconds)}."


def seconds_text(seconds: float) -> str:
    """How long something took.

    >>> seconds_text(0.04), seconds_text(12.34), seconds_text(754.0)
    ('0.0 s', '12.3 s', '12 min 34 s')
    """
    if seconds < 100.0:
        return f"{seconds:.1f} s"
    return f"{int(seconds) // 60} min {int(seconds) % 60} s"
