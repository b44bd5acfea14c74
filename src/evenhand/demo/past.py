"""The past of a ladder: its results in order, and the official lists between them."""

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
from msgspec.structs import replace

from evenhand.demo.calendar import Dated
from evenhand.ledger.corrections import correct, post, void
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.lists import publish
from evenhand.ledger.posting import ACCEPTED, Posting
from evenhand.ledger.results import NewResult
from evenhand.tables import Times

BY = "demo"


def post_past(
    ledger: Ledger,
    ladder: Ladder,
    results: Sequence[NewResult],
    times: Times,
    official: Sequence[Dated],
    done: Callable[[int], object],
) -> None:
    """Post results in the order of their times; publish each list when its day has come."""
    ends = np.searchsorted(times, [at for at, _ in official], side="left").tolist()
    for (start, stop), dated in zip(
        pairwise([0, *ends, len(results)]), [*official, None], strict=True
    ):
        if start < stop:
            post_all(ledger, ladder, results[start:stop])
        if dated is not None and stop > 0:
            at, title = dated
            publish(ledger, ladder, title, by=BY, at=at)
        done(stop - start)


def post_all(ledger: Ledger, ladder: Ladder, results: Sequence[NewResult]) -> None:
    """Post results, of which none may be refused."""
    (checked,), _ = post(ledger, ladder, [Posting(results, by=BY, atomic=True)])
    for verdict in checked.verdicts:
        if verdict.status != ACCEPTED:
            raise ValueError(f"{ladder.id}: {verdict.id} is {verdict.status}: {verdict.problem}")


def mistyped(result: NewResult) -> NewResult:
    """Return a result with a wrong digit, as it was posted at first."""
    first, *others = result.players
    return replace(result, players=[replace(first, score=first.score + 100), *others])


def twice(result: NewResult) -> NewResult:
    """Return a result under another id, as if two people had posted it."""
    return replace(result, id=f"{result.id}-again")


def put_right(ledger: Ledger, ladder: Ladder, wrong: Sequence[NewResult], again: NewResult) -> None:
    """Correct the mistyped results, and void one of those posted twice."""
    for right in wrong:
        correct(ledger, ladder, right, by=BY)
    void(ledger, ladder, twice(again).id, by=BY)
