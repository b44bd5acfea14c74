"""The parts of a packed (ZIP) file, unpacked in pieces that are counted.

Sizes that a file declares are believed only if they are too large.  Parts that nobody asks for
are never unpacked.
"""

from collections.abc import Iterator
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from evenhand.ledger.uploads.limits import Limits, UploadError, refuse_more

PIECE = 1 << 16
"""Bytes unpacked in one go."""

_ENTRY = b"PK\x01\x02"  # begins each entry of the table of contents
_TOO_LARGE = "bytes when unpacked"


class Packed:
    """A packed file; all that is unpacked of it counts together."""

    def __init__(self, content: bytes, limits: Limits) -> None:
        refuse_more(content.count(_ENTRY), limits.entries, "parts")
        self._file = ZipFile(BytesIO(content))
        self._left, self._limits = limits.expanded, limits
        declared = sum(part.file_size for part in self._file.infolist())
        refuse_more(declared, limits.expanded, _TOO_LARGE)

    def __contains__(self, name: str) -> bool:
        return name in self._file.NameToInfo

    def pieces(self, name: str) -> Iterator[bytes]:
        """The bytes of a part, piece by piece."""
        part = self._file.getinfo(name)
        if part.compress_type not in (ZIP_STORED, ZIP_DEFLATED) or part.flag_bits & 1:
            raise UploadError("the file is packed in an unusual way, or has a password")
        with self._file.open(part) as file:
            while piece := file.read(PIECE):
                self._left -= len(piece)
                if self._left < 0:
                    refuse_more(self._limits.expanded + 1, self._limits.expanded, _TOO_LARGE)
                yield piece
