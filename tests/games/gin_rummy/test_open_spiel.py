"""Games against OpenSpiel's ``gin_rummy``, move by move: legal moves, deadwood, knocks and scores.

OpenSpiel differs in these points:

* a card just taken from the pile may be discarded;
* a defender with as much deadwood as the knocker does not undercut: nobody scores;
* with two cards left in the stock the other player may still knock with the top of the pile;
* of eleven cards it counts the deadwood in the arrangement that is best before the discard, which
  in rare hands is more than what the best discard leaves;
* there is no big gin: eleven cards in melds are gin after a discard;
* the players spread melds and lay off by moves of their own, well or not (runs of more than five
  cards as two melds).
"""

from functools import cache
from typing import Any

import numpy as np
import pytest

from evenhand.games.cards import cards_of
from evenhand.games.gin_rummy import (
    GAME,
    PACK,
    MinDeadwood,
    Rules,
    State,
    deadwood,
    deadwood_after_discard,
    list_melds,
)
from evenhand.rng import Stream
from tests.oracles import gin_rummy_melds as oracle

pyspiel = pytest.importorskip("pyspiel")

GAMES = 200
TAKE, DRAW, PASS, KNOCK, FIRST_MELD = 52, 53, 54, 55, 56
PLAIN = {"stock": DRAW, "pile": TAKE, "pass": PASS}
RULES = Rules(gin=25, undercut=25)  # those of OpenSpiel


@cache
def load_game() -> Any:
    return pyspiel.load_game("gin_rummy")


@cache
def actions() -> tuple[dict[int, int], dict[int, int]]:
    """Return OpenSpiel's action of each of our cards, and of each meld."""
    state = load_game().new_initial_state()

    def cards(action: int) -> int:
        text = state.action_to_string(0, action).rsplit(" ", 1)[1]
        names = [text[at : at + 2] for at in range(0, len(text), 2)]
        return PACK.hand(name[1].upper() + name[0] for name in names)

    singles = {cards(action).bit_length() - 1: action for action in range(TAKE)}
    return singles, {cards(action): action for action in range(FIRST_MELD, FIRST_MELD + 185)}


def deal(deck: tuple[int, ...]) -> Any:
    state = load_game().new_initial_state()
    for card in deck[:21]:
        state.apply_action(actions()[0][card])
    return state


@cache
def read_hand(names: tuple[str, ...]) -> int:
    return PACK.hand(name[1].upper() + name[0] for name in names)


def hand_of(spiel: Any, seat: int) -> int:
    return read_hand(tuple(spiel.to_struct().hands[seat]))


def translate(state: State) -> tuple[set[int], set[int]]:
    """Return OpenSpiel's actions of our legal moves, and of those discards that may be knocks."""
    legal: set[int] = set()
    knocks: set[int] = set()
    for move in state.legal_moves():
        *ends, name = move.split()
        action = PLAIN[move] if move in PLAIN else actions()[0][PACK.card(name)]
        (knocks if ends else legal).add(action)
    return legal, knocks


def taken(state: State) -> set[int]:
    """Return OpenSpiel's discard of the card that was just taken, which our rules forbid."""
    seat = state.turn
    if not state.moves or state.moves[-1] != (seat, "pile"):
        return set()
    legal = state.legal_moves()
    held = cards_of(state.hand(seat or 0))
    return {actions()[0][card] for card in held if PACK.name(card) not in legal}


def least_score(spiel: Any, knocker: int) -> float:
    """Return what the knocker scores after the best of all moves of the defender."""
    if spiel.is_terminal():
        return float(spiel.returns()[knocker])
    seen: dict[str, float] = {}

    def search(state: Any) -> float:
        if state.is_terminal():
            return float(state.returns()[knocker])
        key = str(state)
        if key not in seen:
            seen[key] = min(search(state.child(action)) for action in state.legal_actions())
        return seen[key]

    return search(spiel)


def spread(spiel: Any, hand: int) -> None:
    """Spread the melds of a knocker as we do."""
    for meld in list_melds(hand):
        while meld.bit_count() > 5:
            part = meld & 7 << (meld & -meld).bit_length() - 1  # the lowest three
            spiel.apply_action(actions()[1][part])
            meld &= ~part
        spiel.apply_action(actions()[1][meld])
    spiel.apply_action(PASS)


class Compared:
    """Games that were played on both sides."""

    def __init__(self) -> None:
        self.positions = self.discards = self.knocks = self.gins = self.undercuts = 0
        self.level = self.walls = self.voids = self.forbidden = self.overcounted = 0

    def play(self, seed: int, rng: np.random.Generator) -> None:
        state = GAME.start(RULES, 2, seed)
        spiel, bot, stream = deal(state.decks[0]), MinDeadwood(), Stream(1)
        while not state.over:
            self.look(state, spiel)
            legal = state.legal_moves()
            move = bot.choose(state, stream)
            if rng.random() < 0.3:
                move = legal[int(rng.integers(len(legal)))]
            if " " in move and (rng.random() < 0.5 or KNOCK not in spiel.legal_actions()):
                move = move.split()[-1]
            seat, before = state.turn or 0, state
            state = state.play(move)
            self.follow(spiel, before, seat, move)
        self.finish(spiel, state)

    def look(self, state: State, spiel: Any) -> None:
        """Compare turn, hands, deadwood and legal moves."""
        seat = state.turn or 0
        assert spiel.current_player() == seat
        assert [hand_of(spiel, player) for player in range(2)] == [state.hand(0), state.hand(1)]
        legal, knocks = translate(state)
        hand, extra = state.hand(seat), taken(state)
        theirs = set(spiel.legal_actions())
        assert theirs - {KNOCK} - extra == legal
        self.positions += 1
        self.forbidden += len(extra)
        if hand.bit_count() == 11:
            after = min(deadwood(hand & ~(1 << card)) for card in cards_of(hand))
            counted = spiel.to_struct().deadwood[seat]
            assert after <= counted
            self.overcounted += after < counted
            assert (KNOCK in theirs) == (counted <= RULES.knock)
            if KNOCK in theirs:
                assert set(spiel.child(KNOCK).legal_actions()) - extra == knocks
            self.discards += 1
        else:
            assert deadwood(hand) == spiel.to_struct().deadwood[seat]

    def follow(self, spiel: Any, state: State, seat: int, move: str) -> None:
        """Make one of our moves on their side."""
        *ends, name = move.split()
        if move in PLAIN:
            spiel.apply_action(PLAIN[move])
            if spiel.is_chance_node():
                spiel.apply_action(actions()[0][state.decks[0][52 - state.stock_size]])
            return
        card = PACK.card(name)
        if ends:
            spiel.apply_action(KNOCK)
        spiel.apply_action(actions()[0][card])
        if ends:
            spread(spiel, state.hand(seat) & ~(1 << card))

    def finish(self, spiel: Any, state: State) -> None:
        """Compare the scores."""
        (ended,) = state.result().deals
        if ended.knocker is None:
            self.voids += 1
            if not spiel.is_terminal():  # two cards are left in the stock
                assert set(spiel.legal_actions()) <= {KNOCK, PASS}
                self.walls += KNOCK in spiel.legal_actions()
                spiel.apply_action(PASS)
            assert spiel.returns() == [0.0, 0.0]
            return
        knocker = ended.knocker
        margin = (1 if ended.winner == knocker else -1) * ended.points
        theirs = least_score(spiel, knocker)
        self.knocks += ended.ending == "knock"
        self.gins += ended.ending == "gin"
        self.undercuts += ended.ending == "undercut"
        if ended.ending == "undercut" and ended.points == RULES.undercut:
            self.level += 1
            assert theirs == 0.0
        else:
            assert theirs == margin


@pytest.fixture(scope="module")
def compared() -> Compared:
    rng, found = np.random.default_rng(1), Compared()
    for seed in range(1, GAMES + 1):
        found.play(seed, rng)
    return found


def test_thousands_of_positions_have_the_same_legal_moves_deadwood_and_scores(
    compared: Compared,
) -> None:
    assert compared.positions > 20 * GAMES
    assert compared.discards > 8 * GAMES
    assert compared.knocks > GAMES / 3
    assert compared.gins > 5
    assert compared.undercuts > 10


def test_open_spiel_lets_a_card_just_taken_be_discarded(compared: Compared) -> None:
    assert compared.forbidden > 500


def test_open_spiel_scores_nothing_for_as_much_deadwood(compared: Compared) -> None:
    assert compared.level > 0


def test_open_spiel_lets_a_player_knock_when_two_cards_are_left(compared: Compared) -> None:
    assert compared.voids > 2
    assert compared.walls > 0


def test_open_spiel_counts_more_deadwood_in_some_hands_of_eleven_cards(compared: Compared) -> None:
    """Without H3 all but CA are in the runs A23 of diamonds and spades and 345 of clubs."""
    assert compared.overcounted < compared.discards / 1000
    hand = PACK.hand(["CA", "DA", "SA", "D3", "H3", "S3", "C3", "C4", "C5", "D2"])
    deck = [*cards_of(hand), *cards_of(PACK.full & ~hand)]
    place = deck.index(PACK.card("S2"))
    deck[20], deck[place] = deck[place], deck[20]
    spiel = deal(tuple(deck))
    spiel.apply_action(TAKE)
    assert spiel.to_struct().deadwood[0] == 2
    assert deadwood_after_discard(hand | 1 << PACK.card("S2")) == 1
    kept = frozenset(cards_of((hand | 1 << PACK.card("S2")) & ~(1 << PACK.card("H3"))))
    assert oracle.deadwood(kept) == 1
