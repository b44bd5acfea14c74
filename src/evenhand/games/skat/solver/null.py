"""The search for null: does the declarer take a trick?

The same shape of search as for the other games, with yes or no for points.  Only the order
of the live cards matters, and in null no suit is special: so the key of a position is, for
each suit, the sequence of owners, and the four sequences sorted.

Two tests need no search.  The declarer is lost if a defender on lead has a card of some suit
below the declarer's lowest, and the partner has one too or is out of the suit.  The declarer
has won, not being on lead, if every suit is safe: the lowest card below the lowest of
the others, the second below the second, and so on.

The stack is that of the other search; VALUE is whether the position is won.
"""

import numpy as np

from evenhand.compiled import bit_count, formula, highest_bit, kernel, lowest_bit, step
from evenhand.games.cards import Masks
from evenhand.games.skat.solver.layout import (
    EIGHT,
    NULL_KIND,
    SQUEEZED,
    to_int64,
)
from evenhand.games.skat.solver.search import (
    BEST,
    BUCKET,
    COUNT,
    FIRST_WORD,
    LED,
    MOVER,
    NEXT,
    PLACE,
    SECOND_WORD,
    VALUE,
    WINNER,
    equivalent_cards,
    make_move,
    move_card,
    new_stack,
    pack_move,
    pick_move,
    set_up,
)
from evenhand.games.skat.solver.transposition import ENTRY, WAYS, bucket_of
from evenhand.games.skat.tricks import legal

WON, KNOWN = 1 << 30, 1 << 31  # in the second word of an entry


@formula
def suit_of(card: int) -> int:
    """Return the suit of a card, as a mask."""
    return EIGHT << (card & 24)


@formula
def is_safe(own: int, others: int) -> bool:
    """Return whether nobody can force a trick on the declarer in a suit that he need not lead."""
    while own and others:
        if lowest_bit(own) > lowest_bit(others):
            return False
        own &= own - 1
        others &= others - 1
    return True


@formula
def owners_of_suit(declarer: int, second: int, third: int, suit: int) -> int:
    """Return the owners of the live cards of a suit, from below, and how many they are."""
    own, next_own = declarer >> 8 * suit & EIGHT, second >> 8 * suit & EIGHT
    live = own | next_own | third >> 8 * suit & EIGHT
    owners: int = to_int64(SQUEEZED[live, own]) | to_int64(SQUEEZED[live, next_own]) << 8
    return owners | bit_count(live) << 16


@step
def key_of(declarer: int, second: int, third: int, leader: int) -> tuple[int, int]:
    """Return the two words of a position's key."""
    a = owners_of_suit(declarer, second, third, 0)
    b = owners_of_suit(declarer, second, third, 1)
    c = owners_of_suit(declarer, second, third, 2)
    d = owners_of_suit(declarer, second, third, 3)
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return a | b << 20 | c << 40, d | leader << 20 | KNOWN


@step
def prove_by_suits(hands: Masks, leader: int) -> tuple[bool, bool]:
    """Return whether a position at a trick's start needs no search, and if so whether it is won."""
    if hands[0] == 0:
        return True, True
    if leader == 0:
        return False, False
    all_safe = True
    for suit in range(4):
        cards = EIGHT << 8 * suit
        own = hands[0] & cards
        if own:
            lowest = 1 << lowest_bit(own)
            lead, partner = hands[leader] & cards, hands[3 - leader] & cards
            if lead & (lowest - 1) and (partner == 0 or partner & (lowest - 1)):
                return True, False
            all_safe = all_safe and is_safe(own, lead | partner)
    return all_safe, True


@step
def prove(hands: Masks, row: Masks, table: Masks, first_trick: bool) -> tuple[bool, bool]:
    """Return whether a position at a trick's start needs no search, and if so whether it is won."""
    leader = row[MOVER]
    if leader == 0 and not first_trick:
        return True, False
    proved, won = prove_by_suits(hands, leader)
    if proved:
        return True, won
    first, second = key_of(hands[0], hands[1], hands[2], leader)
    bucket = bucket_of(table, first, second)
    row[BUCKET] = bucket
    row[FIRST_WORD] = first
    row[SECOND_WORD] = second
    for at in range(bucket, bucket + ENTRY * WAYS, ENTRY):
        if table[at] == first and table[at + 1] & ~WON == second:
            return True, table[at + 1] & WON != 0
    return False, False


@step
def store_result(row: Masks, table: Masks, turn: int) -> None:
    """Store whether a position at a trick's start is won."""
    if row[PLACE] == 0:
        bucket = row[BUCKET]
        place = bucket + ENTRY * (turn % WAYS)
        for at in range(bucket, bucket + ENTRY * WAYS, ENTRY):
            if table[at + 1] == 0:
                place = at
                break
        table[place] = row[FIRST_WORD]
        table[place + 1] = row[SECOND_WORD] | (WON if row[VALUE] else 0)


@formula
def score_by_declarer(own: int, others: int, card: int, place: int, led: int, best: int) -> int:
    """Return how early the declarer tries a card: stay just below, else shed danger."""
    rank = card & 7
    suit = suit_of(card)
    shaky = not is_safe(own & suit, others & suit)
    if place == 0:
        return 20 - rank - bit_count(own & suit) + (0 if shaky else 5)
    if suit & led == 0:
        return rank + (20 if shaky else 0)
    if card < best:
        return 50 + rank
    return -rank if place == 1 else -50 - rank


@formula
def score_lead(declarer: int, partner: int, others: int, card: int) -> int:
    """Return how early a defender tries a lead: below the declarer's lowest card, if not safe."""
    suit = suit_of(card)
    own = declarer & suit
    if own == 0:
        return -20
    score = -(card & 7) + (0 if is_safe(own, others & suit) else 30)
    if card < lowest_bit(own):
        score += 15
        if partner & suit == 0:
            score += 30
        if own & (own - 1) == 0:
            score += 20
    return score


@formula
def score_following(declarer: int, card: int, led: int, best: int, place: int, his: bool) -> int:
    """Return how early a defender follows with a card: below the declarer's, else high cards go."""
    rank = card & 7
    if his:
        return 100 + rank if card < best else (rank if place == 2 else -rank)
    own = declarer & led
    if place == 1 and own and lowest_bit(own) > max(card, best):
        return 100 + rank
    return rank


@formula
def score_discard(declarer: int, own: int, others: int, card: int) -> int:
    """Return how early a defender throws a card away: high ones where the declarer is weak."""
    suit = suit_of(card)
    score = (card & 7) - 2 * bit_count(own & suit)
    if declarer & suit == 0:
        return score - 15
    return score + (-10 if is_safe(declarer & suit, others & suit) else 10)


@step
def list_moves(hands: Masks, row: Masks, moves: Masks) -> None:
    """Write down the cards to try, one of each group: its highest."""
    place = row[PLACE]
    mover = row[MOVER]
    led, best, winner = row[LED], row[BEST], row[WINNER]
    own = hands[mover]
    foreign = (hands[0] | hands[1] | hands[2]) & ~own
    defenders = hands[1] | hands[2]
    cards = own
    if place != 0:
        foreign |= 1 << best
        cards = legal(own, led)
    count = 0
    while cards:
        card = highest_bit(cards)
        cards &= ~equivalent_cards(card, cards, suit_of(card), foreign)
        if mover == 0:
            score = score_by_declarer(own, defenders, card, place, led, best)
        elif place == 0:
            score = score_lead(hands[0], hands[3 - mover], defenders, card)
        elif own & led:
            score = score_following(hands[0], card, led, best, place, winner == 0)
        else:
            score = score_discard(hands[0], own, defenders, card)
        moves[count] = pack_move(card, 0, score)
        count += 1
    row[COUNT] = count
    row[NEXT] = 0
    row[VALUE] = mover != 0  # if no move changes it


@step
def undo_move(hands: Masks, row: Masks, moves: Masks, won: bool) -> None:
    """Take a move back, knowing what it led to; if that decides the position, no move is left."""
    mover, at = row[MOVER], row[NEXT]
    hands[mover] |= 1 << move_card(moves[at])
    if won == (mover == 0):
        row[VALUE] = won
        row[NEXT] = row[COUNT]
    else:
        row[NEXT] = at + 1


@kernel
def search_null(hands: Masks, stack: Masks, moves: Masks, table: Masks, counter: Masks) -> bool:
    """Return whether the declarer wins the null in row 0 of the stack."""
    depth, won, nodes = 0, False, counter[0]
    while True:
        proved = False
        if stack[depth, PLACE] == 0:
            proved, won = prove(hands, stack[depth], table, depth == 0)
        if not proved:
            nodes += 1
            list_moves(hands, stack[depth], moves[depth])
        # Go up to the next position that has a move left, then down by it.
        while proved or stack[depth, NEXT] == stack[depth, COUNT]:
            if not proved:
                won = stack[depth, VALUE] != 0
                store_result(stack[depth], table, nodes)
            if depth == 0:
                counter[0] = nodes
                return won
            proved = False
            depth -= 1
            undo_move(hands, stack[depth], moves[depth], won)
        pick_move(stack[depth], moves[depth])
        make_move(NULL_KIND, hands, stack[depth], moves[depth], stack[depth + 1])
        depth += 1


@kernel
def solve_nulls(rows: Masks, table: Masks, counter: Masks) -> Masks:
    """Return for each row 1 if the declarer takes no further trick, else 0."""
    stack, moves = new_stack()
    hands, answers = np.zeros(3, np.int64), np.zeros(len(rows), np.int64)
    for index in range(len(rows)):
        set_up(rows[index], hands, stack)
        answers[index] = search_null(hands, stack, moves, table, counter)
    return answers
