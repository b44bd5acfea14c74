"""The three ladders: how they are rated, and who is on them."""

from dataclasses import dataclass

from numpy.random import Generator

from evenhand.demo.bots import LUDO, RUMMY
from evenhand.demo.games import LUDO_ARENA, RUMMY_ARENA, SKAT_LEAGUE
from evenhand.demo.members import read_members
from evenhand.demo.names import draw_clubs, draw_people
from evenhand.ledger.settings import Rules, Settings, Title

TITLES = [Title("NM", 850, 20), Title("IM", 875, 40), Title("GM", 890, 60)]
SETTINGS = {
    SKAT_LEAGUE: Settings(
        name="Skat league",
        game="skat",
        system="score-share-elo",
        params={"k": 0.02, "initial": 800, "luck": "1.02/1/0"},
        rules=Rules(max_players=3, inactive_days=180, titles=TITLES),
    ),
    RUMMY_ARENA: Settings(
        name="Rummy arena",
        game="rummy",
        system="elo",
        params={"k": 12, "luck": "0.9/3/0.88"},
        rules=Rules(max_players=2, provisional_games=20),
    ),
    LUDO_ARENA: Settings(
        name="Ludo arena",
        game="ludo",
        system="glicko-2",
        params={"luck": "0.79/0.5/0.37"},
        rules=Rules(max_players=2, provisional_games=20),
    ),
}
"""How much luck weighs was measured by ``luck weigh`` on 7,252 other games of the same bots."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player of a ladder: a member of the league, or a bot."""

    name: str
    club: str  # of a bot: how it plays
    guest: bool = False


People = dict[str, list[Person]]
"""The players of each ladder, in the order of their numbers."""


def draw_everybody(rng: Generator) -> People:
    """Draw names for the members of the league; bots have names of their own."""
    members, clubs = read_members(), draw_clubs(rng)
    names = draw_people(rng, len(members))
    return {
        SKAT_LEAGUE: [
            Person(name, clubs[club], guest)
            for name, club, guest in zip(
                names, members.club.tolist(), members.guest.tolist(), strict=True
            )
        ],
        RUMMY_ARENA: [Person(name, text) for name, text in RUMMY.items()],
        LUDO_ARENA: [Person(name, text) for name, text in LUDO.items()],
    }
