"""Rows from one ledger to another, between SQLite and PostgreSQL as they come."""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, MetaData, Table, func, select, text

AT_ONCE = 10_000  # rows in memory
VERSION = "alembic_version"
Told = Callable[[int], None]
"""Hears how much is done, in per cent."""


def tables_of(connection: Connection) -> list[Table]:
    """The tables that there are, those that others refer to first; not alembic's own."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != VERSION]


def copy_rows(tables: Sequence[Table], source: Connection, target: Connection, told: Told) -> None:
    """Copy all rows of tables that are the same here and there."""
    counts = [_count(source, table) for table in tables]
    total, done = max(sum(counts), 1), 0
    for table in tables:
        with source.execution_options(stream_results=True).execute(select(table)) as found:
            for rows in found.partitions(AT_ONCE):
                _insert(target, table, rows)
                done += len(rows)
                told(100 * done // total)


def _count(connection: Connection, table: Table) -> int:
    count: int = connection.execute(select(func.count()).select_from(table)).scalar_one()
    return count


def _insert(connection: Connection, table: Table, rows: Sequence[Any]) -> None:
    quote = connection.dialect.identifier_preparer.quote
    names = ", ".join(quote(column.name) for column in table.columns)
    place = f"{quote(table.name)} ({names})"
    if connection.dialect.name == "sqlite":
        marks = ", ".join("?" for _ in table.columns)
        many = [tuple(row) for row in rows]
        connection.exec_driver_sql(f"INSERT INTO {place} VALUES ({marks})", many)
        return
    raw: Any = connection.connection.cursor()
    with raw, raw.copy(f"COPY {place} FROM STDIN") as stream:
        for row in rows:
            stream.write_row(row)


def go_on_counting(connection: Connection, tables: Sequence[Table]) -> None:
    """Let PostgreSQL give numbers after those that were copied."""
    if connection.dialect.name == "sqlite":
        return  # which counts on by itself
    for table in tables:
        column = table.autoincrement_column
        if column is not None:
            highest = connection.execute(select(func.max(column))).scalar_one()
            sequence = text("SELECT setval(pg_get_serial_sequence(:table, :column), :highest)")
            if highest is not None:
                where = {"table": table.name, "column": column.name, "highest": highest}
                connection.execute(sequence, where)
