"""Game tables: the meeting place of games and ratings, and their files."""

from evenhand.tables.table import EMPTY, Floats, GameTable, Indices, TableError, Teams, Times

__all__ = ["EMPTY", "Floats", "GameTable", "Indices", "TableError", "Teams", "Times"]
