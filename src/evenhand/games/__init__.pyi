from .cards import (
    SYMBOLS as SYMBOLS,
    CardError as CardError,
    Pack as Pack,
    parse_cards as parse_cards,
)
from .conformance import check_game as check_game
from .options import (
    parse_bot as parse_bot,
    parse_rules as parse_rules,
)
from .protocol import (
    Bot as Bot,
    ChanceEvent as ChanceEvent,
    Game as Game,
    LuckKind as LuckKind,
    Reader as Reader,
    ReadGames as ReadGames,
    RuleError as RuleError,
    Rules as Rules,
    SimulatedGames as SimulatedGames,
    State as State,
    Unit as Unit,
    play_game as play_game,
)
from .registry import (
    game as game,
    names as names,
)
