"""Answers to results that were posted."""

from collections.abc import Sequence

import msgspec
import numpy as np

from evenhand.ledger.ladder import Ladder
from evenhand.ledger.posting import ACCEPTED, REJECTED, Checked
from evenhand.ledger.profile import SeatChange, seat_changes


class ResultAnswer(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What became of one result: accepted, known already, or rejected for a reason."""

    id: str
    status: str
    seq: int | None = None
    players: list[SeatChange] = []
    problem: str = ""


def answers_to(ladder: Ladder, checked: Sequence[Checked]) -> list[list[ResultAnswer]]:
    """What to answer to postings, with what each game did to the ratings."""
    with ladder.lock:
        seqs = [v.seq for one in checked for v in one.verdicts if v.seq and v.status != REJECTED]
        positions = [ladder.standing.find(seq) for seq in seqs]
        counting = [(seq, at) for seq, at in zip(seqs, positions, strict=True) if at is not None]
        games = np.array([at for _, at in counting], np.int64)
        done = seat_changes(ladder, games) if counting else []
    changes = {seq: own for (seq, _), own in zip(counting, done, strict=True)}
    return [
        [
            ResultAnswer(v.id, v.status, v.seq, changes.get(v.seq or 0, []), v.problem)
            for v in one.verdicts
        ]
        for one in checked
    ]


def worst_status(answers: Sequence[ResultAnswer]) -> int:
    """The HTTP status of one result: made, known already, or wrong."""
    kinds = {answer.status for answer in answers}
    return 422 if REJECTED in kinds else 201 if ACCEPTED in kinds else 200
