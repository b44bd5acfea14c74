"""What is a position, and what is refused."""

from typing import Any

import numpy as np
import pytest
from hypothesis import event, given, settings, strategies as st

from evenhand.games.cards import CardError
from evenhand.games.protocol import RuleError
from evenhand.games.skat import PACK, DealState
from evenhand.games.skat.contract import GAMES
from evenhand.games.skat.solver import Position, Solver
from tests.games.skat.made import FOREHAND_AT_18, TOPS_LEAD, play
from tests.games.skat.solver.endings import random_position
from tests.oracles.skat_minimax import minimax

CARDS = PACK.names(PACK.full)
TWO_EACH = [["CJ", "H7"], ["HA", "CA"], ["H8", "D7"]]


@pytest.mark.parametrize(
    ("hands", "trick", "message"),
    [
        ([["XX", "H7"], *TWO_EACH[1:]], [], "no card 'XX'"),
        ([["10H", "H7"], *TWO_EACH[1:]], [], "no card '10H'"),
        ([["CJ", "CJ"], *TWO_EACH[1:]], [], "CJ is there twice"),
        ([["CA", "H7"], *TWO_EACH[1:]], [], "CA is there twice"),
        (TWO_EACH, ["H7"], "H7 is there twice"),
        ([["CJ"], *TWO_EACH[1:]], [], "hands of 1, 2, 2 cards"),
        ([["CJ"], *TWO_EACH[1:]], ["H7", "H9"], "hands of 1, 2, 2 cards and 2 in the trick"),
        (TWO_EACH[:2], [], "three hands, not 2"),
        ([["CJ"], ["HA"], ["H8"]], ["D7", "D8", "D9"], "at most two cards"),
        ([["CJ"], ["HA"], ["H8", "D7"]], ["HK", "S7"], "S7 cannot lie in the trick"),
    ],
)
def test_an_impossible_position_is_refused(hands: Any, trick: list[str], message: str) -> None:
    with pytest.raises((CardError, RuleError), match=message):
        Position.parse("C", hands, 0, 0, trick)


@pytest.mark.parametrize(("game", "declarer", "leader"), [("X", 0, 0), ("C", 3, 0), ("C", 0, -1)])
def test_games_and_seats_are_checked(game: str, declarer: int, leader: int) -> None:
    with pytest.raises(RuleError):
        Position.parse(game, TWO_EACH, declarer, leader)


def test_only_legal_cards_lead_to_a_position() -> None:
    ending = Position.parse("C", [["CJ"], ["HA", "CA"], ["D8"]], 0, 2, ["H8", "H7"])
    for card in ("CA", "CJ", "S7"):
        with pytest.raises(RuleError, match=f"{card} may not be played"):
            ending.after(PACK.card(card))


@pytest.mark.parametrize("hands", [(), (1, 2), (1, 2, 4, 8)])
def test_a_position_has_three_hands(hands: Any) -> None:
    with pytest.raises(RuleError, match="there are three hands, not"):
        Position("C", hands)


def test_eleven_cards_are_too_many() -> None:
    names = PACK.names(PACK.full)
    with pytest.raises(RuleError, match="ten at most"):
        Position.parse("C", [names[:11], names[11:22], [*names[22:], "CJ"][:10]])


def test_a_jack_follows_trumps_and_not_its_printed_suit() -> None:
    ending = Position.parse("C", [["HJ", "S7"], ["D8", "D9"], ["H8", "D7"]], 0, 2)
    assert PACK.names(ending.after(PACK.card("H8")).legal()) == ("S7", "HJ")
    null = Position.parse("N", [["HJ", "S7"], ["D8", "D9"], ["H8", "D7"]], 0, 2)
    assert PACK.names(null.after(PACK.card("H8")).legal()) == ("HJ",)


def test_a_game_becomes_a_position_after_every_card() -> None:
    rng = np.random.default_rng(8)
    game = play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} s G.H7.D7")
    while not game.over:
        position = Position.of(game)
        assert position.mover == game.turn
        assert sorted(PACK.names(position.legal())) == sorted(game.legal_moves())
        game = game.play(str(rng.choice(game.legal_moves())))
    for other in (game, DealState(TOPS_LEAD)):
        with pytest.raises(RuleError, match="no cards are played now"):
            Position.of(other)


MAY_BE: dict[str, bool | None] = {  # whether a position with this change is one, if that is sure
    "nothing": True,
    "another declarer": True,
    "two cards change hands": None,
    "another card": None,
    "another game": None,
    "another leader": None,
    "a card less": False,
    "a card twice": False,
    "a hand less": False,
    "no card": False,
    "no seat": False,
    "no game": False,
}


@st.composite
def nearly_positions(draw: st.DrawFn) -> tuple[dict[str, Any], bool | None]:
    """A legal position with one thing changed, as it is written, and whether it may be."""
    rng = np.random.default_rng(draw(st.integers(0, 999)))
    start = random_position(rng, draw(st.integers(2, 3)))
    hands = [list(PACK.names(hand)) for hand in start.hands]
    written: dict[str, Any] = {"game": start.game, "hands": hands}
    written |= {"declarer": start.declarer, "leader": start.leader}
    written["trick"] = [PACK.name(card) for card in start.trick]
    change = draw(st.sampled_from(list(MAY_BE)))
    one, other = draw(st.permutations(range(3)))[:2]
    if change == "another declarer":
        written["declarer"] = one
    elif change == "two cards change hands":
        hands[one][0], hands[other][0] = hands[other][0], hands[one][0]
    elif change == "another card":
        hands[one][0] = draw(st.sampled_from(CARDS))
    elif change == "another game":
        written["game"] = draw(st.sampled_from(GAMES))
    elif change == "another leader":
        written["leader"] = one
    elif change == "a card less":
        hands[one].pop()
    elif change == "a card twice":
        hands[one][0] = hands[other][0]
    elif change == "a hand less":
        hands.pop()
    elif change == "no card":
        hands[one][0] = draw(st.text(max_size=3).filter(lambda text: text not in CARDS))
    elif change == "no seat":
        written[draw(st.sampled_from(["declarer", "leader"]))] = draw(st.sampled_from([-1, 3]))
    elif change == "no game":
        written["game"] = draw(st.text(max_size=2).filter(lambda text: text not in GAMES))
    return written, MAY_BE[change]


@settings(max_examples=200)
@given(nearly_positions())
def test_a_changed_position_is_refused_or_solved(
    changed: tuple[dict[str, Any], bool | None],
) -> None:
    written, may_be = changed
    try:
        position = Position.parse(**written)
    except (CardError, RuleError):
        event("refused")
        assert may_be is not True
        return
    event("solved")
    assert may_be is not False
    assert Solver(4).value(position) == minimax(position)
