"""Kernels that answer a question for many rows, one after the other, with one table."""

import numpy as np

from evenhand.cards import Masks
from evenhand.compiled import kernel
from evenhand.games.skat.solver.layout import points
from evenhand.games.skat.solver.null_search import search_null
from evenhand.games.skat.solver.rows import KIND, PLAYED, begin
from evenhand.games.skat.solver.search import search
from evenhand.games.skat.solver.stack import STAKE, TARGET, new_stack

FIRST_GUESS, STEP = 61, 5
"""The targets of the searches that find a value: this one first, then just above what is sure,
or what is still possible.  Of the ways tried this needs the fewest positions."""


@kernel
def value_between(
    kind: int,
    hands: Masks,
    stack: Masks,
    moves: Masks,
    table: Masks,
    counter: Masks,
    low: int,
    high: int,
) -> int:
    """The declarer's further points in the first position; beyond the limits the nearer one."""
    guess = FIRST_GUESS
    while low < high:
        target = max(low + 1, min(high, guess))
        stack[0, TARGET] = target
        value = search(kind, hands, stack, moves, table, counter)
        if value >= target:
            low, guess = value, value + STEP
        else:
            high, guess = value, value
    return low


@kernel
def trump_values(rows: Masks, least: Masks, most: Masks, table: Masks, counter: Masks) -> Masks:
    """For each row the declarer's further points; beyond its limits the nearer limit."""
    stack, moves = new_stack()
    hands, answers = np.zeros(3, np.int64), np.zeros(len(rows), np.int64)
    for index in range(len(rows)):
        row = rows[index]
        begin(row, hands, stack)
        rest = points(hands[0] | hands[1] | hands[2])
        if row[PLAYED] != 0:
            rest += stack[0, STAKE]
        low, high = max(0, least[index]), min(rest, most[index])
        answers[index] = value_between(row[KIND], hands, stack, moves, table, counter, low, high)
    return answers


@kernel
def null_values(rows: Masks, table: Masks, counter: Masks) -> Masks:
    """For each row 1 if the declarer takes no further trick, else 0."""
    stack, moves = new_stack()
    hands, answers = np.zeros(3, np.int64), np.zeros(len(rows), np.int64)
    for index in range(len(rows)):
        begin(rows[index], hands, stack)
        answers[index] = search_null(hands, stack, moves, table, counter)
    return answers
