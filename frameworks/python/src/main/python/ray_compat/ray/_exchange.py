"""What ranks ask their driver for: each other's small values, and rows of the driver's datasets.

The driver serves a Unix socket in the door's private directory; both ends prove that they know its key. Messages are
pickles, which is safe between processes of one user and one run, and nowhere else.
"""

from __future__ import annotations

import os
import pickle
import secrets
import sys
import threading
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection, Listener, answer_challenge, deliver_challenge
from typing import Any, Callable, Dict, List, Tuple

WARN_AFTER_SECONDS = 60.0


class Meeting:
    """One gathering of all ranks: a value from each, handed to everyone once the last has come."""

    def __init__(self, size: int):
        self.values: Dict[int, Any] = {}
        self.size = size
        self.inside = size

    def is_complete(self) -> bool:
        return len(self.values) == self.size

    def leave(self) -> None:
        self.inside -= 1

    def missing(self) -> List[int]:
        return [rank for rank in range(self.size) if rank not in self.values]


class Meetings:
    """All gatherings of a run; those of earlier attempts are forgotten when a later one begins."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._attempt = 0
        self._meetings: Dict[Tuple[int, str], Meeting] = {}

    def gather(self, attempt: int, key: str, rank: int, size: int, value: Any) -> List[Any]:
        """Waits for every rank's value under this key."""
        with self._changed:
            self._enter(attempt)
            meeting = self._meetings.setdefault((attempt, key), Meeting(size))
            meeting.values[rank] = value
            self._changed.notify_all()
            while not meeting.is_complete():
                if not self._changed.wait(WARN_AFTER_SECONDS):
                    print(f"manta: {key} of rank {rank} still waits for ranks {meeting.missing()}", file=sys.stderr)
                self._refuse_old(attempt)
            meeting.leave()
            if not meeting.inside:
                self._meetings.pop((attempt, key), None)
            return [meeting.values[each] for each in range(size)]

    def _enter(self, attempt: int) -> None:
        self._refuse_old(attempt)
        if attempt > self._attempt:
            self._attempt = attempt
            self._meetings.clear()
            self._changed.notify_all()

    def _refuse_old(self, attempt: int) -> None:
        if attempt < self._attempt:
            raise RuntimeError(f"attempt {attempt} is over: the run is in attempt {self._attempt}")


class Exchange:
    """The driver's server for the ranks of one run."""

    def __init__(self, directory: str, calls: Dict[str, Callable[..., Any]]):
        self.address = os.path.join(directory, f"x{secrets.token_hex(4)}")
        self.key = secrets.token_bytes(32)
        self._meetings = Meetings()
        self._calls = {"gather": self._meetings.gather, **calls}
        self._listener = Listener(self.address, "AF_UNIX", backlog=128)
        self._closed = False
        threading.Thread(target=self._accept, daemon=True, name="exchange").start()

    def close(self) -> None:
        """Ends it; ranks that still ask see their connection end."""
        self._closed = True
        self._listener.close()

    def _accept(self) -> None:
        while not self._closed:
            try:
                connection = self._listener.accept()
            except OSError:  # the listener was closed
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: Connection) -> None:
        """A rank that stops in the middle of its introduction keeps nobody else from coming in."""
        try:
            with connection:
                deliver_challenge(connection, self.key)
                answer_challenge(connection, self.key)
                while True:
                    connection.send(self._answer(*connection.recv()))
        except (AuthenticationError, EOFError, OSError):
            pass  # a stranger, or a rank that has ended

    def _answer(self, call: str, *arguments: Any) -> Tuple[bool, Any]:
        try:
            return True, self._calls[call](*arguments)
        except BaseException as error:  # it is the rank's to raise
            return False, portable(error)


def portable(error: BaseException) -> BaseException:
    """An exception that another process can raise: itself, or its text where it cannot be sent."""
    try:
        return pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")


class ExchangeClient:
    """A rank's end: one connection for each thread that asks."""

    def __init__(self, address: str, key: bytes):
        self._address = address
        self._key = key
        self._local = threading.local()

    def ask(self, call: str, *arguments: Any) -> Any:
        """Makes a call and waits for its answer."""
        connection = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = Client(self._address, "AF_UNIX", authkey=self._key)
        try:
            connection.send((call, *arguments))
            succeeded, answer = connection.recv()
        except (EOFError, OSError) as error:
            raise ConnectionError("the driver of this run is gone") from error
        if not succeeded:
            raise answer
        return answer
