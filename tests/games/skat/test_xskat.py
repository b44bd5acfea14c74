"""Complete games of XSkat 4.0: tricks, card points, game values, the list.

XSkat's default rules are those of tournaments; its variants are switched off, and the rules
before 1999, when a lost hand game counted once, are not used.  No difference was found.
Its players never overbid, never announce schneider or schwarz, and play null from the
hand only, so these games say nothing about that.
"""

from collections import Counter
from pathlib import Path

import pytest

from evenhand.games.skat.contract import NULL
from evenhand.games.skat.deal import Deal as OurDeal
from evenhand.games.skat.game import Game as OurGame
from evenhand.games.skat.pack import PACK, card_points
from evenhand.games.skat.seeger import Entry, tally, totals
from evenhand.games.skat.tricks import legal_cards, trick_winner
from evenhand.games.skat.values import ALL_TRICKS, BID_VALUES, matadors, worth

from . import xskat
from .xskat import Deal, Game, Session, Trick

pytestmark = pytest.mark.skipif(
    xskat.PROGRAM is None, reason="XSkat is not installed (Debian: apt install xskat)"
)

STRONG: tuple[str, ...] = ()
WEAK = ("-s1", "-4", "-s2", "-4", "-s3", "-4")
SESSIONS = [(seed, STRONG) for seed in (1, 2, 3, 4, 5, 12, 200, 202, 288)]
SESSIONS += [(seed, WEAK) for seed in (110, 128)]  # weak players are schwarz now and then


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> list[Session]:
    folder = tmp_path_factory.mktemp("xskat")
    return [xskat.play(folder, seed, 360, *options) for seed, options in SESSIONS]


@pytest.fixture(scope="module")
def games(sessions: list[Session]) -> list[tuple[Deal, Game]]:
    return [game for session in sessions for game in session.games]


def from_leader(trick: Trick) -> list[int]:
    return [trick.cards[(trick.leader + place) % 3] for place in range(3)]


def taken(deal: Deal, game: Game) -> tuple[int, int]:
    """The declarer's card points and tricks."""
    mine = [trick for trick in game.tricks if trick.winner == game.declarer]
    points = card_points(deal.skat | sum(1 << card for trick in mine for card in trick.cards))
    return points, len(mine)


def twelve(deal: Deal, game: Game) -> int:
    return deal.hands[game.declarer] | deal.skat


def test_every_card_is_dealt(sessions: list[Session]) -> None:
    for deal in (deal for session in sessions for deal in session.deals):
        assert sum(deal.hands) + deal.skat == PACK.whole


def test_the_same_cards_are_trumps(games: list[tuple[Deal, Game]]) -> None:
    for deal, game in games:
        assert deal.trumps == game.contract.trumps & ~deal.skat


def test_every_card_that_was_played_is_legal(games: list[tuple[Deal, Game]]) -> None:
    for deal, game in games:
        hands = list(deal.hands)
        for trick in game.tricks:
            led = None
            for place, card in enumerate(from_leader(trick)):
                seat = (trick.leader + place) % 3
                assert legal_cards(hands[seat], led, game.contract.trumps) >> card & 1
                hands[seat] &= ~(1 << card)
                led = card if led is None else led
        assert game.contract.game == NULL or not any(hands)


def test_the_same_seat_takes_every_trick(games: list[tuple[Deal, Game]]) -> None:
    for deal, game in games:
        leader = deal.forehand
        for trick in game.tricks:
            assert trick.leader == leader
            leader = (leader + trick_winner(from_leader(trick), game.contract.game)) % 3
            assert trick.winner == leader


def test_a_null_ends_with_the_declarers_first_trick(games: list[tuple[Deal, Game]]) -> None:
    lost = [(d, g) for d, g in games if g.contract.game == NULL and not g.won]
    assert lost
    for deal, game in lost:
        assert taken(deal, game)[1] == 1
        assert game.tricks[-1].winner == game.declarer


def test_the_skat_stays_where_it_is_in_hand_games_only(games: list[tuple[Deal, Game]]) -> None:
    for deal, game in games:
        assert game.picked_up & ~twelve(deal, game) == 0
        assert not game.contract.hand or deal.skat == game.picked_up


def test_the_declarer_has_the_same_card_points(games: list[tuple[Deal, Game]]) -> None:
    for deal, game in games:
        assert game.points in (None, taken(deal, game)[0])
        assert (game.points is None) == (game.contract.game == NULL)


def test_bids_are_bid_values(games: list[tuple[Deal, Game]]) -> None:
    bids = {game.bid for _, game in games}
    assert bids <= set(BID_VALUES)
    assert max(bids) > 24


def test_games_are_won_and_lost_at_the_same_score(games: list[tuple[Deal, Game]]) -> None:
    for deal, game in games:
        points, tricks = taken(deal, game)
        cards = twelve(deal, game)
        ours = worth(game.contract, cards, points=points, tricks=tricks, bid=game.bid)
        assert (ours.won, ours.score) == (game.won, deal.score), PACK.names(cards)


def moves(deal: Deal, game: Game) -> list[str]:
    """The game in the words of our own; the log tells only where the auction ended."""
    bid, seat = str(game.bid), (game.declarer - deal.forehand) % 3
    auction = ([bid, "y", "p", "p"], [bid, "p", "p"], ["p", bid, "p"])[seat]
    put_away = ".".join([str(game.contract), *PACK.names(deal.skat)])
    announced = [str(game.contract)] if game.contract.hand else ["s", put_away]
    cards = [PACK.name(card) for trick in game.tricks for card in from_leader(trick)]
    return [*auction, *announced, *cards]


def dealt(deal: Deal, game: Game) -> OurDeal:
    """The cards before the skat was taken, forehand's first."""
    hands = list(deal.hands)
    hands[game.declarer] = twelve(deal, game) & ~game.picked_up
    fore, middle, rear = (hands[(deal.forehand + place) % 3] for place in range(3))
    return OurDeal((fore, middle, rear), game.picked_up)


def test_whole_games_can_be_played_and_end_the_same_way(sessions: list[Session]) -> None:
    for deal, game in [game for session in sessions[::3] for game in session.games]:
        ours = OurGame(dealt(deal, game))
        for move in moves(deal, game):
            ours = ours.play(move)
        result = ours.result()
        assert (result.won, result.score) == (game.won, deal.score)


def test_a_passed_in_deal_is_written_down_as_nothing(sessions: list[Session]) -> None:
    passed = [deal for session in sessions for deal in session.deals if deal.game is None]
    assert passed
    assert all(deal.score == 0 for deal in passed)


def players_entries(session: Session) -> list[Entry]:
    return [
        Entry(str(deal.game.declarer), deal.score) if deal.game else Entry()
        for deal in session.deals
    ]


def test_the_running_score_is_the_sum(sessions: list[Session]) -> None:
    for session in sessions:
        lines = tally("012", players_entries(session))
        assert tuple(line.points for line in lines) == session.totals


def test_tournament_totals_are_those_of_seeger_and_fabian(tmp_path: Path) -> None:
    for seed in range(20, 30):
        session = xskat.play(tmp_path, seed, 36, "-tlist")
        assert totals(tally("012", players_entries(session))) == session.totals


def test_games_of_many_kinds_were_compared(games: list[tuple[Deal, Game]]) -> None:
    seen: Counter[str] = Counter()
    for deal, game in games:
        points, tricks = taken(deal, game)
        seen[f"{game.contract} {'won' if game.won else 'lost'}"] += 1
        if game.contract.game != NULL:
            schwarz, schneider = tricks in (0, ALL_TRICKS), min(points, 120 - points) <= 30
            end = "schwarz" if schwarz else "schneider" if schneider else "plain"
            seen[f"{end} {'won' if game.won else 'lost'}"] += 1
            run = matadors(game.contract.game, twelve(deal, game))
            seen[f"{'with' if run > 0 else 'without'} {abs(run)}"] += 1
            seen[f"{points} points"] += 1
    for game_ in "CSHDG":
        assert seen[f"{game_} won"] > 50 < seen[f"{game_} lost"]
    rare = ["GH won", "GH lost", "CH won", "HH won", "DH won", "NH won", "NH lost", "NOH won"]
    ends = ["schneider won", "schneider lost", "schwarz won", "schwarz lost", "60 points"]
    runs = [f"{word} {length}" for word in ("with", "without") for length in range(1, 5)]
    missing = [kind for kind in [*rare, *ends, *runs, "30 points", "90 points"] if not seen[kind]]
    assert not missing
    assert len(games) > 3_500
