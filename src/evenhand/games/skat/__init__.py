"""Skat: rules, scoring, lists and records, bots, and the open-card solver.

``GAME`` is the game as :class:`evenhand.games.Game` describes it.  The names load on first use.
"""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
