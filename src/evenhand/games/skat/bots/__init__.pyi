from .bots import (
    BOTS as BOTS,
    Clairvoyant as Clairvoyant,
    Heuristic as Heuristic,
    MonteCarlo as MonteCarlo,
    Random as Random,
    SkatBot as SkatBot,
)
from .play import (
    AnnouncedGames as AnnouncedGames,
    announce as announce,
    choose_move as choose_move,
    find_card_values as find_card_values,
    find_limit as find_limit,
    hold_auctions as hold_auctions,
    play_cards as play_cards,
    play_deals as play_deals,
    play_many_series as play_many_series,
    play_series as play_series,
    replay_with as replay_with,
)
from .population import (
    Faults as Faults,
    Population as Population,
    play_population as play_population,
)
