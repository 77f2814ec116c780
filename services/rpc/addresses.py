"""Where calls come from: the address that a call is charged to, whatever token it brings."""

import ipaddress
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeAlias
from urllib.parse import unquote

from services.process.settings import Network
from services.rpc.streams import Context

FORWARDED = "x-forwarded-for"
"""Where a proxy says for whom it calls: addresses with commas between, the nearest last."""
GATEWAY = "x-gateway-token"
"""Where a gateway of ours shows that it is one, and so is believed as a proxy is, wherever it runs."""
PREFIX_V6 = 64
"""An IPv6 customer has a network of so many bits, and every address in it."""

_Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address


def caller_address(
    context: Context, proxies: tuple[Network, ...], is_gateway: Callable[[str], bool] = lambda token: False
) -> str:
    """The address a call comes from, an IPv6 one as its /64. Of a trusted proxy, or of a gateway by its token: the last
    address it names that is no such proxy itself."""
    peer = context.peer()
    address = _peer_address(peer)
    if address is None:
        return peer
    metadata = context.invocation_metadata() or ()
    gateways = [str(value) for name, value in metadata if name == GATEWAY]
    if _is_one_of(address, proxies) or (gateways and is_gateway(gateways[0])):
        named = [value for name, value in metadata if name == FORWARDED]
        address = _first_beyond(address, ",".join(map(str, named)), proxies)
    return account_of(address)


def forwarded_address(peer: str, forwarded: str, proxies: tuple[Network, ...]) -> str:
    """The address that an HTTP request comes from: its peer's, or of a trusted proxy the last that it names."""
    address = _parse(peer)
    if address is None:
        return peer
    return str(_first_beyond(address, forwarded, proxies) if _is_one_of(address, proxies) else address)


@lru_cache(maxsize=4096)
def account_of_text(address: str) -> str:
    """What an address given as text is charged to."""
    parsed = _parse(address)
    return address if parsed is None else account_of(parsed)


@lru_cache(maxsize=4096)
def _peer_address(peer: str) -> _Address | None:
    """The address in what gRPC calls a peer, such as `ipv4:10.0.0.1:5000` or `ipv6:%5B::1%5D:5000`."""
    kind, _, rest = unquote(peer).partition(":")
    return _parse(rest.rpartition(":")[0].strip("[]")) if kind in ("ipv4", "ipv6") else None


def _first_beyond(proxy: _Address, forwarded: str, proxies: tuple[Network, ...]) -> _Address:
    """The nearest address that is no proxy of ours; the last that can be believed where what follows is none."""
    address = proxy
    for text in reversed(forwarded.split(",")):
        named = _parse(text.strip())
        if named is None:
            return address
        address = named
        if not _is_one_of(address, proxies):
            return address
    return address


def _parse(text: str) -> _Address | None:
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _is_one_of(address: _Address, networks: Iterable[Network]) -> bool:
    return any(address in network for network in networks)


def account_of(address: _Address) -> str:
    """What an address is charged to: itself, an IPv6 one as its /64."""
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(ipaddress.IPv6Network((address, PREFIX_V6), strict=False))
