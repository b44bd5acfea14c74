"""Rows for any tables: two in each, made up from the types of their columns."""

from typing import Any

from sqlalchemy import Boolean, Connection, Integer, MetaData, Table, select

Rows = dict[str, list[dict[str, Any]]]


def reflected(connection: Connection) -> MetaData:
    """The tables as the database knows them, without alembic's own."""
    found = MetaData()
    found.reflect(connection)
    found.remove(found.tables["alembic_version"])
    return found


def fill(connection: Connection, metadata: MetaData) -> None:
    """Put two rows into every table."""
    for table in metadata.sorted_tables:
        connection.execute(table.insert(), [_row(table, number) for number in (1, 2)])


def _row(table: Table, number: int) -> dict[str, Any]:
    return {column.name: _value(column, number) for column in table.columns}


def _value(column: Any, number: int) -> Any:
    if isinstance(column.type, Boolean):
        return number == 1
    if isinstance(column.type, Integer):
        return number
    return f'{column.name} "{number}" ünï €'


def read(connection: Connection, metadata: MetaData) -> Rows:
    """All rows of all tables, in the order of their keys."""
    return {
        table.name: [
            dict(row)
            for row in connection.execute(select(table).order_by(*table.primary_key)).mappings()
        ]
        for table in metadata.sorted_tables
    }
