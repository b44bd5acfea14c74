"""Recipes: how a file of fitted numbers is made, and how it is checked that it still can be.

A :class:`Recipe` is a program with a seed and a size.  ``make_file`` runs it and writes its output
with the provenance: the command, a digest of the program, seed, size, CPU time and quality.
``check`` runs it at a small size and compares the numbers with those that it gave before.

JSON files carry their provenance themselves; beside every other file stands one in
``lab/provenance``.
"""

import ast
import importlib
import json
import os
import pkgutil
import tokenize
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from io import BytesIO, StringIO
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

import evenhand
import lab.fits as fits
from evenhand.files import atomic_write

Content = Mapping[str, Any] | bytes
"""What a recipe makes: the groups of a JSON file, or the bytes of any other file."""
Progress = Callable[[float], object]
"""Called with the share of the work that is done, from 0 to 1."""
Arrays = dict[str, NDArray[Any]]

ROOT = Path(__file__).parent.parent
PACKAGE = Path(evenhand.__file__).parent
SOURCES = PACKAGE.parent, ROOT
PROVENANCE = ROOT / "lab" / "provenance"  # of files that are not JSON
EXPECTED = ROOT / "tests" / "data" / "lab"  # what small sizes gave
PROGRAM = ("lab.fits", "evenhand.games", "evenhand.demo", "evenhand.rng")
"""The parts of which a change may change numbers."""
KEYS = ("made_by", "program", "seed", "size", "cpu_seconds", "quality", "needs", "sha256")
"""All that a provenance may say."""
UNKNOWN = "unknown"  # first word of made_by where the program is lost
COMMAND = "python -m lab make"
STATEMENT_ENDS = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
IN_FULL = 2_000  # numbers of an array; of a larger one a digest is kept


@dataclass(frozen=True, slots=True)
class Recipe:
    """A program that makes a file of fitted numbers."""

    name: str  # as "skat/strength"
    summary: str  # one line
    output: str  # the file, below the package: "games/skat/bidding/strength.json"
    size: int  # of the file that is shipped, such as games or deals
    smoke: int  # the size of a check, which should take less than ten CPU seconds
    seed: int
    make: Callable[[int, int, int | None, Progress], Content]
    """Makes the content of a size, from a seed and with so many workers (None: all cores)."""
    quality: Callable[[Any], Mapping[str, float]]
    """Returns figures that say how good a content is."""
    needs: tuple[str, ...] = ()
    """The recipes whose outputs it reads."""
    smoke_seconds: float = 10.0
    """CPU seconds of a check, with everything compiled."""
    is_prefix: bool = False
    """Whether a smaller size makes the first rows of the same file."""
    tolerance: float = 0.0
    """How far numbers may differ between machines: 0 unless other libraries add them up."""

    @property
    def path(self) -> Path:
        """The file that is shipped."""
        return PACKAGE / self.output

    @property
    def is_json(self) -> bool:
        """Whether the output is a JSON file."""
        return self.path.suffix == ".json"

    @property
    def expected_path(self) -> Path:
        """The file with the numbers of the small size."""
        return EXPECTED / f"{self.name.replace('/', '-')}.json"

    @property
    def provenance_path(self) -> Path:
        """The file that says what made the shipped one."""
        return self.path if self.is_json else PROVENANCE / f"{self.name.replace('/', '-')}.json"


class Status(NamedTuple):
    """Where a shipped file comes from."""

    name: str
    file: str
    made_by: str
    seed: int | None
    cpu_seconds: float | None
    quality: str
    state: str  # "made by its recipe", "adopted" and others of _find_state
    is_changed: bool  # whether code that the recipe imports has changed since


def find_recipes(package: ModuleType = fits) -> dict[str, Recipe]:
    """Return the recipes in the modules of a package, by name.

    Each module may hold several, under any names.
    """
    found: dict[str, Recipe] = {}
    for module in pkgutil.iter_modules(package.__path__):
        for recipe in _recipes_in(f"{package.__name__}.{module.name}"):
            if found.setdefault(recipe.name, recipe) != recipe:
                raise ValueError(f"two recipes are called {recipe.name}")
    return dict(sorted(found.items()))


def get_recipe(name: str, package: ModuleType = fits) -> Recipe:
    """Return the recipe of a name; other modules are not imported if one is called after it."""
    own = name.replace("/", "_")
    if any(own == module.name for module in pkgutil.iter_modules(package.__path__)):
        for recipe in _recipes_in(f"{package.__name__}.{own}"):
            if recipe.name == name:
                return recipe
    recipes = find_recipes(package)
    if name not in recipes:
        raise ValueError(f"no recipe {name!r}; choose from {', '.join(recipes)}")
    return recipes[name]


def _recipes_in(module: str) -> list[Recipe]:
    values = vars(importlib.import_module(module)).values()
    return [value for value in values if isinstance(value, Recipe)]


def make_file(
    recipe: Recipe,
    *,
    out: Path | None = None,
    size: int | None = None,
    seed: int | None = None,
    workers: int | None = None,
    replace_adopted: bool = False,
    progress: Progress = lambda share: None,
) -> Path:
    """Make the output of a recipe and write it with its provenance; by default where it is shipped.

    Outputs of another size than the shipped one are written without figures of quality, and need
    a path of their own.  Adopted numbers, which the recipe does not give, are not replaced unless
    that is asked for.
    """
    size, seed = recipe.size if size is None else size, recipe.seed if seed is None else seed
    if out is None and size != recipe.size:
        raise ValueError(f"{recipe.name} of size {size} does not replace the file: give --out")
    if out is None and not replace_adopted and is_adopted(read_provenance(recipe)):
        raise ValueError(
            f"{recipe.output} has adopted numbers, and this recipe gives others: give --out, or "
            "--replace to ship the new ones"
        )
    if out is not None and out.suffix != recipe.path.suffix:
        raise ValueError(f"{out}: the name must end in {recipe.path.suffix}")
    program, start = hash_program(recipe), _cpu_seconds()
    content = recipe.make(size, seed, workers, progress)
    seconds = _cpu_seconds() - start
    options = f" --seed {seed}" + (f" --size {size}" if size != recipe.size else "")
    provenance: dict[str, Any] = {
        "made_by": f"{COMMAND} {recipe.name}{options}",
        "program": program,
        "seed": seed,
        "size": size,
        "cpu_seconds": round(seconds, 1),
        "quality": dict(recipe.quality(content)) if size == recipe.size else {},
    }
    if recipe.needs:
        provenance["needs"] = {name: hash_output(get_recipe(name)) for name in recipe.needs}
    write_output(recipe, content, provenance, out)
    return out or recipe.path


def _cpu_seconds() -> float:
    """Return the CPU seconds of this process and of its children that have ended."""
    return sum(os.times()[:4])


def write_output(
    recipe: Recipe, content: Content, provenance: Mapping[str, Any], out: Path | None = None
) -> None:
    """Write a content and where it comes from."""
    path = out or recipe.path
    if not isinstance(content, bytes):
        if taken := content.keys() & set(KEYS):
            raise ValueError(f"{recipe.name}: {', '.join(sorted(taken))} is a word of provenance")
        _write_json(path, {**provenance, **content})
        return
    atomic_write(path, lambda draft: draft.write_bytes(content))
    beside = recipe.provenance_path if out is None else out.with_suffix(".provenance.json")
    beside.parent.mkdir(parents=True, exist_ok=True)
    _write_json(beside, {**provenance, "sha256": sha256(content).hexdigest()})


def read_provenance(recipe: Recipe) -> dict[str, Any]:
    """Return what is known of the origin of the shipped file; nothing if there is none."""
    if not recipe.provenance_path.exists():
        return {}
    known = json.loads(recipe.provenance_path.read_text(encoding="utf-8"))
    return {key: known[key] for key in KEYS if key in known}


def is_adopted(provenance: Mapping[str, Any]) -> bool:
    """Return whether numbers were adopted, because the program that made them is lost."""
    return str(provenance.get("made_by", "")).startswith(UNKNOWN)


def read_content(recipe: Recipe) -> Content:
    """Return the numbers of the shipped file, without their provenance."""
    content = recipe.path.read_bytes()
    if not recipe.is_json:
        return content
    return {key: value for key, value in json.loads(content).items() if key not in KEYS}


def keep_expected(
    recipe: Recipe, workers: int | None = None, progress: Progress = lambda share: None
) -> Path | None:
    """Write what the recipe makes at its small size: the numbers that later checks expect.

    Return None, and write nothing, where checks compare with the shipped file itself.
    """
    if _shipped_is_expected(recipe):
        return None
    arrays = read_arrays(recipe, recipe.make(recipe.smoke, recipe.seed, workers, progress))
    kept = {name: _shorten(array, recipe.tolerance) for name, array in arrays.items()}
    recipe.expected_path.parent.mkdir(parents=True, exist_ok=True)
    _write_json(recipe.expected_path, kept)
    return recipe.expected_path


def check(
    recipe: Recipe, workers: int | None = None, progress: Progress = lambda share: None
) -> list[str]:
    """Return what is wrong with the shipped file, or with what the recipe makes at a small size."""
    if not recipe.path.exists():
        return [f"there is no {recipe.output}"]
    problems = list(check_provenance(recipe))
    shipped = read_arrays(recipe, read_content(recipe))
    made = read_arrays(recipe, recipe.make(recipe.smoke, recipe.seed, workers, progress))
    problems += compare_shapes(made, shipped, prefix=not recipe.is_json)
    if _shipped_is_expected(recipe):
        if recipe.is_prefix:
            shipped = {
                name: array[: len(made[name])] for name, array in shipped.items() if name in made
            }
        return problems + list(compare(made, shipped, recipe.tolerance))
    if not recipe.expected_path.exists():
        command = f"python -m lab check {recipe.name} --keep"
        return [*problems, f"no numbers are kept to compare with: {command}"]
    kept = json.loads(recipe.expected_path.read_text(encoding="utf-8"))
    return problems + list(compare_kept(made, kept, recipe.tolerance))


def check_provenance(recipe: Recipe) -> Iterator[str]:
    """Yield what is wrong with the provenance of the shipped file."""
    known = read_provenance(recipe)
    if not known.get("made_by"):
        yield f"nothing says what made {recipe.output}"
    if not recipe.is_json and known.get("sha256") not in (None, hash_output(recipe)):
        yield f"{recipe.output} is not the file of which {recipe.provenance_path.name} speaks"


def compare(made: Arrays, expected: Arrays, tolerance: float = 0.0) -> Iterator[str]:
    """Yield where numbers differ from those that are expected.

    >>> list(compare({"a": np.array([1.0, 2.0])}, {"a": np.array([1.0, 2.5])}))
    ['a: 1 of 2 numbers differ, the first at 1: 2.0 instead of 2.5']
    """
    yield from _compare_names(made, expected)
    for name in made.keys() & expected.keys():
        yield from _compare_array(name, made[name], expected[name], tolerance)


def compare_kept(made: Arrays, kept: Mapping[str, Any], tolerance: float) -> Iterator[str]:
    """Yield where numbers differ from those in the file of a recipe."""
    yield from _compare_names(made, kept)
    for name in made.keys() & kept.keys():
        expected = kept[name]
        if not isinstance(expected, Mapping):
            yield from _compare_array(name, made[name], np.array(expected), tolerance)
        elif expected != (short := _shorten(made[name], tolerance)):
            yield f"{name}: {short} instead of {expected}"


def compare_shapes(made: Arrays, shipped: Arrays, *, prefix: bool) -> Iterator[str]:
    """Yield what is not of the same shape in both; the numbers of rows may differ with ``prefix``.

    >>> list(compare_shapes({"a": np.zeros(2)}, {"a": np.zeros(3)}, prefix=False))
    ['a: the shipped file has the shape (3,) instead of (2,)']
    """
    yield from (f"{name}: not in the shipped file" for name in made if name not in shipped)
    yield from (f"{name}: only in the shipped file" for name in shipped if name not in made)
    start = int(prefix)
    for name in made.keys() & shipped.keys():
        found, wanted = shipped[name].shape, made[name].shape
        if len(found) != len(wanted) or found[start:] != wanted[start:]:
            yield f"{name}: the shipped file has the shape {found} instead of {wanted}"


def read_arrays(recipe: Recipe, content: Content) -> Arrays:
    """Return the numbers of a content as arrays by name."""
    if not isinstance(content, bytes):
        return dict(_flatten(json.loads(to_json(content)), ""))
    suffix = recipe.path.suffix
    if suffix == ".npz":
        with np.load(BytesIO(content)) as stored:
            return {name: stored[name] for name in stored.files}
    if suffix not in (".parquet", ".csv"):
        raise ValueError(f"{recipe.name}: files {suffix} cannot be compared")
    read = pl.read_parquet if suffix == ".parquet" else pl.read_csv
    frame = read(BytesIO(content))
    return {name: frame[name].to_numpy() for name in frame.columns}


def status_of(recipe: Recipe) -> Status:
    """Return where the shipped file of a recipe comes from."""
    known = read_provenance(recipe)
    quality = ", ".join(f"{name} {value:g}" for name, value in known.get("quality", {}).items())
    seed, seconds = known.get("seed"), known.get("cpu_seconds")
    made_by = known.get("made_by", "")
    is_changed = "program" in known and known["program"] != hash_program(recipe)
    state = _find_state(recipe, known)
    return Status(recipe.name, recipe.output, made_by, seed, seconds, quality, state, is_changed)


def _find_state(recipe: Recipe, known: Mapping[str, Any]) -> str:
    if not recipe.path.exists():
        return "missing"
    if not known.get("made_by"):
        return "origin not recorded"
    if is_adopted(known):
        return "adopted"
    if not known["made_by"].startswith(f"{COMMAND} {recipe.name} "):
        return "made before this recipe"
    for name, digest in known.get("needs", {}).items():
        if hash_output(get_recipe(name)) != digest:
            return f"made from another {name}"
    return "made by its recipe"


def hash_output(recipe: Recipe) -> str:
    """Return a digest of the numbers of the shipped file, whatever its provenance says."""
    content = read_content(recipe)
    if not isinstance(content, bytes):
        content = to_json(content).encode()
    return sha256(content).hexdigest()


def hash_program(recipe: Recipe) -> str:
    """Return a digest of the code that a recipe's module imports, directly or not.

    Only modules of ``PROGRAM`` count: those of which a change may change numbers.  Comments,
    docstrings and line breaks do not count.
    """
    digest = sha256()
    for module in sorted(find_imports(recipe.make.__module__)):
        digest.update(module.encode() + b"\0" + _code(module).encode() + b"\0")
    return digest.hexdigest()


def read_code(source: str) -> str:
    """Return the tokens of a source without comments, docstrings and line breaks.

    >>> read_code("x = 1  # one")
    'x = 1'
    """
    tokens, starts_statement = [], True
    for token in tokenize.generate_tokens(StringIO(source).readline):
        if token.type in STATEMENT_ENDS:
            starts_statement = True
        elif token.type in (tokenize.COMMENT, tokenize.NL):
            continue
        elif not (starts_statement and token.type == tokenize.STRING):
            tokens.append(token.string)
            starts_statement = False
    return " ".join(tokens).strip()


@cache
def _code(module: str) -> str:
    return read_code(_source(module))


def find_imports(module: str) -> set[str]:
    """Return a module and all of ``PROGRAM`` that it imports, directly or not.

    A name that a package only passes on counts as an import of the module where it is defined.
    """
    found, waiting = {module}, [module]
    while waiting:
        for target in _direct_imports(waiting.pop()):
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found


@cache
def _direct_imports(module: str) -> frozenset[str]:
    targets = set()
    for node in ast.walk(ast.parse(_source(module))):
        if isinstance(node, ast.Import):
            targets |= {alias.name for alias in node.names if _is_program(alias.name)}
        elif isinstance(node, ast.ImportFrom):
            package = _absolute(node, module)
            targets |= {_origin(package, alias.name) for alias in node.names}
    return frozenset(target for target in targets if _is_program(target))


def _origin(package: str, name: str) -> str:
    """Return the module in which a name that is imported from a package is defined."""
    if not _is_program(package):
        return package
    if _path(f"{package}.{name}") is not None:
        return f"{package}.{name}"
    path = _path(package)
    if path is None or path.name != "__init__.py":
        return package
    stub = path.with_suffix(".pyi")
    source = stub.read_text(encoding="utf-8") if stub.exists() else _source(package)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if name in (alias.asname, alias.name):
                    return _origin(_absolute(node, package), alias.name)
    return package


def _absolute(node: ast.ImportFrom, module: str) -> str:
    """Return the module that an import names, also if it is a relative one."""
    if not node.level:
        return node.module or ""
    path = _path(module)
    is_package = path is not None and path.name == "__init__.py"
    parts = module.split(".")[: None if is_package else -1]
    parts = parts[: len(parts) - node.level + 1]
    return ".".join([*parts, node.module] if node.module else parts)


def _is_program(module: str) -> bool:
    return any(module == part or module.startswith(f"{part}.") for part in PROGRAM)


@cache
def _path(module: str) -> Path | None:
    """Return the file of a module, which is not imported; None if there is none."""
    for root in SOURCES:
        place = root.joinpath(*module.split("."))
        for path in (place.with_suffix(".py"), place / "__init__.py"):
            if path.is_file():
                return path
    return None


@cache
def _source(module: str) -> str:
    path = _path(module)
    return path.read_text(encoding="utf-8") if path else ""


def _shipped_is_expected(recipe: Recipe) -> bool:
    return recipe.is_prefix or recipe.smoke == recipe.size


def _compare_names(made: Mapping[str, Any], expected: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"{name}: not expected" for name in made if name not in expected)
    yield from (f"{name}: missing" for name in expected if name not in made)


def _compare_array(
    name: str, made: NDArray[Any], expected: NDArray[Any], tolerance: float
) -> Iterator[str]:
    if made.shape != expected.shape:
        yield f"{name}: the shape {made.shape} instead of {expected.shape}"
        return
    if made.dtype.kind == "f" or expected.dtype.kind == "f":
        same = np.isclose(made, expected, rtol=tolerance, atol=tolerance, equal_nan=True)
    else:
        same = np.asarray(made == expected)
    if not same.all():
        place = np.unravel_index(int(np.argmin(same)), made.shape)
        where = ", ".join(map(str, place))
        values = f"{made[place].item()!r} instead of {expected[place].item()!r}"
        count = f"{int((~same).sum())} of {made.size} numbers differ"
        yield f"{name}: {count}, the first at {where}: {values}" if where else f"{name}: {values}"


def _shorten(array: NDArray[Any], tolerance: float) -> Any:
    """Return an array as JSON, or what tells it from others if it is large."""
    if array.size <= IN_FULL or tolerance or array.dtype.kind not in "biuf":
        return array.tolist()
    plain = np.ascontiguousarray(array, np.float64)
    return {
        "shape": list(array.shape),
        "sha256": sha256(plain.tobytes()).hexdigest()[:16],
        "mean": float(plain.mean()),
        "first": plain.ravel()[:5].tolist(),
    }


def _flatten(value: Any, path: str) -> Iterator[tuple[str, NDArray[Any]]]:
    """Yield the arrays of nested JSON with their paths; uneven lists are taken apart."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _flatten(item, f"{path}.{name}" if path else name)
    elif isinstance(value, list) and not _is_rectangular(value):
        for number, item in enumerate(value):
            yield from _flatten(item, f"{path}.{number}")
    else:
        yield path, np.array(value)


def _is_rectangular(value: Sequence[Any]) -> bool:
    if any(isinstance(item, dict) or item is None for item in value):
        return False
    lists = [item for item in value if isinstance(item, list)]
    if not lists:
        return True
    return (
        len(lists) == len(value)
        and len({len(item) for item in lists}) == 1
        and all(map(_is_rectangular, lists))
    )


def _write_json(path: Path, content: Mapping[str, Any]) -> None:
    text = to_json(content)
    atomic_write(path, lambda draft: draft.write_text(text, encoding="utf-8"))


def to_json(content: Mapping[str, Any]) -> str:
    """Return JSON with a line for each group, and for each array of a group of arrays."""
    lines = []
    for name, value in content.items():
        if isinstance(value, Mapping) and any(_is_large(item) for item in value.values()):
            inner = ",\n ".join(f"{_dump(key)}: {_dump(item)}" for key, item in value.items())
            lines.append(f"{_dump(name)}: {{\n {inner}}}")
        else:
            lines.append(f"{_dump(name)}: {_dump(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _is_large(value: Any) -> bool:
    return isinstance(value, np.ndarray | list | tuple | Mapping)


def _dump(value: Any) -> str:
    return json.dumps(value, default=_plain, ensure_ascii=False, allow_nan=False)


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"no JSON for {type(value).__name__}")
