"""What every rating system must satisfy, whatever its formula.

Each check takes a system and a table with luck and without teams.
"""

from dataclasses import replace

import numpy as np

from evenhand.ratings.history import ratings_before
from evenhand.ratings.system import RatingSystem
from evenhand.tables import EMPTY, GameTable


def check_run_can_be_split_anywhere(system: RatingSystem, table: GameTable) -> None:
    """Stopping after any game and going on gives the same bits."""
    whole = system.rate(table)
    for cut in {0, 1, 2, len(table) // 3, len(table) // 2, len(table) - 1, len(table)}:
        first = system.rate(table.rows(0, cut))
        second = system.rate(table.rows(cut, len(table)), first.ratings)
        np.testing.assert_array_equal(second.ratings, whole.ratings)
        np.testing.assert_array_equal(np.vstack([first.expected, second.expected]), whole.expected)
        np.testing.assert_array_equal(np.vstack([first.after, second.after]), whole.after)


def check_ratings_given_stay_as_they_are(system: RatingSystem, table: GameTable) -> None:
    """A run writes into arrays of its own."""
    given = system.start(len(table.names))
    kept = given.copy()
    system.rate(table, given)
    np.testing.assert_array_equal(given, kept)


def check_expected_does_not_see_the_result(system: RatingSystem, table: GameTable) -> None:
    """Another result of any game leaves the expectations up to it as they were."""
    run = system.rate(table)
    for game in (0, len(table) // 2, len(table) - 1):
        score = table.score.copy()
        score[game] = np.where(table.taken[game], score[game][::-1], score[game])
        other = system.rate(replace(table, score=score))
        np.testing.assert_array_equal(other.expected[: game + 1], run.expected[: game + 1])


def check_expected_adds_up_to_one(system: RatingSystem, table: GameTable) -> None:
    """Expectations and chances are shares of one game; empty seats have none."""
    run = system.rate(table)
    for shares in (run.expected, system.win_chances(run.expected)):
        np.testing.assert_array_equal(np.isnan(shares), ~table.taken)
        assert np.nanmin(shares) >= 0.0
        np.testing.assert_allclose(np.nansum(shares, axis=1), 1.0, rtol=0.0, atol=1e-12)


def check_after_holds_the_rating_after_the_game(system: RatingSystem, table: GameTable) -> None:
    """The last entry of every player is the final rating."""
    run = system.rate(table)
    last = system.start(len(table.names))[:, 0].copy()
    last[table.seats[table.taken]] = run.after[table.taken]  # later games overwrite earlier
    np.testing.assert_array_equal(last, run.ratings[:, 0])


def check_names_do_not_matter(system: RatingSystem, table: GameTable) -> None:
    """Renumbering the players renumbers the ratings and nothing else."""
    order = np.random.default_rng(7).permutation(len(table.names)).astype(np.int32)
    seats = np.where(table.taken, order[table.seats], EMPTY).astype(np.int32)
    renamed = system.rate(replace(table, seats=seats))
    run = system.rate(table)
    np.testing.assert_array_equal(renamed.ratings[order], run.ratings)
    np.testing.assert_array_equal(renamed.expected, run.expected)


def check_empty_seats_do_not_matter(system: RatingSystem, table: GameTable) -> None:
    """A wider table with the same players gives the same bits."""
    wider = ((0, 0), (0, 3))
    padded = replace(
        table,
        seats=np.pad(table.seats, wider, constant_values=EMPTY),
        score=np.pad(table.score, wider),
        luck=None if table.luck is None else np.pad(table.luck, wider),
    )
    run = system.rate(padded)
    plain = system.rate(table)
    np.testing.assert_array_equal(run.ratings, plain.ratings)
    np.testing.assert_array_equal(run.expected[:, : table.width], plain.expected)


def check_a_better_score_never_lowers_the_rating(system: RatingSystem, table: GameTable) -> None:
    """More points in the last game, all else equal, never cost rating.

    Nor do they cost any of the lead over a player who was level or ahead before and is
    level or behind now.
    """
    ratings = system.rate(table.rows(0, len(table) - 1)).ratings
    last = table.rows(len(table) - 1, len(table))
    taken = last.taken[0]
    levels = np.unique(np.r_[last.score[0, taken], last.score[0, taken] - 0.5])
    for seat in np.flatnonzero(taken):
        score = np.repeat(last.score, len(levels), axis=0)
        score[:, seat] = levels
        games = [replace(last, score=row[None]) for row in score]
        after = np.vstack([system.rate(game, ratings).after for game in games])
        assert np.all(np.diff(after[:, seat]) >= -1e-9)
        for other in np.flatnonzero(taken):
            lead = after[:, seat] - after[:, other]
            near = np.searchsorted(levels, last.score[0, other])
            assert np.all(np.diff(lead[max(near - 1, 0) : near + 2]) >= -1e-9)


def check_zero_sum_where_promised(system: RatingSystem, table: GameTable) -> None:
    """What one gains others lose, in every game, up to rounding."""
    players = table.taken.sum(axis=1)
    promised = np.array([system.zero_sum(int(n)) for n in players])
    run = system.rate(table)
    before = ratings_before(table, run, system.start(len(table.names))[:, 0])
    total = np.nansum(run.after - before, axis=1)
    np.testing.assert_allclose(total[promised], 0.0, atol=1e-8)


ALL = tuple(check for name, check in sorted(globals().items()) if name.startswith("check_"))
