"""What the player whose turn it is may know: all that a card is chosen by.

Cards are bits in the solver's layout of the game (``solver/layout.py``): in suit and grand
games trumps are the highest bits and a higher bit is a higher trump, each side suit is seven
bits 7 8 9 Q K T A; null keeps the order of the pack.  Player 0 is the declarer, 1 and 2
follow clockwise.

While its cards are played, a game is three hands, the row of the trick (see ``solver/search.py``)
and a state: the columns below.
"""

from typing import NamedTuple

from evenhand.compiled import formula, step
from evenhand.games.cards import Masks
from evenhand.games.skat.solver.layout import (
    NULL_KIND,
    POINTS,
    points,
)
from evenhand.games.skat.solver.search import (
    BEST,
    LED,
    MOVER,
    PLACE,
    STAKE,
    TARGET,
    WINNER,
    add_to_trick,
    next_player,
)
from evenhand.games.skat.tricks import legal

ALL = 0xFFFFFFFF
NO_CARD = -1

(
    GONE,  # the cards of tricks and table
    SKAT,  # the two cards put away
    OWN,  # the points of the declarer's tricks
    THEIRS,  # those of the opponents
    TRICKS,  # how many tricks are full
    OWN_TRICKS,  # how many of them the declarer took
    FIRST,  # the cards on the table
    SECOND,
) = range(8)
MISSING = 8  # + player: the cards that everybody knows a player not to have
(
    OUVERT,  # whether the game is so announced
    KIND,  # suit game, grand or null
    HAND,  # whether the skat was not taken
    NEED,  # the points to win, as the declarer knows
    SAID_NEED,  # and as the others may think
) = range(11, 16)
PLAYED_BY = 16  # + player: the cards a player has played
SAID = 19  # + player: the highest value that a player has bid or accepted
(GAME, BID) = range(22, 24)  # the game, and the bid at which it is played
STATE = 24


class Observation(NamedTuple):
    """The table through the eyes of one player."""

    kind: int  # suit, grand or null
    mover: int  # the player: 0 the declarer, 1 and 2 the opponents clockwise
    own: int  # the hand
    playable: int  # the cards that may be played
    place: int  # cards on the table: 0, 1 or 2
    first: int  # those cards, -1 for none
    second: int
    led: int  # the suit led as a mask
    best: int  # the card that is winning the trick
    winner: int  # who played it
    stake: int  # the points on the table
    unseen: int  # cards that the player cannot place: in the others' hands or in the skat
    next_missing: int  # cards that the next player is known not to have
    last_missing: int  # the same for the one after that
    points: int  # the declarer's so far; only the declarer himself counts the skat
    theirs: int  # the opponents' so far
    need: int  # points with which the declarer wins
    trick: int  # how many tricks are full
    hand_game: int  # 1 if the skat was not taken


@step
def observe(hands: Masks, row: Masks, state: Masks) -> Observation:
    """Return what the player to move sees of a game."""
    mover, place = row[MOVER], row[PLACE]
    own = hands[mover]
    led = row[LED] if place != 0 else ALL
    known = own | state[GONE]
    own_points, need = state[OWN], state[SAID_NEED]
    if mover == 0:
        need = state[NEED]
        if state[HAND] == 0:
            known |= state[SKAT]
            own_points += points(state[SKAT])
    following = next_player(mover)
    return Observation(
        state[KIND],
        mover,
        own,
        legal(own, led),
        place,
        state[FIRST] if place > 0 else NO_CARD,
        state[SECOND] if place > 1 else NO_CARD,
        led,
        row[BEST],
        row[WINNER],
        row[STAKE],
        ALL & ~known,
        state[MISSING + following],
        state[MISSING + next_player(following)],
        own_points,
        state[THEIRS],
        need,
        state[TRICKS],
        state[HAND],
    )


@formula
def is_null(kind: int) -> bool:
    """Return whether a kind of game is null."""
    return kind == NULL_KIND


@step
def play_card(hands: Masks, row: Masks, below_row: Masks, state: Masks, card: int) -> None:
    """Play a card: the trick, what everybody learns by it, and the points if it is full."""
    mover, place = row[MOVER], row[PLACE]
    hands[mover] ^= 1 << card
    state[GONE] |= 1 << card
    state[PLAYED_BY + mover] |= 1 << card
    add_to_trick(state[KIND], row, below_row, card)
    if place == 0:
        state[FIRST] = card
    else:
        led = row[LED]
        if led >> card & 1 == 0:
            state[MISSING + mover] |= led
        if place == 1:
            state[SECOND] = card
        else:
            points = POINTS[card] + POINTS[state[FIRST]] + POINTS[state[SECOND]]
            state[TRICKS] += 1
            if below_row[MOVER] == 0:
                state[OWN] += points
                state[OWN_TRICKS] += 1
            else:
                state[THEIRS] += points
    for field in range(TARGET):
        row[field] = below_row[field]
