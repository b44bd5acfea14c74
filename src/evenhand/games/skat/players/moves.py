"""A player's next move in a game that is played move by move, in the words of ``Game.play``."""

from dataclasses import replace

import numpy as np
from numpy.random import Generator, default_rng

from evenhand.cards import Masks, cards_of
from evenhand.games.skat.announcement import reaches
from evenhand.games.skat.auction import LOWEST, PASS, YES, Auction
from evenhand.games.skat.bidding.rule_discards import best_discards
from evenhand.games.skat.contract import GAMES, NULL, Contract
from evenhand.games.skat.deal import dotted
from evenhand.games.skat.game import TAKE_SKAT, Game
from evenhand.games.skat.many_games import CONTRACTS, GAME_OF
from evenhand.games.skat.pack import PACK
from evenhand.games.skat.phase import Phase
from evenhand.games.skat.players.card_play import CardTable
from evenhand.games.skat.players.packed import PACKED_OR_NONE
from evenhand.games.skat.players.player import Player
from evenhand.games.skat.players.style import MonteCarlo, Style, style_rows
from evenhand.games.skat.players.whole_games import card_table, put_away
from evenhand.games.skat.playout import Integers
from evenhand.games.skat.values import BID_VALUES
from evenhand.rng import draw_seeds

AUCTION, ANNOUNCEMENT, CARDS = range(3)  # what random numbers are for
CHEAPEST = "D"


def move_of(player: Player, game: Game, seed: int) -> str:
    """What the player whose turn it is does.

    Random numbers depend on the seed and on what the player knows: so he bids towards the same
    limit and thinks of the same game each time that he is asked.

    >>> from evenhand.games.skat.bidding.rule_bidder import RuleBidder
    >>> from evenhand.games.skat.deal import Deal
    >>> from evenhand.games.skat.players.player import HonestPlayer
    >>> from evenhand.games.skat.players.style import Heuristic
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
        return LOWEST if limit >= BID_VALUES[0] else PASS
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

    >>> from evenhand.games.skat.deal import Deal
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
