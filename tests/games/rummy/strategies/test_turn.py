"""Each strategy does what its docstring says, told once more in plain Python."""

from collections.abc import Mapping

import numpy as np
import pytest
from evenhand.games.rummy.pack import (
    COLUMN,
    JOKER,
    NATURAL,
    RANKS,
    card,
    jokers,
    name,
    names,
    read_wild,
)
from evenhand.games.rummy.points import points
from evenhand.games.rummy.simulated import RUMMY
from evenhand.games.rummy.strategies.bots import (
    BOTS,
    DefeatSeeking,
    Hybrid,
    MinDist,
    MinScore,
    OpponentAware,
    Random,
    Strategy,
)
from evenhand.games.rummy.strategies.chosen import OF_POINTS
from evenhand.games.rummy.strategies.desk import Desk, new_desk
from evenhand.games.rummy.strategies.natural_melds import in_natural_melds, near
from evenhand.games.rummy.strategies.turn import discard, takes_pile

from evenhand.games.cards import as_hand, cards_of
from evenhand.games.rummy.melds import is_pure, pure_sequences
from evenhand.games.rummy.metrics import (
    discard_dists,
    discard_scores,
    min_dist,
    min_score,
)
from tests.games.rummy.made import any_hands, hand_of

HANDS = any_hands(np.random.default_rng(31), 400, 14)
DESK = new_desk()


def discards(
    strategy: Strategy, hand: int, wild: int, safe: int = 0, desk: Desk = DESK
) -> tuple[int, bool]:
    """The discard and whether the player declares; jokers may be discarded if it wants to."""
    row = strategy.row()
    found, declares, _ = discard(row, desk, hand, wild, safe, row[2], False)
    return int(found), bool(declares)


def takes(strategy: Strategy, hand: int, wild: int, top: int) -> bool:
    row = strategy.row()
    return bool(takes_pile(row, DESK, hand, wild, top, row[2], False))


def kept(hand: int, wild: int) -> list[int]:
    """The cards of a hand that are no jokers; all if there are none."""
    return list(cards_of(hand & ~jokers(hand, wild) or hand))


def dearest(cards: list[int], wild: int) -> int:
    """The card of the most points, the highest number among them."""
    return max(cards, key=lambda card: (points(1 << card, wild), card))


def least(values: Mapping[int, int], cards: list[int]) -> list[int]:
    fewest = min(values[card] for card in cards)
    return [card for card in cards if values[card] == fewest]


def after_pile(strategy: Strategy, hand: int, wild: int, top: int) -> int:
    """The thirteen cards that a player has if he takes the open card."""
    return (hand | 1 << top) ^ 1 << discards(strategy, hand | 1 << top, wild)[0]


def with_top(hand: int) -> tuple[int, int]:
    """Thirteen cards, and the fourteenth as the open card."""
    top = list(cards_of(hand))[hand % 14]
    return hand ^ 1 << top, top


def test_min_dist_discards_the_dearest_of_those_that_leave_the_least() -> None:
    for hand, wild in HANDS:
        after = discard_dists(hand, wild)
        wanted = dearest(least(after, kept(hand, wild)), wild)
        assert discards(MinDist(), hand, wild) == (wanted, min(after.values()) == 0)


def test_ties_can_be_broken_by_score_by_number_or_by_lot() -> None:
    lots = set()
    for hand, wild in HANDS:
        best = least(discard_dists(hand, wild), kept(hand, wild))
        scores = discard_scores(hand, wild)
        by_score = dearest(least(scores, best), wild)
        assert discards(MinDist(ties="score"), hand, wild)[0] == by_score
        assert discards(MinDist(ties="number"), hand, wild)[0] == max(best)
        drawn = discards(MinDist(ties="lot"), hand, wild)[0]
        assert drawn in best
        lots.add(best.index(drawn) if len(best) == 5 else 0)
    assert lots == set(range(5))


def test_min_dist_takes_the_open_card_if_that_brings_it_nearer() -> None:
    answers = []
    for both, wild in HANDS:
        hand, top = with_top(both)
        answers.append(takes(MinDist(), hand, wild, top))
        nearer = min_dist(both, wild) < min_dist(hand, wild)
        assert answers[-1] == (nearer or min_dist(both, wild) == 0)
    assert 40 < sum(answers) < 360


@pytest.mark.parametrize("threshold", [1, 3, 20])
def test_min_score_takes_the_open_card_for_its_threshold_or_to_declare(threshold: int) -> None:
    answers = []
    for both, wild in HANDS:
        hand, top = with_top(both)
        gain = min_score(hand, wild) - min_score(both, wild)
        answers.append(takes(MinScore(threshold), hand, wild, top))
        assert answers[-1] == (gain >= threshold or min_dist(both, wild) == 0)
    assert 40 < sum(answers) < 360


def test_min_score_discards_what_leaves_the_least_score() -> None:
    for hand, wild in HANDS:
        distances, scores = discard_dists(hand, wild), discard_scores(hand, wild)
        able = min(distances.values()) == 0
        best = least(distances if able else scores, kept(hand, wild))
        found, declares = discards(MinScore(), hand, wild)
        assert (found in best, declares) == (True, able)
        assert able or found == dearest(best, wild)


def test_hybrid_discards_as_min_dist_and_also_takes_what_lowers_its_score() -> None:
    for_score = 0
    for both, wild in HANDS:
        hand, top = with_top(both)
        assert discards(Hybrid(), both, wild) == discards(MinDist(), both, wild)
        now = min_dist(hand, wild), min_score(hand, wild)
        then = after_pile(Hybrid(), hand, wild, top)
        better = (min_dist(then, wild), min_score(then, wild)) < now
        assert takes(Hybrid(), hand, wild, top) == (better or min_dist(both, wild) == 0)
        for_score += better and min_dist(then, wild) == now[0]
    assert for_score > 20


def test_opponent_aware_prefers_safe_cards_among_the_best_discards() -> None:
    rng, helped = np.random.default_rng(32), 0
    for hand, wild in HANDS:
        best = least(discard_dists(hand, wild), kept(hand, wild))
        safe = near(int(rng.integers(52))) | near(int(rng.integers(52)))
        both = [card for card in best if safe >> card & 1]
        assert discards(OpponentAware(), hand, wild, safe)[0] == dearest(both or best, wild)
        assert discards(MinDist(), hand, wild, safe)[0] == dearest(best, wild)
        helped += bool(both)
    assert helped > 40


def test_near_cards_are_those_of_the_papers_example() -> None:
    assert names(near(card("C5"))) == ["C4", "C6", "D5", "H5", "S5"]


def test_random_tosses_coins_and_discards_any_card() -> None:
    desk, hand = new_desk(lots=7), hand_of("C2 C3 C4 JK JK D7 C5 D5 H5 S5 DK HK SK S9")
    row = Random().row()
    found = [discards(Random(), hand, read_wild("7"), desk=desk)[0] for _ in range(700)]
    assert set(found) == set(cards_of(hand)) - {JOKER + 1}  # printed jokers are alike
    assert found.count(JOKER) > 70  # 100 are expected, SD 9
    assert min(map(found.count, set(found))) > 25  # 50 are expected, SD 7
    piles = sum(takes_pile(row, desk, hand ^ 1 << 52, 6, 52, row[2], False) for _ in range(400))
    assert 150 < piles < 250
    keeping = [
        discards(Random(keeps_jokers=True), hand, read_wild("7"), desk=desk)[0] for _ in range(300)
    ]
    assert set(keeping) == set(kept(hand, read_wild("7")))


def test_random_declares_only_if_its_discard_happens_to_leave_a_valid_hand() -> None:
    desk, wild = new_desk(lots=8), read_wild("7")
    hand = hand_of("C2 C3 C4 JK JK D7 C5 D5 H5 S5 DK HK SK S9")
    for _ in range(100):
        found, declares = discards(Random(), hand, wild, desk=desk)
        assert declares == (min_dist(hand ^ 1 << found, wild) == 0)


def test_random_may_see_when_it_can_declare() -> None:
    desk, wild = new_desk(lots=9), read_wild("7")
    hand = hand_of("C2 C3 C4 JK JK D7 C5 D5 H5 S5 DK HK SK S9")
    found = {discards(Random(sees_end=True), hand, wild, desk=desk) for _ in range(60)}
    valid = {card for card, distance in discard_dists(hand, wild).items() if distance == 0}
    assert found == {(card, True) for card in valid - {JOKER + 1}}
    assert len(found) > 1


def naturally_melded(hand: int) -> int:
    """The cards in pure sequences, and in ranks of which three or more are held."""
    found = as_hand({card for run in pure_sequences(hand & NATURAL) for card in cards_of(run)})
    for rank in range(RANKS):
        column = hand & COLUMN << rank
        found |= column if column.bit_count() >= 3 else 0
    return found


def test_natural_melds_are_those_of_the_rules() -> None:
    for hand, _ in HANDS:
        assert in_natural_melds(hand) == naturally_melded(hand)
    assert all(is_pure(run) for hand, _ in HANDS[:50] for run in pure_sequences(hand & NATURAL))


@pytest.mark.parametrize("keeps", [False, True])
def test_defeat_seeking_breaks_its_melds_at_the_cheapest_card_and_never_declares(
    keeps: bool,
) -> None:
    for both, wild in HANDS:
        hand, top = with_top(both)
        allowed = set(kept(both, wild) if keeps else cards_of(both))
        melded = allowed & set(cards_of(naturally_melded(both)))
        wanted = min(melded or allowed, key=lambda card: (points(1 << card, wild), card))
        assert discards(DefeatSeeking(keeps), both, wild) == (wanted, False)
        assert takes(DefeatSeeking(keeps), hand, wild, top) == bool(
            naturally_melded(both) >> top & 1
        )


def test_a_hand_of_jokers_and_two_cards_still_discards() -> None:
    """All six jokers are held: only the other eight cards are to choose from."""
    wild = read_wild("7")
    hand = hand_of("C7 D7 H7 S7 JK JK CA C2 D9 DT HK SQ S3 H4")
    for name_, kind in BOTS.items():
        found, _ = discards(kind(), hand, wild)
        assert found < JOKER or name_ in ("random", "defeat-seeking"), name(found)


def test_groups_of_points_hold_every_card_once() -> None:
    assert sum(int(cards).bit_count() for cards in OF_POINTS) == 52
    assert names(int(OF_POINTS[9])) == ["C9", "D9", "H9", "S9"]


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: MinScore(threshold=0), "threshold must be from 1 to 80 points, not 0"),
        (lambda: OpponentAware(memory=33), "memory must be from 0 to 32 discards, not 33"),
        (
            lambda: RUMMY.player("min-dist:ties=dice"),
            "ties must be one of points, score, number, lot",
        ),
    ],
)
def test_wrong_parameters_are_refused(make: object, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        make()  # type: ignore[operator]
