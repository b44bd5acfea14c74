"""The phases of a turn."""

from enum import StrEnum


class Phase(StrEnum):
    """What the next move is about."""

    DRAW = "draw"
    DISCARD = "discard"
    OVER = "over"
