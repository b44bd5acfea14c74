"""The open-card solver: exact values of positions in which all cards are known.

The names load on first use.
"""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
