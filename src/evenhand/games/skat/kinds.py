"""The kinds of games by which hands are compared: those of ``normalprob`` in Edelkamp (2021).

Suit games, grand and the four nulls.  Hand games and announced ones count with their suit
or with grand.
"""

import numpy as np

from evenhand.games.skat.contract import GRAND, NULL, Contract
from evenhand.games.skat.many_games import CONTRACTS, NO_CONTRACT, Games
from evenhand.games.skat.playout import Integers

KINDS = ("suit", "grand", "null", "null hand", "null ouvert", "null ouvert hand")
SUIT_KIND, GRAND_KIND, NULL_KIND = range(3)
NO_KIND = -1


def kind_of(contract: Contract) -> str:
    """The kind of a game.

    >>> kind_of(Contract.parse("CHS")), kind_of(Contract.parse("NOH"))
    ('suit', 'null ouvert hand')
    """
    if contract.game == NULL:
        return contract.describe()
    return "grand" if contract.game == GRAND else "suit"


KIND_OF = np.array([KINDS.index(kind_of(contract)) for contract in CONTRACTS])
"""The place in ``KINDS`` of each contract."""


def kinds_of(games: Games) -> Integers:
    """The place in ``KINDS`` of each game; -1 for a deal that was passed in."""
    kinds: Integers = np.where(games.contracts == NO_CONTRACT, NO_KIND, KIND_OF[games.contracts])
    return kinds
