from .arrangement import (
    Arrangement as Arrangement,
    arrange as arrange,
)
from .bots import (
    BOTS as BOTS,
    DefeatSeeking as DefeatSeeking,
    Hybrid as Hybrid,
    MinDist as MinDist,
    MinScore as MinScore,
    OpponentAware as OpponentAware,
    Random as Random,
    RummyBot as RummyBot,
)
from .deck import (
    PACK as PACK,
    Deal as Deal,
    name as name,
    names as names,
    points as points,
    read_hand as read_hand,
    read_wild as read_wild,
)
from .game import (
    GAME as GAME,
    Rummy as Rummy,
)
from .melds import (
    Kind as Kind,
    Meld as Meld,
    check as check,
)
from .metrics import (
    Question as Question,
    answer_questions as answer_questions,
    discard_dists as discard_dists,
    discard_scores as discard_scores,
    min_dist as min_dist,
    min_dists as min_dists,
    min_score as min_score,
    min_scores as min_scores,
)
from .state import (
    Phase as Phase,
    Result as Result,
    State as State,
)
from .table import Rules as Rules
