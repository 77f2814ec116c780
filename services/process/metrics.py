"""All metrics of all services, in one place, so that alerts and dashboards can be checked against them."""

from prometheus_client import Counter, Gauge, Histogram

FAST_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SLOW_SECONDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 60.0)
LONG_SECONDS = (0.1, 1.0, 10.0, 60.0, 600.0, 3_600.0, 43_200.0)

RPC_REQUESTS = Counter("westmarch_rpc_requests_total", "Calls by method and status.", ["method", "code"])
RPC_REFUSALS = Counter(
    "westmarch_rpc_refusals_total", "Refused calls, and commands of streams, by reason.", ["method", "reason"]
)
RPC_SECONDS = Histogram("westmarch_rpc_seconds", "Duration of unary calls.", ["method"], buckets=FAST_SECONDS)
RPC_STREAM_SECONDS = Histogram("westmarch_rpc_stream_seconds", "Life of streams.", ["method"], buckets=LONG_SECONDS)
RPC_STREAMS = Gauge("westmarch_rpc_streams", "Streams open now.", ["method"], multiprocess_mode="livesum")

CHOICES = Counter("westmarch_choices_total", "Choices committed.", ["game", "holder"])
DECISION_SECONDS = Histogram(
    "westmarch_decision_seconds", "From a choice's arrival to its commit.", ["game"], buckets=FAST_SECONDS
)
COMMIT_CONFLICTS = Counter("westmarch_commit_conflicts_total", "Commits that another worker won.", ["game"])
MATCHES_CREATED = Counter("westmarch_matches_created_total", "Matches set up.", ["game"])
MATCHES_ENDED = Counter("westmarch_matches_ended_total", "Matches that came to an end.", ["game"])
MATCHES_LIVE = Gauge("westmarch_matches_live", "Matches in play, by whom they wait for.", ["game", "waiting_for"])
HANDOVERS = Counter("westmarch_handovers_total", "Seats handed over to a bot, by cause.", ["game", "cause"])

STORE_SECONDS = Histogram("westmarch_store_seconds", "Round trips to the store.", ["operation"], buckets=FAST_SECONDS)
STORE_BATCH = Histogram(
    "westmarch_store_batch_size", "Commits in one round trip.", buckets=(1, 2, 4, 8, 16, 32, 64, 128)
)
STORE_ERRORS = Counter("westmarch_store_errors_total", "Round trips to the store that failed.", ["operation"])
STORE_WRITE_REFUSALS = Counter("westmarch_store_write_refusals_total", "Writes that the store refused.", ["error"])
CALLBACK_FAULTS = Counter("westmarch_callback_faults_total", "Callbacks that raised on an answer of the store.")
CACHE_READS = Counter("westmarch_cache_reads_total", "Matches looked up in memory.", ["game", "result"])

AI_TURN_SECONDS = Histogram("westmarch_ai_turn_seconds", "Time of an AI turn.", ["game", "bot"], buckets=SLOW_SECONDS)
AI_TURNS = Counter("westmarch_ai_turns_total", "AI turns by how they ended.", ["game", "result"])
AI_QUEUE_DEPTH = Gauge("westmarch_ai_queue_depth", "Tasks waiting for a bot worker.", ["game", "queue"])
AI_QUEUE_AGE = Gauge("westmarch_ai_queue_age_seconds", "Longest wait of an AI turn not yet taken.", ["game"])
BATCH_MATCHES = Counter("westmarch_batch_matches_total", "Bot matches played in batches.", ["game", "result"])
PAIRS_PLAYED = Counter("westmarch_pairs_played_total", "Pairs that bot workers played.", ["game", "result"])
PAIR_FAULTS = Counter("westmarch_pair_faults_total", "Matches of pairs that a bot forfeited.", ["game", "fault"])

TICKETS_WAITING = Gauge("westmarch_tickets_waiting", "Tickets in the queue.", ["game"])
TICKETS_AGE = Gauge("westmarch_tickets_oldest_seconds", "Wait of the oldest ticket.", ["game"])
TICKETS = Counter("westmarch_tickets_total", "Tickets by how they ended.", ["game", "result"])
TICKET_WAIT = Histogram("westmarch_ticket_wait_seconds", "Wait until matched.", ["game"], buckets=SLOW_SECONDS)

GATEWAY_REQUESTS = Counter("westmarch_gateway_requests_total", "HTTP requests by their status.", ["route", "status"])
GATEWAY_SECONDS = Histogram("westmarch_gateway_seconds", "Time of HTTP requests.", ["route"])
GATEWAY_STREAMS = Gauge("westmarch_gateway_streams", "WebSockets and event streams open.")
GATEWAY_RESYNCS = Counter(
    "westmarch_gateway_resyncs_total", "Slow readers whose updates were dropped for a whole view."
)

ARCHIVE_STORED = Counter("westmarch_archive_stored_total", "Records stored.", ["game"])
ARCHIVE_LAG = Gauge("westmarch_archive_lag_seconds", "Age of the oldest finished match not yet stored.")
ARCHIVE_LIVE = Gauge("westmarch_archive_live_copied", "Live matches copied from the log.")
ARCHIVE_FAULTS = Counter("westmarch_archive_faults_total", "Records that failed verification.", ["game"])

TOURNAMENTS_DIRECTED = Gauge("westmarch_tournaments_directed", "Tournaments that this process directs.")
TOURNAMENT_TABLES = Gauge("westmarch_tournament_open_tables", "Tables without a result, of tournaments directed here.")
TOURNAMENT_AGE = Gauge(
    "westmarch_tournament_step_age_seconds", "Since the tournament that waits longest was last looked after."
)
TOURNAMENT_RESULTS = Counter(
    "westmarch_tournament_results_total", "Results of matches, by whether they stand.", ["result"]
)
TOURNAMENT_FAULTS = Counter("westmarch_tournament_faults_total", "Steps of directors that failed by a fault of ours.")
TOURNAMENT_DECISION_SECONDS = Histogram(
    "westmarch_tournament_decision_seconds", "Time to say what is next, pairings included.", buckets=SLOW_SECONDS
)

LADDERS_RUNNING = Gauge("westmarch_ladders_running", "Ladders and tests that are to be played now.", ["game"])
LADDER_IN_FLIGHT = Gauge("westmarch_ladder_pairs_in_flight", "Pairs handed to bots and not yet back.", ["game"])
LADDER_PAIRS = Counter("westmarch_ladder_pairs_total", "Pairs stored, by what came of them.", ["game", "result"])
LADDER_AGE = Gauge("westmarch_ladder_silent_seconds", "Since a running ladder last had a result.", ["game"])
LADDER_FIT_SECONDS = Histogram("westmarch_ladder_fit_seconds", "Time of one fit of ratings.", buckets=SLOW_SECONDS)

SIGN_UPS = Counter("westmarch_sign_ups_total", "Accounts made, by what they sign in with.", ["by"])
SIGN_INS = Counter("westmarch_sign_ins_total", "Attempts to sign in, by how they ended.", ["by", "result"])
RATED_MATCHES = Counter("westmarch_rated_matches_total", "Finished matches read from the archive.", ["result"])
RATING_FAULTS = Counter("westmarch_rating_faults_total", "Rounds in which results could not be read or rated.")


SERIES = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}
"""By type of a metric: the endings of its series."""


def exported() -> dict[str, set[str]]:
    """The labels of every series of the metrics above, by the name that Prometheus gives it."""
    series = {}
    for metric in list(globals().values()):
        if isinstance(metric, Counter | Gauge | Histogram):
            for family in metric.describe():
                for ending in SERIES[family.type]:
                    series[family.name + ending] = {*metric._labelnames, *(["le"] if ending == "_bucket" else [])}
    return series
