"""Figures of the report: SVG files as images that hold their own pictures."""

import re
from base64 import b64encode
from pathlib import Path

from evenhand.studies.page_tables import pretty
from evenhand.studies.record import FigureFile, Record

SIZE = re.compile(r'<svg ([^>]*)width="([0-9.]+)"([^>]*)viewBox="0 0 [0-9.]+ ([0-9.]+)"')
ROOM = 1.04
FONTS = 'font-family="Arial, Helvetica, Liberation Sans, sans-serif"'


def figure_html(record: Record, figure: FigureFile, folder: Path) -> str:
    """A figure with its own picture inside, so that no two of them can clash."""
    path = folder / figure.file
    try:
        picture = with_room(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise ValueError(f"{path}: the figure cannot be read ({problem})") from None
    title = figure.title or record.title
    shown = pretty(f"{title} ({record.source}). The tables and remarks of the study tell of it.")
    data = b64encode(picture.encode()).decode("ascii")
    image = f'<img alt="{shown}" src="data:image/svg+xml;base64,{data}">'
    name = pretty(f"Figure of {record.id}: {title}")
    box = f'<div class="box" role="region" tabindex="0" aria-label="{name}">'
    caption = f"<figcaption>{pretty(figure.title)}</figcaption>" if figure.title else ""
    return f"<figure>{box}{image}</div>{caption}</figure>"


def with_room(svg: str) -> str:
    """A picture in the letters that it was measured with, and with room for wider ones.

    >>> with_room('<svg class="marks" width="100" height="50" viewBox="0 0 100 50">')
    '<svg class="marks" width="104" height="50" viewBox="0 0 104 50">'
    """

    def wider(found: re.Match[str]) -> str:
        before, width, between, height = found.groups()
        wide = f"{ROOM * float(width):.0f}"
        return f'<svg {before}width="{wide}"{between}viewBox="0 0 {wide} {height}"'

    return SIZE.sub(wider, svg, count=1).replace('font-family="sans-serif"', FONTS)
