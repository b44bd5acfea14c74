"""Bidding in Skat: how far a hand bids, what it announces, and what it discards.

The names load on first use.
"""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
