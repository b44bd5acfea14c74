"""Games that were simulated, as records in the form of the server."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

import numpy as np

from evenhand.games.skat.auction import PASS, YES
from evenhand.games.skat.deal import FOREHAND, MIDDLEHAND, REARHAND, Deal, dotted
from evenhand.games.skat.game import TAKE_SKAT
from evenhand.games.skat.iss.columns import NO_TIME
from evenhand.games.skat.iss.many import Players
from evenhand.games.skat.iss.record import WORLD, Move, Record
from evenhand.games.skat.iss.recorded import Recorded
from evenhand.games.skat.many_games import (
    CONTRACTS,
    IS_NULL,
    IS_SCHWARZ,
    NO_CARD,
    Games,
    card_points_of,
    scores,
)
from evenhand.games.skat.pack import PACK
from evenhand.games.skat.playout import NO_WINNER, POINTS_OR_NONE, TRICKS, Tricks
from evenhand.games.skat.result import Result
from evenhand.games.skat.values import (
    ALL_POINTS,
    ALL_TRICKS,
    BID_VALUES,
    SCHNEIDER,
    matadors,
    worth,
)
from evenhand.tables import EPOCH, Flags, Times

_SCHNEIDER = np.array([contract.schneider for contract in CONTRACTS])
_NAMES = [PACK.name(card) for card in range(len(PACK))]


def ended(games: Games) -> Games:
    """Games as the server ends them: once a null or what was announced is missed.

    A declarer who could have taken a trick after that is not schwarz, so a few games count less
    than if they had been played to the end.
    """
    after = _over(games)
    cards = np.where(np.repeat(after, 3, axis=1), NO_CARD, games.tricks.cards).astype(np.uint8)
    winners = np.where(after, NO_WINNER, games.tricks.winners).astype(np.uint8)
    tricks = Tricks(cards, winners)
    points, taken = tricks.taken_by(games.declarers)
    points = np.where(games.played, points + card_points_of(games.hands[:, 3]), 0)
    twelve = games.hands[np.arange(len(games)), games.declarers] | games.hands[:, 3]
    least = after[:, -1] & ~IS_NULL[games.contracts]
    counted = scores(games.contracts, twelve, points, np.maximum(taken, least), games.bids)
    cut = after[:, -1] & games.played
    return replace(
        games,
        tricks=tricks,
        points=np.where(cut, points, games.points),
        taken=np.where(cut, taken, games.taken),
        scores=np.where(cut, counted, games.scores),
    )


def _over(games: Games) -> Flags:
    """Which tricks come after the end."""
    null = IS_NULL[games.contracts][:, None]
    mine = games.tricks.winners == games.declarers[:, None]
    theirs = ~mine & (games.tricks.winners != NO_WINNER)
    points = POINTS_OR_NONE[games.tricks.cards].reshape(-1, TRICKS, 3).sum(axis=2)
    lost = np.where(theirs, points, 0).cumsum(axis=1)
    missed = (
        (null & mine)
        | (~null & _SCHNEIDER[games.contracts][:, None] & (lost > SCHNEIDER))
        | (~null & IS_SCHWARZ[games.contracts][:, None] & theirs)
    )
    over: Flags = np.logical_or.accumulate(missed, axis=1)
    return np.pad(over, ((0, 0), (1, 0)))[:, :TRICKS]


def records_of_games(
    games: Games, players: Players, series: Sequence[str], times: Times
) -> Iterator[Record]:
    """Records of games that were played to their end, ids from 1; they end as ``ended`` says.

    Where the auction is not known, or could not have been so, those who did not win it pass as
    early as they can.
    """
    games = ended(games)
    tricks = games.tricks.cards.tolist(), games.tricks.winners.tolist()
    for row, (cards, winners) in enumerate(zip(*tricks, strict=True)):
        one = Record(
            _deal(games, row),
            tuple(_moves(games, row, cards, winners)),
            players[row],
            str(row + 1),
            series[row],
            None if times[row] == NO_TIME else EPOCH + timedelta(microseconds=int(times[row])),
            "evenhand",
            Recorded.of(_result(games, row)),
        )
        yield one


def _deal(games: Games, row: int) -> Deal:
    fore, middle, rear, skat = games.deals[row].tolist()
    return Deal((fore, middle, rear), skat)


def _moves(games: Games, row: int, cards: list[int], winners: list[int]) -> Iterator[Move]:
    declarer, bid = int(games.declarers[row]), int(games.bids[row])
    yield from auction_words(tuple(games.said[row].tolist()), declarer, bid)
    if declarer < 0:
        return
    contract = CONTRACTS[games.contracts[row]]
    if contract.hand:
        yield declarer, str(contract)
    else:
        yield declarer, TAKE_SKAT
        yield WORLD, dotted(int(games.deals[row, 3]))
        yield declarer, f"{contract}.{dotted(int(games.hands[row, 3]))}"
    leader = FOREHAND
    for at, card in enumerate(cards):
        if card == NO_CARD:
            return
        yield (leader + at % 3) % 3, _NAMES[card]
        if at % 3 == 2:
            leader = winners[at // 3]


def _result(games: Games, row: int) -> Result:
    if games.declarers[row] < 0:
        return Result()
    declarer, contract = int(games.declarers[row]), CONTRACTS[games.contracts[row]]
    points, taken, bid = (int(c[row]) for c in (games.points, games.taken, games.bids))
    null = bool(IS_NULL[games.contracts[row]])
    twelve = int(games.hands[row, declarer] | games.hands[row, 3])
    cut = games.tricks.winners[row, -1] == NO_WINNER
    judged = max(taken, 1) if cut and not null else taken
    counts = worth(contract, twelve, points=points, tricks=judged, bid=bid)
    return Result(
        declarer,
        contract,
        bid,
        0 if null else matadors(contract.game, twelve),
        won=counts.won,
        value=counts.value,
        score=counts.score,
        points=points,
        tricks=taken,
        schneider=not null and min(points, ALL_POINTS - points) <= SCHNEIDER,
        schwarz=not null and judged in (0, ALL_TRICKS),
        overbid=counts.overbid,
    )


def auction_words(said: tuple[int, ...], declarer: int, bid: int) -> list[Move]:
    """An auction in which the seats said this much, the declarer ``bid``.

    >>> auction_words((20, 24, 0), MIDDLEHAND, 24)
    [(1, '20'), (0, 'y'), (1, '24'), (0, 'p'), (2, 'p')]
    """
    fore, middle, rear = (0 if value > bid else value for value in said)
    if declarer == FOREHAND:
        return _won_by_forehand(middle, rear, bid)
    if declarer == MIDDLEHAND:
        return _won_by_middlehand(fore, rear, bid)
    if declarer == REARHAND:
        return _won_by_rearhand(fore, middle, bid)
    return [(MIDDLEHAND, PASS), (REARHAND, PASS), (FOREHAND, PASS)]


def _won_by_forehand(middle: int, rear: int, bid: int) -> list[Move]:
    if bid == BID_VALUES[0] and not middle and not rear:
        return [(MIDDLEHAND, PASS), (REARHAND, PASS), (FOREHAND, str(bid))]
    if bid not in (middle, rear):
        middle = bid
    return _held(MIDDLEHAND, FOREHAND, middle) + _held(
        REARHAND, FOREHAND, rear if rear > middle else 0
    )


def _won_by_middlehand(fore: int, rear: int, bid: int) -> list[Move]:
    at_first = bid
    if rear == bid:  # so middlehand's own last bid was lower
        at_first = BID_VALUES[BID_VALUES.index(fore) + 1] if fore else BID_VALUES[0]
    if at_first >= rear:
        rear, at_first = 0, bid
    words = _outbid(MIDDLEHAND, FOREHAND, fore if fore < at_first else 0, at_first)
    return words + _held(REARHAND, MIDDLEHAND, rear)


def _won_by_rearhand(fore: int, middle: int, bid: int) -> list[Move]:
    fore, middle = (0 if value == bid else value for value in (fore, middle))
    if middle > fore:
        words = _outbid(MIDDLEHAND, FOREHAND, fore, middle)
        return words + _outbid(REARHAND, MIDDLEHAND, 0, bid)
    words = _held(MIDDLEHAND, FOREHAND, middle)
    return words + _outbid(REARHAND, FOREHAND, fore if fore > middle else 0, bid)


def _held(bidder: int, listener: int, value: int) -> list[Move]:
    """The bidder says a value, if any, which the listener accepts, and passes."""
    said: list[Move] = [(bidder, str(value)), (listener, YES)] if value else []
    return [*said, (bidder, PASS)]


def _outbid(bidder: int, listener: int, accepted: int, value: int) -> list[Move]:
    """The listener accepts one value, if any, and passes at the next."""
    said: list[Move] = [(bidder, str(accepted)), (listener, YES)] if accepted else []
    return [*said, (bidder, str(value)), (listener, PASS)]
