"""The driver's end of the door: asks the Manta that started this script to do what only it can do.

The door is a Unix socket in a directory of mode 700 that dies with the driver. A caller says the token first, then one
request; each is one line of JSON. A connection is one call: the answer ends it, and closing it earlier cancels the call.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import threading
from typing import Any, Dict, Iterator

SOCKET = "MANTA_DRIVER_DOOR"
TOKEN = "MANTA_DRIVER_TOKEN"
LINE_MAX = 64 * 1024 * 1024


class DoorError(RuntimeError):
    """What Manta answered in place of a result: its kind says whose turn it is."""

    def __init__(self, message: str, kind: str, details: Dict[str, Any]):
        super().__init__(message)
        self.kind = kind
        self.details = details


def is_open() -> bool:
    """Whether this process was started by `manta run --ray-compat`."""
    return SOCKET in os.environ


def directory() -> str:
    """The private directory of the door, where files for ranks of this driver may lie."""
    return os.path.dirname(_address())


def call(call: str, **arguments: Any) -> Dict[str, Any]:
    """Makes one call and waits for its answer."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.connect(_address())
        lines = json.dumps({"token": os.environ[TOKEN]}) + "\n" + json.dumps({"call": call, **arguments}) + "\n"
        connection.sendall(lines.encode())
        with connection.makefile("rb") as answers:
            line = answers.readline(LINE_MAX)
    if not line.endswith(b"\n"):
        raise DoorError(f"Manta ended while it carried out {call}; its own messages above say why", "MANTA", {})
    return _result(json.loads(line))


@contextlib.contextmanager
def first_interrupt_is_mantas() -> Iterator[None]:
    """Ctrl-C reaches Manta too, which stops the run: the driver waits for its answer, and is interrupted then.

    The second one interrupts at once, and with that cancels the call.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed = []

    def hold(number: int, frame: Any) -> None:
        pressed.append(number)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, hold)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


def _result(answer: Dict[str, Any]) -> Dict[str, Any]:
    if "error" in answer:
        error = answer["error"]
        raise DoorError(error["message"], error.get("kind", "MANTA"), error)
    return answer["ok"]


def _address() -> str:
    try:
        return os.environ[SOCKET]
    except KeyError:
        raise RuntimeError(
            "this `ray` is Manta's and needs the command that serves it: start the script with"
            " `manta run --ray-compat SCRIPT`"
        ) from None
