"""One deal: phases, moves and refusals, pictures and results."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import event, given, settings, strategies as st

from evenhand.games.cards import CardError, cards_of
from evenhand.games.protocol import RuleError
from evenhand.games.skat import PACK, Contract, DealState, Phase
from tests.games.skat.made import (
    EVERY_CONTRACT,
    FOREHAND_AT_18,
    REARHAND_AT_18,
    TEN_TRICKS,
    TOPS_LAST,
    TOPS_LEAD,
    cut,
    play,
    random_game,
)


def test_a_grand_is_played_to_the_end() -> None:
    game = play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} GH {TEN_TRICKS}")
    result = game.result()
    assert (result.points, result.tricks, result.matadors) == (120, 10, 4)
    assert (result.won, result.value, result.score, result.bid) == (True, 192, 192, 18)
    assert game.turn is None
    assert game.legal_moves() == []


def test_the_trick_goes_to_its_winner_who_leads_to_the_next() -> None:
    game = play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} s D.H7.D7 CK C7 DA")
    assert [(trick.leader, trick.winner) for trick in game.tricks] == [(0, 2)]
    assert (game.turn, game.leader, game.table) == (2, 2, ())
    assert play(game, "H8").turn == 0


def test_the_phases_follow_each_other() -> None:
    game = DealState(TOPS_LAST)
    seen = []
    for move in ("p", "18", "p", "s", "G", "H7.D7", "HA"):
        seen.append((game.phase, game.turn))
        game = game.play(move)
    assert seen == [
        (Phase.AUCTION, 1),
        (Phase.AUCTION, 2),
        (Phase.AUCTION, 0),
        (Phase.SKAT, 2),
        (Phase.ANNOUNCEMENT, 2),
        (Phase.DISCARD, 2),
        (Phase.TRICKS, 0),
    ]


def test_an_announcement_may_be_said_in_two_moves() -> None:
    taken = play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} s")
    at_once, in_two = taken.play("NO.CJ.H7"), play(taken, "NO H7.CJ")
    for game in (at_once, in_two):
        assert str(game.contract) == "NO"
        assert PACK.names(game.skat) == ("CJ", "H7")
        assert "D7" in PACK.names(game.hand(0))
    assert len(taken.play("NO").legal_moves()) == 66


def test_an_ouvert_announcement_may_name_the_ten_cards() -> None:
    ten = TOPS_LEAD.hands[0]
    start = play(DealState(TOPS_LEAD), FOREHAND_AT_18)
    assert start.play(f"GO.{'.'.join(PACK.names(ten))}").phase is Phase.TRICKS
    taken = start.play("s").play(f"NO.H7.D7.{'.'.join(PACK.names(ten))}")
    assert taken.hand(0) == ten
    wrong = ".".join(["H7", *PACK.names(ten)[1:]])
    with pytest.raises(RuleError, match="ouvert: the cards shown are not the ten"):
        start.play(f"GO.{wrong}")
    with pytest.raises(RuleError, match="announcement: only an ouvert game shows cards"):
        start.play(f"GH.{wrong}")


def test_every_pair_of_the_twelve_cards_may_be_laid_away_jacks_too() -> None:
    moves = play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} s").legal_moves()
    assert len(moves) == len(set(moves)) == 7 * 66
    assert "C.SJ.CJ" in moves


@pytest.mark.parametrize(
    ("moves", "move", "rule"),
    [
        ("p p 18", "x", "contract"),
        ("p p 18", "", "contract"),
        ("p p 18", "18", "contract"),
        ("p p 18 s", "s", "contract"),
        ("p p 18 s", "GG.H7.D7", "contract"),
        ("p p 18 s", "NS.H7.D7", "null"),
        ("p p 18 s", "G.H7", "discard"),
        ("p p 18 s", "G.H7.HA", "discard"),
        ("p p 18 s", "G.H7.D7.CA", "announcement"),
        ("p p 18 s G", "H7", "discard"),
        ("p p 18 s G", "H7.HA", "discard"),
        ("p p 18 s G", "H7.D7.CJ", "announcement"),
        ("p p 18 s G.H7.D7", "HA", "your own cards"),
        ("p p 18 s G.H7.D7", "H7", "your own cards"),
        ("p p 18 s G.H7.D7 CA", "HA", "follow suit"),
        ("p p 18 s G.H7.D7 CA", "CJ", "your own cards"),
        ("p p 18 s G.H7.D7 CA C7 D8", "CA", "your own cards"),
        ("p p p", "p", "game over"),
        ("p p 18", "RE", "turn"),
        ("", "SC", "turn"),
    ],
)
def test_a_move_against_the_rules_is_refused_by_the_name_of_the_rule(
    moves: str, move: str, rule: str
) -> None:
    game = play(DealState(TOPS_LEAD), moves)
    before = str(game), hash(game)
    with pytest.raises(RuleError) as refused:
        game.play(move)
    assert refused.value.rule == rule
    assert (str(game), hash(game)) == before


@pytest.mark.parametrize("move", ["??", "C10", "cj", "", "CJ ", "CJ.SJ", "RE.CJ", "SC."])
def test_a_card_that_does_not_exist_is_refused(move: str) -> None:
    with pytest.raises(CardError, match="no card"):
        play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} GH").play(move)


def test_only_the_seat_that_has_the_turn_may_move() -> None:
    game = play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} GH")
    assert game.play("CJ", 0).turn == 1
    for seat in (1, 2, 3, -1):
        with pytest.raises(RuleError, match="turn: forehand has the turn"):
            game.play("CJ", seat)


def test_there_is_no_result_before_the_end() -> None:
    with pytest.raises(RuleError, match="no result before the end"):
        DealState(TOPS_LEAD).result()


def test_a_game_can_be_looked_at() -> None:
    game = play(DealState(TOPS_LAST), f"{REARHAND_AT_18} s S.CK.H7 HA H8")
    assert str(game).splitlines() == [
        "rearhand plays spades at 18, trick 1, rearhand to play",
        "forehand     SQ CQ C9 C8 C7 HT HK HQ H9",
        "middlehand   S9 S8 S7 DA DT DK DQ D9 D8",
        "rearhand   * CJ SJ HJ DJ SA ST SK CA CT D7",
        "skat         CK H7",
        "trick        forehand HA, middlehand H8",
    ]


def test_each_phase_has_its_headline() -> None:
    headlines = {
        "": "auction, middlehand to speak",
        "18": "auction at 18, forehand to speak",
        "p p p": "passed in",
        "p p 18": "forehand plays at 18, skat or hand",
        "p p 18 s": "forehand plays at 18, announcement",
        "p p 18 s G": "forehand plays grand at 18, discard",
        "p p 18 s G.H7.D7 CJ": "forehand plays grand at 18, trick 1, middlehand to play",
        f"p p 18 GO {TEN_TRICKS}": "forehand plays grand ouvert at 18, won, schwarz: +264 for 120",
    }
    for moves, headline in headlines.items():
        assert (
            str(play(DealState(TOPS_LEAD), moves)).splitlines()[0].removesuffix(" points")
            == headline
        )


@pytest.mark.parametrize("contract", EVERY_CONTRACT, ids=str)
def test_cards_stay_whole_and_exactly_the_listed_cards_may_be_played(
    contract: Contract | None,
) -> None:
    rng = np.random.default_rng(11)
    for _ in range(3):
        whole = random_game(rng, contract)
        game = DealState(whole.deal)
        for seat, move in whole.moves:
            assert game.turn == seat
            assert move in game.legal_moves()
            game = game.play(move)
            piles = [game.hand(seat) for seat in range(3)] + [game.skat, game.played]
            assert sum(piles) == PACK.full
            if game.phase is Phase.TRICKS:
                accepted = [name for name in PACK.names(PACK.full) if allowed(game, name)]
                assert sorted(accepted) == sorted(game.legal_moves())
        assert game == whole


def allowed(game: DealState, move: str) -> bool:
    try:
        game.play(move)
    except RuleError:
        return False
    return True


def test_random_games_score_by_their_tricks() -> None:
    rng = np.random.default_rng(12)
    for contract in EVERY_CONTRACT[1:]:
        game = random_game(rng, contract)
        result = game.result()
        mine = [trick for trick in game.tricks if trick.winner == game.declarer]
        cards = {card for trick in mine for card in trick.cards} | set(cards_of(game.skat))
        face = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
        assert result.points == sum(face.get(PACK.name(card)[1], 0) for card in cards)
        assert result.tricks == len(mine)
        assert result.score == (result.value if result.won else -2 * result.value)


WORDS = """p y s 18 20 264 19 G NO CH COHSZ G.H7.D7 N.CJ S.S7.S7 G. G.. . RE RE. SC SC.CJ SC.
           H7.D7 TI.0 w ?? C10"""
CARDS = st.sampled_from(PACK.names(PACK.full))
GARBAGE = (
    st.sampled_from(WORDS.split())
    | CARDS
    | st.text(max_size=12)
    | st.lists(CARDS, max_size=13).map(".".join)
)


@st.composite
def nearly_moves(draw: st.DrawFn, legal: Sequence[str]) -> str:
    """A legal move as it is, turned round, or with a letter changed; or else garbage."""
    if not legal:
        return draw(GARBAGE)
    move = draw(st.sampled_from(legal))
    change = draw(st.sampled_from(["nothing", "nothing", "turned round", "a letter", "garbage"]))
    if change == "turned round":
        head, *cards = move.split(".")
        return ".".join([head, *reversed(cards)])
    if change == "a letter":
        at = draw(st.integers(0, len(move) - 1))
        return move[:at] + draw(st.sampled_from("CSHDGNOJA7")) + move[at + 1 :]
    return move if change == "nothing" else draw(GARBAGE)


def may_be_said(move: str, seat: int | None, game: DealState) -> bool:
    """Whether a move is legal, or says what is legal in another way.

    That is: giving up or showing cards, which anybody may, or an announcement in a shorter form,
    without its discards, with them turned round, or with the ten cards of an ouvert game.
    """
    head, *cards = move.split(".")
    if head in ("RE", "SC"):
        return game.phase is Phase.TRICKS
    if seat not in (None, game.turn):
        return False
    known = [other.split(".") for other in game.legal_moves()]
    return spelled(head) in {other[0] for other in known} or any(
        sorted([head, *cards]) == sorted(other) for other in known
    )


def spelled(word: str) -> str:
    """A contract in its usual form, as COHSZ for CO; other words as they are."""
    try:
        return str(Contract.parse(word))
    except RuleError:
        return word


@settings(max_examples=300)
@given(
    seed=st.integers(0, 200),
    contract=st.sampled_from(EVERY_CONTRACT),
    length=st.integers(0, 40),
    data=st.data(),
)
def test_a_changed_move_is_played_or_refused_by_an_error_that_says_so_and_changes_nothing(
    seed: int, contract: Contract | None, length: int, data: st.DataObject
) -> None:
    whole = random_game(np.random.default_rng(seed), contract)
    game = cut(whole, length % (len(whole.moves) + 1))
    legal = game.legal_moves()
    move = data.draw(nearly_moves(legal))
    seat = data.draw(st.sampled_from([*[None, game.turn] * 4, -1, 0, 1, 2, 3]))
    before = str(game), hash(game)
    try:
        after = game.play(move, seat)
    except (RuleError, CardError):
        event("refused")
        assert move not in legal or seat not in (None, game.turn)
    else:
        event("played")
        assert may_be_said(move, seat, game)
        assert after.moves == (*game.moves, (game.turn if seat is None else seat, move))
        assert after == play_moves(after)
    assert (str(game), hash(game)) == before


def play_moves(game: DealState) -> DealState:
    """The same game, played again from its deal."""
    return cut(game, len(game.moves))
