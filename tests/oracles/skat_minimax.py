"""What the solver computes, by definition: every card tried, nothing left out.

``minimax`` says it in the words of the rules.  ``exhaustive`` says the same as a loop over
all lines of play, so that it can be compiled and many endings compared.
"""

import numpy as np

from evenhand.compiled import kernel, lowest_bit
from evenhand.games.cards import Masks, as_hand, cards_of
from evenhand.games.skat import PACK
from evenhand.games.skat.contract import GAMES, NULL
from evenhand.games.skat.deck import CARD_POINTS, SEATS, card_points
from evenhand.games.skat.solver import Position
from tests.oracles.skat_tricks import follows, trick_winner


def minimax(position: Position) -> int:
    """The declarer's further card points with best play; in null 1 if won and 0 if lost.

    A null is won if the declarer takes no further trick.

    >>> minimax(Position.parse("C", [["CJ", "H7"], ["HA", "CA"], ["H8", "D7"]], leader=1))
    13
    """
    if not any(position.hands):
        return 1 if position.game == NULL else 0
    values = [value_after(position, card) for card in cards_of(position.legal())]
    return max(values) if position.mover == position.declarer else min(values)


def value_after(position: Position, card: int) -> int:
    """The value of a position if this card is played next."""
    after = position.after(card)
    taken = not after.trick and after.leader == position.declarer
    if position.game == NULL:
        return 0 if taken else minimax(after)
    gain = card_points(as_hand((*position.trick, card))) if taken else 0
    return minimax(after) + gain


def exhaustive(position: Position) -> int:
    """The same value, by a compiled loop.

    >>> exhaustive(Position.parse("N", [["C7", "H8"], ["HA", "CA"], ["H7", "D7"]], leader=0))
    1
    """
    hands = np.array(position.hands, np.int64)
    trick = np.array([*position.trick, 0, 0][:2], np.int64)
    game = GAMES.index(position.game)
    return int(
        _all_lines(game, hands, position.declarer, position.leader, trick, len(position.trick))
    )


BEATEN_BY = np.array(
    [
        [
            as_hand(c for c in range(len(PACK)) if c != card and trick_winner((card, c), game))
            for card in range(len(PACK))
        ]
        for game in GAMES
    ],
    np.int64,
)
FOLLOW = np.array([[follows(card, game) for card in range(len(PACK))] for game in GAMES], np.int64)
NULL_GAME = GAMES.index(NULL)

LINE = 3 * 10 + 1  # cards of a game, and the end
LEFT, MOVER, PLACE, LED, BEST, WINNER, STAKE, VALUE, CARD, GAIN = range(10)
FIELDS = 10


@kernel
def _all_lines(
    game: int, hands: Masks, declarer: int, leader: int, trick: Masks, played: int
) -> int:
    """Play every card in turn; a row of ``line`` is a position, its value filled in on return."""
    line = np.zeros((LINE, FIELDS), np.int64)
    line[0, MOVER] = leader
    for place in range(played):  # what lies in the trick is played from hands that had it
        hands[line[0, MOVER]] |= 1 << trick[place]
        line[0, LEFT] = 1 << trick[place]
        _play(game, line[0], line[1], hands, declarer)
        line[0] = line[1]
    depth = 0
    _arrive(game, line[0], hands, declarer)
    while depth > 0 or line[0, LEFT] != 0:
        if line[depth, LEFT] == 0:
            depth -= 1
            _take_back(line[depth], hands, declarer, line[depth + 1, VALUE])
        elif _play(game, line[depth], line[depth + 1], hands, declarer):
            _take_back(line[depth], hands, declarer, 0)
        else:
            depth += 1
            _arrive(game, line[depth], hands, declarer)
    return int(line[0, VALUE])


@kernel
def _arrive(game: int, row: Masks, hands: Masks, declarer: int) -> None:
    """Find the cards to play; with none left, or one for each, the value is known."""
    hand = hands[row[MOVER]]
    if row[PLACE] == 0 and hand != 0 and hand & hand - 1 == 0:
        row[LEFT], row[VALUE] = 0, _last_trick(game, row[MOVER], hands, declarer)
        return
    row[LEFT] = hand & row[LED] if row[PLACE] > 0 and hand & row[LED] else hand
    row[VALUE] = -1 if row[MOVER] == declarer else 1000
    if hand == 0:
        row[VALUE] = 1 if game == NULL_GAME else 0


@kernel
def _last_trick(game: int, leader: int, hands: Masks, declarer: int) -> int:
    """Return the value of the last trick, in which nobody has a choice."""
    best, winner = lowest_bit(hands[leader]), leader
    stake = CARD_POINTS[best]
    for place in range(1, SEATS):
        seat = (leader + place) % SEATS
        card = lowest_bit(hands[seat])
        stake += CARD_POINTS[card]
        if BEATEN_BY[game, best] >> card & 1:
            best, winner = card, seat
    if game == NULL_GAME:
        return 0 if winner == declarer else 1
    return int(stake) if winner == declarer else 0


@kernel
def _take_back(row: Masks, hands: Masks, declarer: int, value: int) -> None:
    mover = row[MOVER]
    hands[mover] |= 1 << row[CARD]
    value += row[GAIN]
    row[VALUE] = max(row[VALUE], value) if mover == declarer else min(row[VALUE], value)


@kernel
def _play(game: int, row: Masks, below: Masks, hands: Masks, declarer: int) -> bool:
    """Play the next card of a row; true if this loses a null."""
    card = lowest_bit(row[LEFT])
    row[LEFT] &= row[LEFT] - 1
    row[CARD] = card
    row[GAIN] = 0
    mover = row[MOVER]
    hands[mover] &= ~(1 << card)
    best, winner = row[BEST], row[WINNER]
    if row[PLACE] == 0 or BEATEN_BY[game, best] >> card & 1:
        best, winner = card, mover
    stake = CARD_POINTS[card] + (row[STAKE] if row[PLACE] > 0 else 0)
    if row[PLACE] < SEATS - 1:
        below[MOVER] = (mover + 1) % SEATS
        below[PLACE] = row[PLACE] + 1
        below[LED] = FOLLOW[game, card] if row[PLACE] == 0 else row[LED]
        below[BEST], below[WINNER], below[STAKE] = best, winner, stake
        return False
    below[MOVER] = winner
    below[PLACE] = 0
    if winner != declarer:
        return False
    row[GAIN] = 0 if game == NULL_GAME else stake
    return game == NULL_GAME
