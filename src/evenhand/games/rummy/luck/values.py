"""What each seat wins where imagined turns end: the share of the opponents that it beats."""

import numpy as np

from evenhand.games.cards import Masks
from evenhand.compiled import kernel
from evenhand.games.rummy.luck.ahead import DECLARED, HANDS, NEXT, WILD_RANK
from evenhand.games.rummy.luck.hopes import SCORE, hopes_of
from evenhand.games.rummy.luck.network import INPUTS, Network, blank, chance, look
from evenhand.tables import Floats


def values_of(net: Network, found: Masks) -> Floats:
    """(rows, seats) what each seat wins, for rows of :mod:`.ahead`."""
    values = np.zeros((len(found), found.shape[1] - HANDS))
    value_rows(net, found, hopes_in(found), values, np.zeros((0, INPUTS)))
    return values


def seen_in(found: Masks) -> Floats:
    """(rows, inputs) what a network sees in rows of games of two."""
    values, seen = np.zeros((len(found), 2)), np.zeros((len(found), INPUTS))
    value_rows(blank(), found, hopes_in(found), values, seen)
    return seen


def hopes_in(found: Masks) -> Masks:
    """(rows, seats, hopes) the hopes of all hands."""
    hands = found[:, HANDS:]
    wilds = np.repeat(found[:, WILD_RANK], hands.shape[1])
    return hopes_of(hands.ravel(), wilds).reshape(*hands.shape, -1)


@kernel
def value_rows(net: Network, found: Masks, hopes: Masks, values: Floats, seen: Floats) -> None:
    """Value each row, and keep what is seen; points decide between those who lost."""
    players = values.shape[1]
    for n in range(len(found)):
        row = found[n]
        for pair in range(players * players):
            i, j = pair // players, pair % players
            if i >= j:
                continue
            first, second = (row[NEXT] + i) % players, (row[NEXT] + j) % players
            own, other = hopes[n, first], hopes[n, second]
            look(net.inputs, own, other, row, first, second)
            for k in range(INPUTS if n < len(seen) else 0):
                seen[n, k] = net.inputs[k]
            share = chance(net)
            if row[DECLARED]:
                less, as_much = own[SCORE] < other[SCORE], own[SCORE] <= other[SCORE]
                share = 1.0 if i == 0 else 0.5 * less + 0.5 * as_much
            values[n, first] += share / (players - 1)
            values[n, second] += (1.0 - share) / (players - 1)
