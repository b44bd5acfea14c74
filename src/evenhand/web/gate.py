"""What every request passes first: the length of its address, its key, how often it may ask."""

from collections.abc import Iterable
from contextlib import suppress

from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Receive, Scope, Send

from evenhand.ledger.keys import Access
from evenhand.ledger.known_keys import KnownKeys
from evenhand.web.addresses import caller_address
from evenhand.web.bodies import ALLOWANCE, Allowance
from evenhand.web.limits import Buckets, Limits, refuse
from evenhand.web.parts import hold_slashes
from evenhand.web.problems import Problem

ACCESS = "evenhand.access"
CALLER = "evenhand.caller"
API = "/api/"
COOKIE = "evenhand_key"
WITHOUT_BODY = frozenset({"GET", "HEAD", "OPTIONS"})


class Gate:
    """Finds out who asks and refuses who may not or too often.

    Requests without a key pass: what they see is for the routes to decide.  A wrong key is
    refused everywhere and counts for the address from which it came.
    """

    def __init__(self, app: ASGIApp, *, keys: KnownKeys, limits: Limits) -> None:
        self.app, self.keys, self.limits = app, keys, limits
        self.by_key = Buckets(limits.key_rate, limits.key_burst)
        self.by_address = Buckets(limits.address_rate, limits.address_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        try:
            self._check_target(scope)
            hold_slashes(scope)
            await self._admit(scope)
        except Problem as problem:
            return await problem.response()(scope, receive, send)
        if scope["method"] not in WITHOUT_BODY:
            scope[ALLOWANCE] = allowance = Allowance(scope, receive, self.limits.body)
            receive = allowance.receive
        await self.app(scope, receive, send)

    def _check_target(self, scope: Scope) -> None:
        path, query, most = scope["path"], scope["query_string"], self.limits.target
        if len(path) > most or len(query) > most:
            raise Problem(414, f"a path and a query may have {most:,} bytes each")
        if "\0" in path or b"%00" in query or b"\0" in query:
            raise Problem(400, "there is a zero byte in the address")

    async def _admit(self, scope: Scope) -> None:
        access = await self._access(scope)
        if access is None:
            caller, buckets = self._address(scope), self.by_address
        else:
            caller, buckets = access.key, self.by_key
        scope[ACCESS], scope[CALLER] = access, caller
        if scope["path"] not in self.limits.unlimited:
            seconds = buckets.take(caller)
            if seconds:
                raise refuse(seconds)

    async def _access(self, scope: Scope) -> Access | None:
        """What a request may do by its key; one in a cookie counts for pages only.

        Who has a cookie with a key that was revoked is just not signed in.
        """
        text = bearer(scope["headers"])
        if text is not None:
            return self.keys.seen(text) or await self._ask(scope, text)
        text = None if scope["path"].startswith(API) else key_in_cookie(scope["headers"])
        if text is None:
            return None
        with suppress(Problem):
            return self.keys.seen(text) or await self._ask(scope, text)
        return None

    async def _ask(self, scope: Scope, text: str) -> Access:
        """Look a key up, unless too many from this address were wrong."""
        address = self._address(scope)
        seconds = 0.0 if self.keys.knew(text) else self.by_address.wait(address)
        if seconds:
            raise refuse(seconds)
        access = await run_in_threadpool(self.keys.ask, text)
        if access is None:
            self.by_address.take(address)
            raise no_key()
        return access

    def _address(self, scope: Scope) -> str:
        return caller_address(scope, self.limits.trust_proxy)


def no_key() -> Problem:
    """The answer to a key that is missing, wrong or revoked, whichever it is."""
    told = {"WWW-Authenticate": "Bearer"}
    return Problem(401, "this needs a key: Authorization: Bearer KEY", headers=told)


def key_in_cookie(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The key with which a browser is signed in.

    >>> key_in_cookie([(b"cookie", b"language=de; evenhand_key=eh_1")])
    'eh_1'
    """
    for name, value in headers:
        for pair in value.split(b";") if name == b"cookie" else ():
            known, _, text = pair.strip().partition(b"=")
            if known == COOKIE.encode() and text:
                return text.decode("latin-1")
    return None


def bearer(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The key that a request brings; none if it brings nothing, or something else.

    >>> bearer([(b"authorization", b"Bearer eh_1")]), bearer([(b"authorization", b"Basic x")])
    ('eh_1', None)
    """
    for name, value in headers:
        if name == b"authorization":
            scheme, _, text = value.partition(b" ")
            return text.strip().decode("latin-1") if scheme.lower() == b"bearer" else None
    return None
