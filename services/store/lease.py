"""A lease in the store: one process of several holds it at a time, and does the work that it stands for."""

from services.store.connection import Store


class Lease:
    """Held by whoever acquires it first, for as long as they renew it."""

    def __init__(self, store: Store, name: str, holder: str, seconds: float) -> None:
        self._store = store
        self._name = name
        self._holder = holder
        self._life_ms = max(1, int(seconds * 1000))

    async def acquire(self) -> bool:
        """Take the lease, or renew it. False while another holds it."""
        if await self._store.set(self._name, self._holder, nx=True, px=self._life_ms):
            return True
        if await self._store.get(self._name) != self._holder.encode():
            return False
        await self._store.pexpire(self._name, self._life_ms)
        return True
