"""Files for the tests of uploads, good and hostile ones."""

import re
import struct
import zlib
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import polars as pl
from openpyxl import Workbook

DATA = Path(__file__).parents[2] / "data" / "uploads"
SHEET = "xl/worksheets/sheet1.xml"
TEXTS = "xl/sharedStrings.xml"
LINKS = "xl/_rels/workbook.xml.rels"
KINDS = "[Content_Types].xml"
MAIN = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
SHARED = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
WIDE = b"player_1,player_2,score_1,score_2\n"


def xlsx(rows: Sequence[Sequence[Any]]) -> bytes:
    """A workbook with these rows in its only sheet, as openpyxl writes it."""
    book, file = Workbook(), BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(file)
    return file.getvalue()


def with_shared_texts(content: bytes) -> bytes:
    """The same workbook as Excel writes it: texts stand in a part of their own."""
    parts, texts = parts_of(content), []

    def refer(found: re.Match[bytes]) -> bytes:
        texts.append(b"<si>" + found[1] + b"</si>")
        return b't="s"><v>%d</v>' % (len(texts) - 1)

    parts[SHEET] = re.sub(rb't="inlineStr"><is>(.*?)</is>', refer, parts[SHEET], flags=re.DOTALL)
    parts[TEXTS] = b"<sst xmlns='%s'>%s</sst>" % (MAIN, b"".join(texts))
    related = b'<Relationship Type="x/sharedStrings" Target="sharedStrings.xml" Id="rId9"/>'
    related = related.replace(b"x/", RELATIONS)
    links = parts[LINKS].replace(b"</Relationships>", related + b"</Relationships>")
    kinds = parts[KINDS].replace(
        b"</Types>",
        b'<Override PartName="/' + TEXTS.encode() + b'" ContentType="' + SHARED + b'"/></Types>',
    )
    return packed({**parts, LINKS: links, KINDS: kinds})


def parquet(columns: Mapping[str, Any]) -> bytes:
    file = BytesIO()
    pl.DataFrame(columns).write_parquet(file)
    return file.getvalue()


def csv_cells(content: bytes) -> list[list[str | None]]:
    """The cells of a plain CSV file, for a sheet of the same."""
    lines = content.decode().splitlines()
    return [[cell or None for cell in line.split(",")] for line in lines]


def parts_of(content: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(content)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def packed(parts: Mapping[str, bytes], method: int = ZIP_DEFLATED) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", method) as book:
        for name, content in parts.items():
            book.writestr(name, content)
    return file.getvalue()


def with_part(content: bytes, name: str, part: bytes) -> bytes:
    """A workbook with another content of one part."""
    return packed({**parts_of(content), name: part})


def packed_gigabyte(sign: bytes, start: bytes = b"") -> bytes:
    """A gigabyte of one sign after a start, deflated in blocks that know nothing of each other."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    begin = packer.compress(start) + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(sign * (1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    return begin + 1024 * block + packer.flush()


def deflated(content: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(content) + packer.flush()


def zip_of(parts: Mapping[str, bytes], bombs: Mapping[str, tuple[bytes, int]]) -> bytes:
    """A ZIP file of parts, and of deflated ones with the sizes that one likes to declare."""
    body, contents = b"", b""
    honest = {
        name: (deflated(part), len(part), zlib.crc32(part))
        for name, part in parts.items()
        if name not in bombs
    }
    hostile = {name: (data, size, 0) for name, (data, size) in bombs.items()}
    for name, (data, size, check) in (honest | hostile).items():
        about = struct.pack("<HHHHHIIIHH", 20, 0, 8, 0, 0, check, len(data), size, len(name), 0)
        contents += b"PK\x01\x02\x14\0" + about + struct.pack("<HHHII", 0, 0, 0, 0, len(body))
        contents += name.encode()
        body += b"PK\x03\x04" + about + name.encode() + data
    count, start = len(honest | hostile), len(body)
    end = struct.pack("<HHHHIIH", 0, 0, count, count, len(contents), start, 0)
    return body + contents + b"PK\x05\x06" + end
