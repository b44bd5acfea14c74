"""The open-card solver: exact values of positions in which all cards are known."""

from evenhand.games.skat.solver.position import Position
from evenhand.games.skat.solver.solver import Solver

__all__ = ["Position", "Solver"]
