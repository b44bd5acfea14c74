"""Bots of Skat: by rules of thumb, by sampling, with open cards, at random.

The names load on first use.
"""

from typing import TYPE_CHECKING

from evenhand.games import load_lazily

if TYPE_CHECKING:
    from evenhand.games.skat.bots.bots import (
        BOTS,
        Clairvoyant,
        Heuristic,
        MonteCarlo,
        Random,
        SkatBot,
    )
    from evenhand.games.skat.bots.clairvoyant import (
        find_best_game,
        find_highest_win,
        find_winning_discards,
        list_pairs,
    )
    from evenhand.games.skat.bots.determinization import share_out
    from evenhand.games.skat.bots.heuristic import heuristic_card
    from evenhand.games.skat.bots.observation import Observation
    from evenhand.games.skat.bots.play import (
        Announced,
        announce,
        choose_move,
        find_card_values,
        find_limit,
        number_stream,
        play_cards,
        play_deals,
        play_many_series,
        play_series,
        put_away,
        replay_with,
    )
    from evenhand.games.skat.bots.population import (
        Faults,
        Population,
        play_population,
    )

__all__ = [
    "BOTS",
    "Announced",
    "Clairvoyant",
    "Faults",
    "Heuristic",
    "MonteCarlo",
    "Observation",
    "Population",
    "Random",
    "SkatBot",
    "announce",
    "choose_move",
    "find_best_game",
    "find_card_values",
    "find_highest_win",
    "find_limit",
    "find_winning_discards",
    "heuristic_card",
    "list_pairs",
    "number_stream",
    "play_cards",
    "play_deals",
    "play_many_series",
    "play_population",
    "play_series",
    "put_away",
    "replay_with",
    "share_out",
]

__getattr__, __dir__ = load_lazily(
    __name__,
    {
        "bots": ["BOTS", "Clairvoyant", "Heuristic", "MonteCarlo", "Random", "SkatBot"],
        "clairvoyant": [
            "find_best_game",
            "find_highest_win",
            "find_winning_discards",
            "list_pairs",
        ],
        "determinization": ["share_out"],
        "heuristic": ["heuristic_card"],
        "observation": ["Observation"],
        "play": [
            "Announced",
            "announce",
            "choose_move",
            "find_card_values",
            "find_limit",
            "number_stream",
            "play_cards",
            "play_deals",
            "play_many_series",
            "play_series",
            "put_away",
            "replay_with",
        ],
        "population": ["Faults", "Population", "play_population"],
    },
)
