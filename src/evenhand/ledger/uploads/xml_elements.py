"""The elements of XML that somebody else wrote, one after the other, within limits.

Declarations of document types are refused, so there are no entities to blow up or to fetch.
"""

from collections.abc import Iterable, Iterator
from xml.parsers import expat

from evenhand.ledger.uploads.limits import Limits, UploadError, refuse_more

DEEPEST = 50
"""Elements within each other."""

LONGEST_TAG = 1 << 20
"""Bytes of one tag or comment; the parser reads it again with every piece of it."""

_LONGEST_NAME = 40


Element = tuple[str, dict[str, str], str]
"""The path of an element without namespaces, such as /worksheet/sheetData/row/c, its attributes,
and its text if it has no children: at most one character more than a cell may have."""


def elements(pieces: Iterable[bytes], limits: Limits) -> Iterator[Element]:
    """Each element when it ends, so that its children come before it.

    >>> from evenhand.ledger.uploads.limits import USUAL
    >>> [(path, text) for path, _, text in elements([b"<a><b>x</b>", b"</a>"], USUAL)]
    [('/a/b', 'x'), ('/a', '')]
    """
    walk = _Walk(limits)
    fed = 0
    for piece in pieces:
        fed += len(piece)
        walk.parser.Parse(piece, False)
        if fed - max(walk.parser.CurrentByteIndex, 0) > LONGEST_TAG + len(piece):
            raise UploadError("the file has a tag without an end")
        yield from walk.ended
        walk.ended.clear()
    walk.parser.Parse(b"", True)
    yield from walk.ended


class _Walk:
    """What the parser calls: where it is, and what has ended since."""

    def __init__(self, limits: Limits) -> None:
        self.ended: list[Element] = []
        self._most, self._count = limits.elements, 0
        self._open: list[tuple[str, dict[str, str]]] = [("", {})]
        self._text, self._longest = "", limits.cell + 1
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._add
        self.parser.StartDoctypeDeclHandler = self._refuse_doctype

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > self._most or len(self._open) > DEEPEST:
            refuse_more(self._count, self._most, "elements of XML")
            raise UploadError(f"the file has more than {DEEPEST} elements of XML within each other")
        local = name.rpartition(" ")[2][:_LONGEST_NAME]
        self._open.append((f"{self._open[-1][0]}/{local}", attributes))
        self._text = ""

    def _add(self, text: str) -> None:
        if len(self._text) < self._longest:
            self._text = (self._text + text)[: self._longest]

    def _end(self, name: str) -> None:
        path, attributes = self._open.pop()
        self.ended.append((path, attributes, self._text))
        self._text = ""

    def _refuse_doctype(self, *declared: object) -> None:
        raise UploadError("the file declares a document type, which a sheet does not")
