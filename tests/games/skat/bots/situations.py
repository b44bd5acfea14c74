"""Situations at the table by the names of cards, and random ones."""

from collections.abc import Iterator

import numpy as np

from evenhand.games.cards import as_hand, cards_of
from evenhand.games.skat import PACK
from evenhand.games.skat.bots.observation import Observation
from evenhand.games.skat.contract import GAMES
from evenhand.games.skat.solver.layout import ABOVE, POINTS, SUIT_OF, kind_of, places
from evenhand.games.skat.tricks import legal

ALL = 0xFFFFFFFF


def in_layout(game: str, names: str) -> int:
    """Cards such as ``CJ HA`` as a mask in the layout of a game."""
    return as_hand(int(places(game)[PACK.card(name)]) for name in names.split())


def card_name(game: str, card: int) -> str:
    """The name of a card of the layout."""
    return PACK.name(places(game).tolist().index(card))


def situation(
    game: str,
    mover: int,
    own: str,
    table: str = "",
    *,
    gone: str = "",
    missing: tuple[str, str] = ("", ""),
    points: int = 0,
    theirs: int = 0,
) -> Observation:
    """What a player sees; ``gone`` are cards of earlier tricks and, for the declarer, the skat.

    ``missing`` are cards that the next player and the one after him are known not to have.
    """
    kind, mask = kind_of(game), in_layout(game, own)
    cards = [in_layout(game, name).bit_length() - 1 for name in table.split()]
    leader = (mover - len(cards)) % 3
    led, best, winner = ALL, 0, 0
    for place, card in enumerate(cards):
        if place == 0:
            led, best, winner = int(SUIT_OF[kind, card]), card, leader
        elif ABOVE[kind, best] >> card & 1:
            best, winner = card, (leader + 1) % 3
    first, second = ([*cards, -1, -1])[:2]
    known = mask | in_layout(game, gone) | as_hand(cards)
    near, far = (in_layout(game, names) for names in missing)
    stake, need = sum(int(POINTS[card]) for card in cards), 0 if game == "N" else 61
    trick = 10 - mask.bit_count()
    situated = (kind, mover, mask, legal(mask, led), len(cards), first, second, led, best, winner)
    return Observation(
        *situated, stake, ALL & ~known, near, far, points, theirs, need, trick, hand_game=0
    )


def random_situations(rng: np.random.Generator, count: int) -> Iterator[Observation]:
    """Situations of all games, with any hands, tables and cards gone."""
    for number in range(count):
        game = GAMES[number % len(GAMES)]
        names = [PACK.name(int(card)) for card in rng.permutation(32)]
        held, place = int(rng.integers(1, 11)), int(rng.integers(3))
        own, table = names[:held], names[held : held + place]
        gone = names[held + place : held + place + 3 * (10 - held)]
        missing = ("", " ".join(card for card in names if card[0] == "H"))
        yield situation(
            game,
            int(rng.integers(3)),
            " ".join(own),
            " ".join(table),
            gone=" ".join(gone),
            missing=missing if rng.integers(2) else ("", ""),
            points=int(rng.integers(60)),
            theirs=int(rng.integers(60)),
        )


def holds(view: Observation, card: int) -> bool:
    """Whether a card may be played."""
    return card in cards_of(view.playable)
