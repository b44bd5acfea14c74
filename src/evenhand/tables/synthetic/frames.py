"""A synthetic platform as frames, with all that is known of it."""

import polars as pl

from evenhand.tables.columns import OWN
from evenhand.tables.frames import to_frame
from evenhand.tables.synthetic.population import Population
from evenhand.tables.table import GameTable
from evenhand.tables.times import datetimes


def games_frame(table: GameTable, population: Population) -> pl.DataFrame:
    """The games in the wide layout, and the skill of both seats in columns of our own."""
    skills = [
        pl.Series(f"{OWN}skill_{seat}", skill) for seat, skill in enumerate(population.skill.T, 1)
    ]
    return to_frame(table).with_columns(skills)


def players_frame(table: GameTable, population: Population) -> pl.DataFrame:
    """A row for each player, in the order in which they joined."""
    return pl.DataFrame(
        {
            "player": table.names,
            "joined": datetimes(population.joined),
            "games": population.games,
            "left": population.left,
            "skill_start": population.start,
            "skill_end": population.end,
            "gain": population.gain,
            "pace": population.pace,
        }
    )
