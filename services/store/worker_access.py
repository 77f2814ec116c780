"""What a bot worker may do in the store, where that is the broker too: take tasks, and leave what comes of them.

Its user sees neither matches nor tickets, and cannot change the functions that others run."""

from services.store.task_queues import HINT_NOTICES, QUEUES

WORKER_USER = "bot-worker"
KEYS = (
    *(queue_of("*") for queue_of in QUEUES),
    "hint:*",  # answers
    "{b:*}:*",  # results of batches
    "_kombu.*",
    "unacked*",  # tasks that a worker has taken; these two are Celery's own
)
"""The keys it may read and write, as patterns."""
COMMANDS = (
    *("ping", "client|setinfo", "select", "multi", "exec", "watch", "unwatch", "evalsha", "script|load"),
    *("publish", "exists", "expire", "pexpire", "del", "get", "set"),
    *("brpop", "llen", "lpush", "rpush", "rpop"),
    *("hget", "hset", "hdel"),
    *("sadd", "srem", "smembers"),
    *("zadd", "zrem", "zrange", "zrevrangebyscore"),
)
"""The commands it may use."""


def worker_rules() -> list[str]:
    """The rules of its user, in the words of an access control list."""
    keys, commands = (f"~{key}" for key in KEYS), (f"+{command}" for command in COMMANDS)
    return ["resetkeys", *keys, "resetchannels", f"&{HINT_NOTICES}", *commands]


def user_line(password: str) -> str:
    """Its user, as valkey.conf has it."""
    return f"user {WORKER_USER} on >{password} {' '.join(worker_rules())}"
