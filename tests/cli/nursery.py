"""A process that has everything loaded and lets commands be born by fork, at little cost.

It reads JSON lines: ``{"words": [...], "out": ..., "err": ..., "folder": ...}`` starts a command
and answers with its process number, ``{"wait": N}`` waits for it and answers with its exit code.
"""

import json
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from evenhand.cli import main
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.warming import warm_up
from evenhand.web import serving
from evenhand.web.app import make_app


def start(words: list[str], out: str, err: str, folder: str) -> int:
    """Start a command in a process of its own."""
    child = os.fork()
    if child:
        return child
    for path, number in ((out, 1), (err, 2)):
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(file, number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.chdir(folder)
    sys.argv = words
    try:
        main()
    except SystemExit as stop:
        code = stop.code
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else 1)


def serve_commands() -> None:
    """Do what comes on standard input, line by line."""
    assert serving  # loaded, like all that is loaded when it is first used:
    warm_up()
    with TemporaryDirectory() as folder, Ledger(str(Path(folder) / "first.db")) as ledger:
        make_app(ledger)
    print("ready", flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        if "wait" in asked:
            _, status = os.waitpid(asked["wait"], 0)
            print(os.waitstatus_to_exitcode(status), flush=True)
        else:
            print(start(**asked), flush=True)


if __name__ == "__main__":
    serve_commands()
