"""Run a function of the package with other fitted numbers, in a process of its own.

Kernels take fitted numbers as constants, so a process that has loaded them cannot change them.
"""

import pickle
import subprocess
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from evenhand.games import fitted
from lab.core import to_json


def run_with(numbers: Mapping[str, Mapping[str, Any]], function: str, *args: Any) -> Any:
    """Return what a function returns where files of fitted numbers have other contents.

    ``numbers`` are the contents by the names of files, ``function`` is a name such as
    "evenhand.games.skat.bidding.rules:rule_limits".
    """
    texts = {file: to_json(content) for file, content in numbers.items()}
    job = pickle.dumps((texts, function, args))
    command = [sys.executable, "-m", "lab.overrides"]
    done = subprocess.run(command, input=job, capture_output=True, check=False)
    if done.returncode:
        problem = done.stderr.decode(errors="replace").strip().splitlines()
        raise RuntimeError(f"{function} failed: {problem[-1] if problem else done.returncode}")
    return pickle.loads(done.stdout)


def _run() -> None:
    texts, function, args = pickle.loads(sys.stdin.buffer.read())
    load_shipped = fitted.load_fitted

    def load(package: str, file: str, shapes: fitted.Shapes) -> fitted.Fitted:
        return (
            fitted.from_json(texts[file], shapes)
            if file in texts
            else load_shipped(package, file, shapes)
        )

    fitted.load_fitted = load
    module, _, name = function.partition(":")
    found = getattr(import_module(module), name)(*args)
    sys.stdout.buffer.write(pickle.dumps(found))


if __name__ == "__main__":
    _run()
