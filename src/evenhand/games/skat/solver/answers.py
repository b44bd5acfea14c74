"""Kernels that answer a question for many rows, one after the other, with one table."""

import numpy as np

from evenhand.cards import Masks
from evenhand.compiled import kernel
from evenhand.games.skat.solver.layout import NULL_KIND, points
from evenhand.games.skat.solver.null_search import search_null
from evenhand.games.skat.solver.rows import HANDS, KIND, begin
from evenhand.games.skat.solver.search import search
from evenhand.games.skat.solver.stack import STAKE, TARGET, new_stack

FIRST_GUESS, STEP = 61, 5


@kernel
def wins(rows: Masks, target: int, table: Masks, null_table: Masks, counter: Masks) -> Masks:
    """For each row 1 if the declarer takes so many further points (in null: no trick), else 0."""
    stack, moves = new_stack()
    hands, answers = np.zeros(3, np.int64), np.zeros(len(rows), np.int64)
    for index in range(len(rows)):
        row = rows[index]
        begin(row, hands, stack)
        if row[KIND] == NULL_KIND:
            answers[index] = search_null(hands, stack, moves, null_table, counter)
        else:
            stack[0, TARGET] = target
            answers[index] = search(row[KIND], hands, stack, moves, table, counter) >= target
    return answers


@kernel
def values(rows: Masks, table: Masks, null_table: Masks, counter: Masks) -> Masks:
    """For each row the declarer's further points with best play; in null 1 if won, else 0."""
    stack, moves = new_stack()
    hands, answers = np.zeros(3, np.int64), np.zeros(len(rows), np.int64)
    for index in range(len(rows)):
        row = rows[index]
        begin(row, hands, stack)
        if row[KIND] == NULL_KIND:
            answers[index] = search_null(hands, stack, moves, null_table, counter)
        else:
            low, high = 0, points(row[HANDS] | row[HANDS + 1] | row[HANDS + 2]) + stack[0, STAKE]
            guess = FIRST_GUESS
            while low < high:
                target = max(low + 1, min(high, guess))
                stack[0, TARGET] = target
                value = search(row[KIND], hands, stack, moves, table, counter)
                if value >= target:
                    low, guess = value, value + STEP
                else:
                    high, guess = value, value
            answers[index] = low
    return answers
