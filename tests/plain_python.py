"""Call a function in another process, compiled or not, to compare kernels with their source."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Literal, ParamSpec, TypeVar, cast

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
    return _call({"EVENHAND_COMPILE": "never"}, function, *arguments)


def in_mode(
    mode: Literal["always", "never"],
    function: Callable[Parameters, Result],
    *arguments: Parameters.args,
    **_: Parameters.kwargs,
) -> Result:
    """Return what a function of a module returns if kernels are always or never compiled."""
    return _call({"EVENHAND_COMPILE": mode}, function, *arguments)


def _call(
    environment: dict[str, str], function: Callable[..., Result], *arguments: object
) -> Result:
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        input=pickle.dumps((function, arguments)),
        env={**os.environ, **environment},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
    )
    return cast(Result, pickle.loads(done.stdout))
