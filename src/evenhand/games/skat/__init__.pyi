from . import bidding as bidding, bots as bots, solver as solver
from .auction import Auction as Auction
from .batch import (
    Games as Games,
    SeriesGames as SeriesGames,
)
from .bots import (
    BOTS as BOTS,
    Clairvoyant as Clairvoyant,
    Heuristic as Heuristic,
    MonteCarlo as MonteCarlo,
    Random as Random,
    SkatBot as SkatBot,
)
from .contract import (
    Contract as Contract,
    read_contract as read_contract,
)
from .deal_value import (
    DealValue as DealValue,
    luck_of_deals as luck_of_deals,
    luck_of_series as luck_of_series,
)
from .deck import (
    PACK as PACK,
    Deal as Deal,
)
from .edelkamp import (
    chance_factors as chance_factors,
    correct_values as correct_values,
    find_mean_value as find_mean_value,
    find_normal as find_normal,
)
from .game import (
    GAME as GAME,
    Skat as Skat,
)
from .hand_strength import (
    HandStrength as HandStrength,
    KinbackReconstruction as KinbackReconstruction,
    KnnValue as KnnValue,
    VonStegen as VonStegen,
)
from .iss import (
    Record as Record,
    RecordedResult as RecordedResult,
    check as check,
    each_record as each_record,
    parse_iss as parse_iss,
    read_iss as read_iss,
    replay as replay,
    write_iss as write_iss,
)
from .iss_columns import (
    IssRecords as IssRecords,
    read_iss_games as read_iss_games,
)
from .lists import (
    SeegerLists as SeegerLists,
    read_lists as read_lists,
    write_deals as write_deals,
    write_totals as write_totals,
)
from .random_games import make_random_games as make_random_games
from .scoring import (
    BID_VALUES as BID_VALUES,
    Settlement as Settlement,
    WrittenGame as WrittenGame,
    game_value as game_value,
    matadors as matadors,
    settle_cards as settle_cards,
)
from .seeger import (
    Entry as Entry,
    ScoreList as ScoreList,
    Tally as Tally,
    averages as averages,
    collect_series as collect_series,
    series_table as series_table,
    standings as standings,
    tally as tally,
    totals as totals,
)
from .series import (
    Observation as Observation,
    Rules as Rules,
    State as State,
)
from .solver import (
    Position as Position,
    Solver as Solver,
)
from .state import (
    DealState as DealState,
    Phase as Phase,
    Trick as Trick,
)
from .text import sort_hand as sort_hand
from .winning_parameters import (
    WinningParameters as WinningParameters,
    load_winning_parameters as load_winning_parameters,
    read_winning_parameters as read_winning_parameters,
)
