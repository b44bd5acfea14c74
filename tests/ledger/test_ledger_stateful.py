"""Anything that may happen to a ledger, in any order, beside the plainest model of it."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import Phase, settings as examples
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from evenhand.ledger import corrections, people
from evenhand.ledger.effects import ratings_before, seated
from evenhand.ledger.hashing import hash_of
from evenhand.ledger.ledger import ConflictError
from evenhand.ledger.lists import publish
from evenhand.ledger.results import NewResult, ResultError
from evenhand.ledger.schema import lists, results
from evenhand.ledger.settings import Settings
from evenhand.ledger.verify import verify
from tests.examples import TIMES

from .databases import new_url
from .worlds import ELO, MINUTE, START, Model, Played, World, opened, result, settings

SETTINGS = [
    ELO,
    settings(k=10.0),
    settings("glicko-2", rules={"min_games": 2}),
    settings(rules={"min_games": 3}, k=32.0),
]
PLAYERS = 12
which = st.integers(0, 99)
minutes = st.one_of(st.none(), st.integers(0, 5))
tables = st.lists(
    st.tuples(which, st.integers(0, 2)), min_size=2, max_size=3, unique_by=lambda seat: seat[0]
)


@dataclass
class Person:
    """A player as everybody should know him."""

    id: str
    name: str
    aliases: list[str] = field(default_factory=list)
    guest: bool = False
    erased: bool = False


class LedgerMachine(RuleBasedStateMachine):
    """Two processes that write to one ladder, and the model."""

    make_url: Callable[[], AbstractContextManager[str]]

    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        url = self.stack.enter_context(type(self).make_url())
        self.url = url
        self.worlds = [self.stack.enter_context(opened(url)) for _ in range(2)]
        self.settings: Settings = ELO
        self.model = Model(ELO.make_system())
        self.posted: dict[str, Played] = {}
        self.people: dict[str, Person] = {}  # by number
        self.uploads: dict[str, list[str]] = {}
        self.published: dict[int, tuple[str, str]] = {}
        self.right = True

    def teardown(self) -> None:
        try:
            if self.right:
                self.follow_and_verify()
        finally:
            self.stack.close()

    def follow_and_verify(self) -> None:
        for world in self.worlds:
            world.ledger.follow(world.ladder)
            self.check(world)
            assert all(finding.right for finding in verify(world.ledger, world.ladder))

    # What may happen

    @initialize(games=st.lists(st.tuples(minutes, tables), min_size=4, max_size=8))
    def begin(self, games: list[tuple[int | None, Any]]) -> None:
        self.post(True, games, upload=True)

    @rule(game=st.tuples(minutes, tables))
    def post_one(self, game: tuple[int | None, Any]) -> None:
        self.post(False, [game], upload=False)

    @rule(
        first=st.booleans(),
        games=st.lists(st.tuples(minutes, tables), min_size=2, max_size=5),
        upload=st.booleans(),
    )
    def post_many(self, first: bool, games: list[tuple[int | None, Any]], upload: bool) -> None:
        self.post(first, games, upload)

    def post(self, first: bool, games: list[tuple[int | None, Any]], upload: bool) -> None:
        """Post results, and let the model know of those that were accepted."""
        world, made = self.worlds[first], self.made(games)
        name = f"u{len(self.uploads)}" if upload else None
        verdicts = world.post(*made, upload=name)
        accepted = self.expect(world, made, [verdict.status for verdict in verdicts])
        for verdict in verdicts:
            if verdict.id in accepted:
                assert verdict.draft is not None
                assert verdict.draft.time is not None
                game = replace(self.played(world, accepted[verdict.id]), time=verdict.draft.time)
                self.posted[verdict.id] = self.model.games[verdict.id] = game
        if name and accepted:
            self.uploads[name] = list(accepted)
        self.check(world)

    @rule(first=st.booleans(), one=which, other_score=st.booleans())
    def post_again(self, first: bool, one: int, other_score: bool) -> None:
        name = self.pick(self.posted, one)
        if name is None:
            return
        world, earlier = self.worlds[first], self.posted[name]
        scores = {
            self.people[who].id: s for who, s in zip(earlier.players, earlier.scores, strict=True)
        }
        if other_score:
            scores[self.people[earlier.players[0]].id] += 1.0
        minute = (earlier.time - START) // MINUTE if earlier.time < START + 9 * MINUTE else None
        (verdict,) = world.post(result(name, minute, scores))
        assert verdict.status == ("rejected" if other_score else "duplicate")
        self.check(world)

    @rule(first=st.booleans(), one=which, minute=minutes, table=tables)
    def correct(self, first: bool, one: int, minute: int | None, table: Any) -> None:
        name, world = self.pick(self.posted, one), self.worlds[first]
        if name is None:
            return
        right = self.made([(minute, table)], names=[name])[0]
        known = self.model.games.get(name, self.posted[name]).time
        if self.sits_twice(right):
            with pytest.raises(ResultError, match="twice"):
                world.correct(right)
        else:
            world.correct(right)
            self.learn(world)
            time = known if minute is None else START + minute * MINUTE
            self.model.games[name] = replace(self.played(world, right), time=time)
        self.check(world)

    @rule(first=st.booleans(), one=which)
    def void(self, first: bool, one: int) -> None:
        name = self.pick(self.posted, one)
        if name is not None:
            self.worlds[first].void(name)
            self.model.games.pop(name, None)
            self.check(self.worlds[first])

    @rule(first=st.booleans(), one=which)
    def undo_an_upload(self, first: bool, one: int) -> None:
        name = self.pick(self.uploads, one)
        if name is not None:
            world = self.worlds[first]
            corrections.undo_upload(world.ledger, world.ladder, name)
            for undone in self.uploads[name]:
                self.model.games.pop(undone, None)
            self.check(world)

    @rule(first=st.booleans(), one=which, other=which)
    def merge(self, first: bool, one: int, other: int) -> None:
        player, into = self.pick(self.people, one), self.pick(self.people, other)
        if player is None or into is None:
            return
        world, final = self.worlds[first], self.model.final(into)
        erased = self.people[player].erased or self.people[into].erased
        if erased or player in self.model.merged or player == final or self.met(player, final):
            with pytest.raises(ConflictError):
                people.merge(world.ledger, world.tenant, int(player), int(into))
        else:
            people.merge(world.ledger, world.tenant, int(player), int(into))
            self.model.merged[player] = final
        self.check(world)

    @rule(first=st.booleans(), one=which)
    def unmerge(self, first: bool, one: int) -> None:
        player = self.pick(self.model.merged, one)
        if player is not None:
            world = self.worlds[first]
            people.unmerge(world.ledger, world.tenant, int(player))
            del self.model.merged[player]
            self.check(world)

    @rule(first=st.booleans(), one=which, guest=st.booleans(), name=st.sampled_from(["", "Äda"]))
    def change_a_player(self, first: bool, one: int, guest: bool, name: str) -> None:
        player = self.pick(self.people, one)
        if player is None or self.people[player].erased:
            return
        world, person = self.worlds[first], self.people[player]
        people.change_player(
            world.ledger, world.tenant, int(player), guest=guest, name=name or None
        )
        person.guest, person.name = guest, name or person.name
        self.check(world)

    @rule(first=st.booleans(), one=which, again=st.booleans())
    def add_an_alias(self, first: bool, one: int, again: bool) -> None:
        player = self.pick(self.people, one)
        if player is None or self.people[player].erased:
            return
        world, person = self.worlds[first], self.people[player]
        known = [alias for other in self.people.values() for alias in other.aliases]
        alias = known[one % len(known)] if again and known else f"alias {one}"
        if alias in known and alias not in person.aliases:
            with pytest.raises(ConflictError):
                people.add_alias(world.ledger, world.tenant, int(player), alias)
        else:
            people.add_alias(world.ledger, world.tenant, int(player), alias)
            person.aliases = sorted({*person.aliases, alias})
        self.check(world)

    @rule(first=st.booleans(), one=which)
    def erase(self, first: bool, one: int) -> None:
        player = self.pick(self.people, one)
        if player is None or self.people[player].erased:
            return
        world = self.worlds[first]
        pseudonym = people.erase(world.ledger, world.tenant, int(player))
        self.people[player] = Person(pseudonym, pseudonym, [], self.people[player].guest, True)
        self.check(world)

    @rule(first=st.booleans(), one=which)
    def change_settings(self, first: bool, one: int) -> None:
        world, chosen = self.worlds[first], SETTINGS[one % len(SETTINGS)]
        corrections.change_settings(world.ledger, world.ladder, chosen)
        self.settings, self.model.system = chosen, chosen.make_system()
        self.check(world)

    @rule(first=st.booleans(), one=which, minute=minutes, table=tables)
    def try_everything_dry(self, first: bool, one: int, minute: int | None, table: Any) -> None:
        world = self.worlds[first]
        world.ledger.follow(world.ladder)
        before = (world.dump(), world.hash, world.ladder.seq, len(world.ladder.roster))
        name, upload = self.pick(self.posted, one), self.pick(self.uploads, one)
        new = self.made([(minute, table)])
        world.post(*new, dry_run=True)
        ledger, ladder, chosen = world.ledger, world.ladder, SETTINGS[one % len(SETTINGS)]
        corrections.change_settings(ledger, ladder, chosen, dry_run=True)
        if name is not None:
            world.void(name, dry_run=True)
            if not self.sits_twice(new[0]):
                world.correct(NewResult(id=name, players=new[0].players), dry_run=True)
        if upload is not None:
            corrections.undo_upload(ledger, ladder, upload, dry_run=True)
        assert (world.dump(), world.hash, ladder.seq, len(ladder.roster)) == before
        self.check(world)

    @rule(first=st.booleans())
    def publish_a_list(self, first: bool) -> None:
        world = self.worlds[first]
        made = publish(world.ledger, world.ladder, f"List {len(self.published)}")
        row = world.dump()[lists.name][-1]
        self.published[made.content.number] = (row["hash"], row["content"])
        self.check(world)

    @rule(first=st.booleans())
    def open_again(self, first: bool) -> None:
        self.worlds[first].ledger.close()
        self.worlds[first] = self.stack.enter_context(opened(self.url))
        self.check(self.worlds[first])

    @rule(first=st.booleans())
    def follow(self, first: bool) -> None:
        world = self.worlds[first]
        world.ledger.follow(world.ladder)
        self.check(world)

    # What the model needs to know

    def pick(self, some: Any, one: int) -> str | None:
        """One of some, if there are any."""
        names = sorted(some)
        return names[one % len(names)] if names else None

    def made(
        self, games: Sequence[tuple[int | None, Any]], names: Sequence[str] | None = None
    ) -> list[NewResult]:
        """Results between players by any of their ids, some of them new."""
        known = {n for person in self.people.values() for n in (person.id, *person.aliases)}
        pool = sorted(known | {f"p{number}" for number in range(PLAYERS)})
        made = []
        for place, (minute, table) in enumerate(games):
            scores: dict[str, float] = {}
            for number, score in table:
                left = [who for who in pool if who not in scores]
                scores[left[number % len(left)]] = float(score)
            name = names[place] if names else f"r{(len(self.posted) + place) * 37 % 101}"
            made.append(result(name, minute, scores))
        return made

    def find(self, name: str) -> str | None:
        """The player of an id or alias."""
        for player, person in self.people.items():
            if name == person.id or name in person.aliases:
                return player
        return None

    def sits_twice(self, made: NewResult) -> bool:
        """Whether two of a table are one person."""
        who = [self.find(seat.player) or seat.player for seat in made.players]
        return len({self.model.final(one) for one in who}) < len(who)

    def expect(
        self, world: World, made: Sequence[NewResult], statuses: Sequence[str]
    ) -> dict[str, NewResult]:
        """Whether results are accepted as they should be; those that are."""
        accepted: dict[str, NewResult] = {}
        for one, status in zip(made, statuses, strict=True):
            right = one.id not in self.posted and not self.sits_twice(one)
            if one.id in accepted or one.id in self.posted:
                assert status in ("duplicate", "rejected")
            else:
                assert status == ("accepted" if right else "rejected")
                if right:
                    accepted[one.id] = one
        self.learn(world)
        return accepted

    def learn(self, world: World) -> None:
        """Know players who were made."""
        roster = world.ladder.roster
        for number in range(len(self.people), len(roster)):
            self.people[str(number)] = Person(roster.ids[number], roster.ids[number])

    def played(self, world: World, made: NewResult) -> Played:
        """A result with the numbers of players; its time is told elsewhere."""
        seats = [(self.find(seat.player), seat.score) for seat in made.players]
        assert None not in [who for who, _ in seats]
        return Played(0, tuple(str(who) for who, _ in seats), tuple(score for _, score in seats))

    def met(self, player: str, into: str) -> bool:
        """Whether two sat at one table in a result that counts."""
        tables = [[self.model.final(who) for who in g.players] for g in self.model.games.values()]
        return any(self.model.final(player) in table and into in table for table in tables)

    # What must be true

    def check(self, world: World) -> None:
        """All that a ledger promises."""
        self.right = False
        self.check_people(world)
        self.check_ratings(world)
        self.check_sums(world)
        world.check_log()
        dumped = world.dump()
        assert {row["id"] for row in dumped[results.name]} == self.posted.keys()
        assert world.ladder.seq == dumped["ladders"][0]["seq"]
        found = {row["number"]: (row["hash"], row["content"]) for row in dumped[lists.name]}
        assert found == self.published
        self.right = True

    def check_people(self, world: World) -> None:
        roster = world.ladder.roster
        assert len(roster) == len(self.people)
        for player, person in self.people.items():
            number = int(player)
            assert (roster.ids[number], roster.names[number]) == (person.id, person.name)
            assert all(roster.find(name) == number for name in (person.id, *person.aliases))
            assert str(roster.final(number)) == self.model.final(player)
        assert len(roster.aliases) == sum(len(one.aliases) for one in self.people.values())

    def check_ratings(self, world: World) -> None:
        """Ratings, hash and ranks by their definitions, to the last bit."""
        names, rows = self.model.rate()
        ids = [self.people[player].id for player in names]
        found = world.ratings()
        assert found.keys() == set(ids)
        assert np.array_equal([found[who] for who in ids] or rows, rows, equal_nan=True)
        assert world.hash == hash_of(ids, rows)
        assert world.ladder.settings == self.settings
        games = dict.fromkeys(names, 0)
        for game in self.model.games.values():
            for player in game.players:
                games[self.model.final(player)] += 1
        least = self.settings.rules.min_games
        rating = {
            self.people[player].id: float(row[0])
            for player, row in zip(names, rows, strict=True)
            if games[player] >= least and not self.people[player].guest
        }
        ranked = world.ranked()
        assert sorted(ranked) == sorted(rating)
        assert [rating[who] for who in ranked] == sorted(rating.values(), reverse=True)
        for own in rating.values():
            rank = 1 + sum(other > own for other in rating.values())
            assert world.ladder.standing.ranking.rank(own) == rank

    def check_sums(self, world: World) -> None:
        """The changes of every player add up to the rating, exactly."""
        standing = world.ladder.standing
        every = np.arange(standing.games.count)
        before, after = ratings_before(standing, every), standing.games["after"]
        players = seated(standing, every)
        start = Fraction(float(standing.system.initial_values(1)[0, 0]))
        for player in np.flatnonzero(standing.played[: standing.players]).tolist():
            own = players == player
            changes = zip(after[own].tolist(), before[own].tolist(), strict=True)
            total = sum((Fraction(new) - Fraction(old) for new, old in changes), Fraction(0))
            assert Fraction(float(standing.ratings[player, 0])) - start == total
            assert int(own.sum()) == standing.played[player]


@pytest.mark.parametrize(("kind", "runs"), [("sqlite", 18), ("postgresql", 4)])
def test_a_ledger_is_what_the_plainest_model_says(
    request: pytest.FixtureRequest, kind: str, runs: int
) -> None:
    class Here(LedgerMachine):
        make_url = staticmethod(lambda: new_url(request, kind, tables=True))

    # A failure is told as it was found: to look for a smaller one takes minutes.
    found = examples(
        max_examples=runs * max(TIMES, 1), stateful_step_count=20, phases=[Phase.generate]
    )
    run_state_machine_as_test(Here, settings=found)
