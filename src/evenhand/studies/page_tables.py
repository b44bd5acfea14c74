"""Tables of the report: CSV files as HTML, numbers with as many decimals as make sense."""

import csv
import math
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from html import escape
from pathlib import Path

from evenhand.studies.record import TableFile

PAPER = "paper"
MOST_DECIMALS = 6
ROUNDED = 4  # decimals of a column that was rounded on purpose
DIGITS = 4  # of the largest number otherwise
SMALL = 0.001
MINUS = re.compile(r"(?<![\w.-])-(?=[0-9])")
NUMBER = re.compile(r"[+-]?[0-9][0-9.,]*( \+- [0-9.]+)?|")
LONG = 24  # rows of a table that gets a box of its own height
Column = Sequence[str]


def table_html(table: TableFile, folder: Path, study: str, place: int) -> str:
    """A table under its title, in a box that scrolls if it is wide or long."""
    heads, rows = read_rows(folder / table.file)
    columns = dict(zip(heads, zip(*rows, strict=True), strict=True)) if rows else {}
    decimals = {name: decimals_of(name, columns) for name in table.decimal if name in columns}
    numbers = {name for name in columns if all(map(NUMBER.fullmatch, columns[name]))}
    numbers |= {*table.whole, *table.decimal}
    number = f"{study}-table-{place}"
    long = " long" if len(rows) > LONG else ""
    title = f'<h4 id="{number}">{pretty(table.title)}</h4>'
    box = f'<div class="box{long}" role="region" tabindex="0" aria-labelledby="{study} {number}">'
    head = "".join(_head(name, name in numbers) for name in heads)
    shown = {**dict.fromkeys(table.whole, 0), **decimals}
    body = "\n".join(_row(heads, row, numbers, shown) for row in rows)
    return (
        f'{title}\n{box}<table aria-labelledby="{number}">\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )


def read_rows(path: Path) -> tuple[list[str], list[list[str]]]:
    """The names of the columns and the cells."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            heads, *rows = list(csv.reader(file))
    except (OSError, ValueError) as problem:
        raise ValueError(f"{path}: the table cannot be read ({problem})") from None
    if any(len(row) != len(heads) for row in rows):
        raise ValueError(f"{path}: a row has not as many cells as the table has columns")
    return heads, rows


def decimals_of(name: str, columns: Mapping[str, Column]) -> int:
    """How many decimals a column is shown with: its own, those of the paper, or what is left.

    >>> decimals_of("mean", {"mean": ["1299.84312"], "paper_mean": ["1300.788"]})
    3
    >>> decimals_of("loss", {"loss": ["0.317298113", "0.2"]})
    4
    """
    for beside in (name, f"{PAPER}_{name}", PAPER):
        needed = max(map(_decimals, columns.get(beside, ())), default=MOST_DECIMALS)
        if needed <= ROUNDED:
            return needed
    values = [abs(float(text)) for text in columns[name] if text]
    largest = max((value for value in values if math.isfinite(value)), default=0.0)
    if 0.0 < largest < SMALL:
        return MOST_DECIMALS
    size = math.floor(math.log10(largest)) if largest else 0
    return min(max(DIGITS - 1 - size, 1), DIGITS)


def _decimals(text: str) -> int:
    """How many decimals a number is written with; many if it has an exponent."""
    if "e" in text.lower():
        return MOST_DECIMALS
    part = text.partition(".")[2]
    return 0 if part == "0" else len(part)


def _head(name: str, right: bool) -> str:
    kinds = [*(["n"] if right else []), *([PAPER] if is_papers(name) else [])]
    kind = f' class="{" ".join(kinds)}"' if kinds else ""
    return f'<th scope="col"{kind}>{pretty(name.replace("_", " "))}</th>'


def is_papers(name: str) -> bool:
    """Whether a column holds what the paper prints."""
    return name == PAPER or (name.startswith(f"{PAPER}_") and name != f"{PAPER}_name")


def _row(
    heads: Sequence[str], row: Sequence[str], numbers: Set[str], decimals: Mapping[str, int]
) -> str:
    paper = row[0].split(",")[0] == PAPER or PAPER in row[1:]
    kind = f' class="{PAPER}"' if paper else ""
    return f"<tr{kind}>{''.join(_cells(heads, row, numbers, decimals))}</tr>"


def _cells(
    heads: Sequence[str], row: Sequence[str], numbers: Set[str], decimals: Mapping[str, int]
) -> Iterator[str]:
    for place, (name, text) in enumerate(zip(heads, row, strict=True)):
        kinds = [*([PAPER] if is_papers(name) else []), *(["n"] if name in numbers else [])]
        kind = f' class="{" ".join(kinds)}"' if kinds else ""
        tag, scope = ("td", "") if place else ("th", ' scope="row"')
        shown = number_text(text, decimals[name]) if name in decimals else text
        yield f"<{tag}{scope}{kind}>{pretty(shown)}</{tag}>"


def number_text(text: str, decimals: int) -> str:
    """A number with so many decimals.

    >>> number_text("-1234.5678", 2), number_text("135000", 0), number_text("", 2)
    ('\N{MINUS SIGN}1234.57', '135,000', '')
    """
    if not text:
        return ""
    value = float(text)
    if not math.isfinite(value):
        return "\N{EN DASH}"
    comma = "," if abs(value) >= 10_000 else ""
    shown = f"{value:{comma}.{decimals}f}"
    return shown.replace("-", "\N{MINUS SIGN}")


def pretty(text: str) -> str:
    """A text for HTML, with the signs that a printer would set.

    >>> pretty("<b> -0.5 +- 0.1, 1-3"), pretty("table-2")
    ('&lt;b&gt; \N{MINUS SIGN}0.5 \N{PLUS-MINUS SIGN} 0.1, 1-3', 'table-2')
    """
    return escape(MINUS.sub("\N{MINUS SIGN}", text.replace("+-", "\N{PLUS-MINUS SIGN}")))
