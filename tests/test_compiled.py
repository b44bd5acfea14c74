"""Kernels: when they are compiled, what they may call, and where their code is kept."""

import json
import math
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import cloudpickle  # type: ignore[import-untyped]
import numpy as np
import pytest

from evenhand.compiled import (
    MONTH,
    Kernel,
    bit_count,
    cache_folder,
    code_digest,
    formula,
    highest_bit,
    kernel,
    least_bytes,
    least_words,
    lowest_bit,
    python_source,
    step,
)
from evenhand.tables import Floats


@formula
def doubled(x: float) -> float:
    return 2.0 * x


@step
def add_at(values: Floats, row: int, x: float) -> None:
    values[row] += x


@kernel
def total(values: Floats) -> float:
    """Add up."""
    result = 0.0
    for value in values:
        result += doubled(value)
    return result


@kernel(python_up_to=10)
def add_to_all(values: Floats, x: float) -> float:
    for row in range(len(values)):
        add_at(values, row, x)
    return total(values)


def test_a_kernel_calls_formulas_steps_and_kernels() -> None:
    values = np.array([1.0, 2.5])
    assert total(values) == python_source(total)(values) == 7.0
    assert doubled(3.0) == 6.0
    compiled = cast(Kernel, add_to_all).dispatcher
    assert compiled(values, 1.0) == 11.0
    assert values.tolist() == [2.0, 3.5]


def test_a_kernel_looks_like_its_function() -> None:
    one = cast(Kernel, total)
    assert (one.__name__, one.__doc__, one.__module__) == ("total", "Add up.", __name__)
    assert one.__wrapped__ is one.py_func  # type: ignore[attr-defined]
    assert "test_compiled.total" in repr(one)


def make_sum(function: Callable[[float], float], start: int) -> Any:
    """A kernel of a closure."""

    def add_up(values: Floats) -> float:
        result = float(start)
        for value in values:
            result += function(value)
        return result + total(values)

    return kernel(add_up)


def test_kernels_of_closures() -> None:
    values = np.array([1.0, 2.5])
    assert make_sum(doubled, 1)(values) == 15.0
    assert make_sum(doubled, 2)(values) == 16.0
    assert make_sum(formula(lambda x: x), 2)(values) == 12.5


@kernel
def bits(mask: int) -> tuple[int, int, int]:
    return bit_count(mask), lowest_bit(mask), highest_bit(mask)


@kernel
def least(first: int, second: int) -> tuple[int, int]:
    return least_bytes(first, second), least_words(first, second)


def test_bits_are_the_same_in_a_kernel_and_in_python() -> None:
    rng = np.random.default_rng(3)
    masks = [1, 1 << 31, 1 << 62, *rng.integers(1, 1 << 40, 100).tolist()]
    for mask, other in zip(masks, reversed(masks), strict=True):
        assert bits(mask) == python_source(bits)(mask)
        assert least(mask, other) == python_source(least)(mask, other)
    assert bits(0b101100) == (3, 2, 5)


def test_a_kernel_is_pickled_by_reference() -> None:
    for pickled in (pickle.dumps(total), cloudpickle.dumps([total])):
        assert len(pickled) < 100
    assert pickle.loads(pickle.dumps(total)) is total


def test_a_kernel_that_cannot_be_imported_is_pickled_by_cloudpickle() -> None:
    copy = pickle.loads(cloudpickle.dumps(make_sum(doubled, 1)))
    assert copy(np.array([1.0, 2.5])) == 15.0


# When kernels are compiled: processes of their own, because it happens once in a process.

TOY = """
import sys
import numpy as np
from evenhand.compiled import compile_always, formula, kernel, load_compiler, step

@formula
def doubled(x):
    return 2.0 * x

@step
def add(values, row, x):
    values[row] += x

@kernel
def shifted(values):
    for row in range(len(values)):
        add(values, row, 1.0)
    return len(values)

@kernel(python_up_to=10)
def total(values):
    result = 0.0
    for value in values:
        result += doubled(value)
    return result + 0 * shifted(values[:0])

@kernel(python_up_to=10)
def plain(values):
    result = 0.0
    for value in values:
        result += doubled(value)
    return result

def loaded():
    return [name for name in ("numba", "llvmlite") if name in sys.modules]

def hits(one):
    return sum(one.dispatcher.stats.cache_hits.values())
"""


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., str]:
    """Runs code after that of the toy module, with a cache of its own."""
    (tmp_path / "toy.py").write_text(TOY)

    def run(code: str, **environment: str) -> str:
        path = os.pathsep.join([str(tmp_path), *sys.path])
        here = {"PYTHONPATH": path, "XDG_CACHE_HOME": str(tmp_path / "cache")}
        command = [sys.executable, "-c", f"from toy import *\n{code}"]
        env = {**os.environ, "EVENHAND_COMPILE": "", **here, **environment}
        env.pop("PYTHONDONTWRITEBYTECODE", None)  # from source once, then from bytecode
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    return run


def test_numba_is_not_imported_before_a_kernel_is_compiled(run: Callable[..., str]) -> None:
    code = """
assert plain(np.ones(6)) == 12.0
assert plain(np.ones(4)) == 8.0
assert not loaded()
assert plain(np.ones(1)) == 2.0
assert loaded() and plain._dispatcher.signatures
compiled = plain._dispatcher
assert plain(np.ones(1)) == 2.0 and plain._dispatcher is compiled
"""
    run(code)


def test_a_kernel_without_a_limit_compiles_at_its_first_call(run: Callable[..., str]) -> None:
    run("assert not loaded(); shifted(np.ones(1)); assert loaded()")


def test_a_limit_does_not_hold_where_everything_is_compiled(run: Callable[..., str]) -> None:
    run("assert plain(np.ones(1)) == 2.0; assert loaded()", EVENHAND_COMPILE="always")
    run("compile_always(); plain(np.ones(1)); assert loaded() and hits(plain) == 1")


@pytest.mark.parametrize("release", ["0.62.1", "0.99.0"])
def test_with_a_release_of_numba_that_is_not_known_kernels_do_the_same(
    run: Callable[..., str], release: str
) -> None:
    code = f"""
import numba
numba.__version__ = {release!r}
assert plain(np.ones(40)) == 80.0
assert plain._dispatcher.signatures
assert shifted(np.ones(1)) == shifted.py_func(np.ones(1))
"""
    run(code)


def test_nothing_is_compiled_if_that_is_not_wanted(run: Callable[..., str]) -> None:
    code = """
compile_always()
load_compiler()
values = np.ones(20)
assert total(values) == 40.0 and shifted(values) == 20 and values[0] == 2.0
assert not loaded()
"""
    run(code, EVENHAND_COMPILE="never")


def test_another_wish_is_refused(run: Callable[..., str]) -> None:
    with pytest.raises(AssertionError, match="must be always or never, not 'sometimes'"):
        run("", EVENHAND_COMPILE="sometimes")


def test_numba_can_be_loaded_before_it_is_needed(run: Callable[..., str]) -> None:
    run("load_compiler(); assert loaded(); assert plain._dispatcher is None")


def test_many_threads_may_compile_at_once(run: Callable[..., str]) -> None:
    code = """
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
everybody = Barrier(8)
def work(number):
    everybody.wait()
    return (total if number % 2 else shifted)(np.ones(20))
with ThreadPoolExecutor(8) as pool:
    assert list(pool.map(work, range(8))) == [20, 40.0] * 4
for one in (total, shifted):
    assert sum(one.dispatcher.stats.cache_misses.values()) == 1
"""
    run(code)


FACTORY = """
from evenhand.compiled import formula, kernel

def make_formula(power):
    @formula
    def surprise(values, game):  # too long for LLVM to copy it into a loop
        result = 0.0
        for other in range(game):
            for more in range(3):
                if values[other] > more:
                    result += values[other] * power + values[more] / (values[other] + 1.0)
                else:
                    result -= values[other] ** power
            for more in range(3):
                if values[other] > more:
                    result += values[other] * power + values[more] / (values[other] + 1.0)
                else:
                    result -= values[other] ** power
        return result
    return surprise

@formula
def keep(x):
    return x

@formula
def halve(x):
    return 0.5 * x

def make_loop(update, age, start):
    def rate(values):
        result = float(start)
        for game in range(len(values)):
            result += age(update(values, game)) + update(values, game // 2)
            result += update(values, game // 3)
        return result
    return kernel(rate)

def make(name):
    if name == "first":
        return make_loop(make_formula(1), keep, 3)
    return make_loop(make_formula(5), halve, 4)
"""


def test_kernels_of_one_factory_are_cached_apart(run: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "factory.py").write_text(FACTORY)
    code = """
from json import dumps
from factory import make
values = np.arange(1.0, 6.0)
for name in {names}:
    one = make(name)
    print(dumps([name, one(values), one.py_func(values), hits(one)]))
"""

    def rate(*names: str) -> list[tuple[str, float, float, int]]:
        lines = run(code.format(names=names)).splitlines()
        return [tuple(json.loads(line)) for line in lines]

    kept = [*rate("first"), *rate("second")]
    assert [hits for *_, hits in kept] == [0, 0]
    loaded = [*rate("first", "second"), *rate("second", "first")]
    assert [name for name, *_ in loaded] == ["first", "second", "second", "first"]
    assert [hits for *_, hits in loaded] == [1, 1, 1, 1]
    for _, compiled, plain, _ in [*kept, *loaded]:
        assert compiled == pytest.approx(plain, rel=1e-12)  # powers are rounded differently


def test_only_what_an_edit_touches_is_compiled_again(
    run: Callable[..., str], tmp_path: Path
) -> None:
    code = "shifted(np.ones(1)); plain(np.ones(20)); print(hits(shifted), hits(plain))"
    assert run(code) == "0 0"
    assert run(code) == "1 1"
    edited = TOY.replace("return 2.0 * x", "return 2.5 * x  # more")
    (tmp_path / "toy.py").write_text("# a line above\n" + edited)
    assert run(code) == "1 0"


# What is in a digest.

RULES = """
BONUS = 5
TABLE = (1, 2.5, "a")
"""
SOURCE = """
import math
from enum import IntEnum
from typing import NamedTuple
import numpy as np
from evenhand.compiled import formula, kernel, step
import digest_rules as rules

LIMIT = 7
NESTED = (1, (2, 3))
ARRAY = np.array([1, 2])
UNUSED = 1

class State(NamedTuple):
    own: int
    other: int = 3

class Suit(IntEnum):
    CLUBS = 1

class Hand(NamedTuple):
    cards: int

class Deal(NamedTuple):
    first: "Hand"
    skat: int
    next: "Deal | None" = None

@formula
def grow(x, by=2):
    "Grow."
    return x * by

@kernel
def inner(x):
    return grow(x) + (lambda y: y + LIMIT)(x)

def make(change, start):
    def loop(x, deal: Deal | None = None):
        state = State(x)
        if x in {"a", "b"}:
            return change(x) + ARRAY[0] + NESTED[0] + rules.BONUS + Suit.CLUBS
        return math.floor(inner(x)) + start + state.own
    return kernel(loop)

main = make(grow, 1)

def unused(x):
    return x
"""


def digest_of(source: str, rules: str = RULES) -> str:
    """Return the digest of the kernel main of a module."""
    modules = {"digest_rules": rules, "digest_source": source}
    try:
        for name, text in modules.items():
            sys.modules[name] = ModuleType(name)
            exec(text, vars(sys.modules[name]))
        return code_digest(sys.modules["digest_source"].main)
    finally:
        for name in modules:
            sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return x * by", "return x + by"),
        ("return x * by", "return x * by * 1"),
        ("by=2", "by=3"),
        ("LIMIT = 7", "LIMIT = 7.0"),
        ("(1, (2, 3))", "(1, (2, 4))"),
        ("array([1, 2])", "array([1, 3])"),
        ("array([1, 2])", "array([1.0, 2.0])"),
        ("other: int = 3", "other: int = 4"),
        ("own: int", "ours: int"),
        ("    skat: int", "    pack: int"),
        ("cards: int", "cards: int\n    count: int"),
        ("CLUBS = 1", "CLUBS = 2"),
        ("y + LIMIT", "y - LIMIT"),
        ("return grow(x) +", "return x +"),
        ("math.floor", "math.ceil"),
        ('{"a", "b"}', '{"a", "c"}'),
        ("make(grow, 1)", "make(grow, 2)"),
        ("make(grow, 1)", "make(formula(abs), 1)"),
        ("@formula\n", "@kernel\n"),
    ],
)
def test_a_change_of_what_a_kernel_uses_changes_its_digest(old: str, new: str) -> None:
    assert SOURCE.count(old) == 1
    assert digest_of(SOURCE.replace(old, new)) != digest_of(SOURCE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("UNUSED = 1", "UNUSED = 2"),
        ("def unused(x):\n    return x", "def unused(x):\n    return -x"),
        ('"Grow."', '"Grow more."'),
        ("import math\n", "# a comment\n\nimport math\n"),
    ],
)
def test_other_changes_leave_a_digest_as_it_is(old: str, new: str) -> None:
    assert SOURCE.count(old) == 1
    assert digest_of(SOURCE.replace(old, new)) == digest_of(SOURCE)


def test_constants_are_followed_into_modules() -> None:
    assert digest_of(SOURCE, RULES.replace("5", "6")) != digest_of(SOURCE)
    assert digest_of(SOURCE, RULES.replace("2.5", "3.5")) == digest_of(SOURCE)


def test_a_digest_is_the_same_in_every_process(run: Callable[..., str]) -> None:
    code = "from evenhand.compiled import code_digest; print(code_digest(total))"
    assert run(code, PYTHONHASHSEED="1") == run(code, PYTHONHASHSEED="2")


def test_functions_that_call_each_other_have_a_digest() -> None:
    def even(n: int) -> bool:
        return n == 0 or odd(n - 1)

    def odd(n: int) -> bool:
        return n != 0 and even(n - 1)

    assert code_digest(even) != code_digest(odd)


def test_unusual_constants_do_no_harm() -> None:
    values: list[Any] = [np.float32(1), {"a": math}, object, np.array([None, 1]), np.sum, np.add]
    values += [np.dtype("i4"), 1j, b"x", Ellipsis, sys.stdin, np.asfortranarray(np.ones((2, 3)))]

    def use() -> object:
        return values

    first = code_digest(use)
    assert first == code_digest(use)
    values[0] = np.float64(1)
    assert first != code_digest(use)


# Where compiled code is kept.


def test_compiled_code_is_kept_in_a_folder_named_by_the_digest() -> None:
    total(np.ones(1))
    one = cast(Kernel, total)
    assert Path(one.dispatcher.stats.cache_path).name == code_digest(one)


def test_folders_are_removed_after_a_month_without_use(tmp_path: Path) -> None:
    old, recent = tmp_path / "evenhand" / "old", tmp_path / "evenhand" / "recent"
    for folder in (old, recent):
        folder.mkdir(parents=True)
    long_ago = time.time() - 2 * MONTH
    os.utime(old, (long_ago, long_ago))
    cache_folder(tmp_path, "new")
    assert not old.exists()
    assert recent.exists()


def test_a_folder_that_is_used_is_not_old(tmp_path: Path) -> None:
    used = tmp_path / "evenhand" / "used"
    used.mkdir(parents=True)
    long_ago = time.time() - 2 * MONTH
    os.utime(used, (long_ago, long_ago))
    cache_folder(tmp_path, "used")
    assert used.stat().st_mtime > time.time() - MONTH


def test_a_home_that_cannot_be_written_gives_a_private_folder(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    folder = cache_folder(blocked, "digest")
    assert folder.is_dir()
    assert not folder.is_relative_to(tmp_path)
    assert folder.parent.stat().st_mode & 0o077 == 0
