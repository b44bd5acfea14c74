"""Where a request comes from: only what the client cannot choose."""

import pytest

from evenhand.web.addresses import NOWHERE, caller_address, network_of


@pytest.mark.parametrize(
    ("text", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:8080", "192.0.2.1"),
        (" 192.0.2.1 ", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::ffff", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::1]:443", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("", NOWHERE),
        ("unknown", NOWHERE),
        ("/run/socket", NOWHERE),
        ("1.2.3.4.5", NOWHERE),
    ],
)
def test_ipv6_counts_by_network(text: str, network: str) -> None:
    assert network_of(text) == network


def scope(
    *forwarded: str, client: tuple[str, int] | None = ("198.51.100.1", 1)
) -> dict[str, object]:
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    return {"headers": [(b"host", b"x"), *headers], "client": client}


def test_what_the_client_says_counts_only_behind_a_proxy() -> None:
    assert caller_address(scope("192.0.2.1"), trust_proxy=False) == "198.51.100.1"
    assert caller_address(scope("192.0.2.1"), trust_proxy=True) == "192.0.2.1"


def test_behind_a_proxy_only_the_last_entry_counts() -> None:
    assert caller_address(scope("10.0.0.1, 192.0.2.9"), trust_proxy=True) == "192.0.2.9"
    assert caller_address(scope("10.0.0.1", "10.0.0.2,192.0.2.9"), trust_proxy=True) == "192.0.2.9"


def test_without_a_usable_entry_the_address_of_the_proxy_counts() -> None:
    for forwarded in ((), ("",), ("192.0.2.1, unknown",)):
        assert caller_address(scope(*forwarded), trust_proxy=True) == "198.51.100.1"


def test_a_socket_has_no_address() -> None:
    for client in (None, ("", 0)):
        assert caller_address(scope(client=client), trust_proxy=False) == NOWHERE
