"""Games that are played move by move, by any players."""

from dataclasses import replace

import numpy as np
import pytest

from evenhand.games.cards import as_hand, cards_of
from evenhand.games.skat import PACK, Deal, DealState, Phase
from evenhand.games.skat.bots import (
    Clairvoyant,
    Heuristic,
    MonteCarlo,
    SkatBot,
    choose_move,
    find_card_values,
    find_limit,
    play_deals,
)
from evenhand.games.skat.contract import CONTRACTS
from evenhand.games.skat.deck import NO_CARD, NOBODY, SIZES
from tests.games.skat.made import FOREHAND_AT_18, TEN_TRICKS, TOPS_LEAD, play

THUMB = Heuristic()
WAVERING = Heuristic(slip=0.2, boldness=0.5, misjudgement=1.0)
SAMPLING = MonteCarlo(samples=3, slip=0.05, misjudgement=0.3)
NEIGHBOURS = MonteCarlo(samples=2, bidding="neighbours")


def played(deal: Deal, players: list[SkatBot], seed: int = 1) -> DealState:
    """The game of three players; DealState refuses what is not legal."""
    game = DealState(deal)
    while game.turn is not None:
        game = game.play(choose_move(players[game.turn], game, seed), game.turn)
    return game


def some_deals(count: int, seed: int = 1) -> list[Deal]:
    rng = np.random.default_rng(seed)
    return [Deal.random(rng) for _ in range(count)]


@pytest.mark.parametrize("player", [WAVERING, SAMPLING, NEIGHBOURS, Clairvoyant()], ids=str)
def test_players_play_whole_games_by_the_rules(player: SkatBot) -> None:
    games = [played(deal, [player] * 3) for deal in some_deals(4)]
    assert all(game.over for game in games)
    assert any(game.tricks for game in games)


def test_the_same_seed_gives_the_same_game() -> None:
    for deal in some_deals(4, seed=2):
        first, again = (played(deal, [WAVERING, SAMPLING, THUMB], seed=5) for _ in range(2))
        assert first == again


def test_other_seeds_give_other_games() -> None:
    deal = some_deals(1, seed=3)[0]
    assert len({played(deal, [WAVERING] * 3, seed).moves for seed in range(8)}) > 1


def test_move_by_move_is_the_same_as_many_games_at_once() -> None:
    deals = PACK.deal(np.random.default_rng(4), 30, *SIZES)
    bots = [WAVERING, SAMPLING, NEIGHBOURS]
    games = play_deals(deals, bots, np.full((len(deals), 3), 7))
    for row, (fore, middle, rear, skat) in enumerate(deals.tolist()):
        game = played(Deal((fore, middle, rear), skat), bots, seed=7)
        declarer = int(games.declarers[row])
        assert game.declarer == (None if declarer == NOBODY else declarer)
        assert game.bid == games.bids[row]
        assert list(game.auction.bids) == games.bids_made[row].tolist()
        if game.contract is None:
            continue
        assert game.contract == CONTRACTS[games.contracts[row]]
        assert game.skat == games.hands[row, 3]
        cards = [card for trick in game.tricks for card in trick.cards]
        assert games.tricks.cards[row][games.tricks.cards[row] != NO_CARD].tolist() == cards
        assert game.result().score == games.scores[row]


def hidden_from(game: DealState, seat: int) -> list[int]:
    """The piles of a deal that a seat has not seen."""
    seen = {seat, 3} if game.skat_taken and seat == game.declarer else {seat}
    return [pile for pile in range(4) if pile not in seen]


def with_hidden_cards_exchanged(game: DealState, rng: np.random.Generator) -> DealState:
    """The same moves, with other cards where the player to move cannot look.

    Cards that were played or put away stay where they were.
    """
    assert game.turn is not None
    piles = [*game.deal.hands, game.deal.skat]
    hidden = hidden_from(game, game.turn)
    away = game.played | game.discards
    loose = [card for pile in hidden for card in cards_of(piles[pile] & ~away)]
    rng.shuffle(loose)
    for pile in hidden:
        kept = piles[pile] & away
        free = SIZES[pile] - kept.bit_count()
        piles[pile], loose = kept | as_hand(loose[:free]), loose[free:]
    return replace(game, deal=Deal((piles[0], piles[1], piles[2]), piles[3]))


def void_shown(game: DealState) -> bool:
    """Whether somebody could not follow: then exchanged cards may contradict what is known."""
    if game.contract is None:
        return False
    trumps = game.contract.trumps
    cards = [trick.cards for trick in game.tricks] + ([game.table] if game.table else [])
    suits = [{"t" if trumps >> c & 1 else PACK.name(c)[0] for c in trick} for trick in cards]
    return any(len(suit) > 1 for suit in suits)


@pytest.mark.parametrize("player", [THUMB, SAMPLING], ids=str)
def test_an_honest_player_does_not_look_at_hidden_cards(player: SkatBot) -> None:
    rng, compared = np.random.default_rng(6), dict.fromkeys(Phase, 0)
    for deal in some_deals(8, seed=7):
        game = DealState(deal)
        while game.turn is not None and not void_shown(game):
            move = choose_move(player, game, seed=1)
            other = with_hidden_cards_exchanged(game, rng)
            assert choose_move(player, other, seed=1) == move
            compared[game.phase] += other.deal != game.deal
            game = game.play(move)
    assert compared[Phase.AUCTION] > 20
    assert compared[Phase.SKAT] > 2
    assert compared[Phase.TRICKS] > 20


def test_a_bot_with_misjudgement_bids_towards_the_same_limit_all_the_time() -> None:
    for deal in some_deals(10, seed=8):
        game, said_before = DealState(deal), [0, 0, 0]
        limits = [find_limit(WAVERING, game, seat, seed=3) for seat in range(3)]
        while game.phase is Phase.AUCTION and game.turn is not None:
            move = choose_move(WAVERING, game, seed=3)
            if move == "p":
                higher = game.bid if game.auction.asked else game.bid + 1
                assert limits[game.turn] < max(higher, 18)
            game = game.play(move)
            said_before = list(game.auction.bids)
        assert all(value <= limit for value, limit in zip(said_before, limits, strict=True))


def test_who_finds_the_skat_taken_announces_a_game_without_hand() -> None:
    game = play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} s")
    for player in (THUMB, Clairvoyant()):
        assert not game.play(choose_move(player, game, seed=1)).over
    named = game.play("G")
    assert named.play(choose_move(THUMB, named, seed=1)).phase is Phase.TRICKS


def test_nobody_moves_after_the_end() -> None:
    with pytest.raises(ValueError, match="nobody has the turn"):
        choose_move(THUMB, play(DealState(TOPS_LEAD), "p p p"), seed=1)


def test_the_shares_of_won_worlds_explain_the_card_played() -> None:
    player, different = MonteCarlo(samples=12), 0
    for deal in some_deals(6, seed=9):
        game = DealState(deal)
        while game.turn is not None:
            move = choose_move(player, game, seed=2)
            if game.phase is Phase.TRICKS:
                shares = find_card_values(player, game, seed=2)
                assert not shares or {PACK.name(c) for c in shares} == set(game.legal_moves())
                assert not shares or shares[PACK.card(move)] == max(shares.values())
                different += len(set(shares.values())) > 1
            game = game.play(move)
    assert different > 5


def test_what_is_certain_is_won_or_lost_in_every_world() -> None:
    game = play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} GH")
    assert set(find_card_values(MonteCarlo(samples=5), game, seed=1).values()) == {1.0}
    late = play(game, " ".join(TEN_TRICKS.split()[:25]))
    assert find_card_values(MonteCarlo(samples=5), late, seed=1) == {
        PACK.card("CQ"): 0.0,
        PACK.card("H9"): 0.0,
    }
    last = play(late, " ".join(TEN_TRICKS.split()[25:28]))
    assert find_card_values(MonteCarlo(samples=5), last, seed=1) == {}
