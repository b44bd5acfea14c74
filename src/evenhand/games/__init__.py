"""Games of skill and luck: their rules, bots, luck and simulation.

``names()`` lists them and ``game(name)`` returns one; what every game offers is
:class:`evenhand.games.Game`.  The names load on first use.
"""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
