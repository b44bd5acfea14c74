"""What the bots do, and how strong they are."""

import numpy as np
import pytest

from evenhand.games import parse_bot, play_game
from evenhand.games.gin_rummy import (
    GAME,
    PACK,
    Careful,
    MinDeadwood,
    Random,
    Rules,
    State,
    count_points,
    deadwood,
)
from evenhand.games.protocol import Bot
from evenhand.rng import Stream, draw_seeds
from evenhand.simulation import make_bots, ordered_tables, simulate, standings
from evenhand.tables import Indices
from tests.games.gin_rummy.decks import make_deck, play, start


def choose(bot: Bot, state: State) -> str:
    return bot.choose(state, Stream(1))


def test_min_deadwood_makes_the_discard_that_leaves_the_least_and_knocks_when_it_may() -> None:
    for seed in range(1, 60):
        state = State.start(Rules(), seed)
        while not state.over:
            move = choose(MinDeadwood(), state)
            hand, seat = state.hand(state.turn or 0), state.turn or 0
            legal = state.legal_moves()
            if "stock" not in legal and "pass" not in legal:
                discards = [PACK.card(name.split()[-1]) for name in legal]
                left = {card: deadwood(hand & ~(1 << card)) for card in discards}
                assert left[PACK.card(move.split()[-1])] == min(left.values())
                assert (" " in move) == (min(left.values()) <= 10)
            elif "pile" in legal:
                top = state.top
                assert top is not None
                after = min(
                    deadwood((hand | 1 << top) & ~(1 << card))
                    for card in range(52)
                    if hand >> card & 1
                )
                assert (move == "pile") == (after < deadwood(hand))
            state = state.play(move, seat)


def test_a_bot_that_knocks_later_goes_on_with_little_deadwood() -> None:
    low = "CA C2 C3 D7 H7 S7 H9 D9 S9 H5"
    other = "C4 C5 DA DT DJ DQ S2 S4 H3 CK"
    state = play(start(make_deck(low, other, stock="HK")), "pass, pass, stock")
    for bot in (MinDeadwood(), Careful(), MinDeadwood(knock_at=5)):
        assert choose(bot, state) == "knock HK"
    for late in (MinDeadwood(knock_at=4), Careful(knock_at=4)):
        assert choose(late, state) == "HK"


def test_gin_is_never_missed() -> None:
    hand = "CA C2 C3 D7 H7 S7 H9 D9 S9 H5"
    other = "C4 C5 DA DT DJ DQ S2 S4 H3 CK"
    state = play(start(make_deck(hand, other, stock="C9")), "pass, pass, stock")
    for bot in (MinDeadwood(knock_at=0), Careful(knock_at=0)):
        assert choose(bot, state) == "gin H5"
    big = play(start(make_deck(hand.replace("H5", "C9"), other.replace("C4", "S6"), stock="C4"),
                     rules=Rules(big_gin=31)), "pass, pass, stock")  # fmt: skip
    assert choose(MinDeadwood(), big) == choose(Careful(), big) == "big gin"


def test_careful_keeps_what_the_opponent_collects_and_forgets_with_little_memory() -> None:
    """The other took the queen of spades: kings and queens are dear to throw, but not to all."""
    own = "CK DQ HT C8 D6 H4 S2 DA CJ H8"
    other = "SK SJ C3 C4 C5 D2 D3 D4 H6 CA"
    state = play(start(make_deck(own, other, upcard="SQ", stock="H2")), "pass, pile, CA, stock")
    assert choose(Careful(memory=0), state) in {"CK", "DQ", "CJ"}
    wary = PACK.card(choose(Careful(memory=5), state))
    assert wary % 13 not in {10, 11, 12} or PACK.name(wary) in {"CK", "CJ"}
    assert count_points(1 << wary) == 10


def test_careful_takes_the_upcard_only_for_a_meld() -> None:
    own = "CK DQ HT C8 D6 H4 S2 DA CJ H8"
    other = "SK SJ C3 C4 C5 D2 D3 D4 H6 S9"
    low = start(make_deck(own, other, upcard="CA"))
    assert (choose(MinDeadwood(), low), choose(Careful(), low)) == ("pile", "pass")
    meld = start(make_deck(own, other, upcard="S8"))
    assert (choose(MinDeadwood(), meld), choose(Careful(), meld)) == ("pile", "pile")


def test_a_random_bot_makes_all_moves_and_only_legal_ones() -> None:
    state = play(start(make_deck(stock="H2")), "pass, pass, stock")
    rng = np.random.default_rng(1)
    made = {Random().choose(state, rng) for _ in range(300)}
    assert made == set(state.legal_moves())


def mean_share(first: Bot, second: Bot, games: int) -> float:
    """Return the share of games that the first bot wins, on both seats with the same cards."""
    seeds = np.repeat(draw_seeds(np.random.default_rng(3), games // 2), 2)
    seats: Indices = np.tile(np.array([[0, 1], [1, 0]], np.int32), (games // 2, 1))
    winner = GAME.simulate((first, second), seats, seeds, Rules()).details["winner"]
    own = np.where(seats[:, 0] == 0, 1, 2)
    return float(np.where(winner == 0, 0.5, winner == own).mean())


def test_careful_beats_min_deadwood_and_that_beats_random() -> None:
    """The error of the first share is 0.0099 in 2,000 games: 0.52 would be two errors."""
    assert mean_share(Careful(), MinDeadwood(), 2000) > 0.52
    assert mean_share(MinDeadwood(), Random(), 2000) > 0.98
    assert mean_share(Careful(), MinDeadwood(knock_at=0), 2000) > 0.6


def test_a_tournament_ranks_the_bots() -> None:
    bots = make_bots(GAME, GAME.bots)
    played = simulate(GAME, bots, ordered_tables(3, 2, 2000), np.random.default_rng(1), luck="none")
    assert standings(played.table)["player"].to_list() == ["careful", "min-deadwood", "random"]


def test_a_watched_game_is_the_simulated_one() -> None:
    bots = (Careful(), Random())
    seeds = draw_seeds(np.random.default_rng(4), 20)
    seats: Indices = np.tile(np.array([[0, 1]], np.int32), (20, 1))
    score = GAME.simulate(bots, seats, seeds, Rules(deals=2)).score
    for seed, expected in zip(seeds.tolist(), score, strict=True):
        assert play_game(GAME, bots, seed, Rules(deals=2)).returns() == tuple(expected)


@pytest.mark.parametrize("text", ["careful:memory=11", "min-deadwood:knock_at=-1", "random:x=1"])
def test_wrong_parameters_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"memory|knock_at|x"):
        parse_bot(GAME, text)
