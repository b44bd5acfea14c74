"""Compile kernels with numba, but not before it pays; nothing else in the package imports numba.

``@formula`` marks a pure scalar function that kernels may call, ``@step`` a piece of a kernel that
works on its arrays, ``@kernel`` a loop over arrays.  All three stay plain Python functions for
Python callers, and none of them imports numba: the first kernel that has to be compiled does.

``@kernel(python_up_to=50_000)`` runs a kernel as plain Python until it has worked on 50,000 games
(counted over all calls of the process) and compiles it then, so that small work never waits for a
compiler.  ``compile_always()`` or ``EVENHAND_COMPILE=always`` compiles every kernel at its first
call, ``EVENHAND_COMPILE=never`` none.

Compiled code is kept in ``$XDG_CACHE_HOME/evenhand/`` or ``~/.cache/evenhand/``, for each kernel
in a folder named by a digest of its code and of everything it uses: an edit recompiles the kernels
that it touches, and only those.  Folders are removed after a month without use.
"""

import atexit
import contextlib
import enum
import functools
import hashlib
import importlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar, cast, get_args, overload
from weakref import WeakSet

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

MODES = ("", "always", "never")
MONTH = 30 * 24 * 3600.0
CACHE_HOME = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
ENTRY, CALLED, INLINED = "entry", "called", "inlined"  # ways to compile a function
SMALL = 40  # blocks of a function of numba's own that is inlined too
# Releases of numba with whose insides kernels are compiled.  With any other, numba compiles them
# by itself: the same results, only later.
KNOWN_NUMBA = ("0.66.", "0.67.", "0.68.")
# Their versions are part of every digest, so their code need not be.
VERSIONED = frozenset({*sys.stdlib_module_names, "numpy", "numba", "llvmlite"})

_mode = os.environ.get("EVENHAND_COMPILE", "")
if _mode not in MODES:
    raise ValueError(f"EVENHAND_COMPILE must be always or never, not {_mode!r}")
_unregistered: list[Any] = []  # formulas and steps that numba does not know yet
_kernels: WeakSet[Any] = WeakSet()
_signatures: dict[Any, set[tuple[str, ...]]] = {}  # those compiled in this process


def formula(function: F) -> F:
    """Mark a pure scalar function that kernels may call; it is inlined."""
    return _mark(function)


def step(function: F) -> F:
    """Mark a piece of a kernel; it is inlined, because passing arrays takes time.

    What is long and called at several places had better be a kernel, which is compiled once.
    """
    return _mark(function)


def _mark(function: F) -> F:
    _unregistered.append(function)
    return function


@overload
def kernel(function: F) -> F: ...
@overload
def kernel(*, python_up_to: int, plain: Callable[..., Any] | None = None) -> Callable[[F], F]: ...


def kernel(
    function: F | None = None, *, python_up_to: int = 0, plain: Callable[..., Any] | None = None
) -> Any:
    """Compile a loop over arrays when it is first called.

    With ``python_up_to``, the loop runs as plain Python as long as the lengths of its first
    argument, added up over all calls in this process, stay within that number (rows of many seats
    count more, see :func:`work_of`).  If there is a way to do the same that suits plain Python
    better, ``plain`` runs instead of the loop.

    >>> @kernel(python_up_to=1_000)
    ... def total(values):
    ...     result = 0.0
    ...     for value in values:
    ...         result += value
    ...     return result
    >>> float(total(np.array([1.0, 2.5])))
    3.5
    """
    if function is None:
        return lambda decorated: Kernel(decorated, python_up_to, plain)
    return Kernel(function)


class Kernel:
    """A function that numba compiles once it has enough to do.

    Kernels and formulas may call it: inside compiled code it is its compiled form.
    """

    __name__: str
    __qualname__: str

    def __init__(
        self,
        function: Callable[..., Any],
        python_up_to: int = 0,
        plain: Callable[..., Any] | None = None,
    ) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self.plain = plain or function
        self.python_up_to = python_up_to
        self._work = 0
        self._dispatcher: Any = None
        self._is_callee = False  # whether numba knows it as one
        _kernels.add(self)

    def __call__(self, *args: Any) -> Any:
        """Run the compiled form, or the Python source while there is little to do."""
        run = self._dispatcher
        return self._choose(args)(*args) if run is None else run(*args)

    def _choose(self, args: tuple[Any, ...]) -> Any:
        if _mode == "never":
            return self.plain
        if self.python_up_to and _mode != "always":
            self._work += work_of(args[0])
            if self._work <= self.python_up_to:
                return self.plain
        return self.dispatcher

    @property
    def dispatcher(self) -> Any:
        """Numba's compiled form, which compiles or loads one machine function per signature."""
        if self._dispatcher is None:
            # Imports are thread-safe by themselves; everything else happens under numba's own
            # lock, because a compiling thread holds it when it asks for the kernels it calls.
            from numba.core.compiler_lock import global_compiler_lock

            with global_compiler_lock:
                if self._dispatcher is None:
                    _register_callees()
                    self._dispatcher = _make_dispatcher(self.py_func)
        return self._dispatcher

    @property
    def _numba_type_(self) -> Any:
        """The type that numba gives to this object when a kernel mentions it."""
        from numba.core.compiler_lock import global_compiler_lock
        from numba.core.registry import cpu_target

        with global_compiler_lock:
            if not self._is_callee:
                self._is_callee = True
                _register_callees()
                _overload(self.py_func, self.py_func, CALLED)
                cpu_target.typing_context.refresh()
        return cpu_target.typing_context.resolve_value_type(self.py_func)

    def __reduce__(self) -> Any:
        """Pickle by reference if another process can import it, else by its function."""
        named = getattr(sys.modules.get(self.__module__), self.__qualname__, None)
        if named is self and self.__module__ != "__main__":
            return self.__qualname__
        return Kernel, (self.py_func, self.python_up_to, self.plain)

    def __repr__(self) -> str:
        return f"<kernel {self.__module__}.{self.__qualname__}>"


def work_of(rows: Any) -> int:
    """Return how much there is to do: games, of which one of many seats counts for its pairs.

    >>> work_of(np.zeros(10)), work_of(np.zeros((10, 3))), work_of(np.zeros((10, 30)))
    (10, 10, 1000)
    """
    seats = rows.shape[1] if getattr(rows, "ndim", 1) == 2 else 1
    return len(rows) * max(1, seats * seats // 9)


def python_source(function: F) -> F:
    """Return the Python original of a kernel: its reference implementation."""
    return cast(F, getattr(function, "py_func", function))


def kernels(package: str = "evenhand") -> list[Kernel]:
    """Return the kernels of the modules of a package that have been imported."""
    found = [one for one in _kernels if f"{one.__module__}.".startswith(f"{package}.")]
    return sorted(found, key=lambda one: (one.__module__, one.__qualname__))


def signatures(function: Callable[..., Any]) -> list[tuple[str, ...]]:
    """Return the types of arguments for which this process has compiled or loaded a function.

    One is enough for a kernel: each further one has cost its compilation, for instance for a
    read-only array or an ``int`` where others hand over an ``np.int32``.
    """
    made = getattr(function, "_dispatcher", None)
    loaded = {tuple(map(str, one)) for one in made.signatures} if made is not None else set()
    compiled = _signatures.get(_with_own_symbol(python_source(function)), set())
    return sorted(loaded | compiled)


def compile_for(function: Callable[..., Any], *args: Any) -> None:
    """Compile a kernel for arguments like these, or load it from the disk, without running it."""
    if _mode != "never":
        import numba

        cast(Kernel, function).dispatcher.compile(tuple(map(numba.typeof, args)))


def compile_always() -> None:
    """Compile every kernel at its first call from now on, whatever it has to do.

    For a process that lives long and should answer fast. ``EVENHAND_COMPILE=never`` wins.
    """
    global _mode
    _mode = _mode or "always"


def load_compiler() -> None:
    """Import and prepare numba, which otherwise happens when the first kernel is compiled.

    Saves a second when it happens while something else, such as reading a file, is going on.
    """
    if _mode == "never":
        return
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.registry import cpu_target

    with global_compiler_lock:
        _register_callees()
        cpu_target.typing_context.refresh()
        cpu_target.target_context.refresh()


def bit_count(mask: int) -> int:
    """Return how many bits of a mask are set; one instruction in a kernel."""
    return int(mask).bit_count()


def lowest_bit(mask: int) -> int:
    """Return the number of the lowest bit set in a mask that is not zero."""
    return int(mask & -mask).bit_length() - 1


def highest_bit(mask: int) -> int:
    """Return the number of the highest bit set in a mask that is neither zero nor negative."""
    return int(mask).bit_length() - 1


def least_bytes(first: int, second: int) -> int:
    """Return the smaller one of each of eight bytes; two instructions in a kernel.

    >>> hex(least_bytes(0x0102, 0x0201))
    '0x101'
    """
    return _least_fields(first, second, 8)


def least_words(first: int, second: int) -> int:
    """Return the smaller one of each of four fields of 16 bits.

    >>> hex(least_words(0x00020003, 0x00010004))
    '0x10003'
    """
    return _least_fields(first, second, 16)


def _least_fields(first: int, second: int, width: int) -> int:
    fields = [((1 << width) - 1) << start for start in range(0, 64, width)]
    return sum(min(int(first) & field, int(second) & field) for field in fields)


def read_row(values: Any, row: int, columns: int) -> tuple[float, ...]:
    """Return a row of a two-dimensional array as a tuple of ``columns`` floats.

    >>> read_row(np.array([[1.0, 2.0], [3.0, 4.0]]), 1, 2)
    (3.0, 4.0)
    """
    return tuple(values[row].tolist())


def write_row(values: Any, row: int, numbers: tuple[float, ...]) -> None:
    """Write a tuple of floats into a row of a two-dimensional array.

    >>> values = np.zeros((2, 2))
    >>> write_row(values, 1, (3.0, 4.0))
    >>> values.tolist()
    [[0.0, 0.0], [3.0, 4.0]]
    """
    values[row] = numbers


@functools.cache
def _register_instructions() -> None:
    """Give kernels machine instructions for the functions above (masks have 64 bits)."""
    from llvmlite import ir
    from numba.extending import intrinsic

    never_zero = ir.Constant(ir.IntType(1), 1)

    def least(builder: Any, args: Any, width: int) -> Any:
        fields = ir.VectorType(ir.IntType(width), 64 // width)
        first, second = (builder.bitcast(arg, fields) for arg in args)
        smaller = builder.select(builder.icmp_unsigned("<", first, second), first, second)
        return builder.bitcast(smaller, ir.IntType(64))

    @intrinsic
    def ctpop(_context: Any, mask: Any) -> Any:
        return mask(mask), lambda _, builder, __, args: builder.ctpop(args[0])

    @intrinsic
    def cttz(_context: Any, mask: Any) -> Any:
        return mask(mask), lambda _, builder, __, args: builder.cttz(args[0], never_zero)

    @intrinsic
    def ctlz(_context: Any, mask: Any) -> Any:
        return mask(mask), lambda _, builder, __, args: builder.ctlz(args[0], never_zero)

    @intrinsic
    def umin_bytes(_context: Any, first: Any, second: Any) -> Any:
        return first(first, second), lambda _, builder, __, args: least(builder, args, 8)

    @intrinsic
    def umin_words(_context: Any, first: Any, second: Any) -> Any:
        return first(first, second), lambda _, builder, __, args: least(builder, args, 16)

    instructions: Any = (ctpop, cttz, ctlz, umin_bytes, umin_words)
    count, below, above, smaller_bytes, smaller_words = instructions
    _overload(bit_count, lambda mask: count(mask))
    _overload(lowest_bit, lambda mask: below(mask))
    _overload(highest_bit, lambda mask: 63 - above(mask))
    _overload(least_bytes, lambda first, second: smaller_bytes(first, second))
    _overload(least_words, lambda first, second: smaller_words(first, second))

    _register_rows()


def _import_untyped(module: str) -> Any:
    return importlib.import_module(module)


def _register_rows() -> None:
    """Let kernels read and write rows of known length without a loop or a view of the array."""
    from numba.extending import intrinsic, overload as add_overload

    modules = ("numba.core.types", "numba.core.cgutils", "numba.np.arrayobj")
    types, cgutils, arrays = map(_import_untyped, modules)

    def cells(context: Any, builder: Any, kinds: Any, values: Any, row: Any, count: int) -> Any:
        array = arrays.make_array(kinds[0])(context, builder, values)
        place = context.cast(builder, row, kinds[1], types.intp)
        for column in range(count):
            indices = (place, context.get_constant(types.intp, column))
            yield cgutils.get_item_pointer(context, builder, kinds[0], array, indices)

    @intrinsic(prefer_literal=True)
    def load_row(_context: Any, values: Any, row: Any, columns: Any) -> Any:
        length = columns.literal_value
        kind = types.UniTuple(values.dtype, length)

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            found = cells(context, builder, signature.args, args[0], args[1], length)
            items = [arrays.load_item(context, builder, values, cell) for cell in found]
            return context.make_tuple(builder, kind, items)

        return kind(values, row, columns), generate

    @intrinsic
    def store_row(_context: Any, values: Any, row: Any, numbers: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            items = cgutils.unpack_tuple(builder, args[2])
            found = cells(context, builder, signature.args, args[0], args[1], len(items))
            for item, cell in zip(items, found, strict=True):
                arrays.store_item(context, builder, values, item, cell)
            return context.get_dummy_value()

        return types.none(values, row, numbers), generate

    rows: Any = (load_row, store_row)
    load, store = rows

    @add_overload(read_row, prefer_literal=True)
    def read_fixed(values, row, columns):  # type: ignore[no-untyped-def]
        if not isinstance(columns, types.IntegerLiteral):
            return None
        return _with_own_symbol(lambda values, row, columns: load(values, row, columns))

    @add_overload(write_row)
    def write_fixed(values, row, numbers):  # type: ignore[no-untyped-def]
        return _with_own_symbol(lambda values, row, numbers: store(values, row, numbers))


def _register_callees() -> None:
    """Register the formulas and steps that have been marked so far."""
    _register_instructions()
    while _unregistered:
        function = _unregistered.pop()
        _overload(function, function)


def _overload(function: Any, compiled: Any, way: str = INLINED) -> None:
    """Let kernels call ``compiled`` wherever they mention ``function``."""
    import numba.extending

    options: Any = {"forceinline": way == INLINED}
    if _knows_numba():
        options = {"pipeline_class": _compilers()[way]}

    @numba.extending.overload(function, jit_options=options, strict=False)
    def choose(*_args: Any, **_more: Any) -> Any:
        return _with_own_symbol(compiled)


def _knows_numba() -> bool:
    import numba

    return cast(str, numba.__version__).startswith(KNOWN_NUMBA)


@functools.cache
def _compilers() -> dict[str, Any]:
    """Return numba's compiler for each of the ways to compile a function.

    Numba by itself optimises every function on its own with all that it calls, and makes machine
    code of it, though only that of the function called from Python ever runs.  Here a callee is
    only tidied: what it inlines is inlined, and references that cancel each other are pruned.
    An entry is linked with all that it needs, and then optimised and made into machine code once.

    All functions are compiled with the same flags, because numba compiles a callee once for each
    different flags of its callers; what differs is set when all callees are there.
    """
    modules = ("codegen", "compiler", "typed_passes", "compiler_machinery")
    codegen, compiler, typed_passes, machinery = (
        _import_untyped(f"numba.core.{module}") for module in modules
    )
    base_library: Any = codegen.JITCodeLibrary
    base_lowering: Any = typed_passes.NativeLowering
    base_compiler: Any = compiler.Compiler

    class NoEnvironment:
        """Of a function that is not called from Python."""

        def set_env(self, name: str, environment: Any) -> None:
            """Do nothing."""

    class Library(base_library):  # type: ignore[misc]
        """The code of a function, which becomes machine code only if Python calls it."""

        _linking_libraries: Any
        way: str | None = None  # none for numba's own functions
        tidy: Any = None  # the module for linking

        @property
        def codegen(self) -> Any:
            return self._codegen if self._finalized else NoEnvironment()

        def get_pointer_to_function(self, name: str) -> Any:
            defined = any(one.name == name for one in self.get_defined_functions())
            return super().get_pointer_to_function(name) if defined else 0

        def add_linking_library(self, library: Any) -> None:
            if isinstance(library, Library):
                self._linking_libraries.append(library)
            else:
                super().add_linking_library(library)

        def finalize(self) -> None:
            """Link all that is needed, optimise it, make machine code of it."""
            own = set(self._linking_libraries)
            needed = (one for one in self.needed({}) if one in own or not is_inlined(one))
            self._linking_libraries = list(needed)
            super().finalize()

        def needed(self, found: dict[Any, None]) -> dict[Any, None]:
            """Return the libraries whose code this one needs, in a fixed order."""
            for library in self._linking_libraries:
                if library not in found:
                    found[library] = None
                    if isinstance(library, Library) and not library._finalized:
                        library.needed(found)
            return found

        def _get_module_for_linking(self) -> Any:
            if self._finalized:
                return super()._get_module_for_linking()
            if self.tidy is None:
                self.tidy = self.make_tidy()
            return self.tidy

        def make_tidy(self) -> Any:
            """Return the code with what it inlines, for linking."""
            module = self._final_module.clone()
            for library in dict.fromkeys(filter(is_inlined, self._linking_libraries)):
                module.link_in(library._get_module_for_linking(), preserve=True)
            options = {"loop_vectorize": False, "slp_vectorize": False, "opt": 0}
            manager, builder = self._codegen._module_pass_manager(cost="cheap", **options)
            manager.add_global_dead_code_eliminate_pass()
            manager.run(module, builder)
            for function in module.functions:
                if not function.is_declaration and function.linkage.name == "external":
                    function.linkage = "linkonce_odr"
                    if is_inlined(self) and b"noinline" not in function.attributes:
                        function.add_function_attribute("alwaysinline")
            return module

        @functools.cached_property
        def is_small(self) -> bool:
            blocks = (len(list(one.blocks)) for one in self.get_defined_functions())
            return sum(blocks) <= SMALL

    def is_inlined(library: Any) -> bool:
        if not isinstance(library, Library) or library._finalized:
            return False
        return library.way == INLINED if library.way else library.is_small

    def compiler_for(way: str) -> Any:
        @machinery.register_pass(mutates_CFG=True, analysis_only=False)
        class Lowering(base_lowering):  # type: ignore[misc]
            _name = f"evenhand_{way}_lowering"

            def run_pass(self, state: Any) -> Any:
                _signatures.setdefault(state.func_id.func, set()).add(tuple(map(str, state.args)))
                state.flags.no_cpython_wrapper = way != ENTRY
                state.flags.release_gil = way == ENTRY
                state.flags.no_cfunc_wrapper = True
                state.library = Library(state.targetctx.codegen(), state.func_id.func_qualname)
                state.library.way = way
                state.library.enable_object_caching()
                return super().run_pass(state)

        class Compiler(base_compiler):  # type: ignore[misc]
            def define_pipelines(self) -> Any:
                pipelines = super().define_pipelines()
                for one in pipelines:
                    one.passes[:] = [
                        (Lowering if step is base_lowering else step, why)
                        for step, why in one.passes
                    ]
                return pipelines

            def _compile_core(self) -> Any:
                """Compile, with numba's own functions that are called as such libraries too."""
                generator = self.state.targetctx.codegen()
                before, generator._library_class = generator._library_class, Library
                try:
                    return super()._compile_core()
                finally:
                    generator._library_class = before

        return Compiler

    return {way: compiler_for(way) for way in (ENTRY, CALLED, INLINED)}


def _make_dispatcher(function: Callable[..., Any]) -> Any:
    """Return numba's form of a function, which finds its compiled code by our digest alone.

    Numba's key for compiled code has a hash of the pickled closure, which differs when the same
    module is loaded from bytecode.  All of that is in the digest that names the folder.
    """
    import numba
    from numba.core.caching import FunctionCache

    class KernelCache(FunctionCache):
        def _index_key(self, signature: Any, codegen: Any) -> Any:
            return signature, codegen.magic_tuple()

    own, cache = _with_own_symbol(function), cast(Any, KernelCache)
    options: dict[str, Any] = {"nogil": True}
    if _knows_numba():
        options = {"pipeline_class": _compilers()[ENTRY], "no_cpython_wrapper": True}
    njit: Any = numba.njit
    dispatcher: Any = njit(**options)(own)
    config: Any = numba.config
    others = config.CACHE_LOCATOR_CLASSES
    config.CACHE_LOCATOR_CLASSES = f"{__name__}.{CacheLocator.__name__}"
    try:
        dispatcher._cache = cache(own)
    finally:
        config.CACHE_LOCATOR_CLASSES = others
    return dispatcher


@functools.cache
def _with_own_symbol(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function under a name that no other function has.

    Numba makes a linker symbol of a function's qualified name and a number that starts again in
    every process.  So lambdas or closures of one factory may get the same symbol in two
    processes, and a third process that loads both from the disk would run one for the other.
    """
    if "<" not in function.__qualname__ or not isinstance(function, FunctionType):
        return function
    name, closure = function.__name__, function.__closure__
    copy = FunctionType(function.__code__, function.__globals__, name, None, closure)
    for attribute in ("__defaults__", "__kwdefaults__", "__module__", "__doc__"):
        setattr(copy, attribute, getattr(function, attribute))
    copy.__qualname__ = f"{function.__qualname__}_{code_digest(function)}"
    return copy


class CacheLocator:
    """Keep the compiled code of a kernel in a folder of its own, named by its digest.

    Numba's own locators name a file by the source file and line of a function, and notice no
    change of what it calls.
    """

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file  # numba mentions it in warnings
        self._digest = code_digest(function)
        self._folder = cache_folder(CACHE_HOME, self._digest)

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> "CacheLocator":
        """Make a locator for a function of a file."""
        return cls(function, file)

    def ensure_cache_path(self) -> None:
        """Make the folder again if it has been removed."""
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        """Return the folder."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """Return what must be the same for compiled code to be used again."""
        return self._digest

    def get_disambiguator(self) -> str:
        """Return what tells this function from others of its name."""
        return self._digest


def cache_folder(home: Path, digest: str) -> Path:
    """Make and return the folder of a kernel; a temporary one if home is read-only."""
    folder = home / "evenhand" / digest
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".used").touch()  # fails if files cannot be written
        os.utime(folder)
    except OSError:
        folder = _temporary_folder() / digest
        folder.mkdir(exist_ok=True)
        return folder
    _remove_unused(folder.parent)
    return folder


@functools.cache
def _temporary_folder() -> Path:
    folder = tempfile.mkdtemp(prefix="evenhand-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


@functools.cache
def _remove_unused(folder: Path) -> None:
    """Remove what has not been used for a month; only once in a process."""
    for other in folder.iterdir():
        with contextlib.suppress(OSError):  # another process may be faster
            if time.time() - other.stat().st_mtime > MONTH:
                shutil.rmtree(other)


def code_digest(function: Callable[..., Any]) -> str:
    """Return a name for the code of a function and of everything it uses.

    That is bytecode, constants, defaults, closure variables and the globals it reads, down
    through all functions, kernels and own modules it mentions; the fields of the named tuples
    in its annotations; the versions of Python, numpy, numba and llvmlite; and the instructions
    and options of this module.  Docstrings, comments and line numbers do not count.
    """
    import llvmlite
    import numba

    digest = _Digest()
    versions = (np.__version__, numba.__version__, llvmlite.__version__)
    digest.add(sys.implementation.cache_tag, *versions)
    digest.add_code(_compilers.__wrapped__.__code__, {})
    digest.add_code(_register_instructions.__wrapped__.__code__, {})
    digest.add_code(_register_rows.__code__, {})
    digest.add_value(python_source(function))
    return digest.hexdigest()


class _Digest:
    """A hash over functions and what they use, the same in every process."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._functions: dict[Any, int] = {}
        self._named_tuples: set[type] = set()

    def hexdigest(self) -> str:
        return self._hash.hexdigest()[:16]

    def add(self, *words: object) -> None:
        self._hash.update(repr(words).encode())

    def add_value(self, value: Any) -> None:
        source = python_source(value)
        if isinstance(source, FunctionType):
            self._add_function(source, type(value).__name__)
        elif isinstance(value, type):
            self._add_class(value)
        elif isinstance(value, np.ndarray | np.generic):
            self._add_array(value)
        elif isinstance(value, tuple | list | set | frozenset | dict):
            self._add_items(value)
        elif isinstance(value, enum.Enum):
            self.add(_name(type(value)), value.name)
            self.add_value(value.value)
        elif value is None or isinstance(value, int | float | complex | str | bytes | np.dtype):
            self.add(type(value).__name__, value)
        else:  # such as a module or a function in C, which has a name; numba refuses all else
            self.add(_name(type(value)), _name(value))

    def _add_array(self, value: Any) -> None:
        self.add(value.dtype.str, value.shape, value.flags.fnc)
        plain = not value.dtype.hasobject
        self._hash.update(value.tobytes() if plain else repr(value.tolist()).encode())

    def _add_items(self, value: Any) -> None:
        self.add(_name(type(value)), len(value))
        if isinstance(value, set | frozenset):
            return self.add(sorted(map(repr, value)))
        for item in value.items() if isinstance(value, dict) else value:
            self.add_value(item)

    def _add_function(self, function: FunctionType, kind: str) -> None:
        """Add a function with all that it uses, or its number if it is there already."""
        if _is_versioned(function.__module__):
            return self.add(_name(function))
        if function in self._functions:
            return self.add(self._functions[function])
        self._functions[function] = len(self._functions)
        self.add(kind, _name(function))
        self.add_value(function.__defaults__)
        self.add_value(function.__kwdefaults__)
        for cell in function.__closure__ or ():
            try:
                self.add_value(cell.cell_contents)
            except ValueError:  # not filled yet
                self.add("empty")
        for annotation in function.__annotations__.values():
            self._add_annotation(annotation, function.__globals__)
        self.add_code(function.__code__, function.__globals__, function.__doc__)

    def add_code(self, code: CodeType, names: dict[str, Any], doc: str | None = None) -> None:
        """Add bytecode with its constants and with the globals that it may read."""
        self.add(code.co_code, code.co_exceptiontable, code.co_flags)
        self.add(code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
        self.add(code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self.add_code(constant, names)
            elif constant is not doc:
                self.add_value(constant)
        self._add_names(code.co_names, names)

    def _add_names(self, mentioned: tuple[str, ...], names: dict[str, Any]) -> None:
        """Add the values of names; which of them are attributes of a module is not known."""
        for name in mentioned:
            if name in names:
                value = names[name]
                self.add(name)
                self.add_value(value)
                if isinstance(value, ModuleType) and not _is_versioned(value.__name__):
                    rest = tuple(one for one in mentioned if one != name)
                    self._add_names(rest, vars(value))

    def _add_class(self, value: type) -> None:
        self.add("class", _name(value))
        if issubclass(value, enum.Enum):
            self.add_value(list(value))
        elif hasattr(value, "_fields") and value not in self._named_tuples:
            self._named_tuples.add(value)
            self.add(value._fields)
            self.add_value(getattr(value, "_field_defaults", None))
            for annotation in value.__annotations__.values():
                self._add_annotation(annotation, _globals_of(value))

    def _add_annotation(self, value: Any, names: dict[str, Any]) -> None:
        """Add the named tuples of an annotation: compiled code depends on the order of fields."""
        value = getattr(value, "__forward_arg__", value)
        value = names.get(value) if isinstance(value, str) else value
        if isinstance(value, type) and issubclass(value, tuple):
            self._add_class(value)
        for part in get_args(value):
            self._add_annotation(part, names)


def _is_versioned(module: str | None) -> bool:
    return (module or "").partition(".")[0] in VERSIONED


def _globals_of(value: type) -> dict[str, Any]:
    return getattr(sys.modules.get(value.__module__), "__dict__", {})


def _name(value: Any) -> str:
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", "")
    return f"{getattr(value, '__module__', '')}.{name}"
