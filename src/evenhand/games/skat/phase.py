"""The phases of a game."""

from enum import StrEnum


class Phase(StrEnum):
    """What the next move is about."""

    AUCTION = "auction"
    SKAT = "skat or hand"
    ANNOUNCEMENT = "announcement"
    DISCARD = "discard"  # only if a game was announced without its discards
    TRICKS = "tricks"
    OVER = "over"
