"""Game tables: what games and ratings share, and how tables are read from files and frames."""

from evenhand.files import TableError
from evenhand.tables.columns import (
    COVARIATE_PREFIX,
    NUMBER_ROLES,
    ColumnMap,
    Columns,
    Layout,
    covariate_name,
    detect_layout,
    find_columns,
    without_covariates,
)
from evenhand.tables.convert import EPOCH, format_times, parse_time
from evenhand.tables.covariates import GameFile, read_game_file
from evenhand.tables.frame import from_frame, to_frame
from evenhand.tables.read import FAILURES, read_games, write_frame, write_games
from evenhand.tables.table import (
    EMPTY,
    FEW_SEATS,
    TWICE,
    Flags,
    Floats,
    GameTable,
    Indices,
    Teams,
    Times,
)

__all__ = [
    "COVARIATE_PREFIX",
    "EMPTY",
    "EPOCH",
    "FAILURES",
    "FEW_SEATS",
    "NUMBER_ROLES",
    "TWICE",
    "ColumnMap",
    "Columns",
    "Flags",
    "Floats",
    "GameFile",
    "GameTable",
    "Indices",
    "Layout",
    "TableError",
    "Teams",
    "Times",
    "covariate_name",
    "detect_layout",
    "find_columns",
    "format_times",
    "from_frame",
    "parse_time",
    "read_game_file",
    "read_games",
    "to_frame",
    "without_covariates",
    "write_frame",
    "write_games",
]
