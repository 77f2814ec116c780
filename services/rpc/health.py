"""Asks a server whether it serves: `python -m services.rpc.health ADDRESS`, for the health checks of containers."""

import sys

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

SECONDS = 3.0


def serves(address: str) -> bool:
    """Whether the server at this address, spoken to without TLS, says that it serves."""
    with grpc.insecure_channel(address) as channel:
        try:
            answer = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=SECONDS)
        except grpc.RpcError:
            return False
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


if __name__ == "__main__":
    sys.exit(0 if serves(sys.argv[1]) else 1)
