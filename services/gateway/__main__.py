"""Runs the gateway: `python -m services.gateway`."""

from services.gateway.serving import serving_gateway
from services.rpc.serving import run_process

if __name__ == "__main__":
    run_process("gateway", serving_gateway)
