"""The search: can the declarer still take so many points?

Depth-first with a null window, iterative and fail-soft: what comes back is a number of points
sure for the declarer if that is at least the target, and else the most that is possible.
"""

from evenhand.cards import Masks
from evenhand.compiled import kernel, lowest_bit, step
from evenhand.games.skat.solver.bounds import declarer_floor, defenders_floor
from evenhand.games.skat.solver.layout import ABOVE, POINTS, points
from evenhand.games.skat.solver.moves import list_moves
from evenhand.games.skat.solver.stack import (
    BUCKET,
    CEILING,
    COUNT,
    FLOOR,
    GAIN,
    KEY,
    LIVE,
    MOVER,
    NEXT,
    PLACE,
    RESULT,
    TARGET,
    TRIED,
    VALUE,
    after,
    bring_forward,
    card_of,
    group_number,
    play,
)
from evenhand.games.skat.solver.table import bucket_of, key_of, lengths, look_up, store, who_leads


@step
def last_trick(kind: int, hands: Masks, leader: int) -> int:
    """Who takes a trick of the only cards left."""
    winner, player = leader, leader
    for _ in range(2):
        player = after(player)
        if hands[player] & ABOVE[kind, lowest_bit(hands[winner])]:
            winner = player
    return winner


@step
def settle(kind: int, hands: Masks, row: Masks, table: Masks) -> tuple[bool, int]:
    """The value of a position at the start of a trick, if it needs no search."""
    target, leader = row[TARGET], row[MOVER]
    live = hands[0] | hands[1] | hands[2]
    if target <= 0 or live == 0:
        return True, 0
    rest = points(live)
    if rest < target:
        return True, rest
    if hands[0] & (hands[0] - 1) == 0:
        return True, rest if last_trick(kind, hands, leader) == 0 else 0
    low = declarer_floor(kind, hands[0], hands[1], hands[2], leader == 0)
    if low >= target:
        return True, low
    high = rest - defenders_floor(kind, hands[0], hands[1], hands[2], leader)
    if high < target:
        return True, high
    key = key_of(hands[0], hands[1], live)
    who = who_leads(kind, leader)
    bucket = bucket_of(table, key, lengths(kind, live) | who << 8)
    low, high = look_up(kind, table, bucket, key, who, live, low, high)
    row[BUCKET] = bucket
    row[KEY] = key
    row[LIVE] = live
    row[FLOOR] = low
    row[CEILING] = high
    if low >= target:
        return True, low
    return high < target, high


@step
def choose(row: Masks, moves: Masks) -> bool:
    """Bring the most urgent card left to the front, past those that cannot matter.

    If a card of the group gave at most r, another one that counts d points more or less
    gives at most r + d.
    """
    mover, target = row[MOVER], row[TARGET]
    while row[NEXT] < row[COUNT]:
        move = bring_forward(row, moves)
        group = group_number(move)
        if moves[TRIED + group] < 0:
            return True
        apart = abs(POINTS[card_of(move)] - moves[TRIED + group])
        result = moves[RESULT + group]
        if mover == 0:
            if result + apart >= target:
                return True
            row[VALUE] = max(row[VALUE], result + apart)
        else:
            if result - apart < target:
                return True
            row[VALUE] = min(row[VALUE], result - apart)
        row[NEXT] += 1
    return False


@step
def take_back(hands: Masks, row: Masks, moves: Masks, value: int) -> None:
    """Take a move back, knowing its value; if that decides the position, no move is left."""
    mover, target, at = row[MOVER], row[TARGET], row[NEXT]
    move = moves[at]
    hands[mover] |= 1 << card_of(move)
    value += row[GAIN]
    if mover == 0:
        row[VALUE] = max(row[VALUE], value)
        decided = value >= target
    else:
        row[VALUE] = min(row[VALUE], value)
        decided = value < target
    group = group_number(move)
    moves[TRIED + group] = POINTS[card_of(move)]
    moves[RESULT + group] = value
    row[NEXT] = row[COUNT] if decided else at + 1


@step
def remember(kind: int, row: Masks, table: Masks, turn: int) -> None:
    """Keep what a position at the start of a trick was found to be worth."""
    if row[PLACE] == 0:
        value = row[VALUE]
        low, high = row[FLOOR], row[CEILING]
        if value >= row[TARGET]:
            low = max(low, value)
        else:
            high = min(high, value)
        who = who_leads(kind, row[MOVER])
        bucket, key, live = row[BUCKET], row[KEY], row[LIVE]
        store(kind, table, bucket, key, who, live, low, high, turn)


@kernel
def search(
    kind: int, hands: Masks, stack: Masks, moves: Masks, table: Masks, counter: Masks
) -> int:
    """The value of the position in row 0 of the stack, as far as its target needs it.

    ``counter[0]`` goes up by the number of positions in which cards were tried.
    """
    depth, value, nodes = 0, 0, counter[0]
    while True:
        settled = False
        if stack[depth, PLACE] == 0:
            settled, value = settle(kind, hands, stack[depth], table)
        if not settled:
            nodes += 1
            list_moves(kind, hands, stack[depth], moves[depth])
        # Go up to the next position that has a move left, then down by it.
        while settled or not choose(stack[depth], moves[depth]):
            if not settled:
                value = stack[depth, VALUE]
                remember(kind, stack[depth], table, nodes)
            if depth == 0:
                counter[0] = nodes
                return value
            settled = False
            depth -= 1
            take_back(hands, stack[depth], moves[depth], value)
        play(kind, hands, stack[depth], moves[depth], stack[depth + 1])
        depth += 1
