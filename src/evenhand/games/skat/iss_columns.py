"""Many records of the International Skat Server as columns, and columns as records.

A line in the usual form is cut into pieces by one regular expression, which takes a few
microseconds.  Any other record is read with care and then written in the same form.

What a record states about the result - card points, tricks, score - stands, also where
somebody gave up, left or ran out of time; then the cards that were not played are missing.
Records that count for no list, of games that go on or ended by a penalty, are left out.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from evenhand.games.cards import Masks
from evenhand.games.protocol import ReadGames, RuleError
from evenhand.games.skat.auction import PASS, TAKE_SKAT, YES, Auction
from evenhand.games.skat.batch import Games, SeriesGames, Tricks, put_away
from evenhand.games.skat.contract import (
    CONTRACTS,
    GAME_OF,
    GAMES,
    IS_HAND,
    NO_CONTRACT,
    Contract,
)
from evenhand.games.skat.deck import (
    FOREHAND,
    MIDDLEHAND,
    NO_CARD,
    PACK,
    REARHAND,
    SEATS,
    Bytes,
    Deal,
    Integers,
    join_cards,
)
from evenhand.games.skat.iss import (
    WORLD,
    Move,
    OnError,
    Record,
    RecordedResult,
    check,
    decode_line,
    numbered_lines,
    parse_iss,
    refuse,
)
from evenhand.games.skat.scoring import (
    BID_VALUES,
    SCORES,
    Result,
    count_tricks,
    find_result,
)
from evenhand.games.skat.seeger import USUAL_GAMES, name_series
from evenhand.games.skat.series import Rules
from evenhand.games.skat.tricks import BEATS, NO_WINNER, PLAYED, TRICKS
from evenhand.sheets import Sheet
from evenhand.tables import EPOCH, Flags, Floats, TableError, Times

_UNUSED = r"[^\]\\]*+"
_TEXT = f"({_UNUSED})"
_CARDS = r"((?:[012] [CSHD][7-9TJQKA] )*)"
_CONTRACT = r"(?:s w [!-~]{5} (?P=who) (?=[A-Z]+\.)|(?=[A-Z]+ ))([CSHDGN][OHSZ]*)"
_MOVES = (
    r"w ([!-~]{95}) ((?:[012] (?:[0-9]+|y|p) )*)"
    rf"(?:(?P<who>[012]) {_CONTRACT}(?:\.([!-~]{{5}}))? {_CARDS})?"
)
_RESULT = (
    r"passed|d:([012]) (?=win v:[0-9]+ m:-?[0-9]+ bidok|loss v:-)(?:win|loss)"
    r" v:(-?[1-9][0-9]{0,2}) m:-?[0-9]{1,2} (?:bidok|overbid) p:([0-9]{1,3}) t:([0-9]{1,2})"
    r" s:[01] z:[01] p0:[0-9] p1:[0-9] p2:[0-9] l:-?[0-9] to:-?[0-9](?: r:[01])?"
)
_FORMS = {
    "GM": "Skat",
    "PC": _UNUSED,
    "CO": _UNUSED,
    "SE": _TEXT,
    "ID": _UNUSED,
    "DT": "(?:([0-9]{4}-[0-9]{2}-[0-9]{2}/[0-9]{2}:[0-9]{2}:[0-9]{2})/UTC)?",
    "P0": _TEXT,
    "P1": _TEXT,
    "P2": _TEXT,
    "R0": _UNUSED,
    "R1": _UNUSED,
    "R2": _UNUSED,
    "MV": _MOVES,
    "R": _RESULT,
}
_PROPERTIES = "".join(rf"{key}\[(?:{form})\]" for key, form in _FORMS.items())
_LINE = re.compile(rf"\(;{_PROPERTIES} ?;\)\s*".encode())
_PLAYED: dict[Move, str] = {
    (seat, PACK.name(card)): f"{seat} {PACK.name(card)} "
    for seat in range(3)
    for card in range(len(PACK))
}
_OF_A_SUIT = [
    ["".join(f"{name}." for name in PACK.names(ranks << at)) for ranks in range(256)]
    for at in range(0, len(PACK), len(PACK.ranks))
]
"""The names of the cards that a hand has of each suit, by the eight bits of the suit."""


class Pieces(NamedTuple):
    """A finished game, or a deal that was passed in and has neither declarer nor contract."""

    series: bytes
    time: bytes  # ISO in UTC, nothing if unknown; a slash may stand for the T
    fore: bytes
    middle: bytes
    rear: bytes
    deal: bytes  # 32 cards with a sign between them
    auction: bytes  # "1 18 0 y 1 p 2 p "
    announcer: bytes
    contract: bytes
    discards: bytes  # "CJ.H8", nothing in a hand game
    cards: bytes  # "0 CJ 1 HA 2 DA ..."
    declarer: bytes
    score: bytes
    points: bytes
    tricks: bytes

    @classmethod
    def cut(cls, line: bytes) -> Self | None:
        """Return the pieces of a line in the usual form, None if it has another one."""
        found = _LINE.fullmatch(line)
        return cls._make(found.groups(b"")) if found else None

    @classmethod
    def of(cls, record: Record) -> Self:
        """Return the pieces of a record that counts."""
        time = "" if record.time is None else record.time.replace(tzinfo=None).isoformat()
        deal = "".join([_join_names(pile) for pile in (*record.deal.hands, record.deal.skat)])
        texts = [record.series, time, *record.players, deal.removesuffix(".")]
        if record.declarer is None:
            texts += [_write_calls(record.moves), "", "", "", "", "", "", "", ""]
        else:
            result = (record.score, record.result.points, record.result.tricks)
            texts += [*_split_moves(record), str(record.declarer), *map(str, result)]
        return cls._make([text.encode() for text in texts])


def _join_names(hand: int) -> str:
    diamonds, hearts, spades, clubs = _OF_A_SUIT
    high = clubs[hand >> 24] + spades[hand >> 16 & 255]
    return high + hearts[hand >> 8 & 255] + diamonds[hand & 255]


def _write_calls(moves: Sequence[Move]) -> str:
    return "".join([f"{source} {text} " for source, text in moves if source != WORLD])


def _split_moves(record: Record) -> tuple[str, str, str, str, str]:
    """Return the auction, announcer, contract, discards and the cards played."""
    moves = [move for move in record.moves if move[0] != WORLD]
    words = [text for _, text in moves]
    at = next((n for n, word in enumerate(words) if word == TAKE_SKAT or word[:1] in GAMES), None)
    taken = at is not None and words[at] == TAKE_SKAT
    if at is None or len(moves) <= at + taken:
        raise TableError("no game is announced", column="MV")
    contract, *shown = words[at + taken].split(".")
    rest = moves[at + taken + 1 :]
    if taken and not shown and rest:  # the server can say it in two moves
        shown, rest = rest[0][1].split("."), rest[1:]
    discards = ".".join(shown[:2]) if taken else ""
    cards = "".join([_PLAYED[move] for move in rest if move in _PLAYED])
    return _write_calls(moves[:at]), str(moves[at][0]), contract, discards, cards


NO_TIME = np.iinfo(np.int64).min
"""The time of a game, in microseconds since 1970, if it is not known."""

_BAD = -2
_MOVE = len("0 CJ ")
_SUIT, _RANK = np.full((2, 256), NO_CARD)
_SUIT[list(PACK.suits.encode())] = np.arange(len(PACK.suits)) * len(PACK.ranks)
_RANK[list(PACK.ranks.encode())] = np.arange(len(PACK.ranks))


def make_columns(rows: Sequence[Pieces]) -> tuple[Games, Flags]:
    """Return the columns of many games, and which of them contradict themselves.

    Card points, tricks and scores are those that the records state.
    """
    piece = {name: [row[at] for row in rows] for at, name in enumerate(Pieces._fields)}
    declarers, announcers = _read_seats(piece["declarer"]), _read_seats(piece["announcer"])
    contracts = _look_up(_Contracts(), piece["contract"], ())
    auctions = _look_up(_Auctions(), piece["auction"], (4,))
    played = declarers >= 0
    bids = np.where(played, auctions[:, 3], 0)
    deals, away = _read_piles(piece["deal"]), _read_pairs(piece["discards"])
    hands, taken = deals.copy(), np.flatnonzero(away)
    put_away(hands, taken, declarers[taken], away[taken])
    tricks, misplayed = _read_tricks(piece["cards"], hands, GAME_OF[contracts])
    points, taken, scores = (_read_numbers(piece[name]) for name in ("points", "tricks", "score"))
    wrong = (
        misplayed
        | (deals.sum(axis=1) != PACK.full)
        | (hands.sum(axis=1) != PACK.full)
        | (np.bitwise_count(hands[:, 3]) != 2)
        | (declarers != announcers)
        | (contracts == _BAD)
        | (played & (IS_HAND[contracts] == (away > 0)))
        | (auctions[:, 3] == _BAD)
        | (played & (bids == 0))
        | (scores > max(SCORES))
        | (scores < min(SCORES))
    )
    columns = (deals, auctions[:, :3], declarers, contracts, bids, hands, tricks)
    return Games(*columns, points, taken, scores), wrong


def parse_times(rows: Sequence[Pieces]) -> tuple[Times, Flags]:
    """Return microseconds since 1970, ``NO_TIME`` where none is known, and which are not times."""
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


def _read_piles(deals: Sequence[bytes]) -> Masks:
    """Return three hands and the skat."""
    signs = np.frombuffer(b"".join(deals), np.uint8).reshape(len(deals), 3 * len(PACK) - 1)
    bits = _read_bits(signs[:, 0::3], signs[:, 1::3])
    return np.stack([bits[:, at : at + 10].sum(axis=1) for at in (0, 10, 20, 30)], axis=1)


def _read_pairs(pairs: Sequence[bytes]) -> Masks:
    """Return the cards put away, 0 where there are none."""
    five = [pair if len(pair) == 5 else b"?????" for pair in pairs]
    signs = np.frombuffer(b"".join(five), np.uint8).reshape(-1, 5)
    there = np.array([bool(pair) for pair in pairs], np.bool_)
    return np.where(there, _read_bits(signs[:, 0::3], signs[:, 1::3]).sum(axis=1), 0)


def _read_cards(suits: Bytes, ranks: Bytes) -> Integers:
    """Return cards by their letters; ``NO_CARD`` where they name none."""
    cards: Integers = np.minimum(_SUIT[suits] + _RANK[ranks], NO_CARD)
    return cards


def _read_bits(suits: Bytes, ranks: Bytes) -> Masks:
    bits: Masks = np.int64(1) << _read_cards(suits, ranks)
    return bits


def _read_tricks(played: Sequence[bytes], hands: Masks, games: Integers) -> tuple[Tricks, Flags]:
    """Return the tricks, and which games have a card of another hand or out of turn."""
    length = PLAYED * _MOVE
    signs = np.frombuffer(b"".join([moves[:length].ljust(length) for moves in played]), np.uint8)
    signs = signs.reshape(len(played), PLAYED, _MOVE)
    cards = _read_cards(signs[:, :, 2], signs[:, :, 3])
    there = cards < NO_CARD
    seats = np.where(there, signs[:, :, 0] - ord("0"), 0)
    winners, turns = _find_winners(cards, games)
    held = np.take_along_axis(hands, seats, axis=1) >> cards & 1
    together = np.bitwise_or.reduce(np.where(there, np.int64(1) << cards, 0), axis=1)
    wrong = (there & ((seats != turns) | (held == 0))).any(axis=1)
    wrong |= np.bitwise_count(together) != there.sum(axis=1)
    wrong |= np.array([len(moves) > length for moves in played], np.bool_)
    return Tricks(cards.astype(np.uint8), winners), wrong


def _find_winners(cards: Integers, games: Integers) -> tuple[Bytes, Integers]:
    """Return who takes each trick, and who plays each card; seat 0 leads first."""
    rows, places = np.arange(len(cards)), np.arange(3)
    winners = np.empty((len(cards), TRICKS), np.uint8)
    turns = np.empty(cards.shape, np.int64)
    leader = np.zeros(len(cards), np.int64)
    for trick in range(TRICKS):
        three = cards[:, 3 * trick : 3 * trick + 3]
        turns[:, 3 * trick : 3 * trick + 3] = (leader[:, None] + places) % 3
        best, winner = three[:, 0], np.zeros(len(cards), np.int64)
        for place in (1, 2):
            takes = BEATS[games, best] >> three[:, place] & 1 > 0
            best, winner = np.where(takes, three[:, place], best), np.where(takes, place, winner)
        leader = turns[rows, 3 * trick + winner]
        winners[:, trick] = np.where(three[:, 2] < NO_CARD, leader, NO_WINNER)
    return winners, turns


def _read_seats(digits: Sequence[bytes]) -> Integers:
    """Return seats, -1 for nobody."""
    return _look_up({b"": -1, b"0": 0, b"1": 1, b"2": 2}, digits, ())


def _read_numbers(texts: Sequence[bytes]) -> Integers:
    return np.array([text or b"0" for text in texts], "S8").astype(np.int64)


def _look_up(table: dict[bytes, Any], keys: Sequence[bytes], shape: tuple[int, ...]) -> Integers:
    return np.array([table[key] for key in keys], np.int64).reshape(len(keys), *shape)


class _Contracts(dict[bytes, int]):
    """Places in ``CONTRACTS``, worked out once each."""

    def __missing__(self, text: bytes) -> int:
        self[text] = place = _find_contract(text.decode())
        return place


def _find_contract(text: str) -> int:
    try:
        return Contract.parse(text).number if text else NO_CONTRACT
    except RuleError:
        return _BAD


class _Auctions(dict[bytes, tuple[int, ...]]):
    """What the three seats said and the highest bid, worked out once for each auction."""

    def __missing__(self, text: bytes) -> tuple[int, ...]:
        self[text] = bids = _replay_auction(text.decode().split())
        return bids


def _replay_auction(words: list[str]) -> tuple[int, ...]:
    """Return the highest value that each seat bid or accepted, and the highest of all."""
    auction = Auction()
    try:
        for seat, word in zip(words[::2], words[1::2], strict=True):
            auction = auction.say(word, int(seat))
    except RuleError:
        return (_BAD,) * 4
    return *auction.bids, auction.bid


BLOCK = 8192  # records that are made columns together

Players = list[tuple[str, str, str]]
"""Who played each game, in the order of the seats."""

_Lines = list[tuple[int, bytes]]


def make_games(records: Iterable[Record]) -> tuple[Games, Players]:
    """Return the games of records, and their players.

    A record that contradicts itself raises a TableError that names the game, from 1.
    """
    counted = [(number, record) for number, record in enumerate(records, 1) if record.counts]
    parts = [make_columns([])[0]]
    for start in range(0, len(counted), BLOCK):
        block = counted[start : start + BLOCK]
        games, wrong = make_columns([Pieces.of(record) for _, record in block])
        for number, record in (block[row] for row in np.flatnonzero(wrong)):
            problem = _explain(record)
            raise TableError(f"game {number}: {problem.problem}", column=problem.column)
        parts.append(games)
    return Games.concat(parts), [record.players for _, record in counted]


class RecordedGames(NamedTuple):
    """The games of a file: those that count, in its order."""

    games: Games
    players: Players
    series: list[str]  # ids
    times: Times  # ``NO_TIME`` if unknown
    rows: Integers  # the lines of the file, counted from 1


def read_iss_games(path: str | Path, on_error: OnError | None = None) -> RecordedGames:
    """Read the games of a file, their players, series and times.

    The same games as ``make_games(read_iss(path))``, several times faster.  Broken lines
    are refused or left out as by ``each_record``; and so is, here, what contradicts itself: a
    card played twice or out of turn, a declarer who did not announce the game.
    """
    lines = numbered_lines(path)
    parts = [_read_block([], path, on_error)]
    while block := list(islice(lines, BLOCK)):
        parts.append(_read_block(block, path, on_error))
    return RecordedGames(
        Games.concat([part.games for part in parts]),
        [three for part in parts for three in part.players],
        [one for part in parts for one in part.series],
        np.concatenate([part.times for part in parts]),
        np.concatenate([part.rows for part in parts]),
    )


def _read_block(block: _Lines, path: str | Path, on_error: OnError | None) -> RecordedGames:
    lines: _Lines = []
    kept: list[Pieces] = []
    for row, line in block:
        plain = line if line.isascii() else decode_line(line).encode()
        try:
            pieces = Pieces.cut(plain) or _parse_with_care(plain)
        except TableError as error:
            refuse(error, row, path, on_error)
            continue
        if pieces is not None:
            lines.append((row, plain))
            kept.append(pieces)
    games, wrong = make_columns(kept)
    times, no_times = parse_times(kept)
    wrong |= no_times
    for row, line in (lines[number] for number in np.flatnonzero(wrong)):
        refuse(_explain(line), row, path, on_error)
    right = np.flatnonzero(~wrong)
    some = [kept[number] for number in right]
    return RecordedGames(
        games.take(right) if wrong.any() else games,
        [(one.fore.decode(), one.middle.decode(), one.rear.decode()) for one in some],
        [one.series.decode() for one in some],
        times[right],
        np.array([lines[number][0] for number in right], np.int64),
    )


def _parse_with_care(line: bytes) -> Pieces | None:
    """Return the pieces of a record in any form; None if it does not count."""
    record = parse_iss(line.decode())
    return Pieces.of(record) if record.counts else None


def _explain(game: Record | bytes) -> TableError:
    """Return in words what makes a game contradict itself."""
    try:
        words = check(game if isinstance(game, Record) else parse_iss(game.decode()))
    except TableError as error:
        return error
    return TableError(words[0] if words else "contradicts itself", column="MV")


_NAMES = [PACK.name(card) for card in range(len(PACK))]


def make_records(
    games: Games, players: Players, series: Sequence[str], times: Times
) -> Iterator[Record]:
    """Yield the records of games, ids from 1.

    Where the auction is not known, or could not have been so, those who did not win it pass as
    early as they can.
    """
    tricks = games.tricks.cards.tolist(), games.tricks.winners.tolist()
    for row, (cards, winners) in enumerate(zip(*tricks, strict=True)):
        one = Record(
            _make_deal(games, row),
            tuple(_list_moves(games, row, cards, winners)),
            players[row],
            str(row + 1),
            series[row],
            None if times[row] == NO_TIME else EPOCH + timedelta(microseconds=int(times[row])),
            "evenhand",
            RecordedResult.of(_make_result(games, row)),
        )
        yield one


def _make_deal(games: Games, row: int) -> Deal:
    fore, middle, rear, skat = games.deals[row].tolist()
    return Deal((fore, middle, rear), skat)


def _list_moves(games: Games, row: int, cards: list[int], winners: list[int]) -> Iterator[Move]:
    declarer, bid = int(games.declarers[row]), int(games.bids[row])
    yield from write_auction(tuple(games.bids_made[row].tolist()), declarer, bid)
    if declarer < 0:
        return
    contract = CONTRACTS[games.contracts[row]]
    if contract.hand:
        yield declarer, str(contract)
    else:
        yield declarer, TAKE_SKAT
        yield WORLD, join_cards(int(games.deals[row, 3]))
        yield declarer, f"{contract}.{join_cards(int(games.hands[row, 3]))}"
    leader = FOREHAND
    for at, card in enumerate(cards):
        if card == NO_CARD:
            return
        yield (leader + at % 3) % 3, _NAMES[card]
        if at % 3 == 2:
            leader = winners[at // 3]


def _make_result(games: Games, row: int) -> Result:
    if games.declarers[row] < 0:
        return Result()
    declarer, contract = int(games.declarers[row]), int(games.contracts[row])
    points, taken, bid = (int(c[row]) for c in (games.points, games.taken, games.bids))
    twelve = int(games.hands[row, declarer] | games.hands[row, 3])
    ended_early = bool(games.tricks.winners[row, -1] == NO_WINNER)
    decisive = points, int(count_tricks(contract, taken, ended_early))
    return find_result(declarer, CONTRACTS[contract], bid, twelve, (points, taken), decisive)


def write_auction(said: tuple[int, ...], declarer: int, bid: int) -> list[Move]:
    """Return an auction in which the seats said this much, the declarer ``bid``.

    >>> write_auction((20, 24, 0), MIDDLEHAND, 24)
    [(1, '20'), (0, 'y'), (1, '24'), (0, 'p'), (2, 'p')]
    """
    fore, middle, rear = (0 if value > bid else value for value in said)
    if declarer == FOREHAND:
        return _win_by_forehand(middle, rear, bid)
    if declarer == MIDDLEHAND:
        return _win_by_middlehand(fore, rear, bid)
    if declarer == REARHAND:
        return _win_by_rearhand(fore, middle, bid)
    return [(MIDDLEHAND, PASS), (REARHAND, PASS), (FOREHAND, PASS)]


def _win_by_forehand(middle: int, rear: int, bid: int) -> list[Move]:
    if bid == BID_VALUES[0] and not middle and not rear:
        return [(MIDDLEHAND, PASS), (REARHAND, PASS), (FOREHAND, str(bid))]
    if bid not in (middle, rear):
        middle = bid
    return _accept(MIDDLEHAND, FOREHAND, middle) + _accept(
        REARHAND, FOREHAND, rear if rear > middle else 0
    )


def _win_by_middlehand(fore: int, rear: int, bid: int) -> list[Move]:
    at_first = bid
    if rear == bid:  # so middlehand's own last bid was lower
        at_first = BID_VALUES[BID_VALUES.index(fore) + 1] if fore else BID_VALUES[0]
    if at_first >= rear:
        rear, at_first = 0, bid
    words = _outbid(MIDDLEHAND, FOREHAND, fore if fore < at_first else 0, at_first)
    return words + _accept(REARHAND, MIDDLEHAND, rear)


def _win_by_rearhand(fore: int, middle: int, bid: int) -> list[Move]:
    fore, middle = (0 if value == bid else value for value in (fore, middle))
    if middle > fore:
        words = _outbid(MIDDLEHAND, FOREHAND, fore, middle)
        return words + _outbid(REARHAND, MIDDLEHAND, 0, bid)
    words = _accept(MIDDLEHAND, FOREHAND, middle)
    return words + _outbid(REARHAND, FOREHAND, fore if fore > middle else 0, bid)


def _accept(bidder: int, listener: int, value: int) -> list[Move]:
    """Return the calls of a bidder who says a value, if any, which is accepted, and then passes."""
    words: list[Move] = [(bidder, str(value)), (listener, YES)] if value else []
    return [*words, (bidder, PASS)]


def _outbid(bidder: int, listener: int, accepted: int, value: int) -> list[Move]:
    """Return the calls of a listener who accepts one value, if any, and passes at the next."""
    words: list[Move] = [(bidder, str(accepted)), (listener, YES)] if accepted else []
    return [*words, (bidder, str(value)), (listener, PASS)]


@dataclass(frozen=True, slots=True)
class IssRecords:
    """Reads records of the International Skat Server: its games, in series."""

    kind: str = "iss-records"
    suffixes: tuple[str, ...] = (".sgf",)
    has_luck: bool = True

    @property
    def aliases(self) -> Mapping[str, str]:
        """Other names of columns: there are no columns."""
        return {}

    def recognises(self, columns: Sequence[str]) -> bool:
        """Return whether columns are those of such a file: never, records have no columns."""
        return False

    def read(
        self,
        source: Sheet | Path,
        errors: list[TableError],
        *,
        rules: Rules | None = None,
        luck: str = "none",
    ) -> ReadGames:
        """Read series of ``rules.deals`` deals (36 without rules), with the luck of their deals.

        Deals belong together as :func:`~evenhand.games.skat.seeger.group_series` says.  With
        ``rules.redeal`` those passed in do not count, and luck is not known.
        """
        if not isinstance(source, Path):
            raise TableError("records are lines of text, not rows of a sheet", file=source.file)
        rules = rules or Rules(deals=USUAL_GAMES[SEATS])
        if rules.redeal and luck != "none":
            raise ValueError("the luck of deals is zero on average only if those passed in count")
        found = read_iss_games(source, errors.append)
        times = None if (found.times == NO_TIME).any() else found.times
        try:
            series = SeriesGames.collect(
                found.games,
                found.players,
                found.series,
                times,
                length=rules.deals,
                count_passed_in=not rules.redeal,
            )
        except ValueError as problem:
            raise TableError(str(problem), file=str(source)) from None
        assert series.rows is not None
        first = series.rows[:, 0]
        table = replace(
            series.table(defence=rules.defence),
            game=_name_games([found.series[row] for row in first]),
            luck=None if luck == "none" else measure_luck(series, luck),
        )
        return ReadGames(table, tuple(found.rows[first].tolist()))


def _name_games(ids: Sequence[str]) -> NDArray[Any]:
    """Return ids of series: those of the file, and numbers for the others."""
    names = name_series(ids)
    return np.array([name or f"#{number}" for number, name in enumerate(names, 1)], object)


def measure_luck(series: SeriesGames, luck: str) -> Floats:
    """Return the luck of the deal of each player of each series, (series, 3)."""
    from evenhand.games.skat.deal_value import luck_of_series

    return luck_of_series(series, luck)
