"""Let players play: many games at once, one card or one move, and games played again by others.

Inside the kernels cards are in the solver's layout and player 0 is the declarer.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from threading import local

import numpy as np
from numpy.random import Generator, SeedSequence, default_rng

from evenhand.compiled import bit_count, kernel, lowest_bit, step
from evenhand.games.cards import Masks, cards_of
from evenhand.games.skat.auction import LOWEST_WORD, PASS, YES, Auction, auctions, reaches
from evenhand.games.skat.batch import Games, Tricks
from evenhand.games.skat.bidding.strength import best_discards
from evenhand.games.skat.bots.bots import (
    HEURISTIC,
    SAMPLES,
    SLIP,
    WAY,
    MonteCarlo,
    Player,
    Style,
    style_rows,
)
from evenhand.games.skat.bots.heuristic import card_by_rule
from evenhand.games.skat.bots.monte_carlo import MOST_SAMPLES, Desk, imagined_card, new_desk
from evenhand.games.skat.bots.observation import (
    BID,
    GAME,
    HAND,
    HIS,
    KIND,
    NEED,
    OUVERT,
    SAID,
    SAID_NEED,
    SKAT,
    STATE,
    TRICKS,
    lay,
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
from evenhand.games.skat.deck import NO_CARD, NOBODY, PACK, SIZES, Bytes, Integers, dotted
from evenhand.games.skat.scoring import BID_VALUES, points_needed
from evenhand.games.skat.solver.layout import (
    LAYOUTS,
    NULL_KIND,
    PACKED_OR_NONE,
    arranged,
    kind_of,
    legal,
    wide,
)
from evenhand.games.skat.solver.search import FIELDS, LED, MOVER, PLACE
from evenhand.games.skat.state import TAKE_SKAT, Game, Phase
from evenhand.games.skat.tricks import NO_WINNER, PLAYED
from evenhand.parallel import map_blocks
from evenhand.rng import Seeds, draw_seeds, next_state, randbelow, random_bits

KINDS_OF = np.array([kind_of(game) for game in GAMES])


@step
def chosen(hands: Masks, row: Masks, state: Masks, style: Masks, desk: Desk) -> int:
    """The card that the player to move plays."""
    hand, led = hands[row[MOVER]], row[LED] if row[PLACE] != 0 else -1
    playable = legal(hand, led)
    if playable & (playable - 1) == 0:
        return lowest_bit(playable)
    if style[SLIP] > 0:
        desk.draws[0] = next_state(next_state(desk.draws[0]))
        if random_bits(desk.draws[0]) < style[SLIP]:
            desk.draws[0] = next_state(desk.draws[0])
            for _ in range(randbelow(desk.draws[0], bit_count(playable))):
                playable &= playable - 1
            return lowest_bit(playable)
    if style[WAY] == HEURISTIC:
        return card_by_rule(hands, row, state)
    return imagined_card(hands, row, state, style, desk)


@kernel
def _play(
    states: Masks,
    hands: Masks,
    leaders: Integers,
    styles: Integers,
    seeds: Seeds,
    given: int,
    until: int,
    desk: Desk,
    cards: Bytes,
    winners: Bytes,
) -> None:
    """Play games from their start, the first cards as they are given; hands are used up."""
    row, below_row = np.zeros(FIELDS, np.int64), np.zeros(FIELDS, np.int64)
    for game in range(len(states)):
        state, held = states[game], hands[game]
        desk.draws[0] = seeds[game]
        row[PLACE] = 0
        row[MOVER] = leaders[game]
        for number in range(until):
            if number < given:
                card = wide(cards[game, number])
            else:
                card = chosen(held, row, state, styles[game, row[MOVER]], desk)
                cards[game, number] = card
            lay(held, row, below_row, state, card)
            if row[PLACE] == 0:
                winners[game, state[TRICKS] - 1] = row[MOVER]
                if state[KIND] == NULL_KIND and state[HIS] > 0:
                    break


@kernel
def _set_up(
    piles: Masks, games: Integers, declarers: Integers, said: Integers, states: Masks, hands: Masks
) -> None:
    """Arrange hands and skat for each game, the declarer's first."""
    for game in range(len(piles)):
        layout, state = LAYOUTS[games[game]], states[game]
        state[GAME] = games[game]
        state[SKAT] = arranged(piles[game, 3], layout)
        for player in range(3):
            seat = (declarers[game] + player) % 3
            hands[game, player] = arranged(piles[game, seat], layout)
            state[SAID + player] = said[game, seat]


class CardTable:
    """Plays the cards of many games; keep it, one a thread, because it remembers positions."""

    def __init__(self, samples: int = 64) -> None:
        self._desk = new_desk(samples)

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return int(self._desk.counter[0])

    def play(
        self,
        hands: Masks,
        said: Integers,
        declarers: Integers,
        contracts: Integers,
        bids: Integers,
        styles: Integers,
        seeds: Seeds,
        given: Bytes | None = None,
        until: int = PLAYED,
    ) -> Tricks:
        """The tricks of games: hands as they are played and the skat put away, forehand first.

        ``styles`` has a row of numbers for each seat of each game.  ``given`` are cards that
        are played already, as many in each game, and ``until`` is where to stop.
        """
        games, start = len(hands), 0 if given is None else given.shape[1]
        self._make_room(int(styles[:, :, SAMPLES].max(initial=1)))
        played = GAME_OF[contracts]
        states, held, leaders = set_up(hands, said, declarers, contracts, bids)
        order = (declarers[:, None] + np.arange(3)) % 3
        by_player = np.take_along_axis(styles, order[:, :, None], axis=1)
        cards = np.full((games, PLAYED), NO_CARD, np.uint8)
        if given is not None:
            cards[:, :start] = np.take_along_axis(LAYOUTS[played], given.astype(np.int64), axis=1)
        winners = np.full((games, PLAYED // 3), NO_WINNER, np.uint8)
        _play(states, held, leaders, by_player, seeds, start, until, self._desk, cards, winners)
        return _in_seats(cards, winners, played, declarers)

    def _make_room(self, samples: int) -> None:
        if samples > MOST_SAMPLES:
            raise ValueError(f"at most {MOST_SAMPLES} samples, not {samples}")
        if samples > len(self._desk.worlds):
            self._desk = new_desk(samples)


def set_up(
    hands: Masks, said: Integers, declarers: Integers, contracts: Integers, bids: Integers
) -> tuple[Masks, Masks, Integers]:
    """Return the states of announced games, the hands with the declarer's first, and who leads."""
    games = len(hands)
    states, held = np.zeros((games, STATE), np.int64), np.zeros((games, 3), np.int64)
    _set_up(hands, GAME_OF[contracts], declarers, said, states, held)
    known = hands[np.arange(games), declarers] | np.where(IS_HAND[contracts], 0, hands[:, 3])
    _announce(states, contracts, known, bids)
    return states, held, -declarers % 3


def _announce(states: Masks, contracts: Integers, known: Masks, bids: Integers) -> None:
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
    """Tricks with cards of the pack, and seats instead of players."""
    packed = np.take_along_axis(PACKED_OR_NONE[games], cards.astype(np.int64), axis=1)
    seats = np.where(winners == NO_WINNER, NO_WINNER, (winners + declarers[:, None]) % 3)
    return Tricks(packed.astype(np.uint8), seats.astype(np.uint8))


SEATS = 3
BLOCK = 32  # deals that are played in one go
_own = local()  # each thread keeps a table, because making one takes time


def card_table() -> CardTable:
    """The table of this thread."""
    if not hasattr(_own, "table"):
        _own.table = CardTable()
    table: CardTable = _own.table
    return table


def play_deals(deals: Masks, players: Sequence[Player], rng: Generator) -> Games:
    """Play each deal with the same three players, forehand first."""
    if len(players) != SEATS:
        raise ValueError(f"a table has three players, not {len(players)}")
    drawn = draw_seeds(rng, len(deals))
    own = rng.spawn(SEATS)  # nobody's luck depends on the others
    limits = [player.limits(deals, seat, own[seat]) for seat, player in enumerate(players)]
    declarers, bids, said = auctions(np.stack(limits, axis=1))
    contracts, hands = np.full(len(deals), NO_CONTRACT), deals.copy()
    for seat, player in enumerate(players):
        rows = np.flatnonzero(declarers == seat)
        if len(rows):
            made = player.announce(deals[rows], seat, bids[rows], own[seat])
            contracts[rows] = made.contracts
            put_away(hands, rows, seat, made.skats)
    styles = style_rows([player.style for player in players], len(deals))
    return play_announced(deals, said, declarers, contracts, bids, hands, styles, drawn)


def put_away(hands: Masks, rows: Integers, seats: Integers | int, skats: Masks) -> None:
    """Change the hands and skats of some rows: twelve cards, two of them put away."""
    twelve = hands[rows, seats] | hands[rows, 3]
    hands[rows, seats] = twelve & ~skats
    hands[rows, 3] = skats


def play_announced(
    deals: Masks,
    said: Integers,
    declarers: Integers,
    contracts: Integers,
    bids: Integers,
    hands: Masks,
    styles: Integers,
    seeds_of_games: Seeds,
) -> Games:
    """Play the cards of announced games, and score them; passed-in deals have no tricks."""
    cards = np.full((len(deals), PLAYED), NO_CARD, np.uint8)
    winners = np.full((len(deals), PLAYED // 3), NO_WINNER, np.uint8)
    rows = np.flatnonzero(declarers != NOBODY)
    tricks = card_table().play(
        hands[rows],
        said[rows],
        declarers[rows],
        contracts[rows],
        bids[rows],
        styles[rows],
        seeds_of_games[rows],
    )
    cards[rows], winners[rows] = tricks.cards, tricks.winners
    return Games.scored(deals, said, declarers, contracts, bids, hands, Tricks(cards, winners))


@dataclass(frozen=True, slots=True)
class Round:
    """Three players and a seed: the games of block after block are always the same."""

    players: tuple[Player, Player, Player]
    seed: int

    def block(self, numbers: tuple[int, int]) -> Games:
        """So many deals of the block with a number."""
        number, deals = numbers
        rng = default_rng(SeedSequence(self.seed, spawn_key=(number,)))
        return play_deals(PACK.deal(rng, deals, *SIZES), self.players, rng)


def play_many(
    players: Sequence[Player],
    deals: int,
    seed: int,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    done: Callable[[int], object] = lambda played: None,
) -> Games:
    """Deal and play so many games; the same for any number of workers.

    ``done`` is told how many deals are played.
    """
    if deals < 1:
        raise ValueError("there must be a deal to play")
    first, second, third = players if len(players) == SEATS else SEATS * list(players)
    evening = Round((first, second, third), seed)
    parts, played = [], 0
    for part in map_blocks(evening.block, blocks(deals), workers=workers, cluster=cluster):
        parts.append(part)
        played += len(part)
        done(played)
    return Games.joined(parts)


def blocks(deals: int, size: int = BLOCK) -> Iterator[tuple[int, int]]:
    """Numbers of blocks, and how many deals each has.

    >>> list(blocks(70, 32))
    [(0, 32), (1, 32), (2, 6)]
    """
    for number, start in enumerate(range(0, deals, size)):
        yield number, min(size, deals - start)


AUCTION, ANNOUNCEMENT, CARDS = range(3)  # what random numbers are for
CHEAPEST = "D"


def move_of(player: Player, game: Game, seed: int) -> str:
    """What the player whose turn it is does.

    Random numbers depend on the seed and on what the player knows: so he bids towards the same
    limit and thinks of the same game each time that he is asked.

    >>> from evenhand.games.skat.bidding.rules import RuleBidder
    >>> from evenhand.games.skat.deck import Deal
    >>> from evenhand.games.skat.bots.bots import HonestPlayer
    >>> from evenhand.games.skat.bots.bots import Heuristic
    >>> hands = ["D7 D8 D9 H7 H8 H9 S7 S8 C7 C8", "CJ SJ HJ DJ CA CT CK SA HA DA"]
    >>> hands += ["DT DQ DK HT HQ HK ST SQ SK CQ", "C9 S9"]
    >>> move_of(HonestPlayer(RuleBidder(), Heuristic()), Game(Deal.of(*hands)), seed=1)
    '18'
    """
    if game.turn is None:
        raise ValueError("nobody has the turn any more")
    if game.phase is Phase.AUCTION:
        return word(game.auction, limit_of(player, game, game.turn, seed))
    if game.phase is Phase.TRICKS:
        return PACK.name(_card(card_table(), player.style, game, seed))
    return _announcement(player, game, seed)


def limit_of(player: Player, game: Game, seat: int, seed: int) -> int:
    """How far a player goes in the auction."""
    rng = _rng(seed, AUCTION, seat, game.deal.hands[seat])
    return int(player.limits(_row(game), seat, rng)[0])


def word(auction: Auction, limit: int) -> str:
    """What a player says who goes step by step up to a limit.

    >>> word(Auction(), 18), word(Auction(), 0), word(Auction(bid=20, asked=True), 20)
    ('18', 'p', 'y')
    """
    if auction.asked:
        return YES if limit >= auction.bid else PASS
    if auction.listener is None:
        return LOWEST_WORD if limit >= BID_VALUES[0] else PASS
    higher = next((value for value in BID_VALUES if value > auction.bid), None)
    return PASS if higher is None or higher > limit else str(higher)


def chances(style: MonteCarlo, game: Game, seed: int) -> dict[int, float]:
    """For each card that may be played the share of imagined worlds which it wins.

    Won by the side whose turn it is.  These are the worlds of ``move_of`` with the same seed and
    samples.  Nothing, if there is no choice.
    """
    table = _OpenMind(style.samples)
    _card(table, replace(style, aim="win", ties="cheapest"), game, seed)
    contract = _contract(game)
    won = table.shares(style.samples, GAME_OF[CONTRACTS.index(contract)])
    declares = game.turn == game.declarer
    return {card: share if declares else 1.0 - share for card, share in won.items()}


class _OpenMind(CardTable):
    """A table for one card, which tells what its player thought."""

    def shares(self, samples: int, game: int) -> dict[int, float]:
        """For each card how often it let the declarer win."""
        desk, found = self._desk, {}
        choices = np.count_nonzero(desk.mates)
        for mates, won in zip(desk.mates[:choices].tolist(), desk.won, strict=False):
            for place in cards_of(mates):
                found[int(PACKED_OR_NONE[game, place])] = float(won[:samples].mean())
        return found if choices > 1 else {}


def _announcement(player: Player, game: Game, seed: int) -> str:
    """Skat or hand, the announcement, the cards to put away."""
    if game.phase is Phase.DISCARD:
        return _discards(_contract(game), game)
    seat = _declarer(game)
    rng = _rng(seed, ANNOUNCEMENT, seat, game.deal.hands[seat])
    made = player.announce(_row(game), seat, np.array([game.bid]), rng)
    contract = CONTRACTS[made.contracts[0]]
    if game.phase is Phase.SKAT:
        return str(contract) if contract.hand else TAKE_SKAT
    if not contract.hand:
        return f"{contract}.{dotted(int(made.skats[0]))}"
    plain = _with_skat(contract, game.bid)
    return f"{plain}.{_discards(plain, game)}"


def _with_skat(contract: Contract, bid: int) -> Contract:
    """A game without hand: for one who would not have taken the skat, but finds it taken."""
    offers = Contract(contract.game), Contract(NULL, ouvert=True), Contract(CHEAPEST)
    return next(one for one in offers if reaches(one, bid))


def _discards(contract: Contract, game: Game) -> str:
    """The cards to put away for a game that is named already, by rules of thumb."""
    pair, _ = best_discards(game.twelve, GAMES.index(contract.game))
    return dotted(pair)


def _card(table: CardTable, style: Style, game: Game, seed: int) -> int:
    """The next card."""
    declarer, hands = _declarer(game), _row(game)
    if game.skat_taken:
        put_away(hands, np.array([0]), declarer, np.array([game.laid_away]))
    played = [*(card for trick in game.tricks for card in trick.cards), *game.table]
    tricks = table.play(
        hands,
        said(game)[None],
        np.array([declarer]),
        np.array([CONTRACTS.index(_contract(game))]),
        np.array([game.bid]),
        style_rows([style], 1),
        draw_seeds(_rng(seed, CARDS, len(played)), 1),
        np.array([played], np.uint8),
        len(played) + 1,
    )
    return int(tricks.cards[0, len(played)])


def said(game: Game) -> Integers:
    """The highest value that each seat bid or accepted.

    >>> from evenhand.games.skat.deck import Deal
    >>> game = Game(Deal.random(default_rng(1)))
    >>> for move in ("18", "y", "20", "p", "p"):
    ...     game = game.play(move)
    >>> said(game).tolist()
    [18, 20, 0]
    """
    highest, bid = np.zeros(3, np.int64), 0
    for seat, move in game.moves:
        bid = int(move) if move.isdecimal() else bid
        if move.isdecimal() or move == YES:
            highest[seat] = bid
    return highest


def _row(game: Game) -> Masks:
    return np.array([[*game.deal.hands, game.deal.skat]], np.int64)


def _rng(*numbers: int) -> Generator:
    """Random numbers for what is decided by these."""
    return default_rng(numbers)


def _declarer(game: Game) -> int:
    if game.declarer is None:
        raise ValueError("the game has no declarer")
    return game.declarer


def _contract(game: Game) -> Contract:
    if game.contract is None:
        raise ValueError("no game is announced yet")
    return game.contract


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Three players of one style, who take over other people's games."""

    style: Style
    seed: int

    def block(self, part: tuple[int, Games]) -> Games:
        """The games of a block, played again."""
        number, games = part
        rng = default_rng(SeedSequence(self.seed, spawn_key=(number,)))
        styles = style_rows([self.style], len(games))
        announced = games.deals, games.said, games.declarers, games.contracts, games.bids
        return play_announced(*announced, games.hands, styles, draw_seeds(rng, len(games)))


def replayed(
    games: Games,
    style: Style,
    seed: int,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    done: Callable[[int], object] = lambda played: None,
) -> Games:
    """The same hands, skats and contracts, with the cards played in some style.

    ``done`` is told how many games are played.
    """
    if not len(games):
        return games
    parts: list[Games] = []
    work = TakeOver(style, seed).block
    for part in map_blocks(work, _parts(games), workers=workers, cluster=cluster):
        parts.append(part)
        done(min(len(games), BLOCK * len(parts)))
    return Games.joined(parts)


def _parts(games: Games) -> Iterator[tuple[int, Games]]:
    for number, start in enumerate(range(0, len(games), BLOCK)):
        yield number, games.take(np.s_[start : start + BLOCK])
