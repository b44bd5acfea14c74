"""Measure the luck of the dice: the value of every throw, less the mean value of throws.

Luck of a seat is a sum over the throws of a game, each in shares of a win: the value of the
position with the dice that fell, less the mean of that value over all dice that could have fallen.
To value a position with dice, the dice are played by a fixed policy, and a network
(:mod:`~evenhand.games.ludo.value_network`) gives the probability of a win in the position reached.

The policy is that of the seat's bot where it plays by rules.  For bots that use random playouts a
network gives what they estimate, how often players who move at random would win; in the last round
that is computed exactly.  An unknown player makes the move that the value network prefers.  Random
is assumed to move as Naive does.  Extra turns that are earned on the way are left out.  None of
this has to be right: a policy that is fixed before the dice fall makes luck of mean zero.  What the
players really do with their dice is never luck.

All values are probabilities of a win for the player who did not begin the round, and who begins the
next one.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from evenhand.compiled import formula, kernel, step
from evenhand.games.cards import Masks
from evenhand.games.ludo.board import (
    BYTE,
    DICE,
    DIE_BITS,
    FACES,
    HOME,
    SEATS,
    TOKENS,
    WIN,
    Board,
    Rules,
    count_dice,
    count_movable,
    die_at,
    first_alike,
    land,
    make_board,
    pack_dice,
    square_of,
    take_die,
)
from evenhand.games.ludo.policy import (
    FEWEST_WINS,
    FIRST_DIE,
    KIND,
    NAIVE,
    RANDOM,
    UNKNOWN,
    Log,
    new_log,
    observe,
    points_ahead,
    rank_move,
)
from evenhand.games.ludo.state import (
    Position,
    State,
    apply,
    is_over,
    set_dice,
    start_position,
)
from evenhand.games.ludo.value_network import (
    Network,
    Networks,
    View,
    chance_to_win,
    log_odds,
    make_networks,
    result,
)
from evenhand.games.protocol import Bot, ChanceEvent, Row
from evenhand.tables import Floats, Indices

UNUSABLE: Final = -1e9  # the rating of a die that no token can use
THROWS: Final = FACES**DICE
EARLY: Final = 42  # moves left above which bots that play on by chance choose nearly by chance
PARTS: Final = 12  # of a choice among tokens
UNKNOWN_ROW: Final = np.array((UNKNOWN, 1, 0, 0, 0), np.int64)


class RoundContext(NamedTuple):
    """What does not change in a round."""

    first: Row  # how the player moves who begins
    second: Row
    kind: int  # of the bot that begins, as the network knows it
    other_kind: int
    picks: int  # how many dice are picked
    left: int  # moves after the round, of both players
    tie: int  # what the second one gets of a tie, in halves of a win


class RoundPosition(NamedTuple):
    """A position in the middle of a round, seen from the player who moves next."""

    own: int
    other: int
    ahead: int  # kept points more than the other
    dice: int  # to pick from
    waiting: int  # dice of the round, while an extra turn is played
    picked: int  # how many dice of the round are picked, without one for which he moves again


# The end of the last round, if both move at random.  So that moves which are as good are seen to
# be, it is counted in whole parts: a player has one to four tokens to choose from, so that a
# twelfth of a choice is whole.


@kernel
def value_last_move(board: Board, own: int, other: int, ahead: int, die: int, tie: int) -> int:
    """Return what the last move brings to who makes it with any token, in parts of half a win."""
    total, count = 0, count_movable(own, die)
    for token in range(TOKENS) if count else range(1):
        after, left, lost = own, other, 0
        if count:
            square = square_of(own, token) + die
            if square > HOME:
                continue
            after = own + (die << BYTE * token)
            left, _, lost, _ = land(board, square, other)
        margin = points_ahead(after, left, board.bonus) + ahead - lost * board.keeps_points
        halves = WIN if margin > 0 else tie if margin == 0 else 0
        total += PARTS // max(1, count) * halves
    return total


@kernel
def value_last_moves(
    board: Board, own: int, other: int, ahead: int, dice: int, lying: int, more: int, tie: int
) -> int:
    """Return what the last one or two moves bring to who moves next; the sum for each first die.

    In parts of half a win, or in parts of these parts if there are two moves.
    """
    total = 0
    for place in range(lying):
        die, last = die_at(dice, place), die_at(take_die(dice, place), 0)
        if more == 1:
            total += value_last_move(board, own, other, ahead, die, tie)
            continue
        count = count_movable(own, die)
        for token in range(TOKENS) if count else range(1):
            after, left, lost = own, other, 0
            if count:
                square = square_of(own, token) + die
                if square > HOME:
                    continue
                after = own + (die << BYTE * token)
                left, _, lost, _ = land(board, square, other)
            kept = ahead - lost * board.keeps_points
            theirs = value_last_move(board, left, after, -kept, last, WIN - tie)
            total += PARTS // max(1, count) * (WIN * PARTS - theirs)
    return total


# Playing the dice of a round in a fixed way


@formula
def tie_of(now: RoundContext, number: int) -> int:
    """Return what the player of a move gets of a tie, in halves of a win."""
    return now.tie if number % SEATS else WIN - now.tie


@step
def view_end(now: RoundContext, position: RoundPosition) -> View:
    """Return the position if the round ends like this, seen from the second player."""
    own, other, ahead = position.own, position.other, position.ahead
    if position.picked % SEATS == 0:
        own, other, ahead = other, own, -ahead
    return View(own, other, ahead, 0, 0, now.left, now.other_kind, now.kind, now.tie)


@step
def view_of_bot(now: RoundContext, after: RoundPosition, kind: int) -> View:
    """Return what a bot looks at: who moves next with the dice that lie, or the round's end."""
    own, other, ahead, dice = after.own, after.other, after.ahead, after.dice
    if kind == UNKNOWN:
        return view_end(now, after)
    tie = tie_of(now, after.picked)
    return View(own, other, ahead, dice, count_dice(dice), now.left, RANDOM, RANDOM, tie)


@step
def rate_position(
    board: Board, net: Network, now: RoundContext, after: RoundPosition, kind: int
) -> float:
    """Return how much a bot that looks ahead likes a position after its move."""
    view = view_of_bot(now, after, kind)
    if now.left:
        rating = -log_odds(board, net, view)
    elif after.picked == now.picks:
        rating = -result(board, view)
    else:
        own, other, ahead, dice = after.own, after.other, after.ahead, after.dice
        tie, more, lying = tie_of(now, after.picked), now.picks - after.picked, count_dice(dice)
        rating = -1.0 * value_last_moves(board, own, other, ahead, dice, lying, more, tie)
        return -rating if kind == FEWEST_WINS else rating
    if kind == UNKNOWN and after.picked % SEATS == 0:
        rating = -rating
    return -rating if kind == FEWEST_WINS else rating


@formula
def is_twin(own: int, token: int) -> bool:
    """Return whether an earlier token stands on the same square."""
    found = False
    for earlier in range(token):
        found |= square_of(own, earlier) == square_of(own, token)
    return found


@formula
def minds_order(kind: int) -> bool:
    """Return whether it matters to a bot which die lies first."""
    return kind in (RANDOM, NAIVE, FIRST_DIE)


@formula
def lost_place(dice: int, kind: int) -> int:
    """Return which die is lost if no token can use any: the first one, or else the highest."""
    found = 0
    for place in range(0 if minds_order(kind) else count_dice(dice)):
        if die_at(dice, place) > die_at(dice, found):
            found = place
    return found


@step
def play_best_move(
    board: Board, nets: Networks, now: RoundContext, position: RoundPosition
) -> RoundPosition:
    """Return the position after the move that a player likes most, of equals the highest die."""
    own, other, dice, picked = position.own, position.other, position.dice, position.picked + 1
    row = now.first if picked % SEATS else now.second
    kind, best, best_die = row[KIND], UNUSABLE, 0
    looks = kind == UNKNOWN or (kind >= FIRST_DIE and now.left <= EARLY)
    net = nets.values if kind == UNKNOWN else nets.by_chance
    rest = position.waiting | take_die(dice, lost_place(dice, kind))
    found = RoundPosition(other, own, -position.ahead, rest, 0, picked)
    for place in range(count_dice(dice)):
        die, rest = die_at(dice, place), position.waiting | take_die(dice, place)
        if first_alike(dice, place) < place or (minds_order(kind) and best > UNUSABLE):
            continue
        for token in range(TOKENS):
            square = square_of(own, token) + die
            if square > HOME or (looks and is_twin(own, token)):
                continue
            left, _, lost, _ = land(board, square, other)
            moved, kept = own + (die << BYTE * token), position.ahead - lost * board.keeps_points
            after, rating = RoundPosition(left, moved, -kept, rest, 0, picked), 1.0
            if looks:
                rating = rate_position(board, net, now, after, kind)
            elif kind > NAIVE:
                rating = float(rank_move(board, row, own, other, token, die))
            if rating > best or (rating == best and die > best_die):
                best, best_die, found = rating, die, after
    return found


@step
def value_dice(board: Board, nets: Networks, now: RoundContext, position: RoundPosition) -> float:
    """Return the chance to win that is reached if the dice that lie are played."""
    while position.picked < now.picks:
        position = play_best_move(board, nets, now, position)
    return chance_to_win(board, nets.values, view_end(now, position))


# The luck of a throw


@formula
def count_orders(a: int, b: int, c: int) -> int:
    """Return in how many orders three dice can lie.

    >>> count_orders(1, 2, 3), count_orders(2, 5, 2), count_orders(4, 4, 4)
    (6, 3, 1)
    """
    if a == b == c:
        return 1
    return 3 if a in (b, c) or b == c else 6


@formula
def weight_of_throw(a: int, b: int, c: int, first: bool, second: bool) -> float:
    """Return for how many throws one is played, if players mind which die lies first.

    If the first of them does: the other two are played in one order.  If only the second does: the
    dice are played rising and falling, because so the two that he finds lie either way (of two
    dice alike the first one goes).

    >>> weight_of_throw(3, 1, 2, True, True), weight_of_throw(3, 1, 2, True, False)
    (1.0, 2.0)
    >>> weight_of_throw(3, 2, 1, False, True), weight_of_throw(1, 2, 3, False, False)
    (3.0, 6.0)
    """
    if first and second:
        return 1.0
    if first:
        return 0.0 if b > c else 1.0 + (b < c)
    every = count_orders(a, b, c)
    if second and a != c and (a <= b <= c or a >= b >= c):
        return 1.0 if a == b else 2.0 if b == c else 3.0
    return 1.0 * every if a <= b <= c else 0.0


@formula
def with_dice(position: RoundPosition, dice: int) -> RoundPosition:
    """Return the same position with other dice to pick from."""
    own, other, ahead, _, waiting, picked = position
    return RoundPosition(own, other, ahead, dice, waiting, picked)


@kernel
def luck_of_throw(
    board: Board, nets: Networks, now: RoundContext, position: RoundPosition
) -> float:
    """Return the value of three dice for the second player, less the mean over all throws."""
    first, second = minds_order(now.first[KIND]), minds_order(now.second[KIND])
    if first and not count_movable(position.own, FACES):
        second = True  # he may have to take another one, so the order of all matters
    total, value = 0.0, 0.0
    for throw in range(THROWS + 1):  # the last one is the one that fell
        a, b, c = 1 + throw // FACES**2, 1 + throw // FACES % FACES, 1 + throw % FACES
        fell = throw == THROWS
        weight = 0.0 if fell else weight_of_throw(a, b, c, first, second)
        if fell or weight > 0.0:
            dice = position.dice if fell else a | b << DIE_BITS | c << 2 * DIE_BITS
            value = value_dice(board, nets, now, with_dice(position, dice))
            total += weight * value
    return value - total / THROWS


@kernel
def luck_of_extra(
    board: Board, nets: Networks, now: RoundContext, position: RoundPosition
) -> float:
    """Return the value of an extra turn's die for the second player, less the mean over faces."""
    total, found = 0.0, 0.0
    for die in range(1, FACES + 1):
        value = value_dice(board, nets, now, with_dice(position, die))
        total += value
        if die == position.dice:
            found = value
    return found - total / FACES


# The luck of games, from their logs


@kernel
def luck_of_position(
    board: Board, nets: Networks, rows: Masks, sitting: Indices, position: Position
) -> float:
    """Return the luck of the first seat with the dice of a position, which have just fallen."""
    made = position.made - position.in_extra
    number, moves, turn = made // DICE, SEATS * board.moves, observe(board, position)
    begun, first, second = number * DICE, number % SEATS, 1 - number % SEATS
    picks = min(DICE, moves - begun)
    one, two, tie = rows[sitting[first]], rows[sitting[second]], board.tie
    if second:
        tie = WIN - tie
    now = RoundContext(one, two, one[KIND], two[KIND], picks, moves - begun - picks, tie)
    picked = made - begun
    here = RoundPosition(turn.own, turn.other, turn.ahead, turn.dice, turn.waiting, picked)
    if position.in_extra:
        luck = luck_of_extra(board, nets, now, here)
    else:
        luck = luck_of_throw(board, nets, now, here)
    return luck if first else -luck


@kernel
def measure_games(
    board: Board, nets: Networks, rows: Masks, seats: Indices, log: Log, luck: Floats
) -> None:
    """Write the luck of the first seat with each throw, as far as ``luck`` has columns.

    Games are replayed from their log, so they may be games of people.
    """
    for game in range(len(seats)):
        position, number = start_position(), 0
        while not is_over(board, position):
            if position.dice == 0:
                throw = throws_before(position)
                if throw >= luck.shape[1]:
                    break
                if position.in_extra:
                    position = set_dice(position, log.extra[game, position.extra - 1])
                else:
                    position = set_dice(position, log.rounds[game, position.made // DICE])
                luck[game, throw] = luck_of_position(board, nets, rows, seats[game], position)
            position = apply(board, position, log.actions[game, number])
            number += 1


@formula
def throws_before(position: Position) -> int:
    """Return how often dice were thrown before those with which a position goes on."""
    return (position.made - position.in_extra) // DICE + position.extra


def measure_luck(
    bots: Sequence[Bot | None], seats: Indices, log: Log, rules: Rules, luck: str = "all"
) -> Floats:
    """Return the luck of the first seat with each throw, a row a game; later throws may be 0.

    ``luck`` is ``first`` for the first throw only, or ``all``.  Bots that are None are players who
    are not known.
    """
    found = np.zeros((len(seats), 1 if luck == "first" else rules.rounds + rules.most_extra))
    rows = np.stack([UNKNOWN_ROW if bot is None else bot.row() for bot in bots])
    measure_games(make_board(rules), make_networks(rules), rows, seats, log, found)
    return found


def find_events(state: State, bots: Sequence[Bot | None], luck: str) -> list[ChanceEvent]:
    """Return the throws of a game that is over with their luck, by one kind of luck."""
    if not state.over:
        raise ValueError("the game is not over")
    if luck == "none":
        return []
    log, throws = log_state(state)
    seats = np.arange(SEATS, dtype=np.int32)[None]
    found = measure_luck(bots, seats, log, state.rules, luck)[0].tolist()
    return [
        ChanceEvent("throw", move, (found[throw], -found[throw]))
        for throw, move in throws.items()
        if throw < len(found)
    ]


def log_state(state: State) -> tuple[Log, dict[int, int]]:
    """Return the log of a game, and for each of its throws how many moves had been made."""
    log, throws, now = new_log(1, state.rules), dict[int, int](), state.initial()
    log.rounds[0, : state.round] = [pack_dice(throw) for throw in state.thrown.rounds]
    log.extra[0, : state.position.extra] = state.thrown.extra
    for number, (_, move) in enumerate(state.moves):
        throws.setdefault(throws_before(now.position), number)
        log.actions[0, number] = now.find_action(move)
        now = now.play(move)
    return log, throws
