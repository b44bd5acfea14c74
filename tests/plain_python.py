"""Call a function in a process that compiles nothing, to compare kernels with their source."""

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
    environment = {**os.environ, "EVENHAND_COMPILE": "never"}
    given = pickle.dumps((function, arguments))
    command = [sys.executable, "-c", CODE]
    done = subprocess.run(
        command, input=given, env=environment, cwd=ROOT, stdout=subprocess.PIPE, check=True
    )
    return cast(Result, pickle.loads(done.stdout))
