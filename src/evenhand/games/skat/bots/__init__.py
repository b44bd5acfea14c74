"""Bots of Skat: by rules of thumb, by sampling, with open cards, at random.

The names load on first use.
"""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
