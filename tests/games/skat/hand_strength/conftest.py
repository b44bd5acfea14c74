"""Games that several tests share."""

import numpy as np
import pytest

from evenhand.games.skat import Games, make_random_games

from .made import passed_in
from .open_cards import open_card_games


@pytest.fixture(scope="package")
def solved() -> Games:
    """Games with the winner that open cards have."""
    return open_card_games(np.random.default_rng(1), 1800)


@pytest.fixture(scope="package")
def every_contract() -> Games:
    """Random games of every contract, and one that was passed in."""
    return Games.concat([make_random_games(np.random.default_rng(2), 2000), passed_in()])
