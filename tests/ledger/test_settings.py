"""Settings of a ladder: what they refuse, and what changing them does."""

import msgspec
import pytest

from evenhand.ledger import corrections
from evenhand.ledger.database import LedgerError
from evenhand.ledger.ledger import ConflictError, Ledger
from evenhand.ledger.profile import chances
from evenhand.ledger.settings import Rules, Settings, check_ladder_id
from evenhand.ratings import SYSTEMS, Elo, Glicko2

from .worlds import ELO, World, model_of, opened, result, settings, some_results

RESULTS = some_results(15)


def change(world: World, chosen: Settings, *, dry_run: bool = False) -> object:
    return corrections.change_settings(world.ledger, world.ladder, chosen, dry_run=dry_run)


def test_settings_make_the_system_with_its_parameters() -> None:
    assert settings("elo", k=24.0, start=1000.0).make_system() == Elo(k=24.0, initial=1000.0)
    assert settings("glicko-2", period=1.0).make_system() == Glicko2(period=1.0)
    made = Settings(name="x", params={"k": "60/30/16@5/10", "luck": "0.9/1/0.5"}).make_system()
    assert made.luck is not None


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_has_an_advantage(database_url: str, system: str) -> None:
    plain, home = settings(system), settings(system, advantage=40.0, effects="none")
    assert home.make_system().advantage == 40.0
    sign = -1 if system == "benchmark-elo" else 1  # it rates penalties
    game = result("game", 1, {"a": sign * 10, "b": sign * 20}, luck={"a": 0.0, "b": 0.0})
    with opened(database_url, home) as world:
        assert world.statuses(game) == ["accepted"]
        assert world.hash == model_of(home, [game]).hash != model_of(plain, [game]).hash
        assert world.ladder.settings.params == {"advantage": 40.0, "effects": "none"}
        first, second = chances(world.ladder, [None, None])
        assert first > second


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        (settings("chess"), "no system 'chess'"),
        (settings("glicko2"), "no system 'glicko2'; did you mean glicko-2"),
        (settings("elo", kk=1.0), "elo has no parameter 'kk'; did you mean k"),
        (settings("elo", k="many"), "k "),
        (settings("elo", scale=-1.0), "scale must be positive, not -1"),
        (settings("elo", k=float("inf")), "k"),
        (settings("elo", effects="derby"), "effects are like derby:12"),
        (settings("glicko", effects="derby:12"), "effects cannot be set: results of a ladder"),
        (settings("glicko", advantage="inf"), "advantage must be a finite number"),
    ],
)
def test_what_no_system_can_have_is_told_in_one_line(chosen: Settings, words: str) -> None:
    with pytest.raises(LedgerError) as caught:
        chosen.make_system()
    assert str(caught.value).startswith(words)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "form",
    [
        {"name": ""},
        {"name": "x" * 201},
        {"name": "x", "rules": {"min_games": 0}},
        {"name": "x", "rules": {"max_players": 101}},
        {"name": "x", "rules": {"max_players": 1}},
        {"name": "x", "rules": {"least": 1}},
        {"name": "x", "seq": 4},
        {"name": "x", "params": {"k": [1]}},
    ],
)
def test_settings_of_another_form_are_not_read(form: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(form, Settings)


@pytest.mark.parametrize(
    "name", ["", "Skat", "skat 1", "-skat", "s" * 61, "skat/1", "a.b", "skat\n"]
)
def test_ids_of_ladders_that_would_need_care_in_an_address_are_refused(name: str) -> None:
    with pytest.raises(LedgerError, match="up to 60 small letters"):
        check_ladder_id(name, "main")


def test_a_ladder_is_made_once_and_in_the_tenants_own_part_of_all_ids(database_url: str) -> None:
    with opened(database_url) as world:
        with pytest.raises(ConflictError, match="there is a ladder test already"):
            world.ledger.make_ladder(world.tenant, "test", ELO)
        with pytest.raises(LedgerError, match="no system"):
            world.ledger.make_ladder(world.tenant, "more", settings("chess"))
        assert world.ledger.ladder_ids(world.tenant) == ["test"]
        assert world.ledger.ladder_ids(world.tenant + 1) == []


def test_changed_parameters_hold_for_all_games(database_url: str) -> None:
    with opened(database_url) as world:
        world.post(*RESULTS)
        before = world.dump()
        faster = settings(k=40.0)
        assert change(world, faster, dry_run=True) is not None
        assert world.dump() == before
        assert world.ladder.settings == ELO
        assert world.hash == model_of(ELO, RESULTS).hash
        change(world, faster)
        assert world.hash == model_of(faster, RESULTS).hash
        assert change(world, faster) is None
        world.post(result("later", 40, {"p1": 1, "p2": 0}))
        model = model_of(faster, [*RESULTS, result("later", 40, {"p1": 1, "p2": 0})])
        assert world.hash == model.hash
        with opened(database_url) as again:
            assert (again.hash, again.ladder.settings) == (world.hash, faster)


def test_games_can_be_corrected_after_any_change_of_system(database_url: str) -> None:
    with opened(database_url) as world:
        world.post(*RESULTS)
        for chosen in (settings("glicko-2"), settings("weng-lin"), settings(luck="0.9"), ELO):
            change(world, chosen)
            right = result("r3", 4, {"p2": len(chosen.system), "p5": 7})
            world.correct(right)
            posted = [one for one in RESULTS if one.id != "r3"] + [right]
            assert world.hash == model_of(chosen, posted).hash


def test_rules_of_the_list_change_who_is_on_it_but_no_rating(database_url: str) -> None:
    with opened(database_url) as world:
        world.post(*RESULTS, result("once", 3, {"single": 1, "p1": 0}))
        hash_before, everybody = world.hash, world.ranked()
        change(world, settings(rules={"min_games": 2}, k=32.0))
        assert world.ranked() == [who for who in everybody if who != "single"]
        assert world.hash == hash_before
        with opened(database_url) as again:
            assert again.ranked() == world.ranked()
        change(world, ELO)
        assert world.ranked() == everybody


def test_fewer_players_at_a_table_are_a_rule_for_new_results(database_url: str) -> None:
    with opened(database_url) as world:
        three = result("a", 0, {"x": 1, "y": 2, "z": 3})
        world.post(three)
        change(world, settings(rules={"max_players": 2}, k=32.0))
        (verdict,) = world.post(result("b", 0, {"x": 1, "y": 2, "z": 3}))
        assert verdict.problem == "3 players; this ladder allows 2 in a game"
        assert world.hash == model_of(ELO, [three]).hash


def test_teams_need_a_system_that_takes_them(database_url: str) -> None:
    game = result("a", 0, {"x": 1, "y": 1, "z": 0}, teams={"x": 0, "y": 0, "z": 1})
    with opened(database_url, settings("true-skill")) as world:
        assert world.statuses(game) == ["accepted"]
        assert world.hash == model_of(settings("true-skill"), [game]).hash
        before = world.hash
        with pytest.raises(ValueError, match="Elo rates single players"):
            change(world, ELO)
        assert (world.hash, world.ladder.settings.system) == (before, "true-skill")
        change(world, settings("weng-lin"))
        assert world.hash == model_of(settings("weng-lin"), [game]).hash


def test_others_hear_of_changed_settings(database_url: str) -> None:
    with opened(database_url) as world, Ledger(database_url) as other:
        seen = other.ladder("test")
        world.post(*RESULTS)
        change(world, settings("glicko-2", rules={"min_games": 3}))
        other.follow(seen)
        assert seen.settings == world.ladder.settings
        assert seen.settings.rules == Rules(min_games=3)
        assert World(other, world.tenant, seen).ranked() == world.ranked()
