"""Questions about hands as JSON, and their MinScore and MinDist."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from evenhand.games.options import card_names, read_object, typed
from evenhand.games.rummy.metrics import discard_dists, discard_scores, min_dists, min_scores
from evenhand.games.rummy.pack import HAND_SIZE, SIZES, name, read_hand, read_wild


@dataclass(frozen=True, slots=True)
class Question:
    """A hand of 13 or 14 cards, and the wild rank."""

    hand: int
    wild: int

    @classmethod
    def read(cls, line: str) -> "Question":
        """Read a question, whatever else the object holds; that no rank is wild must be said.

        >>> Question.read('{"hand": ["H7"], "wild": null}')
        Traceback (most recent call last):
        evenhand.games.cards.CardError: a hand has 13 or 14 cards, not 1
        """
        given = read_object(line)
        hand = read_hand(card_names(typed(given, "hand", list)), SIZES)
        if "wild" not in given:
            raise ValueError("missing wild; it is null if no rank is wild")
        return cls(hand, read_wild(given["wild"]))


def answers(
    questions: Sequence[Question], *, literal: bool = False, discards: bool = False
) -> list[dict[str, Any]]:
    """MinScore and MinDist of many hands, ready to be written as JSON.

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
                answer["discards"] = _discards(question, literal)
    return found


def _discards(question: Question, literal: bool) -> dict[str, dict[str, int]]:
    scores = discard_scores(question.hand, question.wild, literal)
    dists = discard_dists(question.hand, question.wild)
    return {"minscore": _named(scores), "mindist": _named(dists)}


def _named(values: Mapping[int, int]) -> dict[str, int]:
    """Values by the names of cards; the two printed jokers have the same."""
    return {name(card): value for card, value in values.items()}
