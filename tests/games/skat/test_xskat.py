"""Complete games of XSkat 4.0: tricks, card points, game values, the list.

XSkat's default rules are those of tournaments; its variants are switched off, and the rules
before 1999, when a lost hand game counted once, are not used.  No difference was found.
Its players never overbid, never announce schneider or schwarz, and play null from the
hand only, so these games say nothing about that.
"""

from collections import Counter
from pathlib import Path

import pytest

from evenhand.games.skat import (
    BID_VALUES,
    PACK,
    Deal,
    DealState,
    Entry,
    matadors,
    settle_cards,
    tally,
    totals,
)
from evenhand.games.skat.contract import CONTRACTS, NULL
from evenhand.games.skat.deck import NO_CARD, card_points
from evenhand.games.skat.scoring import ALL_TRICKS
from evenhand.games.skat.tricks import FOLLOWS, legal, trick_winner
from evenhand.studies.edelkamp2021 import xskat
from evenhand.studies.edelkamp2021.xskat import Dealt, Evening, Played
from tests.programs import leave_out

needs_xskat = pytest.mark.usefixtures("_installed")

STRONG: tuple[str, ...] = ()
WEAK = ("-s1", "-4", "-s2", "-4", "-s3", "-4")
EVENINGS = [(seed, STRONG) for seed in (1, 2, 3, 4, 5, 12, 200, 202, 288)]
EVENINGS += [(seed, WEAK) for seed in (110, 128)]  # weak players are schwarz now and then


@pytest.fixture(scope="module")
def _installed() -> None:
    if xskat.PROGRAM is None:
        leave_out("XSkat is not installed (Debian: apt install xskat)", "CI_XSKAT")


@pytest.fixture(scope="module")
def evenings(_installed: None, tmp_path_factory: pytest.TempPathFactory) -> list[Evening]:
    folder = tmp_path_factory.mktemp("xskat")
    return [xskat.play(folder, seed, 360, *options) for seed, options in EVENINGS]


@pytest.fixture(scope="module")
def games(evenings: list[Evening]) -> list[tuple[Dealt, Played]]:
    return [game for evening in evenings for game in evening.games]


def taken(deal: Dealt, game: Played) -> tuple[int, int]:
    """The declarer's card points and tricks."""
    mine = [trick for trick in game.tricks if trick.winner == game.declarer]
    points = card_points(deal.skat | sum(1 << card for trick in mine for card in trick.cards))
    return points, len(mine)


def twelve(deal: Dealt, game: Played) -> int:
    return deal.hands[game.declarer] | deal.skat


@needs_xskat
def test_every_card_is_dealt(evenings: list[Evening]) -> None:
    for deal in (deal for evening in evenings for deal in evening.deals):
        assert sum(deal.hands) + deal.skat == PACK.full


@needs_xskat
def test_the_same_cards_are_trumps(games: list[tuple[Dealt, Played]]) -> None:
    for deal, game in games:
        assert deal.trumps == game.contract.trumps & ~deal.skat


@needs_xskat
def test_every_card_that_was_played_is_legal(games: list[tuple[Dealt, Played]]) -> None:
    for deal, game in games:
        hands = list(deal.hands)
        for trick in game.tricks:
            led = NO_CARD
            for place, card in enumerate(trick.from_leader):
                seat = (trick.leader + place) % 3
                assert legal(hands[seat], int(FOLLOWS[game.contract.game_number, led])) >> card & 1
                hands[seat] &= ~(1 << card)
                led = card if led == NO_CARD else led
        assert game.contract.game == NULL or not any(hands)


@needs_xskat
def test_the_same_seat_takes_every_trick(games: list[tuple[Dealt, Played]]) -> None:
    for deal, game in games:
        leader = deal.forehand
        for trick in game.tricks:
            assert trick.leader == leader
            leader = (leader + trick_winner(game.contract.game_number, *trick.from_leader)) % 3
            assert trick.winner == leader


@needs_xskat
def test_a_null_ends_with_the_declarers_first_trick(games: list[tuple[Dealt, Played]]) -> None:
    lost = [(d, g) for d, g in games if g.contract.game == NULL and not g.won]
    assert lost
    for deal, game in lost:
        assert taken(deal, game)[1] == 1
        assert game.tricks[-1].winner == game.declarer


@needs_xskat
def test_the_skat_stays_where_it_is_in_hand_games_only(games: list[tuple[Dealt, Played]]) -> None:
    for deal, game in games:
        assert game.picked_up & ~twelve(deal, game) == 0
        assert not game.contract.hand or deal.skat == game.picked_up


@needs_xskat
def test_the_declarer_has_the_same_card_points(games: list[tuple[Dealt, Played]]) -> None:
    for deal, game in games:
        assert game.points in (None, taken(deal, game)[0])
        assert (game.points is None) == (game.contract.game == NULL)


@needs_xskat
def test_bids_are_bid_values(games: list[tuple[Dealt, Played]]) -> None:
    bids = {game.bid for _, game in games}
    assert bids <= set(BID_VALUES)
    assert max(bids) > 24


@needs_xskat
def test_games_are_won_and_lost_at_the_same_score(games: list[tuple[Dealt, Played]]) -> None:
    for deal, game in games:
        points, tricks = taken(deal, game)
        cards = twelve(deal, game)
        ours = settle_cards(game.contract.number, cards, points, tricks, game.bid)
        assert (ours.won, ours.score) == (game.won, deal.score), PACK.names(cards)


def moves(deal: Dealt, game: Played) -> list[str]:
    """The game in words of ``DealState``; the log says only where the auction ended."""
    bid, seat = str(game.bid), (game.declarer - deal.forehand) % 3
    auction = ([bid, "y", "p", "p"], [bid, "p", "p"], ["p", bid, "p"])[seat]
    put_away = ".".join([str(game.contract), *PACK.names(deal.skat)])
    announced = [str(game.contract)] if game.contract.hand else ["s", put_away]
    cards = [PACK.name(card) for trick in game.tricks for card in trick.from_leader]
    return [*auction, *announced, *cards]


def dealt(deal: Dealt, game: Played) -> Deal:
    """The cards before the skat was taken, forehand's first."""
    hands = list(deal.hands)
    hands[game.declarer] = twelve(deal, game) & ~game.picked_up
    fore, middle, rear = (hands[(deal.forehand + place) % 3] for place in range(3))
    return Deal((fore, middle, rear), game.picked_up)


@needs_xskat
def test_whole_games_can_be_played_and_end_the_same_way(evenings: list[Evening]) -> None:
    for deal, game in [game for evening in evenings[::3] for game in evening.games]:
        ours = DealState(dealt(deal, game))
        for move in moves(deal, game):
            ours = ours.play(move)
        result = ours.result()
        assert (result.won, result.score) == (game.won, deal.score)


@needs_xskat
def test_a_passed_in_deal_is_written_down_as_nothing(evenings: list[Evening]) -> None:
    passed = [deal for evening in evenings for deal in evening.deals if deal.game is None]
    assert passed
    assert all(deal.score == 0 for deal in passed)


def players_entries(evening: Evening) -> list[Entry]:
    return [
        Entry(str(deal.game.declarer), deal.score) if deal.game else Entry()
        for deal in evening.deals
    ]


@needs_xskat
def test_the_running_score_is_the_sum(evenings: list[Evening]) -> None:
    for evening in evenings:
        lines = tally("012", players_entries(evening))
        assert tuple(line.points for line in lines) == evening.totals


@needs_xskat
def test_tournament_totals_are_those_of_seeger_and_fabian(tmp_path: Path) -> None:
    for seed in range(20, 30):
        evening = xskat.play(tmp_path, seed, 36, "-tlist")
        assert totals(tally("012", players_entries(evening))) == evening.totals


@needs_xskat
def test_games_of_many_kinds_were_compared(games: list[tuple[Dealt, Played]]) -> None:
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


@needs_xskat
def test_columns_hold_the_same_games_and_count_the_same(evenings: list[Evening]) -> None:
    for evening in evenings:
        columns = xskat.as_columns(evening.games)
        assert columns.scores.tolist() == [deal.score for deal, _ in evening.games]
        for row, (deal, game) in enumerate(evening.games):
            ours = dealt(deal, game)
            assert (*ours.hands, ours.skat) == tuple(columns.deals[row].tolist())
            assert CONTRACTS[columns.contracts[row]] == game.contract
            assert columns.bids_made[row].sum() == columns.bids[row] == game.bid
            assert game.points in (None, columns.points[row])
            cards = [card for trick in game.tricks for card in trick.from_leader]
            missing = [NO_CARD] * (30 - len(cards))
            assert columns.tricks.cards[row].tolist() == cards + missing
            assert columns.taken[row] == taken(deal, game)[1]


@needs_xskat
def test_as_many_games_are_played_as_were_asked_for(tmp_path: Path) -> None:
    games = xskat.xskat_games(2, 500, tmp_path)
    assert len(games) == 500
    assert games.played.all()
    assert len(set(map(tuple, games.deals.tolist()))) == 500
    again = xskat.xskat_games(2, 100, tmp_path)
    assert again.scores.tolist() == games.scores[:100].tolist()


def test_a_missing_program_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xskat, "PROGRAM", None)
    with pytest.raises(ValueError, match=r"^XSkat is not installed \(Debian: apt install xskat\)$"):
        xskat.xskat_games(1, 1, tmp_path)


LOG = """ Computer1   Computer2   Computer3
 -
----------------------------------------
  Diamond 7   Diamond J   CLUB J
---- random_seed 1 0 2 -----------------
  Diamond 7   Diamond J   CLUB J
----------------------------------------
Skat is: Spade 8,Club 8
Skat was: Heart 7,Heart A
Last bid: 18
Computer3 played Diamond
Won with: 71 points
========================================
18 0 0
"""


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("18 0 0", "=" * 40 + "\n18 0 0", "log has 2 deals, its list 1"),
        ("Spade 8", "Spade 11", "has no card 'Spade 11'"),
        ("CLUB J", "Club J", "a trick that nobody took: Diamond 7, Diamond J, Club J"),
        ("Last bid", "Last word", "log cannot be read: 'Skat was: "),
        ("random_seed", "seed", "log cannot be read: ' Computer1 "),
    ],
)
def test_a_log_that_cannot_be_read_is_refused(old: str, new: str, problem: str) -> None:
    scores = "e 2 0 0 18 1\n"
    assert xskat.read(LOG, scores).deals[0].score == 18
    assert old in LOG
    with pytest.raises(ValueError, match=f"^XSkat's .*{problem}"):
        xskat.read(LOG.replace(old, new), scores)
