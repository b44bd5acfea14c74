"""A program of its own: a Parquet file from standard input, its cells as JSON to standard output.

`evenhand.ledger.uploads.parquet` starts it by its path, so it knows nothing of the package.
"""

import io
import json
import sys
from typing import Any

MEMORY = 3 << 29
"""Bytes of address space, half of which polars takes before it does anything."""

SECONDS = 20
"""Of processor time."""

OWN = "x_"  # columns of the user's own are left out


class RefusedError(Exception):
    """What is wrong with the file."""


def limit_process() -> None:
    """Take away what a hostile file could use up; not all systems can."""
    try:
        import resource
    except ImportError:
        return
    for what, most in (("AS", MEMORY), ("CPU", SECONDS), ("CORE", 0), ("FSIZE", 0)):
        resource.setrlimit(getattr(resource, f"RLIMIT_{what}"), (most, most))


def cells(content: bytes, limits: dict[str, int]) -> dict[str, Any]:
    """The column names and the rows of a file."""
    import polars as pl

    lazy = pl.scan_parquet(io.BytesIO(content), glob=False, hive_partitioning=False)
    names = [name for name in lazy.collect_schema().names() if not name.startswith(OWN)]
    _check("columns", len(names), limits)
    _check("rows", lazy.select(pl.len()).collect().item(), limits)
    frame = lazy.select(names).collect()
    _check("rows", frame.height, limits)
    _check("cells", frame.height * frame.width, limits)
    columns = [_column(frame[name], limits["cell"]) for name in names]
    texts = [column for column in columns if column.dtype == pl.String]
    if sum(column.str.len_bytes().sum() for column in texts) > limits["expanded"]:
        raise RefusedError("the file has too much text")
    return {"columns": names, "rows": list(zip(*columns, strict=True))}


def _check(what: str, count: int, limits: dict[str, int]) -> None:
    if count > limits[what]:
        raise RefusedError(f"the file has more than {limits[what]:,} {what}")


def _column(column: Any, longest: int) -> Any:
    """A column as whole numbers, numbers (None for NaN), truth values or text."""
    import polars as pl

    kind = column.dtype
    if kind in (pl.String, pl.Categorical, pl.Enum):
        return column.cast(pl.String).str.slice(0, longest + 1)
    if kind.is_integer() or kind in (pl.Boolean, pl.Null):
        return column
    if kind.is_numeric():
        return column.cast(pl.Float64).fill_nan(None)
    if kind in (pl.Date, pl.Datetime):
        return column.cast(pl.Datetime("us")).dt.strftime("%Y-%m-%dT%H:%M:%S%.6fZ")
    raise RefusedError(f"column {column.name} must hold text, numbers or times, not {kind}")


def main() -> None:
    """Answer with the cells or with what is wrong."""
    limits = json.loads(sys.argv[1])
    content = sys.stdin.buffer.read()
    limit_process()
    try:
        answer = cells(content, limits)
    except RefusedError as error:
        answer = {"error": str(error)}
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
