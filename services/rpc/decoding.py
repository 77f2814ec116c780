"""Requests as messages: bytes that are too many or make no message are refused in the call, not by the transport. And
answers as bytes."""

from collections.abc import Callable
from typing import Any

from google.protobuf.message import DecodeError

from services.api.errors_pb2 import ErrorReason
from services.process.refusals import Refused, invalid


class Undecodable:
    """Takes the place of a request whose bytes are refused."""

    def __init__(self, refusal: Refused) -> None:
        self.refusal = refusal


def check_decoded(request: Any) -> None:
    """Refuse a request whose bytes were too many or made no message."""
    if isinstance(request, Undecodable):
        raise request.refusal


def safe_decoder(decode: Callable[[bytes], Any], most_bytes: int | None) -> Callable[[bytes], Any]:
    """A decoder that gives Undecodable where `decode` fails or there are more bytes than allowed; None allows any
    number."""

    def decode_safely(data: bytes) -> Any:
        if most_bytes is not None and len(data) > most_bytes:
            message = f"The request has {len(data)} bytes; {most_bytes} are allowed."
            return Undecodable(Refused(ErrorReason.ERROR_REASON_TOO_LARGE, message))
        try:
            return decode(data)
        except DecodeError:
            return Undecodable(invalid("The request is not a message of this method."))

    return decode_safely


def encoder(encode: Callable[[Any], bytes]) -> Callable[[Any], bytes]:
    """An encoder of answers, for servicers that may have encoded them already."""

    def encode_message(message: Any) -> bytes:
        return message if type(message) is bytes else encode(message)

    return encode_message
