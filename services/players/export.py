"""All that is kept about a person, as one JSON document: for themselves, who may take it elsewhere."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from services.players.database import AccountRow, Database
from services.players.rating_table import RatingTable

MOST_CHANGES = 2**31 - 1


def export(
    database: Database,
    ratings: RatingTable,
    owned: Sequence[AccountRow],
    matches: Mapping[str, list[dict[str, Any]]],
    now_ms: int,
) -> bytes:
    """The document of a person, who is the first of the accounts, and of the bots that belong to them; with the matches
    of each by name."""
    person, *bots = ({**_account(database, ratings, one), "matches": matches[one.name]} for one in owned)
    person_id = owned[0].account_id
    document = {
        **person,
        "identities": database.identities_of(person_id),
        "sessions": [session._asdict() for session in database.sessions_of(person_id, now_ms)],
        "bots": bots,
        "exported_ms": now_ms,
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=1)


def _account(database: Database, ratings: RatingTable, account: AccountRow) -> dict[str, Any]:
    """What is kept about one account. Secrets are not: only their hashes are known here."""
    return {
        "account": {
            "account_id": account.account_id,
            "name": account.name,
            "created_ms": account.created_ms,
            "has_password": account.password_hash is not None,
        },
        "api_tokens": [token._asdict() for token in database.tokens_of([account.account_id])],
        "ratings": [
            {
                "game": row.game,
                "role": row.role,
                "rating": row.skill.rating,
                "deviation": row.skill.deviation,
                "matches": row.matches,
            }
            for row in ratings.of_account(account.account_id)
        ],
        "rating_history": [
            {
                "match_id": row.match_id,
                "game": row.game,
                "role": row.role,
                "rating": row.skill.rating,
                "change": row.change,
                "finished_ms": row.finished_ms,
            }
            for row in ratings.history(account.account_id, "", MOST_CHANGES, None)
        ],
    }
