"""The health check of containers: `python -m services.rpc.health ADDRESS` fails unless the server there serves."""

import sys

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

TIMEOUT_SECONDS = 3.0


def is_serving(address: str) -> bool:
    """Whether the server at this address, spoken to without TLS, says that it serves."""
    with grpc.insecure_channel(address) as channel:
        try:
            answer = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=TIMEOUT_SECONDS)
        except grpc.RpcError:
            return False
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


if __name__ == "__main__":
    sys.exit(0 if is_serving(sys.argv[1]) else 1)
