"""A process that has everything loaded and lets services be born by fork, at little cost.

It reads lines ``URL PORT`` and answers each with the number of the process that serves there.
"""

import os
import signal
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from evenhand.ledger.ledger import Ledger
from evenhand.ledger.warming import warm_up
from evenhand.web.app import make_app
from evenhand.web.limits import Limits
from evenhand.web.serving import Serving, serve


def main() -> None:
    warm_up()
    with TemporaryDirectory() as folder, Ledger(str(Path(folder) / "first.db")) as ledger:
        make_app(ledger)  # all that is loaded when it is first used
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    print("ready", flush=True)
    for line in sys.stdin:
        url, port = line.split()
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            limits = Limits(key_rate=0, address_rate=0)
            serve(Ledger(url), Serving(port=int(port), limits=limits))
            os._exit(0)
        print(child, flush=True)


if __name__ == "__main__":
    main()
