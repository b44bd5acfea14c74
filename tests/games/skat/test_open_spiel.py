"""Trick play against OpenSpiel's ``skat``: 10,000 random games, card by card.

OpenSpiel knows no auction and no game values: each seat in turn passes or names a game, and
the first to name one takes the skat.  It deals 3, skat, 4, 3 and ends a null at the
declarer's first trick.  A declarer's return is (card points - 60) / 120; a null counts
as 90 or 30 points.
"""

from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
import pyspiel
import pytest

from evenhand.games.cards import cards_of
from evenhand.games.skat import PACK, Contract
from evenhand.games.skat.contract import NULL
from evenhand.games.skat.deck import NO_CARD, card_points
from evenhand.games.skat.tricks import FOLLOWS, legal, trick_winner

GAMES = 10_000
PASS, FIRST_GAME = 32, 33
LETTERS = "DHSCGN"  # in the order of OpenSpiel's actions
PACKETS = [(0, 3), (1, 3), (2, 3), (3, 2), *((s, 4) for s in range(3)), *((s, 3) for s in range(3))]


class Move(NamedTuple):
    """A card played, and the cards that OpenSpiel would have let pass."""

    seat: int
    card: int
    legal: int


@dataclass(frozen=True)
class Game:
    """What OpenSpiel made of a game."""

    letter: str
    declarer: int
    hands: tuple[int, ...]  # as they were played
    skat: int  # the cards put away
    moves: tuple[Move, ...]
    points: float  # the declarer's

    def tricks(self) -> list[tuple[Move, ...]]:
        return [self.moves[start : start + 3] for start in range(0, len(self.moves), 3)]


def open_spiel_cards(game: Any) -> list[int]:
    """Our number of each of OpenSpiel's cards, by name."""
    start = game.new_initial_state()
    return [PACK.card(start.action_to_string(action)) for action in range(len(PACK))]


def dealt(deal: list[int]) -> list[int]:
    """Three hands and the skat of cards dealt in packets."""
    hands = [0, 0, 0, 0]
    ends = list(accumulate(size for _, size in PACKETS))
    for (seat, size), end in zip(PACKETS, ends, strict=True):
        hands[seat] |= sum(1 << card for card in deal[end - size : end])
    return hands


def play(state: Any, cards: list[int], rng: np.random.Generator) -> tuple[Move, ...]:
    """Play to the end, every card at random."""
    moves, bits = [], [1 << card for card in cards]
    for number in rng.random(30).tolist():
        if state.is_terminal():
            break
        actions = state.legal_actions()
        action = actions[int(number * len(actions))]
        legal = sum([bits[choice] for choice in actions])
        moves.append(Move(state.current_player(), cards[action], legal))
        state.apply_action(action)
    assert state.is_terminal()
    return tuple(moves)


def random_game(
    game: Any, cards: list[int], rng: np.random.Generator, declarer: int, letter: str
) -> Game:
    state = game.new_initial_state()
    deal = rng.permutation(len(PACK)).tolist()
    for action in (*deal, *[PASS] * declarer, FIRST_GAME + LETTERS.index(letter)):
        state.apply_action(action)
    assert state.current_player() == declarer
    away = rng.choice(state.legal_actions(), 2, replace=False).tolist()
    for action in away:
        state.apply_action(action)
    hands = dealt([cards[action] for action in deal])
    skat = sum(1 << cards[action] for action in away)
    hands[declarer] = (hands[declarer] | hands[3]) & ~skat
    moves = play(state, cards, rng)
    points = 60 + 120 * state.returns()[declarer]
    return Game(letter, declarer, tuple(hands[:3]), skat, moves, points)


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """As many games of each kind by each declarer."""
    game, rng = pyspiel.load_game("skat"), np.random.default_rng(1)
    cards = open_spiel_cards(game)
    kinds = [(declarer, letter) for declarer in range(3) for letter in LETTERS]
    return [random_game(game, cards, rng, *kinds[i % len(kinds)]) for i in range(GAMES)]


def test_the_same_cards_are_legal_at_every_card(games: list[Game]) -> None:
    compared = 0
    for game in games:
        hands, number = list(game.hands), Contract(game.letter).game_number
        for trick in game.tricks():
            for place, move in enumerate(trick):
                led = trick[0].card if place else NO_CARD
                ours = legal(hands[move.seat], int(FOLLOWS[number, led]))
                assert ours == move.legal, (game.letter, PACK.names(ours), PACK.names(move.legal))
                hands[move.seat] &= ~(1 << move.card)
                compared += 1
    assert compared > 25 * GAMES


def test_the_same_seat_takes_and_leads(games: list[Game]) -> None:
    for game in games:
        leader, number = 0, Contract(game.letter).game_number
        for trick in game.tricks():
            assert [move.seat for move in trick] == [(leader + i) % 3 for i in range(3)]
            place = trick_winner(number, *(move.card for move in trick))
            leader = trick[place].seat


def declarers_tricks(game: Game) -> list[tuple[Move, ...]]:
    """The tricks that the declarer took by our rules."""
    number = Contract(game.letter).game_number
    return [
        trick
        for trick in game.tricks()
        if trick[trick_winner(number, *(move.card for move in trick))].seat == game.declarer
    ]


def test_the_declarer_has_the_same_points(games: list[Game]) -> None:
    for game in games:
        if game.letter != NULL:
            taken = sum(1 << move.card for trick in declarers_tricks(game) for move in trick)
            assert card_points(taken | game.skat) == pytest.approx(game.points)


def test_the_same_nulls_are_won(games: list[Game]) -> None:
    nulls = [game for game in games if game.letter == NULL]
    for game in nulls:
        won = not declarers_tricks(game)
        assert game.points == pytest.approx(90 if won else 30)
        assert len(game.moves) == 30 or not won
    assert {round(game.points) for game in nulls} == {30, 90}


def test_the_games_cover_what_is_easily_wrong(games: list[Game]) -> None:
    """Jacks that follow no printed suit, and tens that take or do not take kings."""
    jack_led = ten_and_king = 0
    for game in games:
        for trick in game.tricks():
            names = [PACK.name(move.card) for move in trick]
            jack_led += names[0][1] == "J" and any(name[0] == names[0][0] for name in names[1:])
            ten_and_king += any({suit + "T", suit + "K"} <= set(names) for suit in "CSHD")
    assert jack_led > 1_000
    assert ten_and_king > 1_000
    assert all(len(list(cards_of(game.skat))) == 2 for game in games)
