"""The report: one HTML page of all studies in a folder, which needs no other file and no script."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from evenhand import __version__
from evenhand.files import atomic_write
from evenhand.studies.page_parts import Found, contents, overview, paper_section, seconds_text
from evenhand.studies.record import FAILED, FILE, LEFT_OUT, MADE, Record, records_in
from evenhand.studies.registry import every_study

PAGE = "report.html"
STYLE = Path(__file__).with_name("page.css")
NOTHING_ELSE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
TITLE = "Studies, made again"


def write_page(out: Path) -> Path:
    """Write the page of all studies in a folder that ``write_report`` has written."""
    papers = by_paper(out)
    text = "\n".join(page(papers)) + "\n"
    atomic_write(out / PAGE, lambda draft: draft.write_text(text, encoding="utf-8"))
    return out / PAGE


def by_paper(out: Path) -> dict[str, Found]:
    """All studies of a folder by their papers, in the order of the list of studies."""
    if not out.is_dir():
        raise ValueError(f"{out}: there is no such folder; --run ID makes studies into it")
    order = {study.id: number for number, study in enumerate(every_study())}
    found = sorted(records_in(out), key=lambda one: (order.get(one[0].id, len(order)), one[0].id))
    if not found:
        raise ValueError(f"{out}: no studies in it (no */{FILE}); --run ID makes some")
    papers: dict[str, list[tuple[Record, Path]]] = {}
    for record, folder in found:
        papers.setdefault(record.paper, []).append((record, folder))
    return dict(papers)


def page(papers: Mapping[str, Found]) -> Iterator[str]:
    """The lines of the page."""
    records = [record for found in papers.values() for record, _ in found]
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{NOTHING_ELSE}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield f'<meta name="generator" content="evenhand {__version__}">\n<title>{TITLE}</title>'
    yield f"<style>\n{STYLE.read_text(encoding='utf-8')}</style>\n</head>\n<body>"
    yield f"<header><h1>{TITLE}</h1><p>{summary(records, len(papers))}</p></header>"
    yield from contents(papers)
    yield '<main><section aria-labelledby="all"><h2 id="all">All studies</h2>'
    yield from overview(papers)
    yield "</section>"
    for paper, found in papers.items():
        yield from paper_section(paper, found)
    yield "</main>\n</body>\n</html>"


def summary(records: list[Record], papers: int) -> str:
    """What the page holds, in two sentences."""
    made = [record for record in records if record.state == MADE]
    versions = " and ".join(sorted({record.version for record in records}))
    taken = seconds_text(sum(record.seconds for record in made))
    text = (
        f"Tables and figures of papers, ours beside the printed ones: {len(made)} of"
        f" {len(records)} studies made, in {papers} groups, with evenhand {versions} in {taken}."
    )
    for state in (FAILED, LEFT_OUT):
        count = sum(record.state == state for record in records)
        text += f" {state.capitalize()}: {count}." if count else ""
    return (
        f"{text} A verdict is worked out from the numbers of its study. Studies of one paper share"
        " games, so that the first of them takes longest."
    )
