"""Luck: what chance gave, event by event; its mean is zero and it explains results."""

from math import sqrt

import numpy as np
import pytest

from evenhand.games import play_game
from evenhand.games.gin_rummy import GAME, PACK, Careful, MinDeadwood, Random, Rules
from evenhand.games.gin_rummy.value import CLASSES, load_values, share_of_game
from evenhand.games.protocol import Bot, SimulatedGames
from evenhand.rng import draw_seeds
from evenhand.tables import Floats, Indices
from tests.games.gin_rummy.decks import make_deck, play, start


def simulate(bots: tuple[Bot, Bot], games: int, rules: Rules, seed: int = 5) -> SimulatedGames:
    seats: Indices = np.tile(np.array([[0, 1]], np.int32), (games, 1))
    return GAME.simulate(bots, seats, draw_seeds(np.random.default_rng(seed), games), rules, "all")


def wins(games: SimulatedGames) -> Floats:
    return np.asarray(np.sign(games.score[:, 0] - games.score[:, 1]) / 2)


@pytest.mark.parametrize(
    ("bots", "rules", "games", "least"),
    [
        ((Careful(), Careful()), Rules(), 1500, 3.0),
        ((MinDeadwood(), Careful()), Rules(), 1500, 3.0),
        ((Careful(), MinDeadwood(knock_at=4)), Rules(), 1000, 1.5),
        ((Careful(), MinDeadwood()), Rules(deals=4), 500, 2.5),
        ((Careful(), MinDeadwood()), Rules(knock=4, gin=25, undercut=25), 1000, 1.5),
    ],
)
def test_luck_takes_variance_out_of_results_and_has_no_mean(
    bots: tuple[Bot, Bot], rules: Rules, games: int, least: float
) -> None:
    played = simulate(bots, games, rules)
    luck = played.luck
    assert luck is not None
    assert (luck.sum(axis=1) == 0).all()
    assert np.var(wins(played)) / np.var(wins(played) - luck[:, 0]) > least
    for part in ("luck_deal", "luck_draws"):
        values = played.details[part][:, 0]
        assert abs(values.mean()) < 4 * values.std() / sqrt(len(values))  # four standard errors


def test_the_luck_of_a_good_deal_is_above_that_of_a_bad_one() -> None:
    good = "CA C2 C3 D7 H7 S7 H9 D9 S9 H5"
    bad = "CK DQ HT C8 D6 H4 S2 DA CJ H8"
    lucks = []
    for hands in ((good, bad), (bad, good)):
        deck = make_deck(*hands, upcard="SK", stock="HK CT SQ S5")
        state = play(start(deck), "pass, pass, stock, HK, stock")
        while not state.over:
            state = state.play(MinDeadwood().choose(state, np.random.default_rng(1)))
        (deal, *_) = GAME.luck_of(state, (Careful(), Careful()), "all")
        assert (deal.kind, deal.move) == ("deal", 0)
        lucks.append(deal.luck[0])
    assert lucks[0] > 0.25
    assert lucks[1] < -0.25


def test_a_card_that_makes_a_meld_is_luck_and_the_mean_over_the_stock_is_zero() -> None:
    """Every card that could have come is put on top of the stock in turn."""
    own, other = "CA C2 C3 D7 H7 S7 H9 D9 SK HQ", "CK DQ HT C8 D6 H4 S2 DA CJ H8"
    left = sorted(set(range(52)) - set(make_deck(own, other, upcard="SJ")[:21]))
    lucks = {}
    for card in left:
        deck = list(make_deck(own, other, upcard="SJ"))
        place = deck.index(card)
        deck[21], deck[place] = deck[place], deck[21]
        state = play(start(tuple(deck)), "pass, pass, stock")
        while not state.over:
            state = state.play(Careful().choose(state, np.random.default_rng(1)))
        events = GAME.luck_of(state, (Careful(), Careful()), "all")
        assert [event.kind for event in events[:2]] == ["deal", "draw"]
        assert events[1].move == 2
        lucks[card] = events[1].luck[0]
    assert len(left) == 31
    assert sum(lucks.values()) == pytest.approx(0.0, abs=1e-12)
    best = sorted(lucks, key=lucks.__getitem__)[-2:]
    assert {PACK.name(card) for card in best} == {"C9", "S9"}
    assert min(lucks[card] for card in best) > 0.05


def test_the_luck_of_people_is_measured_too() -> None:
    end = play_game(GAME, (Random(), MinDeadwood()), 7, Rules(deals=2))
    events = GAME.luck_of(end, (None, None), "all")
    deals = [event for event in events if event.kind == "deal"]
    assert len(deals) == 2
    assert len(events) - 2 == sum(move == "stock" for _, move in end.moves)
    assert [event.move for event in events] == sorted(event.move for event in events)
    assert GAME.luck_of(end, (None, None), "deal") == deals
    assert GAME.luck_of(end, (None, None), "none") == []


def test_chances_of_deals_add_up_and_their_errors_are_small() -> None:
    deals = load_values()["deals"]
    assert deals["chances"].sum() == pytest.approx(1.0)
    assert deals["errors"].max() < 0.0005
    assert (np.diff(deals["margins"]) > 0).all()
    assert deals["margins"] == pytest.approx(-deals["margins"][::-1])
    assert len(deals["chances"]) == CLASSES


def test_the_share_of_a_lead_is_a_normal_probability() -> None:
    # Phi(1) from tables
    assert share_of_game(20.0, 4, 10.0) == pytest.approx(0.8413447, abs=1e-7)
    assert share_of_game(-20.0, 4, 10.0) == pytest.approx(0.1586553, abs=1e-7)
    assert [share_of_game(lead, 0, 10.0) for lead in (-1.0, 0.0, 1.0)] == [0.0, 0.5, 1.0]
