from .bots import (
    Careful as Careful,
    MinDeadwood as MinDeadwood,
    Random as Random,
)
from .deck import (
    PACK as PACK,
    count_points as count_points,
)
from .game import (
    GAME as GAME,
    GinRummy as GinRummy,
)
from .melds import (
    deadwood as deadwood,
    deadwood_after_discard as deadwood_after_discard,
    deadwood_after_layoffs as deadwood_after_layoffs,
    list_melds as list_melds,
    spread_sets as spread_sets,
)
from .state import (
    DealResult as DealResult,
    Result as Result,
    State as State,
)
from .table import Rules as Rules
