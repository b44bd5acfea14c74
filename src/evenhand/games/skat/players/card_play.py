"""The thirty cards of a game, played by any three players; many games in one call.

Inside the kernels cards are in the solver's layout and player 0 is the declarer.
"""

import numpy as np

from evenhand.cards import Masks
from evenhand.compiled import bit_count, kernel, lowest_bit, step
from evenhand.games.skat.contract import GAMES
from evenhand.games.skat.many_games import (
    GAME_OF,
    IS_HAND,
    IS_OUVERT,
    NO_CARD,
    points_needed,
)
from evenhand.games.skat.players.desk import MOST_SAMPLES, Desk, new_desk
from evenhand.games.skat.players.heuristic.card import card_by_rule
from evenhand.games.skat.players.monte_carlo import imagined_card
from evenhand.games.skat.players.packed import LAYOUTS, PACKED_OR_NONE, arranged
from evenhand.games.skat.players.seen import (
    BID,
    FIRST,
    GAME,
    GONE,
    HAND,
    HIS,
    KIND,
    MISSING,
    NEED,
    OUVERT,
    OWN,
    PLAYED_BY,
    SAID,
    SAID_NEED,
    SECOND,
    SKAT,
    STATE,
    THEIRS,
    TRICKS,
)
from evenhand.games.skat.players.style import HEURISTIC, SAMPLES, SLIP, WAY
from evenhand.games.skat.playout import NO_WINNER, PLAYED, Bytes, Integers, Tricks
from evenhand.games.skat.solver.layout import NULL_KIND, POINTS, kind_of, legal, wide
from evenhand.games.skat.solver.stack import (
    FIELDS,
    LED,
    MOVER,
    PLACE,
    TARGET,
    put,
)
from evenhand.rng import Seeds, next_state, randbelow, random_bits

KINDS_OF = np.array([kind_of(game) for game in GAMES])


@step
def chosen(hands: Masks, row: Masks, state: Masks, style: Masks, desk: Desk) -> int:
    """The card that the player to move plays."""
    hand, led = hands[row[MOVER]], row[LED] if row[PLACE] != 0 else -1
    playable = legal(hand, led)
    if playable & (playable - 1) == 0:
        return lowest_bit(playable)
    if style[SLIP] > 0:
        desk.draws[0] = next_state(next_state(desk.draws[0]))
        if random_bits(desk.draws[0]) < style[SLIP]:
            desk.draws[0] = next_state(desk.draws[0])
            for _ in range(randbelow(desk.draws[0], bit_count(playable))):
                playable &= playable - 1
            return lowest_bit(playable)
    if style[WAY] == HEURISTIC:
        return card_by_rule(hands, row, state)
    return imagined_card(hands, row, state, style, desk)


@step
def lay(hands: Masks, row: Masks, below_row: Masks, state: Masks, card: int) -> None:
    """Play a card: the trick, what everybody learns by it, and the points if it is full."""
    mover, place = row[MOVER], row[PLACE]
    hands[mover] ^= 1 << card
    state[GONE] |= 1 << card
    state[PLAYED_BY + mover] |= 1 << card
    put(state[KIND], row, below_row, card)
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
                state[HIS] += 1
            else:
                state[THEIRS] += points
    for field in range(TARGET):
        row[field] = below_row[field]


@kernel
def _play(
    states: Masks,
    hands: Masks,
    leaders: Integers,
    styles: Integers,
    seeds: Seeds,
    given: int,
    until: int,
    desk: Desk,
    cards: Bytes,
    winners: Bytes,
) -> None:
    """Play games from their start, the first cards as they are given; hands are used up."""
    row, below_row = np.zeros(FIELDS, np.int64), np.zeros(FIELDS, np.int64)
    for game in range(len(states)):
        state, held = states[game], hands[game]
        desk.draws[0] = seeds[game]
        row[PLACE] = 0
        row[MOVER] = leaders[game]
        for number in range(until):
            if number < given:
                card = wide(cards[game, number])
            else:
                card = chosen(held, row, state, styles[game, row[MOVER]], desk)
                cards[game, number] = card
            lay(held, row, below_row, state, card)
            if row[PLACE] == 0:
                winners[game, state[TRICKS] - 1] = row[MOVER]
                if state[KIND] == NULL_KIND and state[HIS] > 0:
                    break


@kernel
def _set_up(
    piles: Masks, games: Integers, declarers: Integers, said: Integers, states: Masks, hands: Masks
) -> None:
    """Arrange hands and skat for each game, the declarer's first."""
    for game in range(len(piles)):
        layout, state = LAYOUTS[games[game]], states[game]
        state[GAME] = games[game]
        state[SKAT] = arranged(piles[game, 3], layout)
        for player in range(3):
            seat = (declarers[game] + player) % 3
            hands[game, player] = arranged(piles[game, seat], layout)
            state[SAID + player] = said[game, seat]


class CardTable:
    """Plays the cards of many games; keep it, one a thread, because it remembers positions."""

    def __init__(self, samples: int = 64) -> None:
        self._desk = new_desk(samples)

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return int(self._desk.counter[0])

    def play(
        self,
        hands: Masks,
        said: Integers,
        declarers: Integers,
        contracts: Integers,
        bids: Integers,
        styles: Integers,
        seeds: Seeds,
        given: Bytes | None = None,
        until: int = PLAYED,
    ) -> Tricks:
        """The tricks of games: hands as they are played and the skat put away, forehand first.

        ``styles`` has a row of numbers for each seat of each game.  ``given`` are cards that
        are played already, as many in each game, and ``until`` is where to stop.
        """
        games, start = len(hands), 0 if given is None else given.shape[1]
        self._make_room(int(styles[:, :, SAMPLES].max(initial=1)))
        states, held = np.zeros((games, STATE), np.int64), np.zeros((games, 3), np.int64)
        played = GAME_OF[contracts]
        _set_up(hands, played, declarers, said, states, held)
        known = hands[np.arange(games), declarers] | np.where(IS_HAND[contracts], 0, hands[:, 3])
        _announce(states, contracts, known, bids)
        order = (declarers[:, None] + np.arange(3)) % 3
        by_player = np.take_along_axis(styles, order[:, :, None], axis=1)
        cards = np.full((games, PLAYED), NO_CARD, np.uint8)
        if given is not None:
            cards[:, :start] = np.take_along_axis(LAYOUTS[played], given.astype(np.int64), axis=1)
        winners = np.full((games, PLAYED // 3), NO_WINNER, np.uint8)
        leaders = -declarers % 3
        _play(states, held, leaders, by_player, seeds, start, until, self._desk, cards, winners)
        return _in_seats(cards, winners, played, declarers)

    def _make_room(self, samples: int) -> None:
        if samples > MOST_SAMPLES:
            raise ValueError(f"at most {MOST_SAMPLES} samples, not {samples}")
        if samples > len(self._desk.worlds):
            self._desk = new_desk(samples)


def _announce(states: Masks, contracts: Integers, known: Masks, bids: Integers) -> None:
    """Write into the states what was announced, and what it takes to win.

    The declarer of a hand game does not know the skat, and so counts his ten cards only.
    """
    states[:, KIND] = KINDS_OF[GAME_OF[contracts]]
    states[:, HAND] = IS_HAND[contracts]
    states[:, OUVERT] = IS_OUVERT[contracts]
    states[:, BID] = bids
    states[:, NEED] = points_needed(contracts, known, bids)
    states[:, SAID_NEED] = points_needed(contracts, known, np.zeros_like(bids))


def _in_seats(cards: Bytes, winners: Bytes, games: Integers, declarers: Integers) -> Tricks:
    """Tricks with cards of the pack, and seats instead of players."""
    packed = np.take_along_axis(PACKED_OR_NONE[games], cards.astype(np.int64), axis=1)
    seats = np.where(winners == NO_WINNER, NO_WINNER, (winners + declarers[:, None]) % 3)
    return Tricks(packed.astype(np.uint8), seats.astype(np.uint8))
