"""Skat: rules, scoring, lists and records, bots, and the open-card solver.

``GAME`` is the game as :class:`evenhand.games.Game` describes it.  The names load on first use.
"""

from typing import TYPE_CHECKING

from evenhand.games import load_lazily

if TYPE_CHECKING:
    from evenhand.games.skat.auction import Auction, auctions
    from evenhand.games.skat.batch import Games, SeriesGames, Tricks, kinds_of, seat_points
    from evenhand.games.skat.bots import (
        BOTS,
        Announced,
        Clairvoyant,
        Faults,
        Heuristic,
        MonteCarlo,
        Population,
        Random,
        SkatBot,
        announce,
        choose_move,
        find_card_values,
        find_limit,
        play_cards,
        play_deals,
        play_many_series,
        play_population,
        play_series,
        put_away,
        replay_with,
    )
    from evenhand.games.skat.contract import CONTRACTS, Contract, read_contract
    from evenhand.games.skat.deck import NOBODY, PACK, SIZES, Deal, card_points, deal_many
    from evenhand.games.skat.game import GAME, Skat
    from evenhand.games.skat.iss import Record, check, parse_iss, read_iss, replay, write_iss
    from evenhand.games.skat.lists import read_lists, write_deals, write_totals
    from evenhand.games.skat.scoring import BID_VALUES, game_value, matadors
    from evenhand.games.skat.seeger import Entry, ScoreList, collect_series, series_table
    from evenhand.games.skat.series import Observation, Rules, State
    from evenhand.games.skat.solver import Position, Solver
    from evenhand.games.skat.state import DealState, Phase, Trick
    from evenhand.games.skat.text import UNKNOWN_GAME, sort_hand

__all__ = [
    "BID_VALUES",
    "BOTS",
    "CONTRACTS",
    "GAME",
    "NOBODY",
    "PACK",
    "SIZES",
    "UNKNOWN_GAME",
    "Announced",
    "Auction",
    "Clairvoyant",
    "Contract",
    "Deal",
    "DealState",
    "Entry",
    "Faults",
    "Games",
    "Heuristic",
    "MonteCarlo",
    "Observation",
    "Phase",
    "Population",
    "Position",
    "Random",
    "Record",
    "Rules",
    "ScoreList",
    "SeriesGames",
    "Skat",
    "SkatBot",
    "Solver",
    "State",
    "Trick",
    "Tricks",
    "announce",
    "auctions",
    "card_points",
    "check",
    "choose_move",
    "collect_series",
    "deal_many",
    "find_card_values",
    "find_limit",
    "game_value",
    "kinds_of",
    "matadors",
    "parse_iss",
    "play_cards",
    "play_deals",
    "play_many_series",
    "play_population",
    "play_series",
    "put_away",
    "read_contract",
    "read_iss",
    "read_lists",
    "replay",
    "replay_with",
    "seat_points",
    "series_table",
    "sort_hand",
    "write_deals",
    "write_iss",
    "write_totals",
]

__getattr__, __dir__ = load_lazily(
    __name__,
    {
        "auction": ["Auction", "auctions"],
        "batch": ["Games", "SeriesGames", "Tricks", "kinds_of", "seat_points"],
        "bots": [
            "Announced",
            "BOTS",
            "Clairvoyant",
            "Faults",
            "Heuristic",
            "MonteCarlo",
            "Population",
            "Random",
            "SkatBot",
            "announce",
            "choose_move",
            "find_card_values",
            "find_limit",
            "play_cards",
            "play_deals",
            "play_many_series",
            "play_population",
            "play_series",
            "put_away",
            "replay_with",
        ],
        "contract": ["CONTRACTS", "Contract", "read_contract"],
        "deck": ["Deal", "NOBODY", "PACK", "SIZES", "card_points", "deal_many"],
        "game": ["GAME", "Skat"],
        "iss": ["Record", "check", "parse_iss", "read_iss", "replay", "write_iss"],
        "lists": ["read_lists", "write_deals", "write_totals"],
        "scoring": ["BID_VALUES", "game_value", "matadors"],
        "series": ["Observation", "Rules", "State"],
        "seeger": ["Entry", "ScoreList", "collect_series", "series_table"],
        "solver": ["Position", "Solver"],
        "state": ["DealState", "Phase", "Trick"],
        "text": ["UNKNOWN_GAME", "sort_hand"],
    },
)
