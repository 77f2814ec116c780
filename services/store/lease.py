"""A lease in the store: one process of several holds it at a time, and does the work that it stands for."""

from services.store.connection import Store, call_function


class Lease:
    """Held by whoever acquires it first, for as long as they renew it."""

    def __init__(self, store: Store, name: str, holder: str, seconds: float) -> None:
        self._store = store
        self._name = name
        self._holder = holder
        self._life_ms = max(1, int(seconds * 1000))

    async def acquire(self) -> bool:
        """Take the lease, or renew it. False while another holds it."""
        return bool(await call_function(self._store, "lease_acquire", (self._name,), (self._holder, self._life_ms)))

    async def release(self) -> None:
        """Give the lease back, unless it has expired and another holds it by now."""
        await call_function(self._store, "lease_release", (self._name,), (self._holder,))
