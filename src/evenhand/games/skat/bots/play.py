"""Let three bots play: many deals at once, announced games, or a single move.

There is one way to play.  ``play_deals`` holds the auctions, lets declarers announce, and hands
over to ``play_cards``, which plays the cards of announced games; ``play_series`` deals for it, and
``choose_move`` asks the same functions about one game.

Every bot of every deal has a seed of its own.  Its errors about the hand, those after it has
seen the skat, and its random numbers for each card come from streams that the seed gives, so that
nobody's luck depends on the others, nor on the order in which games are played.

Inside the kernels cards are in the solver's layout and player 0 is the declarer.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
from numpy.random import Generator, default_rng

from evenhand.compiled import bit_count, kernel, lowest_bit, step
from evenhand.games.cards import Masks, cards_of
from evenhand.games.skat.auction import TAKE_SKAT, reaches, run_auctions
from evenhand.games.skat.batch import Games, SeriesGames, Tricks, put_away
from evenhand.games.skat.bidding.knn import KnnBidder
from evenhand.games.skat.bidding.rules import rule_announcements, rule_limits
from evenhand.games.skat.bidding.strength import best_discards
from evenhand.games.skat.bots.clairvoyant import find_best_game, find_highest_win
from evenhand.games.skat.bots.heuristic import card_by_rules
from evenhand.games.skat.bots.monte_carlo import (
    AIM,
    BY_RULES,
    FOR_POINTS,
    MAX_SAMPLES,
    SAMPLES,
    SLIP,
    WAY,
    Workspace,
    new_workspace,
    sample_for_any,
    sample_for_win,
)
from evenhand.games.skat.bots.observation import (
    BID,
    GAME,
    HAND,
    KIND,
    NEED,
    OUVERT,
    OWN_TRICKS,
    SAID,
    SAID_NEED,
    SKAT,
    STATE,
    THEIRS,
    TRICKS,
    play_card,
)
from evenhand.games.skat.contract import (
    CONTRACTS,
    GAME_OF,
    GAMES,
    IS_HAND,
    IS_OUVERT,
    NO_CONTRACT,
    NULL,
    Contract,
)
from evenhand.games.skat.deck import (
    NO_CARD,
    NOBODY,
    PACK,
    SEATS,
    Bytes,
    Integers,
    deal_many,
    join_cards,
)
from evenhand.games.skat.scoring import has_missed, points_needed
from evenhand.games.skat.solver.layout import (
    LAYOUTS,
    PACKED_OR_NONE,
    arrange,
    kind_of,
    to_int64,
)
from evenhand.games.skat.solver.search import FIELDS, LED, MOVER, PLACE
from evenhand.games.skat.state import DealState, Phase
from evenhand.games.skat.tricks import NO_WINNER, PLAYED, legal
from evenhand.parallel import map_blocks, per_thread
from evenhand.rng import (
    Seeds,
    draw_seeds,
    fork_seed,
    fork_seeds,
    next_state,
    randbelow,
    random_bits,
)
from evenhand.tables import Floats, Indices

if TYPE_CHECKING:
    from evenhand.games.skat.bots.bots import MonteCarlo, SkatBot

BLOCK, SLOW_BLOCK = 576, 32  # deals that a worker plays in one go, by rules and with a solver
RULES, NEIGHBOURS, OPEN_CARDS = range(3)  # ways to bid
BIDS, ANNOUNCEMENTS, CARDS = range(3)  # streams of the seed that a bot has for a deal
WORD = 1 << 32
CHEAPEST_GAME = "D"
KINDS_OF = np.array([kind_of(game) for game in GAMES])

own_workspace = per_thread(new_workspace)


class Bidding(NamedTuple):
    """How a bot bids and announces."""

    way: int
    boldness: float = 0.0
    misjudgement: float = 0.0
    threshold: float = np.nan


@dataclass(frozen=True, slots=True)
class AnnouncedGames:
    """Games before the first card, a row a game; -1 as declarer and contract of passed-in deals."""

    deals: Masks  # three hands and the skat
    bids_made: Integers  # the highest value that each seat bid or accepted, 0 for none
    declarers: Integers
    contracts: Integers
    bids: Integers
    hands: Masks  # as they are played, and the two cards put away or left in the skat

    @classmethod
    def of(cls, games: Games) -> Self:
        """Return games as they were before the first card."""
        auction = games.deals, games.bids_made, games.declarers
        return cls(*auction, games.contracts, games.bids, games.hands)

    @classmethod
    def concat(cls, parts: "Sequence[AnnouncedGames]") -> Self:
        """Return the games of all parts, in order."""
        names = [each.name for each in fields(AnnouncedGames)]
        return cls(*(np.concatenate([getattr(one, name) for one in parts]) for name in names))

    def take(self, rows: Integers | slice) -> "AnnouncedGames":
        """Return some of the games."""
        return AnnouncedGames(*(getattr(self, each.name)[rows] for each in fields(AnnouncedGames)))


def play_deals(
    deals: Masks, bots: Sequence["SkatBot"], seeds: Seeds, seats: Indices | Integers | None = None
) -> Games:
    """Play deals from the first bid to the last card.

    ``seats`` (deals, 3) says which of the bots sits where; without it one bot or three sit at
    all tables.  ``seeds`` (deals, 3) are those of the bots.
    """
    return play_cards(announce(deals, bots, seeds, seats), bots, fork_seeds(seeds, CARDS), seats)


def announce(
    deals: Masks, bots: Sequence["SkatBot"], seeds: Seeds, seats: Indices | Integers | None = None
) -> AnnouncedGames:
    """Hold the auctions of deals, and let the declarers announce and put cards away."""
    bidding = _seat_rows([bot.bidding_parameters() for bot in bots], deals, seats)
    limits = find_limits(
        bidding.reshape(SEATS * len(deals), -1),
        np.repeat(deals, SEATS, axis=0),
        np.tile(np.arange(SEATS), len(deals)),
        seeds.ravel(),
    )

    def find(rows: Integers, who: Integers, bids: Integers) -> tuple[Integers, Masks]:
        return find_announcements(bidding[rows, who], deals[rows], who, bids, seeds[rows, who])

    return hold_auctions(deals, limits.reshape(-1, SEATS), find)


def hold_auctions(
    deals: Masks,
    limits: Integers,
    find: Callable[[Integers, Integers, Integers], tuple[Integers, Masks]],
) -> AnnouncedGames:
    """Hold the auctions of players with these limits, and let the declarers announce.

    ``find`` gets the rows that somebody declares, the declarers and the bids, and returns the
    contracts and the cards put away.
    """
    declarers, bids, bids_made = run_auctions(limits)
    contracts, hands = np.full(len(deals), NO_CONTRACT), deals.copy()
    rows = np.flatnonzero(declarers != NOBODY)
    contracts[rows], skats = find(rows, declarers[rows], bids[rows])
    put_away(hands, rows, declarers[rows], skats)
    return AnnouncedGames(deals, bids_made, declarers, contracts, bids, hands)


def play_cards(
    announced: AnnouncedGames,
    bots: Sequence["SkatBot"],
    seeds: Seeds,
    seats: Indices | Integers | None = None,
    workspace: Workspace | None = None,
) -> Games:
    """Play the cards of announced games, and score them; passed-in deals have no tricks.

    With ``seeds`` (games,) the random numbers of all players of a game come from one stream;
    with (games, 3) every seat has a stream for each of its cards.
    """
    rows = np.flatnonzero(announced.declarers != NOBODY)
    found = play_tricks(
        announced.hands[rows],
        announced.bids_made[rows],
        announced.declarers[rows],
        announced.contracts[rows],
        announced.bids[rows],
        _seat_rows([bot.row() for bot in bots], announced.deals, seats)[rows],
        seeds[rows],
        workspace=workspace,
    )
    cards = np.full((len(announced.deals), PLAYED), NO_CARD, np.uint8)
    winners = np.full((len(cards), PLAYED // SEATS), NO_WINNER, np.uint8)
    cards[rows], winners[rows] = found.cards, found.winners
    return Games.from_tricks(
        announced.deals,
        announced.bids_made,
        announced.declarers,
        announced.contracts,
        announced.bids,
        announced.hands,
        Tricks(cards, winners),
    )


def play_series(
    bots: Sequence["SkatBot"],
    seats: Indices,
    seeds: Seeds,
    deals: int = 1,
    *,
    redeal: bool = False,
    names: Sequence[str] = (),
) -> SeriesGames:
    """Play a series for each seed; ``seats`` (series, 3) says which of the bots sit there.

    In deal d the player s + d of the table sits at seat s.  With ``redeal`` a deal that is passed
    in is dealt again and does not count; it is among the games all the same.
    """
    streams = np.stack([fork_seeds(seeds, number_stream(seat)) for seat in range(SEATS)], axis=1)
    parts = list(_deal_series(bots, seats, seeds, streams, deals, redeal=redeal))
    columns = [
        np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(_Dealt)
    ]
    dealt = _Dealt(*columns)
    order = np.lexsort((dealt.number, dealt.series))
    dealt = _Dealt(*(column[order] for column in columns))
    announced = AnnouncedGames(*(getattr(dealt, each.name) for each in fields(AnnouncedGames)))
    games = play_cards(announced, bots, fork_seeds(dealt.seeds, CARDS), dealt.seats)
    places = dealt.sitting[np.arange(len(games)), games.declarers]
    places = np.where(games.played, places, NOBODY)
    who = tuple(names) or tuple(str(number) for number in range(len(bots)))
    return SeriesGames(who, seats.astype(np.int32), games, dealt.series, places, dealt.sitting)


def play_many_series(
    bots: Sequence["SkatBot"],
    seats: Indices,
    seeds: Seeds,
    deals: int = 1,
    *,
    redeal: bool = False,
    workers: int | None = None,
    cluster: str | None = None,
    done: Callable[[int], object] = lambda played: None,
) -> SeriesGames:
    """Play series on all cores or a cluster; ``done`` is called with the number played so far."""
    by_rules = all(bot.row()[WAY] == BY_RULES for bot in bots)
    size = max(1, (BLOCK if by_rules else SLOW_BLOCK) // deals)
    starts = range(0, len(seats), size)
    blocks = [(seats[start : start + size], seeds[start : start + size]) for start in starts]
    play = partial(_play_block, tuple(bots), deals, redeal)
    parts: list[SeriesGames] = []
    for part in map_blocks(play, blocks, workers=workers, cluster=cluster):
        parts.append(part)
        done(min(len(seats), size * len(parts)))
    series = [part.series + start for part, start in zip(parts, starts, strict=True)]
    return SeriesGames(
        parts[0].names,
        seats.astype(np.int32),
        Games.concat([part.games for part in parts]),
        np.concatenate(series),
        np.concatenate([part.places for part in parts]),
        np.concatenate([part.sitting for part in parts]),
    )


def replay_with(
    bot: "SkatBot",
    games: Games,
    rng: Generator,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    done: Callable[[int], object] = lambda played: None,
) -> Games:
    """Play the cards of games again with one bot on all seats: same hands, skats and contracts.

    ``done`` is called with the number played so far.
    """
    if not len(games):
        return games
    seeds, rows = draw_seeds(rng, len(games)), range(0, len(games), SLOW_BLOCK)
    blocks = [slice(start, start + SLOW_BLOCK) for start in rows]
    work = [(AnnouncedGames.of(games.take(block)), seeds[block]) for block in blocks]
    parts: list[Games] = []
    for part in map_blocks(partial(_replay, bot), work, workers=workers, cluster=cluster):
        parts.append(part)
        done(min(len(games), SLOW_BLOCK * len(parts)))
    return Games.concat(parts)


def _replay(bot: "SkatBot", block: tuple[AnnouncedGames, Seeds]) -> Games:
    announced, seeds = block
    return play_cards(announced, [bot], seeds)


def _play_block(
    bots: Sequence["SkatBot"], deals: int, redeal: bool, block: tuple[Indices, Seeds]
) -> SeriesGames:
    return play_series(bots, *block, deals, redeal=redeal)


def number_stream(player: int) -> int:
    """Return the number of the stream that a player has of the seed of a series.

    The even ones are those of the deals, see :func:`evenhand.games.skat.deck.deal_cards`.
    """
    return 2 * player + 1


@dataclass(frozen=True, slots=True)
class _Dealt(AnnouncedGames):
    """Announced games of series."""

    series: Integers
    number: Integers  # of the deal in its series
    sitting: Integers  # which of the players of the table sits at each seat
    seats: Indices  # which of the bots
    seeds: Seeds  # of the bots


def _deal_series(
    bots: Sequence["SkatBot"],
    seats: Indices,
    seeds: Seeds,
    streams: Seeds,
    deals: int,
    *,
    redeal: bool,
) -> Iterator[_Dealt]:
    """Deal series and let everybody bid and announce; all deals at once if none is repeated."""

    def deal(series: Integers, counted: Integers, number: Integers) -> _Dealt:
        sitting = (np.arange(SEATS) + counted[:, None]) % SEATS
        who = np.take_along_axis(seats[series], sitting, axis=1)
        own = np.empty((len(series), SEATS), np.int64)
        _fork(np.take_along_axis(streams[series], sitting, axis=1), number, own)
        found = announce(deal_many(seeds[series], number), bots, own, who)
        columns = {each.name: getattr(found, each.name) for each in fields(found)}
        own_columns = {"series": series, "number": number, "sitting": sitting}
        return _Dealt(**columns, **own_columns, seats=who, seeds=own)

    every = np.arange(len(seeds))
    if not redeal:
        counted = np.tile(np.arange(deals), len(seeds))
        yield deal(np.repeat(every, deals), counted, counted)
        return
    number = np.zeros(len(seeds), np.int64)
    for count in range(deals):
        left = every
        while len(left):
            dealt = deal(left, np.full(len(left), count), number[left])
            number[left] += 1
            left = left[dealt.declarers == NOBODY]
            yield dealt


@kernel(python_up_to=200)
def _fork(streams: Seeds, numbers: Integers, seeds: Seeds) -> None:
    for row in range(len(numbers)):
        for seat in range(SEATS):
            seeds[row, seat] = fork_seed(streams[row, seat], numbers[row])


def draw_normals(seeds: Seeds, columns: int) -> Floats:
    """Draw normally distributed numbers, a row for each seed, by Box and Muller (1958).

    >>> draw_normals(np.array([1, 2]), 3).shape
    (2, 3)
    """
    state: Any = seeds
    words = []
    for _ in range(2 * columns):
        state = next_state(state)
        words.append((random_bits(state) + 0.5) / WORD)
    radius, angle = np.array(words[::2]), np.array(words[1::2])
    normals: Floats = np.sqrt(-2.0 * np.log(radius)) * np.cos(2.0 * np.pi * angle)
    return normals.T


def find_limits(bidding: Floats, deals: Masks, seats: Integers, seeds: Seeds) -> Integers:
    """Return how far the bot at a seat of each deal goes in the auction; 0 to pass.

    ``bidding`` has a row :class:`Bidding` for each bot.
    """
    limits, every = np.zeros(len(deals), np.int64), np.arange(len(deals))
    hands = deals[every, seats]
    for way, threshold, rows in _group_by_bidder(bidding):
        if way == RULES:
            errors = _draw_errors(bidding[rows], fork_seeds(seeds[rows], BIDS))
            limits[rows] = rule_limits(hands[rows], bidding[rows, 1], errors)
        elif way == NEIGHBOURS:
            limits[rows] = _knn_bidder(threshold).limits(hands[rows], default_rng(0))
        else:
            limits[rows] = [
                find_highest_win(deal, seat)
                for deal, seat in zip(deals[rows].tolist(), seats[rows].tolist(), strict=True)
            ]
    return limits


def find_announcements(
    bidding: Floats, deals: Masks, seats: Integers, bids: Integers, seeds: Seeds
) -> tuple[Integers, Masks]:
    """Return what the declarer of each deal announces, and the two cards put away."""
    contracts, skats = np.full(len(deals), NO_CONTRACT), deals[:, 3].copy()
    hands = deals[np.arange(len(deals)), seats]
    for way, threshold, rows in _group_by_bidder(bidding):
        cards = hands[rows], deals[rows, 3], bids[rows]
        if way == RULES:
            errors = _draw_errors(bidding[rows], fork_seeds(seeds[rows], ANNOUNCEMENTS))
            made = rule_announcements(*cards, bidding[rows, 1], errors)
            contracts[rows], skats[rows] = made.contracts, made.skats
        elif way == NEIGHBOURS:
            made = _knn_bidder(threshold).announce(*cards, default_rng(0))
            contracts[rows], skats[rows] = made.contracts, made.skats
        else:
            found = zip(
                deals[rows].tolist(), seats[rows].tolist(), bids[rows].tolist(), strict=True
            )
            for row, (deal, seat, bid) in zip(rows, found, strict=True):
                contract, skats[row] = find_best_game(deal, seat, bid)
                contracts[row] = contract.number
    return contracts, skats


def _group_by_bidder(bidding: Floats) -> "list[tuple[int, float, Integers]]":
    """Return the ways to bid with the rows that bid so: with neighbours, one for a threshold."""
    ways = bidding[:, 0].astype(np.int64)
    groups = [(way, np.nan, np.flatnonzero(ways == way)) for way in (RULES, OPEN_CARDS)]
    by_neighbours = np.flatnonzero(ways == NEIGHBOURS)
    thresholds = bidding[by_neighbours, 3]
    for threshold in np.unique(thresholds).tolist():
        same = np.isnan(thresholds) if np.isnan(threshold) else thresholds == threshold
        groups.append((NEIGHBOURS, threshold, by_neighbours[same]))
    return [group for group in groups if len(group[2])]


def _draw_errors(bidding: Floats, seeds: Seeds) -> Floats:
    """Return by how much each bot misjudges each of the games."""
    misjudgement = bidding[:, 2]
    if not misjudgement.any():
        return np.zeros((len(seeds), len(GAMES)))
    errors: Floats = misjudgement[:, None] * draw_normals(seeds, len(GAMES))
    return errors


@lru_cache(8)
def _knn_bidder(threshold: float) -> KnnBidder:
    return KnnBidder(None if np.isnan(threshold) else threshold)


def _seat_rows(rows: Sequence[Any], deals: Masks, seats: Indices | Integers | None) -> Any:
    """Return the rows of the bots at each seat of each deal."""
    table = np.array(rows)
    if seats is None:
        if len(table) not in (1, SEATS):
            raise ValueError(f"a table has {SEATS} seats, not {len(table)}")
        every = np.broadcast_to(table, (SEATS, table.shape[1]))
        return np.tile(every, (len(deals), 1, 1))
    return table[seats]


# The cards of many games in one kernel.


@step
def choose_forced_or_slip(hands: Masks, row: Masks, bot: Masks, work: Workspace) -> int:
    """Return the only card that may be played, or any by a slip; -1 if there is a choice."""
    hand, led = hands[row[MOVER]], row[LED] if row[PLACE] != 0 else -1
    playable = legal(hand, led)
    if playable & (playable - 1) == 0:
        return lowest_bit(playable)
    if bot[SLIP] > 0:
        work.random[0] = next_state(next_state(work.random[0]))
        if random_bits(work.random[0]) < bot[SLIP]:
            work.random[0] = next_state(work.random[0])
            for _ in range(randbelow(work.random[0], bit_count(playable))):
                playable &= playable - 1
            return lowest_bit(playable)
    return -1


@step
def sample_nothing(hands: Masks, row: Masks, state: Masks, bot: Masks, work: Workspace) -> int:
    """Stand in for sampling where no bot samples."""
    return -1


def _make_player(sample: Callable[[Masks, Masks, Masks, Masks, Workspace], int]) -> Any:
    """Return the kernel that plays games, with a way to choose cards by sampling.

    There are several, so that what no bot uses need not be compiled.
    """

    @kernel
    def play(
        states: Masks,
        hands: Masks,
        contracts: Integers,
        leaders: Integers,
        bots: Integers,
        seeds: Seeds,
        given: int,
        until: int,
        work: Workspace,
        cards: Bytes,
        winners: Bytes,
    ) -> None:
        """Play games from their start, the first cards as they are given; hands are used up."""
        row, below_row = np.zeros(FIELDS, np.int64), np.zeros(FIELDS, np.int64)
        for game in range(len(states)):
            state, held = states[game], hands[game]
            work.random[0] = seeds[game, 0]
            row[PLACE] = 0
            row[MOVER] = leaders[game]
            for number in range(until):
                if number < given:
                    card = to_int64(cards[game, number])
                else:
                    bot = bots[game, row[MOVER]]
                    if seeds.shape[1] > 1:
                        work.random[0] = fork_seed(seeds[game, row[MOVER]], state[TRICKS])
                    card = choose_forced_or_slip(held, row, bot, work)
                    if card < 0 and bot[WAY] == BY_RULES:
                        card = card_by_rules(held, row, state)
                    elif card < 0:
                        card = sample(held, row, state, bot, work)
                    cards[game, number] = card
                play_card(held, row, below_row, state, card)
                if row[PLACE] == 0:
                    winners[game, state[TRICKS] - 1] = row[MOVER]
                    their_tricks = state[TRICKS] - state[OWN_TRICKS]
                    if has_missed(contracts[game], state[OWN_TRICKS], their_tricks, state[THEIRS]):
                        break

    return play


_play_by_rules = _make_player(sample_nothing)
_play_for_win = _make_player(sample_for_win)
_play_for_any = _make_player(sample_for_any)


def _find_player(bots: Integers) -> Any:
    """Return the kernel that has what some bots need, and little more."""
    sampling = bots[:, :, WAY] != BY_RULES
    if not sampling.any():
        return _play_by_rules
    for_points = sampling & (bots[:, :, AIM] == FOR_POINTS)
    return _play_for_any if for_points.any() else _play_for_win


@kernel
def _arrange(
    piles: Masks,
    games: Integers,
    declarers: Integers,
    bids_made: Integers,
    states: Masks,
    hands: Masks,
) -> None:
    """Arrange hands and skat for each game, the declarer's first."""
    for game in range(len(piles)):
        layout, state = LAYOUTS[games[game]], states[game]
        state[GAME] = games[game]
        state[SKAT] = arrange(piles[game, 3], layout)
        for player in range(SEATS):
            seat = (declarers[game] + player) % SEATS
            hands[game, player] = arrange(piles[game, seat], layout)
            state[SAID + player] = bids_made[game, seat]


def play_tricks(
    hands: Masks,
    bids_made: Integers,
    declarers: Integers,
    contracts: Integers,
    bids: Integers,
    bots: Integers,
    seeds: Seeds,
    given: Bytes | None = None,
    until: int = PLAYED,
    workspace: Workspace | None = None,
) -> Tricks:
    """Play the tricks of games: hands as they are played and the skat put away, forehand first.

    ``bots`` has a row for each seat of each game.  ``given`` are cards that are played already, as
    many in each game, and ``until`` is where to stop.
    """
    games, start = len(hands), 0 if given is None else given.shape[1]
    work = _make_room(int(bots[:, :, SAMPLES].max(initial=1)), workspace or own_workspace())
    states, held, leaders = set_up(hands, bids_made, declarers, contracts, bids)
    played = GAME_OF[contracts]
    order = (declarers[:, None] + np.arange(SEATS)) % SEATS
    by_player = np.take_along_axis(bots, order[:, :, None], axis=1)
    streams = np.ascontiguousarray(
        seeds[:, None] if seeds.ndim == 1 else np.take_along_axis(seeds, order, axis=1)
    )
    cards = np.full((games, PLAYED), NO_CARD, np.uint8)
    if given is not None:
        cards[:, :start] = np.take_along_axis(LAYOUTS[played], given.astype(np.int64), axis=1)
    winners = np.full((games, PLAYED // SEATS), NO_WINNER, np.uint8)
    play = _find_player(bots)
    play(states, held, contracts, leaders, by_player, streams, start, until, work, cards, winners)
    return _in_seats(cards, winners, played, declarers)


def set_up(
    hands: Masks, bids_made: Integers, declarers: Integers, contracts: Integers, bids: Integers
) -> tuple[Masks, Masks, Integers]:
    """Return announced games as kernels play them: states, hands and who leads first."""
    states, held = np.zeros((len(hands), STATE), np.int64), np.zeros((len(hands), SEATS), np.int64)
    _arrange(hands, GAME_OF[contracts], declarers, bids_made, states, held)
    known = hands[np.arange(len(hands)), declarers] | np.where(IS_HAND[contracts], 0, hands[:, 3])
    _write_contracts(states, contracts, known, bids)
    return states, held, -declarers % SEATS


def _make_room(samples: int, work: Workspace) -> Workspace:
    """Return a workspace with room for so many worlds; the tables of positions are the same."""
    if samples > MAX_SAMPLES:
        raise ValueError(f"at most {MAX_SAMPLES} samples, not {samples}")
    if samples <= len(work.worlds):
        return work
    larger = new_workspace(samples)
    return work._replace(worlds=larger.worlds, won=larger.won)


def _write_contracts(states: Masks, contracts: Integers, known: Masks, bids: Integers) -> None:
    """Write into the states what was announced, and what it takes to win.

    The declarer of a hand game does not know the skat, and so counts his ten cards only.
    """
    states[:, KIND] = KINDS_OF[GAME_OF[contracts]]
    states[:, HAND] = IS_HAND[contracts]
    states[:, OUVERT] = IS_OUVERT[contracts]
    states[:, BID] = bids
    states[:, NEED] = points_needed(contracts, known, bids)
    states[:, SAID_NEED] = points_needed(contracts, known, np.zeros_like(bids))


def _in_seats(cards: Bytes, winners: Bytes, games: Integers, declarers: Integers) -> Tricks:
    """Return tricks with cards of the pack, and seats instead of players."""
    packed = np.take_along_axis(PACKED_OR_NONE[games], cards.astype(np.int64), axis=1)
    seats = np.where(winners == NO_WINNER, NO_WINNER, (winners + declarers[:, None]) % SEATS)
    return Tricks(packed.astype(np.uint8), seats.astype(np.uint8))


# One move of one game.


def choose_move(bot: "SkatBot", game: DealState, seed: int) -> str:
    """Return what a bot does whose turn it is; ``seed`` is that of the bot in this deal.

    >>> from evenhand.games.skat.deck import Deal
    >>> from evenhand.games.skat.bots.bots import Heuristic
    >>> hands = ["D7 D8 D9 H7 H8 H9 S7 S8 C7 C8", "CJ SJ HJ DJ CA CT CK SA HA DA"]
    >>> hands += ["DT DQ DK HT HQ HK ST SQ SK CQ", "C9 S9"]
    >>> choose_move(Heuristic(), DealState(Deal.of(*hands)), seed=1)
    '18'
    """
    if game.turn is None:
        raise ValueError("nobody has the turn any more")
    if game.phase is Phase.AUCTION:
        return game.auction.bid_up_to(find_limit(bot, game, game.turn, seed))
    if game.phase is Phase.TRICKS:
        return PACK.name(_choose_card(bot, game, seed, own_workspace()))
    return _choose_announcement(bot, game, seed)


def find_limit(bot: "SkatBot", game: DealState, seat: int, seed: int) -> int:
    """Return how far a bot goes in the auction; 0 if it passes."""
    bidding = np.array([bot.bidding_parameters()])
    return int(find_limits(bidding, _make_row(game), np.array([seat]), np.array([seed]))[0])


def find_card_values(bot: "MonteCarlo", game: DealState, seed: int) -> dict[int, float]:
    """Return for each card that may be played the share of sampled worlds which it wins.

    Won by the side whose turn it is.  These are the worlds of ``choose_move`` with the same seed
    and samples.  Nothing, if there is no choice.
    """
    work = new_workspace(bot.samples)
    _choose_card(replace(bot, aim="win", ties="cheapest", slip=0.0), game, seed, work)
    played, found = _find_contract(game).game_number, dict[int, float]()
    choices = np.count_nonzero(work.groups)
    for group, won in zip(work.groups[:choices].tolist(), work.won, strict=False):
        share = float(won[: bot.samples].mean())
        for place in cards_of(group):
            own = share if game.turn == game.declarer else 1.0 - share
            found[int(PACKED_OR_NONE[played, place])] = own
    return found if choices > 1 else {}


def _choose_announcement(bot: "SkatBot", game: DealState, seed: int) -> str:
    """Return skat or hand, the announcement, or the cards to put away."""
    if game.phase is Phase.DISCARD:
        return _choose_discards(_find_contract(game), game)
    contracts, skats = find_announcements(
        np.array([bot.bidding_parameters()]),
        _make_row(game),
        np.array([_find_declarer(game)]),
        np.array([game.bid]),
        np.array([seed]),
    )
    contract = CONTRACTS[contracts[0]]
    if game.phase is Phase.SKAT:
        return str(contract) if contract.hand else TAKE_SKAT
    if not contract.hand:
        return f"{contract}.{join_cards(int(skats[0]))}"
    plain = _without_hand(contract, game.bid)
    return f"{plain}.{_choose_discards(plain, game)}"


def _without_hand(contract: Contract, bid: int) -> Contract:
    """Return a game with the skat for one who would not have taken it, but finds it taken."""
    offers = Contract(contract.game), Contract(NULL, ouvert=True), Contract(CHEAPEST_GAME)
    return next(one for one in offers if reaches(one, bid))


def _choose_discards(contract: Contract, game: DealState) -> str:
    """Return the cards to put away for a game that is named already, by rules of thumb."""
    pair, _ = best_discards(game.twelve, contract.game_number)
    return join_cards(pair)


def _choose_card(bot: "SkatBot", game: DealState, seed: int, workspace: Workspace) -> int:
    """Return the next card: all those before it are given."""
    declarer, hands = _find_declarer(game), _make_row(game)
    if game.skat_taken:
        put_away(hands, np.array([0]), declarer, np.array([game.discards]))
    played = [*(card for trick in game.tricks for card in trick.cards), *game.table]
    tricks = play_tricks(
        hands,
        np.array([game.auction.bids]),
        np.array([declarer]),
        np.array([_find_contract(game).number]),
        np.array([game.bid]),
        np.tile(bot.row(), (1, SEATS, 1)),
        np.full((1, SEATS), fork_seed(seed, CARDS)),
        np.array([played], np.uint8),
        len(played) + 1,
        workspace,
    )
    return int(tricks.cards[0, len(played)])


def _make_row(game: DealState) -> Masks:
    return np.array([[*game.deal.hands, game.deal.skat]], np.int64)


def _find_declarer(game: DealState) -> int:
    if game.declarer is None:
        raise ValueError("the game has no declarer")
    return game.declarer


def _find_contract(game: DealState) -> Contract:
    if game.contract is None:
        raise ValueError("no game is announced yet")
    return game.contract
