"""The HTTP service over a ledger."""

import logging
import sys
from contextlib import closing
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from evenhand.cli.databases import DEFAULT, DatabaseOption, shown
from evenhand.cli.ledgers import existing_ledger, opened_ledger
from evenhand.cli.output import note, progress

if TYPE_CHECKING:
    from evenhand.ledger.ledger import Ledger
    from evenhand.web.limits import Limits
    from evenhand.web.serving import Serving

PACKAGES = (
    "fastapi", "granian", "uvloop", "sqlalchemy", "alembic", "msgspec", "prometheus_client",
    "jinja2", "vl_convert",
)  # fmt: skip
BURST_KEY, BURST_ADDRESS = 2, 4  # seconds' worth of requests that may come at once
ONLY_HERE = ("127.0.0.1", "localhost", "::1")
log = logging.getLogger(__name__)


def serve(
    db: DatabaseOption = DEFAULT,
    host: Annotated[
        str, typer.Option(help="On which address; 0.0.0.0 for all of this machine.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65_535, help="On which port.")] = 8000,
    read_only: Annotated[
        bool, typer.Option("--read-only", help="Only read what another process writes.")
    ] = False,
    rate_key: Annotated[
        float, typer.Option(min=0.0, metavar="N", help="Requests a second of a key; 0: no limit.")
    ] = 2000.0,
    rate_address: Annotated[
        float,
        typer.Option(
            min=0.0, metavar="N", help="Requests a second of an address without a key; 0: no limit."
        ),
    ] = 50.0,
    behind_proxy: Annotated[
        bool,
        typer.Option("--behind-proxy", help="Believe the proxy's X-Forwarded-For for addresses."),
    ] = False,
) -> None:
    """Serve the ladders of a ledger over HTTP; made if there is none, brought up to date if old.

    The first time a key that may do everything is printed.  Ctrl-C or SIGTERM ends it; what was
    acknowledged is kept.

    Example: evenhand serve --db club.db --port 8000
    """
    require()
    from evenhand.web.serving import Serving, serve as run

    limits = _limits(rate_key, rate_address, behind_proxy)
    serving = Serving(host, port, limits, warm=True)
    check_free(host, port)
    log_to_stderr()
    opening = existing_ledger(db, read_only=True) if read_only else opened_ledger(db)
    with opening as ledger:
        _print_first_key(ledger)
        _read_ladders(ledger)
        _print_address(ledger, serving)
        log.info("serving %s%s", shown(db), ", read only" if read_only else "")
        run(ledger, serving)
        log.info("ended")


def require() -> None:
    """Refuse to begin without what the service needs."""
    from importlib.util import find_spec

    if any(find_spec(package) is None for package in PACKAGES):
        raise ValueError("the service needs: pip install 'evenhand[service]'")


def _limits(rate_key: float, rate_address: float, behind_proxy: bool) -> "Limits":
    from evenhand.web.limits import Limits

    return Limits(
        key_rate=rate_key,
        key_burst=BURST_KEY * rate_key,
        address_rate=rate_address,
        address_burst=BURST_ADDRESS * rate_address,
        trust_proxy=behind_proxy,
    )


def check_free(host: str, port: int) -> None:
    """Refuse an address that is not ours or taken, before anything is done."""
    import socket

    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        with closing(socket.socket(found[0], socket.SOCK_STREAM)) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(found[4])
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise ValueError(f"cannot serve on {host} port {port}: {reason}") from None


def log_to_stderr() -> None:
    """One line for each important event; of others' events only what is wrong."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    own = logging.getLogger("evenhand")
    own.handlers, own.propagate = [handler], False
    own.setLevel(logging.INFO)
    logging.getLogger("evenhand.web.running").setLevel(logging.WARNING)  # we tell it ourselves


def _print_first_key(ledger: "Ledger") -> None:
    from evenhand.ledger.keys import first_key

    text = None if ledger.read_only else first_key(ledger.database)
    if text is not None:
        print("This key may do everything.  It is shown this once, so keep it:", flush=True)
        print(f"\n    {text}\n", flush=True)


def _read_ladders(ledger: "Ledger") -> None:
    names = ledger.all_ladders()
    with progress("reading ladders", len(names)) as done:
        for place, name in enumerate(names, start=1):
            begin = perf_counter()
            games = ledger.ladder(name).standing.games.count
            log.info("read %s: %d games in %.1f s", name, games, perf_counter() - begin)
            done(place)


def _print_address(ledger: "Ledger", serving: "Serving") -> None:
    host = f"[{serving.host}]" if ":" in serving.host else serving.host
    address = f"http://{host}:{serving.port}"
    print(f"evenhand serves {address}/api/v1; what it can do: {address}/api/v1/openapi.json")
    if ledger.all_ladders():
        print(f"try: curl {address}/api/v1/ladders")
    else:
        what = """'{"id": "skat-2026", "name": "Skat 2026"}'"""
        send = "-H 'Authorization: Bearer KEY' -H 'Content-Type: application/json'"
        print(f"try: curl {address}/api/v1/ladders {send} -d {what}")
    sys.stdout.flush()
    if serving.host not in ONLY_HERE:
        note("keys travel as they are: let others in through a proxy with TLS only")
