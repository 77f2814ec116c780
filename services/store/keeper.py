"""Keeps a cluster of stores together: `python -m services.store.keeper PRIMARIES`.

REDIS_URL names all of its nodes: first one for each primary, then their replicas in the same order, again and again.
The keeper makes a cluster of them when they are new. Later it introduces nodes that came back at another address or
without what they had. Who is primary, and who takes over, they decide among themselves without the keeper."""

import asyncio
import signal
import sys
from collections.abc import Sequence

from services.process.logs import configure, logger
from services.process.settings import Settings
from services.store.address import Endpoint, endpoints, is_cluster
from services.store.connection import UNREACHABLE
from services.store.forming import form_cluster

LOOK_SECONDS = 5.0


async def keep(nodes: Sequence[Endpoint], primaries: int, stop: asyncio.Event) -> None:
    """Look again and again whether the nodes are one cluster, until told to stop."""
    was_whole = False
    while not stop.is_set():
        try:
            await form_cluster(nodes, primaries)
            if not was_whole:
                logger().info("the cluster is whole", nodes=len(nodes))
            was_whole = True
        except (*UNREACHABLE, TimeoutError) as error:
            logger().warning("the cluster is not whole", error=str(error))
            was_whole = False
        try:
            await asyncio.wait_for(stop.wait(), LOOK_SECONDS)
        except TimeoutError:
            continue


async def _run(nodes: Sequence[Endpoint], primaries: int) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await keep(nodes, primaries, stop)


def main(arguments: Sequence[str]) -> None:
    """Keep the cluster that the settings name."""
    settings = Settings()
    configure("store-keeper", settings.log_level)
    url = settings.store.redis_url
    nodes = endpoints(url)
    if len(arguments) != 1 or not arguments[0].isdecimal() or not is_cluster(url):
        sys.exit("python -m services.store.keeper PRIMARIES, with the nodes in REDIS_URL as redis+cluster://A,B,C")
    primaries = int(arguments[0])
    if primaries == 0 or len(nodes) % primaries:
        sys.exit(f"{len(nodes)} nodes are not the same number for each of {primaries} primaries")
    asyncio.run(_run(nodes, primaries))


if __name__ == "__main__":
    main(sys.argv[1:])
