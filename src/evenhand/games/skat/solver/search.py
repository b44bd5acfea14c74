"""The search for points in suit games and grand.

PLACE   how many cards lie in the trick        MOVER   whose turn it is
LED     the suit led, as a mask                BEST    the card that is winning
WINNER  who played it                          STAKE   the points in the trick
TARGET  points the declarer needs from here    VALUE   the best found so far
COUNT   how many moves there are to try        NEXT    which of them is tried now
GAIN    what that move brings at once
BUCKET, KEY, LIVE, FLOOR, CEILING              known at a trick's start: see transposition.py

The moves of each position stand beside the stack, a number each: the card, its group and how
urgent it is.  After them each group keeps the points of its card tried last, and the result.

Cards of a hand with no live card of somebody else between them are a group: they win and
lose the same tricks, and differ in points only.  The card that is winning the trick is live
too.  Where the side that takes the trick is certain, one card of a group is enough: the
dearest if the trick is ours, the cheapest if it is theirs.  Of cards with equal points one
is enough always.

Depth-first with a null window, iterative and fail-soft: what comes back is a number of points
sure for the declarer if that is at least the target, and else the most that is possible.
"""

import numpy as np

from evenhand.compiled import formula, highest_bit, kernel, lowest_bit, step
from evenhand.games.cards import Masks
from evenhand.games.skat.deck import SEATS
from evenhand.games.skat.solver.layout import (
    ABOVE,
    BLANKS,
    JACKS,
    POINTS,
    SUIT_OF,
    points,
)
from evenhand.games.skat.solver.ordering import (
    OPEN,
    OURS,
    THEIRS,
    View,
    declarer_floor,
    defenders_floor,
    hand_of,
    move_score,
)
from evenhand.games.skat.solver.transposition import (
    bucket_of,
    key_of,
    lengths,
    look_up,
    store,
    who_leads,
)
from evenhand.games.skat.tricks import legal

(PLACE, MOVER, LED, BEST, WINNER, STAKE, TARGET, VALUE, COUNT, NEXT, GAIN) = range(11)
(BUCKET, KEY, LIVE, FLOOR, CEILING) = range(11, 16)
FIRST_WORD, SECOND_WORD = KEY, LIVE  # what these are in null
FIELDS = 16
DEPTH = 3 * 10 + 1  # cards, and the end
MOST = 10  # cards of a hand, and so moves and groups
TRIED, RESULT = MOST, 2 * MOST  # where groups keep these, after the moves
MOVES = 3 * MOST


@step
def new_stack() -> tuple[Masks, Masks]:
    """Return arrays for a search: the positions, and the moves of each."""
    return np.zeros((DEPTH, FIELDS), np.int64), np.zeros((DEPTH, MOVES), np.int64)


@step
def view_of(kind: int, hands: Masks, row: Masks) -> View:
    """Return the position in a row, read once."""
    return View(
        kind,
        hands[0],
        hands[1],
        hands[2],
        row[MOVER],
        row[PLACE],
        row[LED],
        row[BEST],
        row[WINNER],
    )


@formula
def pack_move(card: int, group: int, score: int) -> int:
    """Return a move as one number, which is the higher the more urgent it is.

    >>> move = pack_move(31, 4, -7)
    >>> move_card(move), move_group(move), move < pack_move(0, 0, -6)
    (31, 4, True)
    """
    return score << 16 | group << 8 | card


@formula
def move_card(move: int) -> int:
    """Return the card of a move."""
    return move & 0xFF


@formula
def move_group(move: int) -> int:
    """Return the group of a move."""
    return move >> 8 & 0xFF


@step
def pick_move(row: Masks, moves: Masks) -> int:
    """Put the most urgent of the moves left in the place of the next one."""
    at = best = row[NEXT]
    for other in range(at + 1, row[COUNT]):
        if moves[other] > moves[best]:
            best = other
    move: int = moves[best]
    moves[best] = moves[at]
    moves[at] = move
    return move


@step
def add_to_trick(kind: int, row: Masks, below: Masks, card: int) -> None:
    """Put a card into the trick of a position; the position after it is the row below."""
    place, mover, target = row[PLACE], row[MOVER], row[TARGET]
    led, best, winner = row[LED], row[BEST], row[WINNER]
    stake = row[STAKE] + POINTS[card]
    if place == 0:
        led, best, winner, stake = SUIT_OF[kind, card], card, mover, POINTS[card]
    elif ABOVE[kind, best] >> card & 1:
        best, winner = card, mover
    if place == 2:
        gain = stake if winner == 0 else 0
        row[GAIN] = gain
        below[PLACE] = 0
        below[MOVER] = winner
        below[TARGET] = target - gain
    else:
        row[GAIN] = 0
        below[PLACE] = place + 1
        below[MOVER] = next_player(mover)
        below[LED] = led
        below[BEST] = best
        below[WINNER] = winner
        below[STAKE] = stake
        below[TARGET] = target


@formula
def next_player(player: int) -> int:
    """Return who plays next."""
    return 0 if player == 2 else player + 1


@step
def make_move(kind: int, hands: Masks, row: Masks, moves: Masks, below: Masks) -> None:
    """Play the move whose turn it is to be tried."""
    card = move_card(moves[row[NEXT]])
    hands[row[MOVER]] ^= 1 << card
    add_to_trick(kind, row, below, card)


KIND, HANDS, LEADER, PLAYED, TRICK = 0, 1, 4, 5, 6
COLUMNS = 8


@step
def set_up(row: Masks, hands: Masks, stack: Masks) -> None:
    """Make a row the first position of the stack; its target is yet to be set."""
    for seat in range(SEATS):
        hands[seat] = row[HANDS + seat]
    stack[0, PLACE] = 0
    stack[0, MOVER] = row[LEADER]
    for place in range(row[PLAYED]):
        add_to_trick(row[KIND], stack[0], stack[1], row[TRICK + place])
        for field in range(TARGET):
            stack[0, field] = stack[1, field]


EVERYTHING, NOTHING = 127, -1  # worse than any value for a defender, and for the declarer


@formula
def equivalent_cards(card: int, cards: int, suit: int, foreign: int) -> int:
    """Return the group below a card: cards of its suit down to the next live card of others."""
    group = cards & suit & ((2 << card) - 1)
    between = foreign & suit & ((1 << card) - 1)
    return group if between == 0 else group & (-1 << highest_bit(between))


@formula
def dearest_card(group: int) -> int:
    """Return the card of a group with most points."""
    figures = group & ~(BLANKS | JACKS)
    if figures:
        return highest_bit(figures)
    return highest_bit(group & JACKS if group & JACKS else group)


@formula
def cheapest_card(group: int) -> int:
    """Return the card of a group with fewest points."""
    if group & BLANKS:
        return lowest_bit(group & BLANKS)
    return lowest_bit(group & JACKS if group & JACKS else group)


@formula
def one_of_each_value(group: int) -> int:
    """Return a group without cards that have the same points as another one."""
    if group & BLANKS:
        group = group & ~BLANKS | 1 << highest_bit(group & BLANKS)
    if group & JACKS:
        group = group & ~JACKS | 1 << highest_bit(group & JACKS)
    return group


@formula
def cards_to_try(group: int, fate: int) -> int:
    """Return the cards of a group that must be tried."""
    if group & (group - 1) == 0:
        return group
    if fate == OPEN:
        return one_of_each_value(group)
    return 1 << (dearest_card(group) if fate == OURS else cheapest_card(group))


@formula
def fate_of_lead(view: View, card: int) -> int:
    """Return which side takes the trick after this lead."""
    suit, above = SUIT_OF[view.kind, card], ABOVE[view.kind, card]
    if view.mover != 0:
        return OURS if legal(view.declarer, suit) & above == 0 else OPEN
    second, third = legal(view.second, suit), legal(view.third, suit)
    if (second | third) & above == 0:
        return OURS
    return THEIRS if second & ~above == 0 or third & ~above == 0 else OPEN


@formula
def fate_of(view: View, card: int) -> int:
    """Return which side takes the trick after this card."""
    if view.place == 0:
        return fate_of_lead(view, card)
    above, winner = ABOVE[view.kind, view.best], view.winner
    if above >> card & 1:
        above, winner = ABOVE[view.kind, card], view.mover
    keeps = OURS if (winner == 0) == (view.mover == 0) else THEIRS
    last = next_player(view.mover)
    if view.place == 2 or (winner == 0) == (last == 0):
        return keeps
    answers = legal(hand_of(view, last), view.led)
    if answers & above == 0:
        return keeps
    return -keeps if answers & ~above == 0 else OPEN


@step
def list_moves(kind: int, hands: Masks, row: Masks, moves: Masks) -> None:
    """List the moves to try in a position."""
    view = view_of(kind, hands, row)
    cards = hand_of(view, view.mover)
    foreign = (view.declarer | view.second | view.third) & ~cards
    if view.place != 0:
        foreign |= 1 << view.best
        cards = legal(cards, view.led)
    count = groups = 0
    while cards:
        card = highest_bit(cards)
        group = equivalent_cards(card, cards, SUIT_OF[kind, card], foreign)
        cards ^= group
        fate = fate_of(view, card)
        group = cards_to_try(group, fate)
        while group:
            card = highest_bit(group)
            group ^= 1 << card
            moves[count] = pack_move(card, groups, move_score(view, card, fate))
            count += 1
        moves[TRIED + groups] = NOTHING
        groups += 1
    row[COUNT] = count
    row[NEXT] = 0
    row[VALUE] = NOTHING if view.mover == 0 else EVERYTHING


@step
def last_trick_winner(kind: int, hands: Masks, leader: int) -> int:
    """Return who takes a trick of the only cards left."""
    winner, player = leader, leader
    for _ in range(2):
        player = next_player(player)
        if hands[player] & ABOVE[kind, lowest_bit(hands[winner])]:
            winner = player
    return winner


@step
def prove(kind: int, hands: Masks, row: Masks, table: Masks) -> tuple[bool, int]:
    """Return whether a position at a trick's start needs no search, and if so its value."""
    target, leader = row[TARGET], row[MOVER]
    live = hands[0] | hands[1] | hands[2]
    if target <= 0 or live == 0:
        return True, 0
    rest = points(live)
    if rest < target:
        return True, rest
    if hands[0] & (hands[0] - 1) == 0:
        return True, rest if last_trick_winner(kind, hands, leader) == 0 else 0
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
def select_move(row: Masks, moves: Masks) -> bool:
    """Bring the most urgent card left to the front, past those that cannot matter.

    If a card of the group gave at most r, another one that counts d points more or less
    gives at most r + d.
    """
    mover, target = row[MOVER], row[TARGET]
    while row[NEXT] < row[COUNT]:
        move = pick_move(row, moves)
        group = move_group(move)
        if moves[TRIED + group] < 0:
            return True
        apart = abs(POINTS[move_card(move)] - moves[TRIED + group])
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
def undo_move(hands: Masks, row: Masks, moves: Masks, value: int) -> None:
    """Take a move back, knowing its value; if that decides the position, no move is left."""
    mover, target, at = row[MOVER], row[TARGET], row[NEXT]
    move = moves[at]
    hands[mover] |= 1 << move_card(move)
    value += row[GAIN]
    if mover == 0:
        row[VALUE] = max(row[VALUE], value)
        decided = value >= target
    else:
        row[VALUE] = min(row[VALUE], value)
        decided = value < target
    group = move_group(move)
    moves[TRIED + group] = POINTS[move_card(move)]
    moves[RESULT + group] = value
    row[NEXT] = row[COUNT] if decided else at + 1


@step
def store_result(kind: int, row: Masks, table: Masks, turn: int) -> None:
    """Store the bounds found for a position at the start of a trick."""
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
    """Return the value of the position in row 0 of the stack, as far as its target needs it.

    ``counter[0]`` goes up by the number of positions in which cards were tried.
    """
    depth, value, nodes = 0, 0, counter[0]
    while True:
        proved = False
        if stack[depth, PLACE] == 0:
            proved, value = prove(kind, hands, stack[depth], table)
        if not proved:
            nodes += 1
            list_moves(kind, hands, stack[depth], moves[depth])
        # Go up to the next position that has a move left, then down by it.
        while proved or not select_move(stack[depth], moves[depth]):
            if not proved:
                value = stack[depth, VALUE]
                store_result(kind, stack[depth], table, nodes)
            if depth == 0:
                counter[0] = nodes
                return value
            proved = False
            depth -= 1
            undo_move(hands, stack[depth], moves[depth], value)
        make_move(kind, hands, stack[depth], moves[depth], stack[depth + 1])
        depth += 1


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
    """Return the declarer's further points in the first position; beyond limits the nearer one."""
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
def solve_points(rows: Masks, least: Masks, most: Masks, table: Masks, counter: Masks) -> Masks:
    """Return for each row the declarer's further points; beyond its limits the nearer limit."""
    stack, moves = new_stack()
    hands, answers = np.zeros(3, np.int64), np.zeros(len(rows), np.int64)
    for index in range(len(rows)):
        row = rows[index]
        set_up(row, hands, stack)
        rest = points(hands[0] | hands[1] | hands[2])
        if row[PLAYED] != 0:
            rest += stack[0, STAKE]
        low, high = max(0, least[index]), min(rest, most[index])
        answers[index] = value_between(row[KIND], hands, stack, moves, table, counter, low, high)
    return answers
