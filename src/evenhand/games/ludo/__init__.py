"""Three-dice Ludo for two: rules, states, bots, luck and many games at once.

``GAME`` is the game as :class:`evenhand.games.Game` describes it.  The names load on first use.
Formulas and kernels are for kernels of one's own; they take packed tokens and dice.
"""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
