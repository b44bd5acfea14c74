"""Gin Rummy: rules, melds, bots, luck and simulation.

The names load on first use.
"""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
