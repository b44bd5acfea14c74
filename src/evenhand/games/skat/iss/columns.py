"""Many records as columns, at a few microseconds each."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from evenhand.cards import Masks
from evenhand.games.moves import RuleError
from evenhand.games.skat.auction import BIDS, YES
from evenhand.games.skat.contract import Contract
from evenhand.games.skat.iss.pieces import Pieces
from evenhand.games.skat.many_games import CONTRACTS, GAME_OF, IS_HAND, NO_CARD, NO_CONTRACT, Games
from evenhand.games.skat.pack import PACK
from evenhand.games.skat.playout import (
    FOLLOW,
    HEIGHT,
    NO_WINNER,
    PLAYED,
    TRICKS,
    TRUMP,
    Bytes,
    Integers,
    Tricks,
)
from evenhand.games.skat.written import SCORES
from evenhand.tables import Flags, Times

NO_TIME = np.iinfo(np.int64).min
"""The time of a game, in microseconds since 1970, if it is not known."""

_BAD = -2
_MOVE = len("0 CJ ")
_HEIGHT = np.pad(HEIGHT, ((0, 0), (0, 1)), constant_values=-1)
_FOLLOW = np.pad(FOLLOW, ((0, 0), (0, 1)))  # nothing follows no card
_SUIT, _RANK = np.full((2, 256), NO_CARD)
_SUIT[list(PACK.suits.encode())] = np.arange(len(PACK.suits)) * len(PACK.ranks)
_RANK[list(PACK.ranks.encode())] = np.arange(len(PACK.ranks))


def columns_of(rows: Sequence[Pieces]) -> tuple[Games, Flags]:
    """The columns of many games, and which of them contradict themselves.

    Card points, tricks and scores are those that the records state.
    """
    piece = {name: [row[at] for row in rows] for at, name in enumerate(Pieces._fields)}
    declarers, announcers = _seats(piece["declarer"]), _seats(piece["announcer"])
    contracts = _looked_up(_Contracts(), piece["contract"], ())
    auctions = _looked_up(_Auctions(), piece["auction"], (4,))
    played = declarers >= 0
    bids = np.where(played, auctions[:, 3], 0)
    deals, away = _piles(piece["deal"]), _pairs(piece["put_away"])
    hands = _after_the_skat(deals, declarers, away)
    tricks, misplayed = _tricks(piece["cards"], hands, GAME_OF[contracts])
    points, taken, scores = (_numbers(piece[name]) for name in ("points", "tricks", "score"))
    wrong = (
        misplayed
        | (deals.sum(axis=1) != PACK.whole)
        | (hands.sum(axis=1) != PACK.whole)
        | (np.bitwise_count(hands[:, 3]) != 2)
        | (declarers != announcers)
        | (contracts == _BAD)
        | (played & (IS_HAND[contracts] == (away > 0)))
        | (played & (bids == 0))
        | (scores > max(SCORES))
        | (scores < min(SCORES))
    )
    columns = (deals, auctions[:, :3], declarers, contracts, bids, hands, tricks)
    return Games(*columns, points, taken, scores), wrong


def times_of(rows: Sequence[Pieces]) -> tuple[Times, Flags]:
    """Microseconds since 1970, ``NO_TIME`` where none is known, and which are not times."""
    texts = np.array([row.time.replace(b"/", b"T") for row in rows], "S26")
    wrong = np.zeros(len(rows), np.bool_)
    try:
        times = texts.astype("datetime64[us]")
    except ValueError:
        wrong = np.array([not _is_time(text) for text in texts.tolist()], np.bool_)
        times = np.where(wrong, b"", texts).astype("datetime64[us]")
    return times.astype(np.int64), wrong


def _is_time(text: bytes) -> bool:
    try:
        np.datetime64(text.decode(), "us")
    except ValueError:
        return False
    return True


def _after_the_skat(deals: Masks, declarers: Integers, away: Masks) -> Masks:
    """The hands as they were played, where cards were put away."""
    hands, taken = deals.copy(), np.flatnonzero(away)
    declarer, away = declarers[taken], away[taken]
    hands[taken, declarer] = (deals[taken, declarer] | deals[taken, 3]) & ~away
    hands[taken, 3] = away
    return hands


def _piles(deals: Sequence[bytes]) -> Masks:
    """Three hands and the skat."""
    signs = np.frombuffer(b"".join(deals), np.uint8).reshape(len(deals), 3 * len(PACK) - 1)
    bits = _bits(signs[:, 0::3], signs[:, 1::3])
    return np.stack([bits[:, at : at + 10].sum(axis=1) for at in (0, 10, 20, 30)], axis=1)


def _pairs(pairs: Sequence[bytes]) -> Masks:
    """The cards put away, 0 where there are none."""
    five = [pair if len(pair) == 5 else b"?????" for pair in pairs]
    signs = np.frombuffer(b"".join(five), np.uint8).reshape(-1, 5)
    there = np.array([bool(pair) for pair in pairs], np.bool_)
    return np.where(there, _bits(signs[:, 0::3], signs[:, 1::3]).sum(axis=1), 0)


def _cards(suits: Bytes, ranks: Bytes) -> Integers:
    """Cards by their letters; what is none is ``NO_CARD``."""
    cards: Integers = np.minimum(_SUIT[suits] + _RANK[ranks], NO_CARD)
    return cards


def _bits(suits: Bytes, ranks: Bytes) -> Masks:
    bits: Masks = np.int64(1) << _cards(suits, ranks)
    return bits


def _tricks(played: Sequence[bytes], hands: Masks, games: Integers) -> tuple[Tricks, Flags]:
    """The tricks, and where a card is not its player's or not his turn."""
    length = PLAYED * _MOVE
    signs = np.frombuffer(b"".join([moves[:length].ljust(length) for moves in played]), np.uint8)
    signs = signs.reshape(len(played), PLAYED, _MOVE)
    cards = _cards(signs[:, :, 2], signs[:, :, 3])
    there = cards < NO_CARD
    seats = np.where(there, signs[:, :, 0] - ord("0"), 0)
    winners, turns = _winners(cards, games)
    held = np.take_along_axis(hands, seats, axis=1) >> cards & 1
    together = np.bitwise_or.reduce(np.where(there, np.int64(1) << cards, 0), axis=1)
    wrong = (there & ((seats != turns) | (held == 0))).any(axis=1)
    wrong |= np.bitwise_count(together) != there.sum(axis=1)
    wrong |= np.array([len(moves) > length for moves in played], np.bool_)
    return Tricks(cards.astype(np.uint8), winners), wrong


def _winners(cards: Integers, games: Integers) -> tuple[Bytes, Integers]:
    """Who takes each trick, and whose turn each card is; seat 0 leads first."""
    rows, places = np.arange(len(cards)), np.arange(3)
    winners = np.empty((len(cards), TRICKS), np.uint8)
    turns = np.empty(cards.shape, np.int64)
    leader = np.zeros(len(cards), np.int64)
    for trick in range(TRICKS):
        three = cards[:, 3 * trick : 3 * trick + 3]
        turns[:, 3 * trick : 3 * trick + 3] = (leader[:, None] + places) % 3
        height = _HEIGHT[games[:, None], three]
        follows = _FOLLOW[games, three[:, 0]][:, None] >> three & 1
        best = np.where((follows > 0) | (height >= TRUMP), height, -1).argmax(axis=1)
        leader = turns[rows, 3 * trick + best]
        winners[:, trick] = np.where(three[:, 2] < NO_CARD, leader, NO_WINNER)
    return winners, turns


def _seats(digits: Sequence[bytes]) -> Integers:
    """Seats, -1 for nobody."""
    return _looked_up({b"": -1, b"0": 0, b"1": 1, b"2": 2}, digits, ())


def _numbers(texts: Sequence[bytes]) -> Integers:
    return np.array([text or b"0" for text in texts], "S8").astype(np.int64)


def _looked_up(table: dict[bytes, Any], keys: Sequence[bytes], shape: tuple[int, ...]) -> Integers:
    return np.array([table[key] for key in keys], np.int64).reshape(len(keys), *shape)


class _Contracts(dict[bytes, int]):
    """Places in ``CONTRACTS``, worked out once each."""

    def __missing__(self, text: bytes) -> int:
        self[text] = place = _place(text.decode())
        return place


def _place(text: str) -> int:
    try:
        return CONTRACTS.index(Contract.parse(text)) if text else NO_CONTRACT
    except RuleError:
        return _BAD


class _Auctions(dict[bytes, tuple[int, ...]]):
    """What the three seats said and the highest bid, worked out once for each auction."""

    def __missing__(self, text: bytes) -> tuple[int, ...]:
        self[text] = words = _said(text.decode().split())
        return words


def _said(words: list[str]) -> tuple[int, ...]:
    """The highest value that each seat bid or accepted, and the highest of all."""
    said = [0, 0, 0, 0]
    for seat, word in zip(words[::2], words[1::2], strict=True):
        said[3] = BIDS.get(word, said[3])
        if word in BIDS or word == YES:
            said[int(seat)] = said[3]
    return tuple(said)
