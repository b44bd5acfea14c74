"""Files made to do harm cost little and are refused in one line."""

import random
import time
import tracemalloc
from zipfile import ZIP_BZIP2, ZIP_LZMA

import pytest

from evenhand.ledger.uploads import Limits, UploadError, read_upload

from .files import (
    DATA,
    LINKS,
    SHEET,
    TEXTS,
    WIDE,
    csv_cells,
    packed,
    packed_gigabyte,
    parquet,
    parts_of,
    with_part,
    with_shared_texts,
    xlsx,
    zip_of,
)

EVENING = (DATA / "evening.csv").read_bytes()
BOOK = with_shared_texts(xlsx(csv_cells(EVENING)))
PARTS = parts_of(BOOK)
OPEN = b"<worksheet><sheetData>"
GIGABYTE = 1 << 30


def refusal(content: bytes, name: str = "a.xlsx") -> str:
    """What is said, within seconds."""
    start = time.perf_counter()
    with pytest.raises(UploadError) as caught:
        read_upload(content, name)
    assert time.perf_counter() - start < 20  # on a slow machine; most take a tenth of a second
    assert str(caught.value).isprintable()
    return str(caught.value)


def thrifty_refusal(content: bytes, name: str = "a.xlsx", megabytes: int = 20) -> str:
    """What is said, with little memory beside the file itself."""
    tracemalloc.start()
    try:
        words = refusal(content, name)
        assert tracemalloc.get_traced_memory()[1] < megabytes << 20
    finally:
        tracemalloc.stop()
    return words


@pytest.mark.parametrize("sign", [b"\0", b" "])
@pytest.mark.parametrize("start", [b"", OPEN + b"<row><c t='str'><v>"])
@pytest.mark.parametrize("part", [SHEET, TEXTS, "_rels/.rels"])
@pytest.mark.parametrize("declared", [GIGABYTE, 100])
def test_a_gigabyte_in_a_small_file_is_not_unpacked(
    part: str, declared: int, start: bytes, sign: bytes
) -> None:
    bomb = zip_of(PARTS, {part: (packed_gigabyte(sign, start), declared)})
    assert len(bomb) < 2 << 20
    assert thrifty_refusal(bomb)


@pytest.mark.parametrize("start", [b"<worksheet>", OPEN + b"<!--", OPEN + b"<row><c t='str'><v>"])
def test_a_gigabyte_is_unpacked_in_pieces_if_less_is_declared(start: bytes) -> None:
    bomb = zip_of(PARTS, {SHEET: (packed_gigabyte(b" ", start), 40 << 20)})
    assert thrifty_refusal(bomb)


def test_a_gigabyte_in_a_part_that_nobody_needs_is_refused_if_it_is_declared() -> None:
    image = "xl/media/image1.png"
    bomb = zip_of(PARTS, {image: (packed_gigabyte(b"\0"), GIGABYTE)})
    assert refusal(bomb) == "the file has more than 67,108,864 bytes when unpacked"
    sly = zip_of(PARTS, {image: (packed_gigabyte(b"\0"), 100)})
    assert len(read_upload(sly, "a.xlsx").games) == 2


def test_unpacked_bytes_are_counted_as_often_as_they_are_unpacked() -> None:
    links = PARTS[LINKS].replace(b"sharedStrings.xml", b"styles.xml")
    links = links.replace(b"/xl/worksheets/sheet1.xml", b"styles.xml")
    styles = PARTS["xl/styles.xml"] + b" " * (1 << 20)
    content = packed({LINKS: links, "xl/styles.xml": styles, **{
        name: part for name, part in PARTS.items() if name in ("_rels/.rels", "xl/workbook.xml")
    }})  # fmt: skip
    with pytest.raises(UploadError, match="more than 2,500,000 bytes when unpacked"):
        read_upload(content, "a.xlsx", limits=Limits(expanded=2_500_000))


def test_a_file_of_very_many_parts_is_refused() -> None:
    many = {f"part{number}": b"" for number in range(1_001)}
    assert refusal(packed(many)) == "the file has more than 1,000 parts"


@pytest.mark.parametrize("method", [ZIP_BZIP2, ZIP_LZMA])
def test_only_the_usual_way_of_packing_is_unpacked(method: int) -> None:
    parts = {**parts_of(BOOK), SHEET: bytes(20 << 20)}
    assert refusal(packed(parts, method)).startswith("the file is packed in an unusual way")


@pytest.mark.parametrize("part", [SHEET, TEXTS, "xl/styles.xml", "xl/workbook.xml"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_an_entity_bomb_is_refused(part: str, encoding: str) -> None:
    laughs = "".join(
        f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "ha"}">' for n in range(10)
    )  # fmt: skip
    xml = f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE x [{laughs}]><x>&l9;</x>'
    assert "declares a document type" in refusal(with_part(BOOK, part, xml.encode(encoding)))


def test_files_of_others_are_not_fetched() -> None:
    xml = b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'
    assert "declares a document type" in refusal(with_part(BOOK, SHEET, xml))


@pytest.mark.parametrize(
    ("xml", "words"),
    [
        (b"<a>" * 1_000_000, "more than 50 elements of XML within each other"),
        (b"<sst>" + b"<si/>" * 40_000, "more than 30,000 elements of XML"),
        (b"<sst a='" + b"x" * (30 << 20), "a tag without an end"),
        (b"<" + b"x" * (30 << 20), "a tag without an end"),
    ],
)
def test_shared_texts_deep_or_many_are_refused(xml: bytes, words: str) -> None:
    with pytest.raises(UploadError, match=words):
        read_upload(with_part(BOOK, TEXTS, xml), "a.xlsx", limits=Limits(elements=30_000))


def test_one_shared_text_in_very_many_cells_is_one_text() -> None:
    parts = parts_of(BOOK)
    parts[TEXTS] = b"<sst><si><t>" + b"x" * 1_000 + b"</t></si></sst>"
    row = b"<row>" + b"<c t='s'><v>0</v></c>" * 10 + b"</row>"
    parts[SHEET] = OPEN + row * 8_000 + b"</sheetData></worksheet>"
    assert "more than 67,108,864 characters" in refusal(packed(parts))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"x" * (9 << 20), "not well-formed CSV in line 1: field larger"),
        (b"x," * (4 << 20), "more than 200 columns"),
        (b'"x\n' * (2 << 20), "not well-formed CSV"),
        (b"a,b\n" + b"\n" * (9 << 20), "more than 50,000 rows"),
        (b"\n" * (9 << 20), "the file has no cells"),
        (b"," * 199 + b"x\n" + b"1\n" * 50_000, "more than 1,000,000 cells"),
        (b"x" * 1_001 + b"\n", "a column name has more than 1,000 characters"),
        (b"x" * ((10 << 20) + 1), "more than 10,485,760 bytes"),
    ],
)
def test_text_without_an_end_is_refused(content: bytes, words: str) -> None:
    assert words in refusal(content, "a.csv")


def test_damaged_files_are_read_or_refused() -> None:
    """Some bytes of good files are changed: never anything else than an UploadError."""
    rng = random.Random(7)
    for content, name, times in ((EVENING, "a.csv", 120), (BOOK, "a.xlsx", 250), (WIDE, "", 30)):
        for _ in range(times):
            _read_or_refuse(_scratched(content, rng), name)


def test_damaged_parts_of_sheets_are_read_or_refused() -> None:
    rng = random.Random(8)
    parts = PARTS
    for _ in range(150):
        name = rng.choice([SHEET, TEXTS, "xl/workbook.xml", "xl/styles.xml", "_rels/.rels"])
        _read_or_refuse(packed({**parts, name: _scratched(parts[name], rng)}), "a.xlsx")


def test_damaged_parquet_files_are_read_or_refused() -> None:
    rng = random.Random(9)
    columns = {"game": [1, 1], "player": ["Anna", "Ben"], "score": [1.5, 2.5]}
    content = parquet(columns)
    for _ in range(5):
        _read_or_refuse(_scratched(content[4:], rng, b"PAR1"), "a.parquet")


def _scratched(content: bytes, rng: random.Random, start: bytes = b"") -> bytes:
    scratched = bytearray(content)
    for _ in range(rng.randint(1, 3)):
        sign = rng.choice([rng.randrange(256), rng.randrange(32, 127), rng.choice(b",;\n\"'-=0")])
        scratched[rng.randrange(len(scratched))] = sign
    return start + bytes(scratched[: rng.choice([None, None, None, len(scratched) // 2])])


def _read_or_refuse(content: bytes, name: str) -> None:
    refused = None
    try:
        upload = read_upload(content, name)
        assert bool(upload.games) != bool(upload.problems)
    except UploadError as error:
        refused = str(error)
    assert refused is None or refused.isprintable()
