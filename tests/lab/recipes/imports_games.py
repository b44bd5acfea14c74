"""Imports parts of games, for a test of what counts as the program of a recipe."""

from evenhand.games.options import check_seats

__all__ = ["check_seats"]
