"""Hosts of their own address on this machine: network namespaces on a bridge, of which any can be cut off."""

import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


def why_not() -> str:
    """Why there can be no hosts here; empty if there can."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    if shutil.which("ip") is None:
        return "the command ip (iproute2) is not here"
    probe = f"wm{secrets.token_hex(2)}"
    made = subprocess.run(["ip", "netns", "add", probe], capture_output=True, text=True)
    if made.returncode:
        return f"network namespaces cannot be made: {made.stderr.strip()}"
    subprocess.run(["ip", "netns", "delete", probe], check=True)
    return ""


class Hosts:
    """Hosts by number, from 0; the machine itself is on their network too, as `here`."""

    def __init__(self, count: int) -> None:
        self._mark = secrets.token_hex(2)
        self._net = f"10.{secrets.randbelow(200) + 20}.{secrets.randbelow(250)}"
        self.count = count
        self._processes: list[subprocess.Popen[str]] = []

    def address(self, number: int) -> str:
        """The address of a host."""
        return f"{self._net}.{number + 10}"

    def start(self) -> None:
        """Make the bridge and the hosts. Nothing for their addresses ever goes anywhere else."""
        _ip("route", "add", "blackhole", f"{self._net}.0/24", "metric", "4000")
        _ip("link", "add", self._bridge, "type", "bridge")
        _ip("address", "add", f"{self._net}.1/24", "dev", self._bridge)
        _ip("link", "set", self._bridge, "up")
        for number in range(self.count):
            space, wire = self._space(number), self._wire(number)
            _ip("netns", "add", space)
            _ip("link", "add", wire, "type", "veth", "peer", "name", "eth0", "netns", space)
            _ip("link", "set", wire, "master", self._bridge, "up")
            _ip("-n", space, "address", "add", f"{self.address(number)}/24", "dev", "eth0")
            _ip("-n", space, "link", "set", "eth0", "up")
            _ip("-n", space, "link", "set", "lo", "up")

    def stop(self) -> None:
        """End what runs on the hosts, and take everything away again."""
        for process in self._processes:
            process.kill()
            process.wait()
        for number in range(self.count):
            subprocess.run(["ip", "netns", "delete", self._space(number)], capture_output=True)
        subprocess.run(["ip", "link", "delete", self._bridge], capture_output=True)
        subprocess.run(["ip", "route", "delete", "blackhole", f"{self._net}.0/24"], capture_output=True)

    def run(self, number: int, *command: str, **how: Any) -> "subprocess.Popen[str]":
        """Start a program on a host."""
        process = subprocess.Popen(["ip", "netns", "exec", self._space(number), *command], text=True, **how)
        self._processes.append(process)
        return process

    def cut_off(self, number: int) -> None:
        """Pull the plug of a host: what it sends and what is sent to it is lost without a word."""
        _ip("link", "set", self._wire(number), "down")

    def plug_in(self, number: int) -> None:
        """Connect a host again."""
        _ip("link", "set", self._wire(number), "up")

    @property
    def _bridge(self) -> str:
        return f"wmbr{self._mark}"

    def _space(self, number: int) -> str:
        return f"wm{self._mark}-{number}"

    def _wire(self, number: int) -> str:
        return f"wm{self._mark}v{number}"


@contextmanager
def network(count: int) -> Iterator[Hosts]:
    """So many hosts, for as long as the block runs."""
    hosts = Hosts(count)
    try:
        hosts.start()
        yield hosts
    finally:
        hosts.stop()


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)
