"""What each bot does in a turn, and many games between bots in one kernel.

:mod:`~evenhand.games.rummy.bots` describes what the bots do.  To a kernel a bot is a row
of numbers (``KIND``, ``TIES``, ...).  Hands are masks, the wild rank is a number, and ``safe`` are
the cards near to what opponents discarded lately.  A seat's bot sees its own hand, the top of the
pile and the latest discards of the others, and nothing else of the row of a game.

Kernels work with ``tables`` and ``work``: those of :mod:`~evenhand.games.rummy.suit_tables`, and a
workspace of one thread.  ``stream`` is the state of the bots' random numbers.
"""

from typing import Final

import numpy as np

from evenhand.compiled import bit_count, formula, highest_bit, kernel, lowest_bit
from evenhand.games.cards import Masks
from evenhand.games.protocol import Row
from evenhand.games.rummy.deck import (
    COLUMN,
    HAND_SIZE,
    JOKER,
    NATURAL,
    PRINTED,
    RANK_POINTS,
    RANKS,
    SUIT_MASK,
    SUITS,
)
from evenhand.games.rummy.dist_search import find_good_discards, search
from evenhand.games.rummy.score_search import find_scores_after, least_after, score
from evenhand.games.rummy.suit_tables import AFTER, NEVER, list_discardable, wild_mask
from evenhand.games.rummy.table import (
    CARD_BITS,
    CARD_MASK,
    DECLARE,
    DECLARER,
    DISCARD,
    FROM_PILE,
    FROM_STOCK,
    HANDS,
    JOKERS_ALLOWED,
    LITERAL,
    MAX_MEMORY,
    NO_CARD,
    NOBODY,
    PILE,
    PILE_SIZE,
    PLAYERS,
    RECENT,
    TURN,
    TURNS,
    WILD,
    apply,
    copy_row,
    deal,
)
from evenhand.rng import Seeds, fork_seed, next_state, randbelow
from evenhand.tables import Indices

KIND, TIES, JOKERS_TOO, THRESHOLD, MEMORY, SEES_END = COLUMNS = range(6)
RANDOM, DEFEAT_SEEKING, MIN_SCORE, MIN_DIST, HYBRID, OPPONENT_AWARE = BOT_KINDS = range(6)
BY_POINTS, BY_SCORE, BY_NUMBER, AT_RANDOM = range(4)  # how ties are broken

DECLARED_BY, ALL_TURNS, LOGGED, SEAT_RESULTS = range(4)  # columns of results
DEALT_SCORE, DEALT_DIST, HELD_SCORE = range(3)  # of each seat, from SEAT_RESULTS on
PER_SEAT: Final = 3

CARDS_OF_POINTS: Final = np.array(
    [
        sum(COLUMN << rank for rank, points in enumerate(RANK_POINTS) if points == wanted)
        for wanted in range(max(RANK_POINTS) + 1)
    ],
    np.int64,
)


@formula
def cards_in_runs(suit: int) -> int:
    """Return the cards of a suit that lie in three or more neighbours; the ace is low or high.

    >>> bin(cards_in_runs(0b1100000001111)), bin(cards_in_runs(0b1100000000001))
    ('0b1100000001111', '0b1100000000001')
    """
    places = suit | (suit & 1) << RANKS
    first = places & places >> 1 & places >> 2
    found = first | first << 1 | first << 2
    return (found | found >> RANKS) & SUIT_MASK


@formula
def cards_in_sets(cards: int) -> int:
    """Return the cards of ranks of which there are three or four.

    >>> from evenhand.games.rummy.deck import names, read_hand
    >>> names(cards_in_sets(read_hand(["C5", "D5", "S5", "H6", "S6"])))
    ['C5', 'D5', 'S5']
    """
    once, twice, often = 0, 0, 0
    for suit in range(SUITS):
        ranks = cards >> suit * RANKS & SUIT_MASK
        often |= twice & ranks
        twice |= once & ranks
        once |= ranks
    return cards & COLUMN * often


@formula
def cards_in_natural_melds(hand: int) -> int:
    """Return the cards that lie in a pure sequence or in a set without jokers."""
    cards = hand & NATURAL
    found = cards_in_sets(cards)
    for suit in range(SUITS):
        found |= cards_in_runs(cards >> suit * RANKS & SUIT_MASK) << suit * RANKS
    return found


@formula
def near_cards(card: int) -> int:
    """Return the cards of the same rank, and the neighbours in the suit; an ace has two.

    >>> from evenhand.games.rummy.deck import card, names
    >>> names(near_cards(card("C5"))), names(near_cards(card("SA")))
    (['C4', 'C6', 'D5', 'H5', 'S5'], ['CA', 'DA', 'HA', 'S2', 'SK'])
    """
    suit, rank = card // RANKS * RANKS, card % RANKS
    beside = 1 << (rank + 1) % RANKS | 1 << (rank + RANKS - 1) % RANKS
    return (COLUMN << rank & ~(1 << card)) | beside << suit


@formula
def find_safe_cards(row: Masks, seat: int, memory: int) -> int:
    """Return the cards near to the latest discards of each opponent, as many as are remembered."""
    found = 0
    for other in range(row[PLAYERS]):
        turns = row[TURNS + other]
        for turn in range(max(0, turns - memory), turns if other != seat else 0):
            card = row[RECENT + other * MAX_MEMORY + turn % MAX_MEMORY]
            if card < JOKER:
                found |= near_cards(card)
    return found


@formula
def draw_number(stream: Seeds, limit: int) -> int:
    """Return a random number below a limit."""
    stream[0] = next_state(stream[0])
    return randbelow(stream[0], limit)


@formula
def draw_card(cards: int, stream: Seeds) -> int:
    """Return a random one of some cards."""
    for _ in range(draw_number(stream, bit_count(cards))):
        cards &= cards - 1
    return cards & -cards


@formula
def card_of_most_points(cards: int, wild_rank: int) -> int:
    """Return the card with the most points, the highest number among them."""
    counting = cards & ~(PRINTED | COLUMN * wild_rank)
    points = len(CARDS_OF_POINTS) - 1
    while points and not counting & CARDS_OF_POINTS[points]:
        points -= 1
    return 1 << highest_bit(counting & CARDS_OF_POINTS[points] if points else cards)


@formula
def card_of_fewest_points(cards: int, wild_rank: int) -> int:
    """Return the card with the fewest points, the lowest number among them."""
    jokers = cards & (PRINTED | COLUMN * wild_rank)
    if jokers:
        return jokers & -jokers
    points = 0
    while not cards & CARDS_OF_POINTS[points]:
        points += 1
    found = cards & CARDS_OF_POINTS[points]
    return int(found & -found)


@formula
def break_tie(cards: int, wild_rank: int, ties: int, stream: Seeds) -> int:
    """Return the discard of several that are equally good."""
    if ties == AT_RANDOM:
        return draw_card(cards, stream)
    if ties == BY_NUMBER:
        return 1 << highest_bit(cards)
    return card_of_most_points(cards, wild_rank)


@formula
def number_in(card: int, hand: int) -> int:
    """Return the number of a card of a hand; of two printed jokers the first one goes first."""
    number = lowest_bit(card)
    return JOKER if number > JOKER and hand >> JOKER & 1 else number


@formula
def keep_least_scores(
    tables: Masks, work: Masks, hand: int, wild: int, wanted: int, literal: int
) -> int:
    """Return the wanted discards that leave the least MinScore."""
    find_scores_after(tables, work, hand, wild, wanted, literal)
    least, found = least_after(work, wanted), 0
    while wanted:
        card = wanted & -wanted
        wanted ^= card
        if work[AFTER + lowest_bit(card)] == least:
            found |= card
    return found


@kernel
def choose_discard(
    tables: Masks,
    work: Masks,
    bot: Row,
    hand: int,
    wild: int,
    safe: int,
    jokers_too: int,
    literal: int,
    stream: Seeds,
) -> tuple[int, bool, int]:
    """Return the discard from fourteen cards as a number, whether the bot declares, and all
    discards that are as good to it.
    """
    kind, wild_rank, least = bot[KIND], wild_mask(wild), NEVER
    options = list_discardable(hand, wild_rank, jokers_too)
    if kind == DEFEAT_SEEKING:
        breaking = cards_in_natural_melds(hand) & options
        options = card_of_fewest_points(breaking if breaking else options, wild_rank)
    elif kind != RANDOM or bot[SEES_END]:
        least, good = find_good_discards(tables, work, hand, wild_rank, options)
        if least == 0 or kind not in (RANDOM, MIN_SCORE):
            options = good
        if kind == OPPONENT_AWARE and options & safe:
            options &= safe
        if options & (options - 1) and (bot[TIES] == BY_SCORE or kind == MIN_SCORE):
            options = keep_least_scores(tables, work, hand, wild, options, literal)
    card = break_tie(options, wild_rank, bot[TIES], stream)
    if kind == RANDOM:  # it sees it afterwards
        least = search(tables, work, hand & ~card, wild_rank)[0]
    return number_in(card, hand), least == 0, options


@kernel
def choose_action(tables: Masks, work: Masks, bot: Row, row: Masks, stream: Seeds) -> int:
    """Return the action of the bot that has the turn.

    With thirteen cards it takes the open card or draws from the stock, with fourteen it discards.
    To draw, Min-Score and Hybrid look at the discard that they would make with the open card.
    """
    seat, wild, literal, kind = row[TURN], row[WILD], row[LITERAL], bot[KIND]
    hand, jokers_too = row[HANDS + seat], bot[JOKERS_TOO] & row[JOKERS_ALLOWED]
    stock, pile = FROM_STOCK << CARD_BITS, FROM_PILE << CARD_BITS
    fourteen, safe, is_draw = hand, 0, bit_count(hand) == HAND_SIZE
    if is_draw:
        top = row[PILE + row[PILE_SIZE] - 1]
        fourteen = hand | 1 << top
        if kind == RANDOM:
            return pile if draw_number(stream, 2) == 1 else stock
        if kind == DEFEAT_SEEKING:
            return pile if cards_in_natural_melds(fourteen) >> top & 1 else stock
        after = search(tables, work, fourteen, wild_mask(wild))[0]
        if after == 0:
            return pile
        if kind != MIN_SCORE:
            before = search(tables, work, hand, wild_mask(wild))[0]
            if kind != HYBRID or after < before:
                return pile if after < before else stock
    else:
        safe = find_safe_cards(row, seat, bot[MEMORY])
    card, declares, _ = choose_discard(
        tables, work, bot, fourteen, wild, safe, jokers_too, literal, stream
    )
    if not is_draw:
        return (DECLARE if declares else DISCARD) << CARD_BITS | card
    now = score(tables, work, hand, wild, literal)
    gain = now - score(tables, work, fourteen & ~(1 << card), wild, literal)
    return pile if gain >= bot[THRESHOLD] else stock


@kernel
def play_games(
    tables: Masks,
    work: Masks,
    bots: Masks,
    seats: Indices,
    seeds: Seeds,
    row: Masks,
    stream: Seeds,
    results: Masks,
    starts: Masks,
    log: Masks,
) -> None:
    """Play games; ``seats`` says which of the ``bots`` sit where.

    The rules stand in ``row``.  ``results`` has a row for each game; ``starts`` and ``log`` keep
    the row of each game after the deal, and its actions with the cards that moved, up to the width
    of the log.
    """
    players, room = seats.shape[1], log.shape[1]
    for game in range(len(seeds)):
        deal(row, seeds[game])
        stream[0], logged = fork_seed(seeds[game], 0), 0
        wild, literal, result = row[WILD], row[LITERAL], results[game]
        for seat in range(players):
            hand, at = row[HANDS + seat], SEAT_RESULTS + PER_SEAT * seat
            result[at + DEALT_SCORE] = score(tables, work, hand, wild, literal)
            result[at + DEALT_DIST] = search(tables, work, hand, wild_mask(wild))[0]
        if room:
            copy_row(row, starts[game])
        while row[TURN] != NOBODY:
            bot = bots[seats[game, row[TURN]]]
            action = choose_action(tables, work, bot, row, stream)
            card = apply(row, action)
            if logged < room and card != NO_CARD:
                log[game, logged] = action & ~CARD_MASK | card
                logged += 1
        turns = 0
        for seat in range(players):
            at = SEAT_RESULTS + PER_SEAT * seat
            result[at + HELD_SCORE] = score(tables, work, row[HANDS + seat], wild, literal)
            turns += row[TURNS + seat]
        result[DECLARED_BY], result[ALL_TURNS], result[LOGGED] = row[DECLARER], turns, logged
