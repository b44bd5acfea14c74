from .board import Rules as Rules
from .bots import (
    BOTS as BOTS,
    Aggressive as Aggressive,
    DefeatSeeking as DefeatSeeking,
    FullInformation as FullInformation,
    LimitedInformation as LimitedInformation,
    Naive as Naive,
    Random as Random,
    ResponsiblePair as ResponsiblePair,
)
from .game import (
    GAME as GAME,
    Ludo as Ludo,
)
from .state import (
    Dice as Dice,
    Observation as Observation,
    State as State,
)
