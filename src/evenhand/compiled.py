"""The one door to numba.

``@formula`` marks a pure scalar function: plain Python when called from
Python, compiled when called from a kernel.  ``@step`` marks a piece of a kernel
that works on its arrays.  ``@kernel`` compiles a loop over arrays.  Nothing else
in the package imports numba.

The on-disk cache lives in a folder named after a digest of our sources,
because numba does not notice a changed callee in another file and would go
on running the old formula.  Folders of other versions go after a month
without use.
"""

import atexit
import contextlib
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from llvmlite import ir
from numba import config, njit
from numba.core.registry import cpu_target
from numba.extending import intrinsic, overload, register_jitable

F = TypeVar("F", bound=Callable[..., Any])

MONTH = 30 * 24 * 3600.0
WITHOUT_KERNELS = ("cli", "web", "demo")  # the upper layers, which none below imports


def formula(function: F) -> F:
    """Mark a pure scalar function that kernels may call."""
    marked: F = register_jitable(function)
    return marked


def step(function: F) -> F:
    """Mark a piece of a kernel; it is copied into it, because handing over arrays takes time."""
    marked: F = register_jitable(forceinline=True)(function)
    return marked


def kernel(function: F) -> F:
    """Compile a loop over arrays."""
    return cast(F, njit(cache=True, nogil=True)(function))


def python_source(function: F) -> F:
    """The Python original of a kernel: its reference implementation."""
    return cast(F, getattr(function, "py_func", function))


def bit_count(mask: int) -> int:
    """How many bits of a mask are set; one instruction in a kernel."""
    return int(mask).bit_count()


def lowest_bit(mask: int) -> int:
    """The number of the lowest bit set in a mask that is not zero."""
    return int(mask & -mask).bit_length() - 1


def highest_bit(mask: int) -> int:
    """The number of the highest bit set in a mask that is neither zero nor negative."""
    return int(mask).bit_length() - 1


def least_bytes(first: int, second: int) -> int:
    """The smaller one of each of eight bytes; two instructions in a kernel.

    >>> hex(least_bytes(0x0102, 0x0201))
    '0x101'
    """
    return _least_fields(first, second, 8)


def least_words(first: int, second: int) -> int:
    """The smaller one of each of four fields of 16 bits.

    >>> hex(least_words(0x00020003, 0x00010004))
    '0x10003'
    """
    return _least_fields(first, second, 16)


def _least_fields(first: int, second: int, width: int) -> int:
    fields = [((1 << width) - 1) << start for start in range(0, 64, width)]
    return sum(min(int(first) & field, int(second) & field) for field in fields)


@intrinsic
def _set_bits(_context: Any, mask: Any) -> Any:
    return mask(mask), lambda _, builder, __, args: builder.ctpop(args[0])


@intrinsic
def _zeros_below(_context: Any, mask: Any) -> Any:
    never_zero = ir.Constant(ir.IntType(1), 1)
    return mask(mask), lambda _, builder, __, args: builder.cttz(args[0], never_zero)


@intrinsic
def _zeros_above(_context: Any, mask: Any) -> Any:
    never_zero = ir.Constant(ir.IntType(1), 1)
    return mask(mask), lambda _, builder, __, args: builder.ctlz(args[0], never_zero)


def _least(builder: Any, args: Any, width: int) -> Any:
    fields = ir.VectorType(ir.IntType(width), 64 // width)
    first, second = (builder.bitcast(arg, fields) for arg in args)
    smaller = builder.select(builder.icmp_unsigned("<", first, second), first, second)
    return builder.bitcast(smaller, ir.IntType(64))


@intrinsic
def _least_of_bytes(_context: Any, first: Any, second: Any) -> Any:
    return first(first, second), lambda _, builder, __, args: _least(builder, args, 8)


@intrinsic
def _least_of_words(_context: Any, first: Any, second: Any) -> Any:
    return first(first, second), lambda _, builder, __, args: _least(builder, args, 16)


# What kernels run instead of the functions above (masks are 64 bits wide).
_INSTRUCTIONS: tuple[Any, ...] = (_set_bits, _zeros_below, _zeros_above)
_count, _below, _above = _INSTRUCTIONS
_bytes, _words = cast(tuple[Any, Any], (_least_of_bytes, _least_of_words))
overload(bit_count)(lambda mask: lambda mask: _count(mask))
overload(lowest_bit)(lambda mask: lambda mask: _below(mask))
overload(highest_bit)(lambda mask: lambda mask: 63 - _above(mask))
overload(least_bytes)(lambda first, second: lambda first, second: _bytes(first, second))
overload(least_words)(lambda first, second: lambda first, second: _words(first, second))


def get_ready() -> None:
    """Do what numba otherwise does at the first call of a kernel, a third of a second long."""
    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()


def source_digest(folder: Path) -> str:
    """A name for the present state of all Python files that kernels can be made of."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder)
        if name.parts[0] in WITHOUT_KERNELS:
            continue
        digest.update(name.as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder(home: Path, digest: str) -> Path:
    """The folder for compiled code, made if need be; a temporary one if home is read-only."""
    folder = home / "evenhand" / digest
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".used").touch()
        os.utime(folder)
    except OSError:
        private = tempfile.mkdtemp(prefix="evenhand-")
        atexit.register(shutil.rmtree, private, ignore_errors=True)
        return Path(private)
    for other in folder.parent.iterdir():
        with contextlib.suppress(OSError):  # another process may be faster
            if other != folder and time.time() - other.stat().st_mtime > MONTH:
                shutil.rmtree(other)
    return folder


_HOME = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
config.CACHE_DIR = str(  # type: ignore[attr-defined]
    cache_folder(_HOME, source_digest(Path(__file__).parent))
)
