"""What dice are worth: they are played in a fixed way, then the position reached is valued.

The way is that of the seat's bot where it plays by rules.  Bots that play games on by chance are
taken to know what they only estimate: a network tells how often players who move by chance would
win, and in the last round that is worked out.  Anyone else takes what is best by the network that
values positions.  Random is taken to move as Naive does.  Extra turns that are earned on the way
are left out.  None of this has to be right: a way that is fixed before the dice fall makes luck of
mean zero.

All values here are chances of the player who did not begin the round: he begins the next one.
"""

from typing import Final, NamedTuple

from evenhand.compiled import formula, kernel, step
from evenhand.games.bots import Row
from evenhand.games.ludo.board import DICE, FACES, HOME, SEATS, TOKENS
from evenhand.games.ludo.bots.parameters import FEWEST_WINS, FIRST_DIE, KIND, NAIVE, RANDOM
from evenhand.games.ludo.bots.rule_bots import worth
from evenhand.games.ludo.luck.last_round import WIN, hope
from evenhand.games.ludo.luck.network import ANYONE, Network, Position, chance, odds, outcome
from evenhand.games.ludo.packed import (
    BYTE,
    Board,
    die_at,
    first_alike,
    landed,
    movable,
    square_of,
    without,
)

NOT_USED: Final = -1e9  # how much anybody wants a die that no token can use
THROWS: Final = FACES**DICE
EARLY: Final = 42  # moves left above which bots that play on by chance choose nearly by chance


class Round(NamedTuple):
    """What does not change in a round."""

    first: Row  # how the player moves who begins
    second: Row
    kind: int  # of the bot that begins, as the network knows it
    kind_2: int
    picks: int  # how many dice are picked
    left: int  # moves after the round, of both players
    tie: int  # what the second one gets of a tie, in halves of a win


class Stand(NamedTuple):
    """How it stands in the middle of a round."""

    own: int  # tokens of the player who moves next
    other: int
    ahead: int  # kept points more than the other
    dice: int  # to pick from
    waiting: int  # dice of the round, while an extra turn is played
    picked: int  # how many dice of the round are picked, without one for which he moves again


class Networks(NamedTuple):
    """The two networks."""

    values: Network  # the chances of bots
    by_chance: Network  # the chances if both move by chance


@formula
def tie_of(now: Round, number: int) -> int:
    """What the player of a move gets of a tie, in halves of a win."""
    return now.tie if number % SEATS else WIN - now.tie


@formula
def lying(dice: int) -> int:
    """How many dice there are.

    >>> lying(0), lying(0x5), lying(0x64), lying(0x123)
    (0, 1, 2, 3)
    """
    return (dice > 0) + (dice >> 4 > 0) + (dice >> 8 > 0)


@step
def seen_by(now: Round, after: Stand, kind: int) -> Position:
    """What a bot looks at: who moves next with the dice that lie, or the end of the round."""
    own, other, ahead, dice = after.own, after.other, after.ahead, after.dice
    if kind == ANYONE:
        return seen_at_end(now, after)
    tie = tie_of(now, after.picked)
    return Position(own, other, ahead, dice, lying(dice), now.left, RANDOM, RANDOM, tie)


@step
def seen_at_end(now: Round, stand: Stand) -> Position:
    """The position if the round ends like this, seen from the second player."""
    own, other, ahead = stand.own, stand.other, stand.ahead
    if stand.picked % SEATS == 0:
        own, other, ahead = other, own, -ahead
    return Position(own, other, ahead, 0, 0, now.left, now.kind_2, now.kind, now.tie)


@step
def liked(board: Board, net: Network, now: Round, after: Stand, kind: int) -> float:
    """How much a bot that looks ahead likes how it stands after its move."""
    seen = seen_by(now, after, kind)
    if now.left:
        liking = -odds(board, net, seen)
    elif after.picked == now.picks:
        liking = -outcome(board, seen)
    else:
        own, other, ahead, dice = after.own, after.other, after.ahead, after.dice
        tie, more = tie_of(now, after.picked), now.picks - after.picked
        liking = -1.0 * hope(board, own, other, ahead, dice, lying(dice), more, tie)
        return -liking if kind == FEWEST_WINS else liking
    if kind == ANYONE and after.picked % SEATS == 0:
        liking = -liking
    return -liking if kind == FEWEST_WINS else liking


@formula
def is_twin(own: int, token: int) -> bool:
    """Whether an earlier token stands on the same square."""
    found = False
    for earlier in range(token):
        found |= square_of(own, earlier) == square_of(own, token)
    return found


@formula
def in_order(kind: int) -> bool:
    """Whether it matters to a bot which die lies first."""
    return kind in (RANDOM, NAIVE, FIRST_DIE)


@formula
def lost_place(dice: int, kind: int) -> int:
    """Which die is lost if no token can use any: the first one, or else the highest."""
    found = 0
    for place in range(0 if in_order(kind) else lying(dice)):
        if die_at(dice, place) > die_at(dice, found):
            found = place
    return found


@step
def best_move(board: Board, nets: Networks, now: Round, stand: Stand) -> Stand:
    """How it stands after the move that a player wants most; of equal ones with the highest die."""
    own, other, dice, picked = stand.own, stand.other, stand.dice, stand.picked + 1
    row = now.first if picked % SEATS else now.second
    kind, best, best_die = row[KIND], NOT_USED, 0
    looks = kind == ANYONE or (kind >= FIRST_DIE and now.left <= EARLY)
    net = nets.values if kind == ANYONE else nets.by_chance
    rest = stand.waiting | without(dice, lost_place(dice, kind))
    found = Stand(other, own, -stand.ahead, rest, 0, picked)
    for place in range(lying(dice)):
        die, rest = die_at(dice, place), stand.waiting | without(dice, place)
        if first_alike(dice, place) < place or (in_order(kind) and best > NOT_USED):
            continue
        for token in range(TOKENS):
            square = square_of(own, token) + die
            if square > HOME or (looks and is_twin(own, token)):
                continue
            victims, _, lost, _ = landed(board, square, other)
            moved, kept = own + (die << BYTE * token), stand.ahead - lost * board.keeps
            after, wish = Stand(victims, moved, -kept, rest, 0, picked), 1.0
            if looks:
                wish = liked(board, net, now, after, kind)
            elif kind > NAIVE:
                wish = float(worth(board, row, own, other, token, die))
            if wish > best or (wish == best and die > best_die):
                best, best_die, found = wish, die, after
    return found


@step
def settled(board: Board, nets: Networks, now: Round, stand: Stand) -> float:
    """What is reached if the dice that lie are played."""
    while stand.picked < now.picks:
        stand = best_move(board, nets, now, stand)
    return chance(board, nets.values, seen_at_end(now, stand))


@formula
def orders(a: int, b: int, c: int) -> int:
    """In how many orders three dice can lie.

    >>> orders(1, 2, 3), orders(2, 5, 2), orders(4, 4, 4)
    (6, 3, 1)
    """
    if a == b == c:
        return 1
    return 3 if a in (b, c) or b == c else 6


@formula
def stands_for(a: int, b: int, c: int, first: bool, second: bool) -> float:
    """For how many throws one is played, if it matters to players which die lies first.

    To the first of them: the other two are played in one order.  Only to the second: the dice are
    played rising and falling, because so the two that he finds lie either way (of two dice alike
    the first one goes).

    >>> stands_for(3, 1, 2, True, True), stands_for(3, 1, 2, True, False)
    (1.0, 2.0)
    >>> stands_for(3, 2, 1, False, True), stands_for(1, 2, 3, False, False)
    (3.0, 6.0)
    """
    if first and second:
        return 1.0
    if first:
        return 0.0 if b > c else 1.0 + (b < c)
    every = orders(a, b, c)
    if second and a != c and (a <= b <= c or a >= b >= c):
        return 1.0 if a == b else 2.0 if b == c else 3.0
    return 1.0 * every if a <= b <= c else 0.0


@kernel
def luck_of_throw(board: Board, nets: Networks, now: Round, stand: Stand) -> float:
    """What three dice are worth to the second player, less the mean of all throws."""
    first, second = in_order(now.first[KIND]), in_order(now.second[KIND])
    if first and not movable(stand.own, FACES):
        second = True  # he may have to take another one, so the order of all matters
    total, value = 0.0, 0.0
    for throw in range(THROWS + 1):  # the last one is the one that fell
        a, b, c = 1 + throw // FACES**2, 1 + throw // FACES % FACES, 1 + throw % FACES
        fell = throw == THROWS
        weight = 0.0 if fell else stands_for(a, b, c, first, second)
        if fell or weight > 0.0:
            dice = stand.dice if fell else a | b << 4 | c << 8
            value = settled(board, nets, now, with_dice(stand, dice))
            total += weight * value
    return value - total / THROWS


@kernel
def luck_of_extra(board: Board, nets: Networks, now: Round, stand: Stand) -> float:
    """What the die of an extra turn is worth to the second player, less the mean of all faces."""
    total, found = 0.0, 0.0
    for die in range(1, FACES + 1):
        value = settled(board, nets, now, with_dice(stand, die))
        total += value
        if die == stand.dice:
            found = value
    return found - total / FACES


@formula
def with_dice(stand: Stand, dice: int) -> Stand:
    """The same with other dice to pick from."""
    return Stand(stand.own, stand.other, stand.ahead, dice, stand.waiting, stand.picked)
