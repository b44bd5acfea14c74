"""From where a request comes, as far as limits are concerned."""

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

from starlette.types import Scope

NOWHERE = "nowhere"  # a socket that has no address
OWN_NETWORK = 64  # bits of an IPv6 address; the rest anybody chooses for himself


def caller_address(scope: Scope, trust_proxy: bool) -> str:
    """The address of a client; behind a proxy the one that the proxy saw.

    Of X-Forwarded-For only the last entry counts: the others are what the client says.
    """
    if trust_proxy:
        told = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        network = network_of(told[-1].rpartition(b",")[2].decode("latin-1")) if told else NOWHERE
        if network != NOWHERE:
            return network
    client = scope.get("client")
    return network_of(client[0]) if client else NOWHERE


@lru_cache(maxsize=10_000)
def network_of(text: str) -> str:
    """An IPv4 address, or the network of an IPv6 address, with or without a port.

    >>> network_of("192.0.2.7:5000"), network_of("[2001:db8::1:2]:80"), network_of("?")
    ('192.0.2.7', '2001:db8::/64', 'nowhere')
    """
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return NOWHERE
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address.packed, OWN_NETWORK), strict=False))
