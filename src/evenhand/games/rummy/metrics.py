"""MinScore and MinDist of one hand or many, and questions about them as JSON.

Thirteen cards count as they are, of fourteen the best thirteen.  The wild rank is a number from
0 (aces) to 12 (kings), or ``NO_WILD``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evenhand.games.cards import CardError, Masks, cards_of
from evenhand.games.options import check_card_names, get_typed, read_object
from evenhand.games.rummy.deck import (
    CARDS,
    HAND_SIZE,
    NO_WILD,
    SIZES,
    SUIT_MASK,
    check_hand,
    check_wild,
    name,
    read_hand,
    read_wild,
)
from evenhand.games.rummy.dist_search import find_distances, find_good_discards
from evenhand.games.rummy.score_search import find_scores, find_scores_after
from evenhand.games.rummy.suit_tables import AFTER, build_tables, new_workspace, wild_mask


def min_score(hand: int, wild: int, literal: bool = False) -> int:
    """Return the fewest points that a hand must leave out of its melds, at most 80.

    Without a pure sequence all cards count, without a second sequence all but one pure
    sequence.  ``literal`` is the plain sentence of Chakraborty 2025 instead: the least sum of
    cards outside any melds.

    >>> from evenhand.games.rummy.deck import read_hand, read_wild
    >>> hand = read_hand("C2 C3 C4 H7 H8 JK SK DK HK S5 D9 DT DA".split())
    >>> min_score(hand, read_wild("Q"))
    30
    """
    return int(min_scores([hand], [wild], literal)[0])


def min_dist(hand: int, wild: int) -> int:
    """Return the fewest cards to exchange until a hand can be declared.

    >>> from evenhand.games.rummy.deck import read_hand, read_wild
    >>> min_dist(read_hand("C2 C3 C4 H7 H8 JK SK DK HK S5 D9 DT DA".split()), read_wild("Q"))
    2
    """
    return int(min_dists([hand], [wild])[0])


def min_scores(hands: ArrayLike, wilds: ArrayLike, literal: bool = False) -> Masks:
    """Return MinScore of many hands."""
    held, ranks, found = _check_hands(hands, wilds)
    find_scores(build_tables(), new_workspace(), held, ranks, int(literal), found)
    return found


def min_dists(hands: ArrayLike, wilds: ArrayLike, ranks: int = SUIT_MASK) -> Masks:
    """Return MinDist of many hands.

    A pack may have only some ``ranks``, a mask: then cards are exchanged for others of that pack.
    """
    held, wild_ranks, found = _check_hands(hands, wilds)
    find_distances(build_tables(ranks), new_workspace(), held, wild_ranks, found)
    return found


def discard_scores(hand: int, wild: int, literal: bool = False) -> dict[int, int]:
    """Return MinScore after each discard from fourteen cards."""
    _check_fourteen(hand, wild)
    work = new_workspace()
    find_scores_after(build_tables(), work, hand, wild, hand, int(literal))
    return {card: int(work[AFTER + card]) for card in cards_of(hand)}


def discard_dists(hand: int, wild: int) -> dict[int, int]:
    """Return MinDist after each discard from fourteen cards."""
    _check_fourteen(hand, wild)
    tables, work = build_tables(), new_workspace()
    least, good = find_good_discards(tables, work, hand, wild_mask(wild), hand)
    return {card: least + (good >> card & 1 == 0) for card in cards_of(hand)}


@dataclass(frozen=True, slots=True)
class Question:
    """A hand of 13 or 14 cards, and the wild rank."""

    hand: int
    wild: int

    @classmethod
    def read(cls, line: str) -> "Question":
        """Read a question, whatever else the object holds; wild must be given, null for none.

        >>> Question.read('{"hand": ["H7"], "wild": null}')
        Traceback (most recent call last):
        evenhand.games.cards.CardError: a hand has 13 or 14 cards, not 1
        """
        given = read_object(line)
        hand = read_hand(check_card_names(get_typed(given, "hand", list)), SIZES)
        if "wild" not in given:
            raise ValueError("missing wild; it is null if no rank is wild")
        return cls(hand, read_wild(given["wild"]))


def answer_questions(
    questions: Sequence[Question], *, literal: bool = False, discards: bool = False
) -> list[dict[str, Any]]:
    """Return MinScore and MinDist of many hands, ready to be written as JSON.

    With discards: for hands of 14 cards also what each discard leaves.
    """
    hands = np.array([question.hand for question in questions], np.int64)
    wilds = np.array([question.wild for question in questions], np.int64)
    scores, dists = min_scores(hands, wilds, literal), min_dists(hands, wilds)
    found: list[dict[str, Any]] = [
        {"minscore": score, "mindist": dist}
        for score, dist in zip(scores.tolist(), dists.tolist(), strict=True)
    ]
    if discards:
        for question, answer in zip(questions, found, strict=True):
            if question.hand.bit_count() > HAND_SIZE:
                answer["discards"] = _measure_discards(question, literal)
    return found


def _measure_discards(question: Question, literal: bool) -> dict[str, dict[str, int]]:
    scores = discard_scores(question.hand, question.wild, literal)
    dists = discard_dists(question.hand, question.wild)
    return {"minscore": _by_name(scores), "mindist": _by_name(dists)}


def _by_name(values: Mapping[int, int]) -> dict[str, int]:
    """Return values by the names of cards; the two printed jokers have the same."""
    return {name(card): value for card, value in values.items()}


def _check_fourteen(hand: int, wild: int) -> None:
    check_hand(hand, SIZES[1:])
    check_wild(wild)


def _check_hands(hands: ArrayLike, wilds: ArrayLike) -> tuple[Masks, Masks, Masks]:
    """Return hands and wild ranks as arrays, and an empty array for the answers."""
    held, ranks = _as_integers(hands), _as_integers(wilds)
    if held.ndim != 1:
        raise CardError(f"hands are a row of masks, not an array of {held.ndim} dimensions")
    ranks = np.ascontiguousarray(np.broadcast_to(ranks, held.shape)).copy()
    for hand in held[~np.isin(np.bitwise_count(held), SIZES) | (held >> CARDS != 0)]:
        check_hand(int(hand), SIZES)
    for wild in ranks[(ranks < 0) | (ranks > NO_WILD)]:
        check_wild(int(wild))
    return held, ranks, np.empty(len(held), np.int64)


def _as_integers(values: ArrayLike) -> Masks:
    """Return numbers as an array of 64 bits each."""
    given = np.asarray(values)
    if given.size and given.dtype.kind not in "iu":
        raise CardError("hands and wild ranks are whole numbers of at most 64 bits")
    return np.ascontiguousarray(given, np.int64)
