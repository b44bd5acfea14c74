"""Bids and announcements with open cards.

For each game the pairs of cards that may be put away are tried until the open-card solver says
that the game is won with one of them.  Hand games are left out, and so are values that only
schneider would reach, unless the bid asks for it.  A null that is won with open cards is won as
an ouvert, too.
"""

from functools import lru_cache
from itertools import combinations

from evenhand.games.cards import cards_of
from evenhand.games.skat.auction import SKAT_GAMES, reaches
from evenhand.games.skat.contract import GAMES, NULL, Contract
from evenhand.games.skat.deck import JACKS, PACK, card_points
from evenhand.games.skat.scoring import (
    ALL_POINTS,
    BASE,
    POINTS_TO_WIN,
    SCHNEIDER,
    charge,
    game_value,
    matadors,
)
from evenhand.games.skat.solver.position import Position
from evenhand.games.skat.solver.solver import Solver
from evenhand.parallel import per_thread

Hands = tuple[int, int, int]
REMEMBERED = 1 << 14  # answers about games
own_solver = per_thread(Solver)


def find_highest_win(deal: list[int], seat: int) -> int:
    """Return the value of the dearest game that a seat wins; 0 if it wins none."""
    for value, contract in list_offers(deal[seat] | deal[3]):
        if find_winning_discards(contract.game, _hands(deal), deal[3], seat):
            return value
    return 0


def find_best_game(deal: list[int], seat: int, bid: int) -> tuple[Contract, int]:
    """Return what to announce at a bid, and which two cards to put away."""
    twelve = deal[seat] | deal[3]
    for value, contract in list_offers(twelve):
        points = find_points_needed(contract, value, bid)
        pair = find_winning_discards(contract.game, _hands(deal), deal[3], seat, points)
        if pair:
            return contract, pair
    return find_cheapest_loss(twelve, bid)


def list_offers(twelve: int) -> list[tuple[int, Contract]]:
    """Return the six games and what they are worth, the dearest first.

    >>> twelve = PACK.hand("CJ SJ HA HT H9 H8 H7 DA DK C7 S7 S8".split())
    >>> [f"{contract} {value}" for value, contract in list_offers(twelve)]
    ['G 72', 'NO 46', 'C 36', 'S 33', 'H 30', 'D 27']
    """
    contracts = [Contract(game, ouvert=game == NULL) for game in GAMES]
    values = [(_value(contract, twelve), contract) for contract in contracts]
    return sorted(values, key=lambda offer: -offer[0])


def find_points_needed(contract: Contract, value: int, bid: int) -> int:
    """Return the card points that win a game of this value at a bid; too many if it cannot win."""
    if value >= bid:
        return POINTS_TO_WIN
    with_schneider = value + BASE.get(contract.game, 0)
    return ALL_POINTS - SCHNEIDER if with_schneider >= bid else ALL_POINTS + 1


@lru_cache(REMEMBERED)
def find_winning_discards(
    game: str, hands: Hands, skat: int, seat: int, points: int = POINTS_TO_WIN
) -> int:
    """Return two cards without which the seat wins a game with open cards; 0 if there are none."""
    if points > ALL_POINTS:
        return 0
    solver, twelve = own_solver(), hands[seat] | skat
    for pair in list_pairs(game, twelve):
        first, second, third = (twelve & ~pair if s == seat else hands[s] for s in range(3))
        position = Position(game, (first, second, third), seat)
        if solver.wins(position, points - card_points(pair)):
            return pair
    return 0


def list_pairs(game: str, twelve: int) -> list[int]:
    """Return the pairs to put away, the likeliest first: no trumps, if there are two other cards.

    In null high cards go first, else those with most points.
    """
    spare = twelve & ~Contract(game).trumps
    if spare.bit_count() < 2:
        spare = twelve & ~JACKS
    found = [(1 << a | 1 << b) for a, b in combinations(cards_of(spare), 2)]
    return sorted(found, key=_heights if game == NULL else card_points, reverse=True)


def find_cheapest_loss(twelve: int, bid: int) -> tuple[Contract, int]:
    """Return the game that costs least if it is lost, and two cards to put away."""
    contracts = [contract for contract in SKAT_GAMES if reaches(contract, bid)]
    contract = min(contracts, key=lambda one: _charge(one, twelve, bid))
    return contract, list_pairs(contract.game, twelve)[0]


def _charge(contract: Contract, twelve: int, bid: int) -> int:
    return int(charge(contract.game_number, _value(contract, twelve), bid))


def _value(contract: Contract, twelve: int) -> int:
    run = 0 if contract.game == NULL else matadors(contract.game, twelve)
    return game_value(contract, run)


def _heights(pair: int) -> int:
    return sum(card % len(PACK.ranks) for card in cards_of(pair))


def _hands(deal: list[int]) -> Hands:
    return deal[0], deal[1], deal[2]
