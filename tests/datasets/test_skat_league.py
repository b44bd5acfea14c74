"""The bundled season is what its generator and seed make."""

import numpy as np

from evenhand.datasets import SKAT_LEAGUE_SEED, load_skat_league, make_skat_league
from evenhand.ratings import ScoreShareElo


def test_the_file_of_the_package_was_drawn_with_its_seed() -> None:
    league, (drawn, _) = (
        load_skat_league(),
        make_skat_league(np.random.default_rng(SKAT_LEAGUE_SEED)),
    )
    assert len(league) == len(drawn) == 532
    np.testing.assert_array_equal(league.score, drawn.score)
    np.testing.assert_array_equal(league.time, drawn.time)
    seated = [[league.names[p] for p in row] for row in league.seats]
    assert seated == [[drawn.names[p] for p in row] for row in drawn.seats]


def test_ratings_find_the_strong_players_of_the_season() -> None:
    league, (_, strength) = (
        load_skat_league(),
        make_skat_league(np.random.default_rng(SKAT_LEAGUE_SEED)),
    )
    order = np.array(
        [
            make_skat_league(np.random.default_rng(SKAT_LEAGUE_SEED))[0].names.index(n)
            for n in league.names
        ]
    )
    ratings = ScoreShareElo(k=0.03).run(league).values[:, 0]
    assert np.corrcoef(ratings, strength[order])[0, 1] > 0.6
