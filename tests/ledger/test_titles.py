"""Titles by the rules of a ladder, beside a plain look at every game."""

import numpy as np
from msgspec.structs import replace

from evenhand.ledger.corrections import change_settings
from evenhand.ledger.profile import games_of
from evenhand.ledger.settings import Rules, Title
from evenhand.ledger.titles import titles_of

from .worlds import ELO, World, opened, result, some_results

TITLES = [Title("NM", 1510.0, 3), Title("IM", 1520.0, 6), Title("GM", 1540.0, 9)]
RULED = replace(ELO, rules=Rules(titles=TITLES))


def plainly(world: World, local: int) -> str:
    """The highest title that was ever reached, by the list of all changes."""
    ladder = world.ladder
    name = ladder.roster.ids[ladder.number_of(local)]
    with world.ledger.database.reading() as connection:
        games, _ = games_of(connection, ladder, local, 1000)
    found = ""
    for title in TITLES:
        for count, game in enumerate(games[::-1], start=1):
            after = next(seat.after for seat in game.players if seat.player == name)
            if after >= title.rating and count >= title.games:
                found = title.name
    return found


def titles(world: World) -> dict[str, str]:
    ladder = world.ladder
    players = np.arange(ladder.standing.players, dtype=np.int32)
    ids = [ladder.roster.ids[ladder.number_of(local)] for local in players.tolist()]
    return dict(zip(ids, titles_of(ladder, players), strict=True))


def test_titles_are_those_of_a_plain_look_at_every_game(database_url: str) -> None:
    with opened(database_url, RULED) as world:
        world.post(*some_results(80))
        found = titles(world)
        ladder = world.ladder
        for local in range(ladder.standing.players):
            assert found[ladder.roster.ids[ladder.number_of(local)]] == plainly(world, local)
        assert len(set(found.values())) > 1


def test_who_has_a_title_keeps_it_unless_the_games_did_not_count(database_url: str) -> None:
    with opened(database_url, RULED) as world:
        wins = [result(f"w{n}", n, {"anna": 1, "ben": 0}) for n in range(3)]
        world.post(*wins)
        assert titles(world) == {"anna": "NM", "ben": ""}
        world.post(*(result(f"l{n}", 10 + n, {"anna": 0, "cem": 1}) for n in range(20)))
        assert titles(world)["anna"] == "NM"
        world.void("w1")
        world.void("w2")
        assert titles(world)["anna"] == ""


def test_without_rules_nobody_has_a_title(database_url: str) -> None:
    with opened(database_url, RULED) as world:
        world.post(*(result(f"w{n}", n, {"anna": 1, "ben": 0}) for n in range(3)))
        change_settings(world.ledger, world.ladder, ELO)
        assert set(titles(world).values()) == {""}
