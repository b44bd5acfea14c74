"""Call a function in another process, compiled or not, to compare kernels with their source."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

ROOT = Path(__file__).parents[1]
CODE = """
import pickle, sys
function, arguments = pickle.loads(sys.stdin.buffer.read())
sys.stdout.buffer.write(pickle.dumps(function(*arguments)))
"""
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def in_plain_python(
    function: Callable[Parameters, Result], *arguments: Parameters.args, **_: Parameters.kwargs
) -> Result:
    """Return what a function of a module returns with compilation switched off."""
    return _call("never", function, *arguments)


def in_compiled_code(
    function: Callable[Parameters, Result], *arguments: Parameters.args, **_: Parameters.kwargs
) -> Result:
    """Return what a function of a module returns if every kernel is compiled at its first call."""
    return _call("always", function, *arguments)


def _call(mode: str, function: Callable[..., Result], *arguments: object) -> Result:
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        input=pickle.dumps((function, arguments)),
        env={**os.environ, "EVENHAND_COMPILE": mode},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
    )
    return cast(Result, pickle.loads(done.stdout))
