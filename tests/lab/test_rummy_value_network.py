"""Examples are drawn from games of any length."""

import numpy as np

from lab.fits.rummy_value_network import draw_examples


def test_a_part_of_the_games_may_give_no_example() -> None:
    """Of the last of these games, which are replayed apart, no position is taken."""
    inputs, won = draw_examples(np.random.default_rng(86), 100)
    assert len(inputs) == len(won) > 100
    assert set(won.tolist()) == {0, 1}
