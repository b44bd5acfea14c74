"""Indian Rummy: rules, exact hand metrics, bots and the luck of the cards.

The names load on first use.
"""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
