"""Find out which columns of a file hold players, scores, times and so on.

evenhand's own layouts are wide, one row per game (``player_1, player_2, score_1, score_2, ...``),
and long, one row per player of a game (``game, player, score, ...``).  Files of others are read
by naming their columns, and common layouts are recognised.  Columns whose names begin with ``x_``
are covariates: they may hold anything and are read only on request.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any, Literal, TypedDict

from evenhand.files import TableError

Layout = Literal["wide", "long"]
TimeUnit = Literal["s", "ms", "us", "d"]
Names = str | Sequence[str]

COVARIATE_PREFIX = "x_"
"""How the names of covariates begin in files."""

SEAT_ROLES = ("player", "score", "luck", "team", "home")
GAME_ROLES = ("time", "game", "context", "margin", "weight", "home")
LONG = ("game", "player", "score", "luck", "team", "seat", "time")
LONG_ROLES = (*LONG, "home", "context", "margin", "weight")
LONG_NEEDED = ("game", "player", "score")
NUMBER_ROLES = ("score", "luck")
"""Roles of evenhand's own columns whose cells are numbers."""

_NUMBERED = re.compile(rf"({'|'.join(SEAT_ROLES)})_([1-9][0-9]*)")
_ONLY_COMMON = re.compile(r"(home(_[1-9][0-9]*)?|context|margin|weight)")


class Columns(TypedDict, total=False):
    """The columns of a file by what they hold, as `read_games` and `from_frame` take them.

    Several names are a list or text with commas.
    """

    players: Names | None  # one column a seat; or one column, with game, for a row per player
    scores: Names | None  # as many, higher is better; or for two players one, of results like 1-0
    winner: str | None  # instead of players and scores: the winner gets 1, the loser 0
    loser: str | None
    time: str | None
    time_unit: TimeUnit | None  # of a time column of integers
    home: Names | Sequence[float] | None  # numbers per seat, one column, or one column per seat
    context: str | None
    margin: str | None
    weight: str | None
    covariates: Names | Mapping[str, Names] | None
    luck: Names | None
    team: Names | None
    game: str | None


@dataclass(frozen=True, slots=True)
class ColumnMap:
    """Which column holds what; per-seat roles have one column a seat, in a long file one."""

    layout: Layout
    players: tuple[str, ...]
    scores: tuple[str, ...] = ()
    winner_first: bool = False  # the first player won: scores are 1 and 0
    result: str = ""  # text such as 1-0 instead of scores
    luck: tuple[str, ...] = ()
    team: tuple[str, ...] = ()
    seat: str = ""
    time: str = ""
    game: str = ""
    home: tuple[str, ...] = ()  # a single column of a wide file counts for the first seat
    home_values: tuple[float, ...] = ()  # the same for every game
    neutral: str = ""  # true where nobody is at home, else the first seat is
    context: str = ""
    margin: str = ""
    weight: str = ""
    covariates: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    is_recognised: bool = False

    @property
    def names(self) -> list[str]:
        """All columns that are read."""
        seats = (*self.players, *self.scores, *self.luck, *self.team, *self.home)
        one_each = (self.result, self.seat, self.time, self.game, self.neutral)
        single = (*one_each, self.context, self.margin, self.weight)
        covariates = [name for names in self.covariates.values() for name in names]
        return [name for name in (*seats, *single, *covariates) if name]

    @property
    def numbers(self) -> set[str]:
        """The columns whose cells must be numbers."""
        return {*self.scores, *self.luck, self.margin, self.weight} - {""}

    @property
    def decimals(self) -> set[str]:
        """The columns in which a decimal comma may stand."""
        covariates = {name for names in self.covariates.values() for name in names}
        return {*self.numbers, *self.home, *covariates}

    def column(self, role: str, seat: int | None) -> str:
        """Return the column in which a value of a game table stands."""
        names: Mapping[str, tuple[str, ...]] = {
            "seats": self.players,
            "score": self.scores or (self.result,),
            "luck": self.luck,
            "team": self.team,
            "home": self.home or (self.neutral,),
            **{f"{COVARIATE_PREFIX}{name}": found for name, found in self.covariates.items()},
        }
        if role not in names:
            return str(getattr(self, role, role) or role)
        found = names[role]
        return found[min(seat or 1, len(found)) - 1] if found else role

    def remark(self) -> str:
        """Say how a file was read, in one line."""
        if self.winner_first:
            parts = [f"{self.players[0]} as winner", f"{self.players[1]} as loser"]
        else:
            parts = [
                f"{', '.join(self.players)} as players",
                f"{', '.join(self.scores or (self.result,))} as {_plural(self)}",
            ]
        parts += [f"{self.time} as time"] if self.time else []
        parts += [f"{', '.join(self.luck)} as luck"] if self.luck else []
        parts += [f"{self.neutral} as neutral ground"] if self.neutral else []
        return f"read {', '.join(parts)}"


def _plural(columns: ColumnMap) -> str:
    return "scores" if columns.scores else "result"


def covariate_name(name: str) -> str:
    """Return the full name of a covariate's column.

    >>> covariate_name("trumps"), covariate_name("x_trumps")
    ('x_trumps', 'x_trumps')
    """
    return name if name.startswith(COVARIATE_PREFIX) else COVARIATE_PREFIX + name


def without_covariates(columns: Sequence[str]) -> list[str]:
    """Return the columns that are not covariates."""
    return [name for name in columns if not name.startswith(COVARIATE_PREFIX)]


# --- evenhand's own layouts


def detect_layout(columns: Sequence[str], file: str, *, common: bool = False) -> Layout:
    """Return which of evenhand's own layouts these columns make; refuse unknown or missing ones.

    With ``common``, home, context, margin and weight are known too.
    """
    _check_names(columns, file)
    known = without_covariates(columns)
    if "player" in known or "score" in known:
        _check_long(known, LONG_ROLES if common else LONG, file)
        return "long"
    _check_wide(known, file, common)
    return "wide"


def _check_names(columns: Sequence[str], file: str) -> None:
    for place, name in enumerate(columns, start=1):
        if not name:
            raise TableError(f"column {place} has no name", file=file)
        if name in columns[: place - 1]:
            raise TableError("is there twice", column=name, file=file)


def _check_long(columns: Sequence[str], roles: Sequence[str], file: str) -> None:
    for name in columns:
        if name not in roles:
            raise _unknown(name, roles, ", ".join(roles), file)
    for name in LONG_NEEDED:
        if name not in columns:
            raise _missing(name, columns, file)


def _check_wide(columns: Sequence[str], file: str, common: bool) -> None:
    numbered = [found for found in map(_NUMBERED.fullmatch, columns) if found]
    seats = max((int(found[2]) for found in numbered), default=2)
    roles = {found[1] for found in numbered}
    for name in columns:
        is_known = name in GAME_ROLES or _NUMBERED.fullmatch(name)
        if not is_known or (not common and _ONLY_COMMON.fullmatch(name)):
            seat_roles = SEAT_ROLES if common else SEAT_ROLES[:4]
            game_roles = GAME_ROLES[:5] if common else GAME_ROLES[:2]
            known = [f"{role}_{seat}" for role in seat_roles for seat in (1, 2)]
            allowed = ", ".join([*(f"{role}_1 ..." for role in seat_roles), *game_roles])
            allowed += f" (or in a long file {', '.join(LONG_ROLES if common else LONG)})"
            raise _unknown(name, [*known, *game_roles, *LONG], allowed, file)
    for seat in range(1, max(seats, 2) + 1):
        for role in SEAT_ROLES:
            name = f"{role}_{seat}"
            if name not in columns and role in roles | {"player", "score"}:
                raise _missing(name, columns, file)


def _unknown(name: str, known: Sequence[str], allowed: str, file: str) -> TableError:
    near = get_close_matches(name.lower().replace(" ", "_"), known, n=1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    problem = (
        f"unknown column{hint}; allowed are {allowed}; "
        f"columns of your own begin with {COVARIATE_PREFIX}"
    )
    return TableError(problem, column=name, file=file)


def _missing(name: str, columns: Sequence[str], file: str) -> TableError:
    problem = f"missing column (found: {_listed(columns)})"
    return TableError(problem, column=name, file=file)


def _own_columns(columns: Sequence[str], file: str) -> ColumnMap:
    """Map evenhand's own columns."""
    layout = detect_layout(columns, file, common=True)
    known = set(columns)
    single = {role: role for role in ("time", "game", "context", "margin", "weight")}
    found: dict[str, Any] = {role: name for role, name in single.items() if name in known}
    if layout == "long":
        seats: dict[str, Any] = {
            role: (role,) for role in ("luck", "team", "home") if role in known
        }
        seat = "seat" if "seat" in known else ""
        return ColumnMap("long", ("player",), ("score",), seat=seat, **found, **seats)
    width = sum(name.startswith("player_") for name in columns)

    def numbered(role: str) -> tuple[str, ...]:
        names = tuple(f"{role}_{seat}" for seat in range(1, width + 1))
        return names if names[0] in known else ()

    home = numbered("home") or (("home",) if "home" in known else ())
    if "home" in known and "home_1" in known:
        raise TableError("give either home or home_1, home_2, ...", column="home", file=file)
    return ColumnMap(
        "wide",
        numbered("player"),
        numbered("score"),
        luck=numbered("luck"),
        team=numbered("team"),
        home=home,
        **found,
    )


# --- common layouts of others

_HOME_SCORES = (
    "homescore awayscore|homegoals awaygoals|homepoints awaypoints|hometeamscore awayteamscore|"
    "hometeamgoals awayteamgoals|hometeamgoal awayteamgoal|homepts awaypts|hg ag|fthg ftag|"
    "scorehome scoreaway|goalshome goalsaway"
)
_FAMILIES: tuple[tuple[str, str, str], ...] = (
    # players, scores, result; # stands for 1, 2, ... or a, b
    (
        "hometeam awayteam|home away|homename awayname|hometeamname awayteamname|"
        "homeplayer awayplayer|homeclub awayclub",
        _HOME_SCORES,
        "result|score|ftr|outcome",
    ),
    (
        "white black|whiteplayer blackplayer|whitename blackname|whiteid blackid",
        "whitescore blackscore|whitepoints blackpoints",
        "result|score|winner|outcome",
    ),
    (
        "winnername losername|winner loser|winnerteam loserteam|winningteam losingteam|"
        "wname lname|wplayer lplayer|wteam lteam|winnerid loserid|wteamid lteamid",
        "",
        "",
    ),
    (
        "player1 player2|player1name player2name|p1 p2|p1name p2name",
        "score1 score2|player1score player2score|p1score p2score|points1 points2|goals1 goals2",
        "",
    ),
    (
        "team1 team2|team1name team2name",
        "score1 score2|team1score team2score|goals1 goals2|points1 points2|team1goals team2goals",
        "",
    ),
    ("playera playerb|teama teamb", "scorea scoreb|playerascore playerbscore", ""),
    ("teama teamb", "teamascore teambscore|goalsa goalsb", ""),
)
_TIMES = (
    *("datetime", "timestamp", "utcdatetime", "playedat", "date", "matchdate", "gamedate"),
    *("tourneydate", "utcdate", "eventdate", "playedon", "time"),
)
_NEUTRAL = ["neutral", "neutralsite", "neutralvenue", "neutralground", "isneutral"]


def _key(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _recognise(columns: Sequence[str], *, players_only: bool = False) -> ColumnMap | None:
    """Recognise a common layout by the names of its columns, None if there is none."""
    by_key: dict[str, str] = {}
    for name in columns:
        key = _key(name)
        by_key[key] = "" if key in by_key else name  # two alike: neither is meant
    known = {key: name for key, name in by_key.items() if name}
    for players, scores, result in _FAMILIES:
        names = _first_group(players, known)
        if not names:
            continue
        is_winner = not scores
        points = _first_group(scores, known)
        outcome = next((known[key] for key in result.split("|") if key in known), "")
        if not (players_only or is_winner or points or outcome):
            continue
        names, points = _more_seats(names, points, known)
        luck = tuple(f"luck_{seat + 1}" for seat in range(len(names)))
        return ColumnMap(
            "wide",
            names,
            points,
            winner_first=is_winner,
            result="" if points else outcome,
            luck=luck if set(luck) <= set(columns) else (),
            time=next((known[key] for key in _TIMES if key in known), ""),
            neutral=next((known[key] for key in _NEUTRAL if key in known), "")
            if _key(names[0]).startswith("home")
            else "",
            is_recognised=True,
        )
    return None


def _first_group(groups: str, known: Mapping[str, str]) -> tuple[str, ...]:
    """Return the columns of the first group of keys that are all there."""
    for group in groups.split("|"):
        keys = group.split()
        if keys and all(key in known for key in keys):
            return tuple(known[key] for key in keys)
    return ()


def _more_seats(
    players: tuple[str, ...], scores: tuple[str, ...], known: Mapping[str, str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Add player3, score3 and so on to numbered columns."""
    while scores and "2" in _key(players[1]):
        seat = str(len(players) + 1)
        player, score = (_key(names[1]).replace("2", seat) for names in (players, scores))
        if player not in known or score not in known:
            break
        players, scores = (*players, known[player]), (*scores, known[score])
    return players, scores


# --- columns named by the user


def find_columns(columns: Sequence[str], file: str = "", **given: Any) -> ColumnMap:
    """Find out which of these columns hold what, by the names given or by their layout.

    >>> find_columns(["date", "home_team", "away_team", "hg", "ag"]).remark()
    'read home_team, away_team as players, hg, ag as scores, date as time'
    """
    _check_roles(given)
    given = {role: value for role, value in given.items() if value is not None}
    given.pop("time_unit", None)
    found = _override(_players_and_scores(columns, file, given), columns, file, given)
    _check_found(found, columns, file)
    return found


def _check_roles(given: Mapping[str, Any]) -> None:
    known = list(Columns.__annotations__)
    for role in given:
        if role not in known:
            near = get_close_matches(role, known, n=1)
            hint = f" (did you mean {near[0]}?)" if near else f"; known are {', '.join(known)}"
            raise TypeError(f"unknown argument {role!r}{hint}")


def _players_and_scores(columns: Sequence[str], file: str, given: Mapping[str, Any]) -> ColumnMap:
    if "winner" in given or "loser" in given:
        return _winner_and_loser(columns, file, given)
    if "players" in given:
        players = _names(given["players"], columns)
        if "scores" not in given:
            raise _advice("players are named but not scores", columns, file)
        scores = _names(given["scores"], columns)
        if len(players) == 1 and "game" not in given:
            problem = (
                "one column of players: name one for each seat, as in --players home,away, "
                "or for a file with a row per player also the column of game ids, --game"
            )
            raise TableError(problem, column=players[0], file=file)
        if len(players) == 2 and len(scores) == 1:
            return ColumnMap("wide", players, result=scores[0])
        return ColumnMap("long" if len(players) == 1 else "wide", players, scores)
    if "scores" in given:
        recognised = _recognise(columns, players_only=True)
        if recognised is None or recognised.winner_first:
            raise _advice("scores are named but not players", columns, file)
        scores = _names(given["scores"], columns)
        return replace(recognised, scores=scores, result="", players=recognised.players)
    return _detect(columns, file, given)


def _winner_and_loser(columns: Sequence[str], file: str, given: Mapping[str, Any]) -> ColumnMap:
    if "winner" not in given or "loser" not in given:
        raise _advice("winner and loser must both be named", columns, file)
    if "players" in given or "scores" in given:
        raise TableError("name either players and scores or winner and loser", file=file)
    return ColumnMap("wide", (given["winner"], given["loser"]), winner_first=True)


def _detect(columns: Sequence[str], file: str, given: Mapping[str, Any]) -> ColumnMap:
    numbered = {found[1] for found in map(_NUMBERED.fullmatch, columns) if found}
    is_own = "player" in numbered or "player" in columns
    recognised = None if is_own else _recognise(columns)
    if recognised is not None:
        return recognised
    if is_own or "score" in numbered or {"game", "score"} <= set(columns):
        extra = set(given) - {"covariates"}
        return _own_columns(_without_extra(columns) if extra else columns, file)
    raise _advice("cannot tell which columns hold players and scores", columns, file)


def _without_extra(columns: Sequence[str]) -> list[str]:
    """Return the columns with evenhand's own names."""
    roles = LONG_ROLES if "player" in columns or "score" in columns else GAME_ROLES
    return [name for name in columns if name in roles or _NUMBERED.fullmatch(name)]


def _override(
    found: ColumnMap, columns: Sequence[str], file: str, given: Mapping[str, Any]
) -> ColumnMap:
    """Put the columns that are named in place of those found."""
    changes: dict[str, Any] = {}
    for role in ("time", "game", "context", "margin", "weight"):
        if role in given:
            changes[role] = given[role]
    for role in ("luck", "team"):
        if role in given:
            changes[role] = _names(given[role], columns)
    if "home" in given:
        changes |= {"home": (), "home_values": (), "neutral": ""}
        changes |= _home(given["home"], columns, file)
    if "covariates" in given:
        seats = len(found.players) if found.layout == "wide" else 1
        changes["covariates"] = _covariates(given["covariates"], columns, seats, file)
    return replace(found, **changes)


def _home(value: Any, columns: Sequence[str], file: str) -> dict[str, Any]:
    """Return numbers per seat, or the column or columns that hold them."""
    parts = [value] if isinstance(value, int | float) else list(_names(value, columns))
    try:
        numbers = tuple(float(part) for part in parts if str(part) not in columns)
    except ValueError:
        numbers = ()
    if len(numbers) == len(parts):
        return {"home_values": numbers}
    if numbers:
        raise TableError(f"home mixes numbers and columns: {_listed(parts)}", file=file)
    return {"home": tuple(str(part) for part in parts)}


def _covariates(
    value: Any, columns: Sequence[str], seats: int, file: str
) -> dict[str, tuple[str, ...]]:
    if isinstance(value, Mapping):
        return {
            str(name).removeprefix(COVARIATE_PREFIX): _names(names, columns)
            for name, names in value.items()
        }
    found: dict[str, tuple[str, ...]] = {}
    for item in _names(value, columns):
        name, equals, named = item.partition("=")
        name = name.strip()
        key = name.removeprefix(COVARIATE_PREFIX)
        found[key] = (
            tuple(part.strip() for part in named.split(":"))
            if equals
            else _covariate(name, columns, seats)
        )
    return found


def _covariate(name: str, columns: Sequence[str], seats: int) -> tuple[str, ...]:
    """Return the columns of a covariate: one for each seat, or one alone."""
    for stem in (covariate_name(name), name):
        each = tuple(f"{stem}_{seat}" for seat in range(1, seats + 1))
        if seats > 1 and set(each) <= set(columns):
            return each
        if stem in columns:
            return (stem,)
    return (covariate_name(name) if seats == 1 else f"{covariate_name(name)}_1",)


def _names(value: Any, columns: Sequence[str]) -> tuple[str, ...]:
    """Return names given as a list, or as text with commas unless that is the name of a column."""
    if isinstance(value, str):
        if value in columns:
            return (value,)
        return tuple(part.strip() for part in value.split(","))
    return tuple(str(part) for part in value)


def _check_found(found: ColumnMap, columns: Sequence[str], file: str) -> None:
    for name in found.names:
        if name not in columns:
            near = get_close_matches(_key(name), [_key(column) for column in columns], n=1)
            close = [column for column in columns if near and _key(column) == near[0]]
            hint = f"; did you mean {close[0]}?" if close else ""
            problem = f"no such column{hint} (found: {_listed(columns)})"
            raise TableError(problem, column=name, file=file)
        if list(columns).count(name) > 1:
            raise TableError("is there twice", column=name, file=file)
        if found.names.count(name) > 1:
            raise TableError(
                "is named twice; each column can hold only one thing", column=name, file=file
            )
    _check_seats(found, file)


def _check_seats(found: ColumnMap, file: str) -> None:
    """Refuse roles with too few or too many columns for the seats."""
    seats = len(found.players)
    if found.layout == "wide" and seats < 2:
        raise TableError("a game needs at least two players", column=found.players[0], file=file)
    counts: dict[str, Iterable[Any]] = {"luck": found.luck, "team": found.team}
    if not (found.winner_first or found.result):
        counts["scores"] = found.scores or ("",) * 99
    if found.layout == "wide":
        counts["home"] = found.home_values or (found.home if len(found.home) > 1 else ())
    elif len(found.home) > 1:
        raise TableError("home needs one column in a file with a row per player", file=file)
    for name, names in found.covariates.items():
        counts[f"covariate {name}"] = names if len(names) > 1 else ()
    for role, values in counts.items():
        count = len(list(values))
        if count not in (0, seats):
            wanted = f"{seats} columns, one for each of {_listed(found.players)}"
            raise TableError(f"{role} needs {wanted}, not {count}", file=file)


def _advice(problem: str, columns: Sequence[str], file: str) -> TableError:
    """Say which columns there are and how to name those that count."""
    pair = _recognise(columns, players_only=True)
    players = ",".join(pair.players) if pair else "COLUMN,COLUMN"
    return TableError(
        f"{problem} (found: {_listed(columns)}); name them: --players {players} "
        "--scores COLUMN,COLUMN, or --winner COLUMN --loser COLUMN "
        '(in Python players=["...", "..."], scores=["...", "..."])',
        file=file,
    )


def _listed(columns: Sequence[Any], most: int = 30) -> str:
    shown = ", ".join(str(name) for name in columns[:most])
    return shown + (f" and {len(columns) - most} more" if len(columns) > most else "")
