"""Each bot does what its docstring says, said once more in plain Python."""

from collections.abc import Mapping
from functools import cache

import numpy as np
import pytest
from numpy.random import default_rng

from evenhand.games import parse_bot
from evenhand.games.cards import as_hand, cards_of
from evenhand.games.rummy import (
    BOTS,
    GAME,
    Deal,
    DefeatSeeking,
    Hybrid,
    MinDist,
    MinScore,
    OpponentAware,
    Random,
    RummyBot,
    State,
    discard_dists,
    discard_scores,
    min_dist,
    min_score,
    name,
    points,
    read_wild,
)
from evenhand.games.rummy.deck import COLUMN, FULL, NATURAL, RANKS, card, jokers
from evenhand.games.rummy.melds import pure_sequences
from evenhand.rng import Stream
from tests.games.rummy.hands import any_hands, hand_of

JOKER = card("JK")
SEVEN = read_wild("7")
# Any king goes, and of several declarations each card that is none of the melds.
COMPLETE = "C2 C3 C4 JK JK D7 C5 D5 H5 S5 DK HK SK S9"


def shows_wild(hand: int, wild: int) -> list[int]:
    """Return the cards outside a hand that make this rank wild when they are exposed."""
    return [one for one in cards_of(jokers(FULL, wild) & ~hand) if wild == 0 or one < JOKER]


HANDS = [
    (hand, wild)
    for hand, wild in any_hands(default_rng(31), 340, 14)
    if wild < RANKS and shows_wild(hand, wild)
]


def deal_of(first: int, second: int, top: int, wild: int, stock: list[int]) -> Deal:
    """Return a deal of two hands, with the stock as given first."""
    exposed = shows_wild(first | second | 1 << top | as_hand(stock), wild)[0]
    dealt = [*cards_of(first), *cards_of(second), top, exposed, *stock]
    return Deal.from_pack([*dealt, *(one for one in range(54) if one not in dealt)])


@cache
def before_draw(hand: int, wild: int, top: int) -> State:
    """Return a game in which the first seat has thirteen cards and may take the open card."""
    exposed = shows_wild(hand | 1 << top, wild)[0]
    others = [one for one in range(54) if one != exposed and not (hand | 1 << top) >> one & 1]
    return State.from_deal(deal_of(hand, as_hand(others[:13]), top, wild, []))


@cache
def before_discard(hand: int, wild: int, gone: int | None = None) -> State:
    """Return a game in which the second seat has fourteen cards, after a discard of the first."""
    *held, drawn = cards_of(hand)
    exposed = shows_wild(hand, wild)[-1]
    free = [one for one in range(53, -1, -1) if one != exposed and not hand >> one & 1]
    gone = free[0] if gone is None else gone
    others = [gone, *(one for one in free if one != gone)]
    state = State.from_deal(
        deal_of(as_hand(others[:13]), as_hand(held), others[13], wild, [others[14], drawn])
    )
    return state.play("stock").play(name(gone)).play("stock")


def discards(bot: RummyBot, hand: int, wild: int, gone: int | None = None) -> tuple[str, bool]:
    """Return the discard, and whether the bot declares."""
    move = bot.choose(before_discard(hand, wild, gone), Stream(1))
    return move.removeprefix("declare "), move.startswith("declare")


def takes(bot: RummyBot, hand: int, wild: int, top: int) -> bool:
    return bot.choose(before_draw(hand, wild, top), Stream(1)) == "pile"


def kept(hand: int, wild: int) -> list[int]:
    """Return the cards of a hand that are no jokers; all if there are none."""
    return list(cards_of(hand & ~jokers(hand, wild) or hand))


def dearest(cards: list[int], wild: int) -> str:
    """Return the card of the most points, the highest number among them."""
    return name(max(cards, key=lambda one: (points(1 << one, wild), one)))


def least(values: Mapping[int, int], cards: list[int]) -> list[int]:
    fewest = min(values[one] for one in cards)
    return [one for one in cards if values[one] == fewest]


def with_top(hand: int) -> tuple[int, int]:
    """Return thirteen cards, and the fourteenth as the open card."""
    top = list(cards_of(hand))[hand % 14]
    return hand ^ 1 << top, top


def draws() -> list[tuple[int, int, int]]:
    """Return hands of thirteen cards, with the wild rank and the open card."""
    found = [(*with_top(both), wild) for both, wild in HANDS]
    return [(hand, wild, top) for hand, top, wild in found]


def test_min_dist_discards_the_dearest_of_those_that_leave_the_least() -> None:
    for hand, wild in HANDS:
        after = discard_dists(hand, wild)
        wanted = dearest(least(after, kept(hand, wild)), wild)
        assert discards(MinDist(), hand, wild) == (wanted, min(after.values()) == 0)


def test_ties_can_be_broken_by_score_by_number_or_at_random() -> None:
    drawn = set()
    for hand, wild in HANDS:
        best = least(discard_dists(hand, wild), kept(hand, wild))
        scores = discard_scores(hand, wild)
        by_score = dearest(least(scores, best), wild)
        assert discards(MinDist(ties="score"), hand, wild)[0] == by_score
        assert discards(MinDist(ties="number"), hand, wild)[0] == name(max(best))
        state, stream = before_discard(hand, wild), Stream(hand % 1000 + 1)
        found = MinDist(ties="random").choose(state, stream).removeprefix("declare ")
        assert found in map(name, best)
        drawn.add([name(one) for one in best].index(found) if len(best) == 5 else 0)
    assert drawn == set(range(5))


def test_min_dist_takes_the_open_card_if_that_brings_it_nearer() -> None:
    answers = []
    for hand, wild, top in draws():
        both = hand | 1 << top
        answers.append(takes(MinDist(), hand, wild, top))
        nearer = min_dist(both, wild) < min_dist(hand, wild)
        assert answers[-1] == (nearer or min_dist(both, wild) == 0)
    assert 30 < sum(answers) < len(answers) - 30


@pytest.mark.parametrize("threshold", [1, 3, 20])
def test_min_score_takes_the_open_card_for_its_threshold_or_to_declare(threshold: int) -> None:
    answers = []
    for hand, wild, top in draws():
        both = hand | 1 << top
        gain = min_score(hand, wild) - min_score(both, wild)
        answers.append(takes(MinScore(threshold), hand, wild, top))
        assert answers[-1] == (gain >= threshold or min_dist(both, wild) == 0)
    assert 30 < sum(answers) < len(answers) - 30


def test_min_score_discards_what_leaves_the_least_score() -> None:
    for hand, wild in HANDS:
        distances, scores = discard_dists(hand, wild), discard_scores(hand, wild)
        able = min(distances.values()) == 0
        best = least(distances if able else scores, kept(hand, wild))
        found, declares = discards(MinScore(), hand, wild)
        assert (found in map(name, best), declares) == (True, able)
        assert able or found == dearest(best, wild)


def test_hybrid_discards_as_min_dist_and_also_takes_what_lowers_its_score() -> None:
    for_score = 0
    for hand, wild, top in draws():
        both = hand | 1 << top
        best = least(discard_dists(both, wild), kept(both, wild))
        assert discards(Hybrid(), both, wild) == discards(MinDist(), both, wild)
        now = min_dist(hand, wild), min_score(hand, wild)
        then = both ^ 1 << max(best, key=lambda one: (points(1 << one, wild), one))
        better = (min_dist(then, wild), min_score(then, wild)) < now
        assert takes(Hybrid(), hand, wild, top) == (better or min_dist(both, wild) == 0)
        for_score += better and min_dist(then, wild) == now[0]
    assert for_score > 15


def near(gone: int) -> set[int]:
    """Return the same rank in the other suits, and the neighbours in the suit."""
    suit, rank = divmod(gone, RANKS)
    beside = {suit * RANKS + (rank + step) % RANKS for step in (1, -1)}
    return beside | {other * RANKS + rank for other in range(4) if other != suit}


def test_opponent_aware_prefers_safe_cards_among_the_best_discards() -> None:
    rng, helped = default_rng(32), 0
    for hand, wild in HANDS:
        gone = int(rng.choice(list(cards_of(NATURAL & ~hand))))
        if len(shows_wild(hand | 1 << gone, wild)) < 2:
            continue
        best = least(discard_dists(hand, wild), kept(hand, wild))
        both = [one for one in best if one in near(gone)]
        assert discards(OpponentAware(), hand, wild, gone)[0] == dearest(both or best, wild)
        assert discards(OpponentAware(memory=0), hand, wild, gone)[0] == dearest(best, wild)
        assert discards(MinDist(), hand, wild, gone)[0] == dearest(best, wild)
        helped += bool(both)
    assert helped > 20


def test_random_tosses_coins_and_discards_any_card() -> None:
    state, stream, hand = before_discard(hand_of(COMPLETE), SEVEN), Stream(7), hand_of(COMPLETE)
    found = [Random().choose(state, stream).removeprefix("declare ") for _ in range(700)]
    assert set(found) == set(map(name, cards_of(hand)))
    assert found.count("JK") > 70  # 100 are expected, SD 9
    assert min(map(found.count, set(found))) > 25  # 50 are expected, SD 7
    draw = before_draw(hand ^ 1 << JOKER, SEVEN, JOKER)
    piles = sum(Random().choose(draw, stream) == "pile" for _ in range(400))
    assert 150 < piles < 250
    keeping = [
        Random(keeps_jokers=True).choose(state, stream).removeprefix("declare ") for _ in range(300)
    ]
    assert set(keeping) == set(map(name, kept(hand, SEVEN)))


def test_random_declares_only_if_its_discard_happens_to_leave_a_valid_hand() -> None:
    hand, stream, seen = hand_of(COMPLETE), Stream(8), set()
    valid = {name(one) for one, far in discard_dists(hand, SEVEN).items() if far == 0}
    for _ in range(100):
        move = Random().choose(before_discard(hand, SEVEN), stream)
        assert move.startswith("declare") == (move.removeprefix("declare ") in valid)
        seen.add(move.startswith("declare"))
    assert seen == {True, False}


def test_random_may_see_when_it_can_declare() -> None:
    hand, stream = hand_of(COMPLETE), Stream(9)
    state, bot = before_discard(hand, SEVEN), Random(sees_end=True)
    valid = {one for one, far in discard_dists(hand, SEVEN).items() if far == 0}
    found = {bot.choose(state, stream) for _ in range(60)}
    assert found == {f"declare {name(one)}" for one in valid}
    assert len(found) > 1


def naturally_melded(hand: int) -> int:
    """Return the cards in pure sequences, and in ranks of which three or more are held."""
    found = as_hand({one for run in pure_sequences(hand & NATURAL) for one in cards_of(run)})
    for rank in range(RANKS):
        column = hand & COLUMN << rank
        found |= column if column.bit_count() >= 3 else 0
    return found


@pytest.mark.parametrize("keeps", [False, True])
def test_defeat_seeking_breaks_its_melds_at_the_cheapest_card_and_never_declares(
    keeps: bool,
) -> None:
    for hand, wild, top in draws():
        both = hand | 1 << top
        allowed = set(kept(both, wild) if keeps else cards_of(both))
        melded = allowed & set(cards_of(naturally_melded(both)))
        wanted = min(melded or allowed, key=lambda one: (points(1 << one, wild), one))
        assert discards(DefeatSeeking(keeps), both, wild) == (name(wanted), False)
        assert takes(DefeatSeeking(keeps), hand, wild, top) == bool(
            naturally_melded(both) >> top & 1
        )


def test_a_hand_of_jokers_and_some_cards_still_discards() -> None:
    """Five jokers are held: only the other nine cards are to choose from."""
    hand = hand_of("C7 D7 H7 JK JK CA C2 D9 DT HK SQ S3 H4 S8")
    for title, kind in BOTS.items():
        found, _ = discards(kind(), hand, SEVEN)
        assert not jokers(1 << card(found), SEVEN) or title in ("random", "defeat-seeking"), found


def test_a_bot_takes_its_random_numbers_from_a_generator_too() -> None:
    state = before_discard(hand_of(COMPLETE), SEVEN)
    moves = {Random().choose(state, default_rng(seed)) for seed in range(40)}
    assert len(moves) > 8
    assert Random().choose(state, default_rng(1)) == Random().choose(state, default_rng(1))


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: MinScore(threshold=0), "threshold must be from 1 to 80 points, not 0"),
        (lambda: OpponentAware(memory=33), "memory must be from 0 to 32 discards, not 33"),
        (
            lambda: parse_bot(GAME, "min-dist:ties=dice"),
            "ties must be one of points, score, number, random",
        ),
    ],
)
def test_wrong_parameters_are_refused(make: object, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        make()  # type: ignore[operator]


def test_rows_of_bots_are_whole_numbers() -> None:
    assert all(kind().row().dtype == np.int64 for kind in BOTS.values())
