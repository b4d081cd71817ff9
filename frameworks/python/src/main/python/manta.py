"""Manta for Python: what a training script says to the run that it is a rank of.

    import manta

    manta.report({"loss": loss}, checkpoint=directory)
    checkpoint = manta.get_checkpoint()
    rank = manta.get_context().get_world_rank()

Manta puts this file on the path of every rank. It needs the standard library only, and Python 3.9 or later. Outside of a run the same calls work as one rank
without storage, so that a script can be debugged plainly.

Sections: the API, checkpoints, the wire format, the rank's process, live state, sharded state, values between ranks, what went wrong, checks before a run.
"""

from __future__ import annotations

import collections
import contextlib
import errno
import io
import json
import os
import queue
import re
import shutil
import signal
import socket
import struct
import sys
import tempfile
import threading
import time
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, NamedTuple, NoReturn, Optional, Union

if TYPE_CHECKING:
    import manta_data
    import manta_logged

__all__ = [
    "Aborted",
    "Checkpoint",
    "Context",
    "MantaError",
    "barrier",
    "broadcast_from_rank_zero",
    "commit",
    "epochs",
    "get_checkpoint",
    "get_context",
    "get_dataset_shard",
    "live",
    "log",
    "report",
    "snapshot",
    "stop_requested",
]

_Path = Union[str, "os.PathLike[str]"]


# ---- The API ----------------------------------------------------------------------------------------------------------------------------------------------


class MantaError(Exception):
    """Something that Manta was asked for cannot be done; the message says what, and what to do instead."""


class _PeerLeft(MantaError):
    """A rank that others wait for has left."""


class Aborted(BaseException):
    """The attempt is over, and the training function is to be left: raised by the next call into Manta, and not to be caught.

    It is not an `Exception`, so that a script that catches those does not train on by mistake.
    """


def report(metrics: Dict[str, Any], checkpoint: Union["Checkpoint", _Path, None] = None, checkpoint_dir_name: Optional[str] = None) -> None:
    """Reports metrics, and a checkpoint with them if there is one; each call is one step of this rank.

    Any rank may report, from any thread and at any rate. When it returns, the metrics survive the death of this process. Values are numbers, texts, booleans and
    nested dicts of those; NumPy and PyTorch scalars are numbers.

    A checkpoint is a directory: all of the state, reported by one rank, or this rank's part of it (`Checkpoint.part`), reported by every rank.
    """
    _attempt().report(metrics, checkpoint, checkpoint_dir_name)


def log(name: str, value: Any) -> None:
    """Keeps an image (PNG bytes), a histogram (numbers, or what `numpy.histogram` gives), a text or a table (a list of dicts) beside the metrics, of up to 4 MB.

    It belongs to the step that the next report makes; of two with the same name and step the last one stays. It is stored when this returns. Where storage fails
    training continues, with a warning.
    """
    _attempt().log(name, value)


def get_checkpoint() -> Optional["Checkpoint"]:
    """The newest checkpoint of the run: what it resumes from, and later what ranks have reported since; None where there is none yet.

    One that another rank has reported is known here a moment after it is stored.
    """
    return _attempt().checkpoint()


def get_context() -> "Context":
    """Which rank this is, and of which run."""
    return Context(_attempt())


def get_dataset_shard(name: str = "train") -> "manta_data.DatasetShard":
    """This rank's part of a dataset of the run: `for batch in manta.get_dataset_shard("train").iter_batches(batch_size=64)`.

    Positions are kept with checkpoints: a run that resumes continues behind the last batch, at any number of workers.
    """
    return _attempt().datasets().get(name)


def stop_requested() -> bool:
    """Whether to stop now, at a step that is the same for all ranks: save a checkpoint and return. Every rank must ask, once per step."""
    return _attempt().stop_requested()


def barrier() -> None:
    """Waits until every rank has called it."""
    _attempt().meet(None)


def broadcast_from_rank_zero(value: Any) -> Any:
    """What rank 0 has given to this call, on every rank: for small values that can be pickled."""
    return _attempt().meet(value)


def live(name: str, state: Any) -> Any:
    """Registers state and returns it: a PyTorch module or optimizer, whatever else has `state_dict` and `load_state_dict`, or a dict.

    Where the run resumes it is restored at once, from the memory of a rank that is left or from a snapshot. With live state a rank survives the death of another: it
    leaves its function, keeps its process, and begins the function again at the last commit. Each report is a commit, and so is each `commit()`.

    State is the same on every rank, or sharded: modules that went through `fully_shard` before, and their optimizers. Another rank then has a copy of each rank's
    shards, so a commit is a meeting of ranks: all of them call `commit()` at the same steps, and reports alone are none.
    """
    return _attempt().live.register(name, state)


def commit() -> None:
    """Keeps a copy of the live state in memory: what the run resumes from should a rank be lost. Where state is sharded, every rank must call it."""
    _attempt().commit()


def snapshot() -> "Checkpoint":
    """The live state as a checkpoint to be reported by one rank, or where state is sharded by every rank; `live` restores it."""
    return _attempt().live.snapshot()


def epochs(count: int) -> Iterator[int]:
    """The epochs that are still to do, up to so many: where the run resumes, those before it are left out. The end of each is a commit."""
    return _attempt().epochs(count)


def __getattr__(name: str) -> Any:
    """`manta.data` makes datasets of frames; it is loaded when it is used."""
    if name == "data":
        import manta_frames

        return manta_frames
    raise AttributeError(f"module 'manta' has no attribute {name!r}")


class Context:
    """Which rank this is, and of which run."""

    def __init__(self, attempt: "_AttemptOrNone") -> None:
        self._attempt = attempt

    def get_world_rank(self) -> int:
        """This rank, from 0 on."""
        return self._attempt.place["rank"]

    def get_world_size(self) -> int:
        """How many ranks there are."""
        return self._attempt.place["size"]

    def get_local_rank(self) -> int:
        """This rank among those of its node."""
        return self._attempt.place["local_rank"]

    def get_local_world_size(self) -> int:
        """How many ranks its node has."""
        return self._attempt.place["local_size"]

    def get_node_rank(self) -> int:
        """Its node among those of the run."""
        return self._attempt.place["node_rank"]

    def get_run_name(self) -> str:
        """The run's name."""
        return self._attempt.run["name"]

    def get_experiment_name(self) -> str:
        """The run's name, as Ray Train calls it."""
        return self.get_run_name()

    def get_storage(self) -> str:
        """Where the run is kept; empty outside of a run."""
        return self._attempt.run["storage"]

    def get_attempt(self) -> int:
        """Which attempt this is, from 1."""
        return self._attempt.number

    def get_metadata(self) -> Dict[str, Any]:
        """The settings of the run, by name."""
        return dict(self._attempt.run["settings"])


# ---- Checkpoints ------------------------------------------------------------------------------------------------------------------------------------------


class Checkpoint:
    """A directory with what training can resume from."""

    def __init__(self, path: _Path, part: bool = False, metadata: Optional[Dict[str, str]] = None, held: Any = None) -> None:
        """`held` is what keeps the files where they are."""
        self.path = os.path.abspath(os.fspath(path))
        self.is_part = part
        self._held = held
        self._metadata = dict(metadata or {})

    @classmethod
    def from_directory(cls, path: _Path) -> "Checkpoint":
        """All of the state, which one rank reports."""
        return cls(path)

    def part(self) -> "Checkpoint":
        """The same directory as this rank's part of a checkpoint: every rank reports one."""
        return Checkpoint(self.path, True, self._metadata, self._held)

    def part_of(self, rank: int, size: int) -> "Checkpoint":
        """What a rank reported of a checkpoint that was made of the parts of so many."""
        return Checkpoint(os.path.join(self.path, _part_directory(rank, size)), held=self._held)

    def parts(self) -> List["Checkpoint"]:
        """What each rank reported, by rank, however many there were; the checkpoint itself where one rank reported all of it."""
        names = sorted(name for name in os.listdir(self.path) if re.fullmatch(r"part-\d+-of-\d+", name))
        return [Checkpoint(os.path.join(self.path, name), held=self._held) for name in names] or [self]

    def to_directory(self, path: Optional[_Path] = None) -> str:
        """Copies the files into a directory, a new one where none is given, and returns it."""
        target = tempfile.mkdtemp(prefix="checkpoint-") if path is None else os.fspath(path)
        shutil.copytree(self.path, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns(_MANIFEST))
        return target

    @contextlib.contextmanager
    def as_directory(self) -> Iterator[str]:
        """The files in a directory of this machine, to be read and not to be changed."""
        yield self.path

    def get_metadata(self) -> Dict[str, str]:
        """What was said of the checkpoint when it was reported."""
        return dict(self._metadata)

    def set_metadata(self, metadata: Dict[str, Any]) -> None:
        """Says something of the checkpoint, which is kept with it."""
        self._metadata = {str(key): str(value) for key, value in metadata.items()}

    def update_metadata(self, metadata: Dict[str, Any]) -> None:
        """Adds to what is said of the checkpoint."""
        self._metadata.update({str(key): str(value) for key, value in metadata.items()})

    def __repr__(self) -> str:
        return f"Checkpoint({self.path!r})"


_MANIFEST = "manta-manifest.json"


def _part_directory(rank: int, size: int) -> str:
    return f"part-{rank:05d}-of-{size:05d}"


# ---- The wire format --------------------------------------------------------------------------------------------------------------------------------------
# docs/reference/wire.md of Manta says what each message means; the two are held together by golden frames.

_VERSION = 2
_FRAME_MAX = 16 << 20
_WORDS_MAX = 65_536
_HEADER = struct.Struct(">IBBIQ")

_HELD = (("commit", "i64"), ("whole", "flag"), ("checksum", "i64"), ("step", "i64"), ("epoch", "i32"), ("size", "i32"), ("shards", "numbers"))
_PLACE = tuple((name, "i32") for name in ("rank", "size", "local_rank", "local_size", "node_rank")) + (("node", "text"), ("device", "text"), ("threads", "i32"))
_RUN = tuple((name, "text") for name in ("id", "name", "storage", "directory", "upload")) + (("pending", "i32"), ("settings", "map"))
_START = (
    ("checkpoint", "text"),
    ("step", "i64"),
    ("epoch", "i32"),
    ("ordinal", "i32"),
    ("committed", "text"),
    ("commit", "i64"),
    ("source", "i32"),
    ("size", "i32"),
)
_LOOP = (("class", "text"), ("method", "text"), ("config_class", "text"), ("config", "text"))

_MESSAGES = {
    "Hello": (1, (("token", "text"), ("worker", "text"), ("pid", "i64"), ("rank", "i32"), ("acknowledged", "i64"))),
    "Ready": (2, (("offer", "text"),)),
    "Entered": (3, ()),
    "Report": (
        4,
        (("rank", "i32"), ("step", "i64"), ("epoch", "i32"), ("time", "i64"), ("checkpoint", "i32"), ("name", "text"), ("metrics", "bytes")),
    ),
    "PartStored": (5, (("ordinal", "i32"), ("step", "i64"), ("part", "text"))),
    "PartFailed": (6, (("ordinal", "i32"), ("step", "i64"), ("why", "words"))),
    "StopAnswer": (7, (("at", "i64"), ("accepted", "flag"), ("step", "i64"))),
    "Waiting": (8, (("call", "words"), ("millis", "i64"), ("missing", "numbers"))),
    "Unwound": (10, (("left", "words"), ("held", _HELD))),
    "Returned": (11, (("value", "text"), ("stopped", "flag"), ("held", _HELD))),
    "Failed": (12, (("step", "i64"), ("type", "words"), ("what", "words"), ("where", "words"), ("stack", "words"), ("held", _HELD))),
    "Stacks": (13, (("text", "words"),)),
    "Pong": (14, ()),
    "Warmed": (16, ()),
    "Stays": (17, (("why", "words"),)),
    "Noticed": (18, (("within", "i64"), ("by", "words"))),
    "Restated": (20, ()),
    "Storing": (22, ()),
    "Logged": (26, (("time", "i64"), ("path", "text"))),
    "Load": (27, (("rank", "i32"), ("sample", "text"))),
    "Welcome": (65, (("term", "i32"), ("orphan_millis", "i64"), ("ping_millis", "i64"))),
    "Join": (66, (("place", _PLACE), ("run", _RUN), ("start", _START), ("loop", _LOOP))),
    "Go": (67, (("offers", "texts"),)),
    "Ack": (69, ()),
    "Committed": (70, (("ordinal", "i32"), ("record", "text"))),
    "NotCommitted": (71, (("ordinal", "i32"), ("why", "words"))),
    "Stop": (72, (("at", "i64"),)),
    "Abort": (73, (("why", "words"), ("rolls_back", "flag"))),
    "Dump": (74, ()),
    "Ping": (75, ()),
    "Leave": (76, ()),
    "Gathered": (77, (("offers", "texts"),)),
    "Warm": (78, (("loop", _LOOP),)),
    "Resize": (79, ()),
    "Notice": (81, (("ranks", "numbers"), ("left", "i64"))),
    "LeaveRun": (82, ()),
}
_NAMES = {kind: name for name, (kind, _) in _MESSAGES.items()}
_NOTHING_HELD = {"commit": 0, "whole": False, "checksum": 0, "step": 0, "epoch": 0, "size": 0, "shards": []}


class _Message(NamedTuple):
    """A message with its fields; `attempt` and `sequence` are those of the frame's header."""

    name: str
    attempt: int
    sequence: int
    fields: Dict[str, Any]


class _WireError(Exception):
    """The other side does not speak this protocol."""


def _cut(text: str, most: int = _WORDS_MAX) -> str:
    """Text for people: what is too long for them is cut in the middle, so that the rest is told in any case."""
    if len(text) <= most:
        return text
    half = most // 2 - 20
    return f"{text[:half]} … {len(text) - 2 * half} characters … {text[-half:]}"


def _encode(message: _Message) -> bytes:
    kind, fields = _MESSAGES[message.name]
    body: List[bytes] = []
    _write(fields, message.fields, body)
    length = _HEADER.size - 4 + sum(map(len, body))
    _require_fits(length + 4)
    return b"".join((_HEADER.pack(length, _VERSION, kind, message.attempt, message.sequence), *body))


def _require_fits(size: int) -> None:
    if size > _FRAME_MAX:
        raise MantaError(f"a message of {size} bytes is above the limit of {_FRAME_MAX} bytes of a frame; large values belong into a checkpoint")


_REPORT = struct.Struct(">IBBIQiqiqiI")
_REPORT_KIND = _MESSAGES["Report"][0]


def _encode_report(attempt: int, sequence: int, numbers: "tuple[int, int, int, int, int]", name: bytes, metrics: bytes) -> bytes:
    """The same as above for the message of which a rank may say ten thousands a second. `numbers` are its fields up to the checkpoint."""
    size = _REPORT.size + len(name) + 4 + len(metrics)
    _require_fits(size)
    head = _REPORT.pack(size - 4, _VERSION, _REPORT_KIND, attempt, sequence, *numbers, len(name))
    return b"".join((head, name, len(metrics).to_bytes(4, "big"), metrics))


def _write(fields: Any, values: Dict[str, Any], body: List[bytes]) -> None:
    for name, kind in fields:
        value = values[name]
        if isinstance(kind, tuple):
            _write(kind, value, body)
        else:
            body.append(_WRITERS[kind](value))


def _sized(value: bytes) -> bytes:
    return struct.pack(">I", len(value)) + value


def _text(value: str) -> bytes:
    return _sized(value.encode("utf-8", "replace"))


_WRITERS: Dict[str, Callable[[Any], bytes]] = {
    "flag": lambda value: b"\1" if value else b"\0",
    "i32": struct.Struct(">i").pack,
    "i64": struct.Struct(">q").pack,
    "text": _text,
    "words": lambda value: _text(_cut(value)),
    "bytes": _sized,
    "texts": lambda values: struct.pack(">I", len(values)) + b"".join(map(_text, values)),
    "numbers": lambda values: struct.pack(f">I{len(values)}i", len(values), *values),
    "map": lambda values: struct.pack(">I", len(values)) + b"".join(_text(key) + _text(values[key]) for key in sorted(values)),
}


def _decode(frame: bytes) -> _Message:
    """Reads a whole frame; fails with what is wrong with it."""
    if len(frame) < _HEADER.size:
        raise _WireError(f"a frame of {len(frame)} bytes is too short")
    length, version, kind, attempt, sequence = _HEADER.unpack_from(frame)
    if length != len(frame) - 4 or version != _VERSION or kind not in _NAMES:
        raise _WireError(f"a frame of {len(frame)} bytes says length {length}, version {version}, type {kind}; is manta.py of the same version as the driver?")
    name = _NAMES[kind]
    reader = _Reader(frame, _HEADER.size)
    fields = reader.fields(_MESSAGES[name][1])
    reader.end()
    return _Message(name, attempt, sequence, fields)


class _Reader:
    """Reads the fields of a frame in order."""

    def __init__(self, frame: bytes, at: int) -> None:
        self._frame = frame
        self._at = at

    def fields(self, fields: Any) -> Dict[str, Any]:
        return {name: self.fields(kind) if isinstance(kind, tuple) else getattr(self, kind)() for name, kind in fields}

    def end(self) -> None:
        if self._at != len(self._frame):
            raise _WireError(f"{len(self._frame) - self._at} bytes are left over in a frame")

    def _take(self, count: int) -> bytes:
        if count < 0 or self._at + count > len(self._frame):
            raise _WireError(f"a frame ends {self._at + count - len(self._frame)} bytes too early")
        self._at += count
        return self._frame[self._at - count : self._at]

    def flag(self) -> bool:
        return self._take(1) != b"\0"

    def i32(self) -> int:
        return struct.unpack(">i", self._take(4))[0]

    def i64(self) -> int:
        return struct.unpack(">q", self._take(8))[0]

    def bytes(self) -> bytes:
        return self._take(self.i32())

    def text(self) -> str:
        return self.bytes().decode("utf-8")

    words = text

    def texts(self) -> List[str]:
        return [self.text() for _ in range(self.i32())]

    def numbers(self) -> List[int]:
        return [self.i32() for _ in range(self.i32())]

    def map(self) -> Dict[str, str]:
        return {self.text(): self.text() for _ in range(self.i32())}


# ---- The rank's process -----------------------------------------------------------------------------------------------------------------------------------

_STATUS_ORPHANED = 70
_STATUS_NO_CONTROLLER = 71
_STATUS_BROKEN = 72
_REDIAL_SECONDS = 0.02
_ANSWER_SECONDS = 10.0
_TERMINATED_MILLIS = 30_000
_NEWS_SECONDS = 2.0
_EXIT_SECONDS = 5.0
_RECHECK_SECONDS = 0.05
_LEISURE_SECONDS = 6.0
_LOAD_SECONDS = 0.2
_IDLE_CPUS = 0.5


class _Gate:
    """Whether an attempt is open, and the place where its threads wait: every wait ends when the attempt does."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.why: Optional[str] = None

    def close(self, why: str) -> None:
        with self.changed:
            self.why = self.why or why
            self.changed.notify_all()

    def require(self) -> None:
        if self.why is not None:
            raise Aborted(self.why)

    def wait(self, so: Callable[[], bool], seconds: Optional[float] = None, anyway: bool = False) -> bool:
        """Waits until something is so, or for so long; raises when the attempt ends before, unless it is waited for anyway."""
        end = None if seconds is None else time.monotonic() + seconds
        with self.changed:
            while not so():
                if not anyway:
                    self.require()
                if end is not None and time.monotonic() >= end:
                    return False
                self.changed.wait(_RECHECK_SECONDS)
            return True

    def closes_within(self, seconds: float) -> bool:
        return self.wait(lambda: self.why is not None, seconds, anyway=True)


class _Channel:
    """The way out to the controller. A broken connection is not an error here: the thread that reads sees it too, and decides."""

    def __init__(self, link: socket.socket) -> None:
        self._writing = threading.Lock()
        self._link = link
        self._process = os.getpid()
        self._lasting = False
        self._reports: "collections.deque[tuple[int, bytes]]" = collections.deque()
        self._said: List["tuple[int, bytes]"] = []

    def last(self) -> None:
        """From now on it is kept what another controller would have to hear again."""
        self._lasting = True

    def say(self, name: str, attempt: int = 0, sequence: int = 0, /, about: int = 0, lasts: bool = True, **fields: Any) -> None:
        """Says something; `about` is the ordinal of the checkpoint that it is about, and what does not last need not be said again."""
        self._require_own_process()
        frame = _encode(_Message(name, attempt, sequence, fields))
        with self._writing:
            if self._lasting and lasts:
                self._said.append((about, frame))
            self._send(frame)

    def report(self, sequence: int, about: int, frame: bytes) -> None:
        """Says a report, which is kept until it is acknowledged."""
        self._require_own_process()
        with self._writing:
            if self._lasting:
                self._reports.append((sequence, frame))
                if about:
                    self._said.append((about, frame))
            self._send(frame)

    def _require_own_process(self) -> None:
        if os.getpid() != self._process:
            raise MantaError("only the process of the rank itself can talk to Manta, and this one was forked from it: hand the values back to it")

    def _send(self, frame: bytes) -> None:
        try:
            self._link.sendall(frame)
        except OSError:
            pass  # the thread that reads sees the same

    def acknowledged(self, up_to: int) -> None:
        with self._writing:
            while self._reports and self._reports[0][0] <= up_to:
                self._reports.popleft()

    def decided(self, checkpoint: int) -> None:
        """It is known what became of a checkpoint."""
        with self._writing:
            self._said = [kept for kept in self._said if kept[0] != checkpoint]

    def begin(self) -> None:
        """Another attempt is joined."""
        with self._writing:
            self._said.clear()

    def move_to(self, link: socket.socket) -> None:
        """Continues over another connection, and says everything again there that may not have been heard."""
        with self._writing:
            self._link = link
            for _, frame in [*self._reports, *self._said]:
                self._send(frame)
            self._send(_encode(_Message("Restated", 0, 0, {})))


def _receive(link: socket.socket) -> Optional[_Message]:
    """The next message; None when the other side is gone."""
    head = _receive_exactly(link, 4)
    if head is None:
        return None
    length = struct.unpack(">I", head)[0]
    if not _HEADER.size - 4 <= length <= _FRAME_MAX - 4:
        raise _WireError(f"a frame of {length} bytes; the other side does not speak this protocol")
    body = _receive_exactly(link, length)
    return None if body is None else _decode(head + body)


def _receive_exactly(link: socket.socket, count: int) -> Optional[bytes]:
    chunks = []
    while count > 0:
        try:
            chunk = link.recv(min(count, 1 << 20))
        except OSError:
            return None
        if not chunk:
            return None
        chunks.append(chunk)
        count -= len(chunk)
    return b"".join(chunks)


class _ReportWindow:
    """Numbers reports and decides how many of them may be on their way: 65,536, and so many bytes in two halves, of which the older must be durable when the
    newer one is full."""

    REPORTS_MAX = 1 << 16
    HALF_BYTES = 4 << 20
    HALF_BYTES_MIN = 64 << 10
    ROW_BYTES = 128

    def __init__(self) -> None:
        self.acknowledged = 0
        self.sequence = 0
        self._half = self.HALF_BYTES
        self._older = 0
        self._newer_bytes = 0

    def share(self, ranks: int) -> None:
        self._half = max(self.HALF_BYTES_MIN, self.HALF_BYTES // ranks)

    def awaited(self, size: int) -> int:
        """The report that must be durable before one with so many bytes of metrics is sent."""
        oldest = self.sequence - self.REPORTS_MAX + 1
        return max(oldest, self._older) if self._overflows(size) else oldest

    def _overflows(self, size: int) -> bool:
        return self._newer_bytes > 0 and self._newer_bytes + self.ROW_BYTES + size > self._half

    def sent(self, size: int) -> None:
        if self._overflows(size):
            self._older = self.sequence
            self._newer_bytes = 0
        self.sequence += 1
        self._newer_bytes += self.ROW_BYTES + size


class _Session:
    """A rank's side of the conversation: one thread reads what the controller says and answers; training runs on the main thread."""

    def __init__(self, door: str, worker: str, orphan_millis: int) -> None:
        self.door = door
        self._worker = worker
        self._orphan_millis = orphan_millis
        self._term = 0
        self._link = self._dial_until_heard()
        self.channel = _Channel(self._link)
        self.window = _ReportWindow()
        self.reporting = threading.Lock()
        self.current: Optional["_Attempt"] = None
        self.held = _HeldCommits()
        self._orders: "queue.SimpleQueue[_Message]" = queue.SimpleQueue()
        self._idle = True
        self._companion: Optional["manta_data.Companion"] = None
        self.visible_devices = _devices_of_node(os.path.exists("/dev/kfd"))
        os.register_at_fork(after_in_child=self._forked)

    def _forked(self) -> None:
        """A process that the script forks has no part in the conversation: its copy of the connection would keep that open when the rank has ended."""
        self._link.close()

    # -- connections

    def _dial(self, attempt: int, rank: int, acknowledged: int) -> socket.socket:
        with open(os.path.join(self.door, "token"), encoding="ascii") as file:
            token = file.read()
        link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            link.connect(os.path.join(self.door, "s"))
            hello = {"token": token, "worker": self._worker, "pid": os.getpid(), "rank": rank, "acknowledged": acknowledged}
            link.sendall(_encode(_Message("Hello", attempt, 0, hello)))
            return link
        except OSError:
            link.close()
            raise

    def _dial_until_heard(self) -> socket.socket:
        """The controller may be killed while this process starts, and another one take its place."""
        end = time.monotonic() + self._orphan_millis / 1000
        while True:
            try:
                return self._dial(0, -1, 0)
            except OSError as nobody:
                if time.monotonic() >= end:
                    print(f"manta: worker {self._worker} cannot reach its controller: {nobody}", file=sys.stderr, flush=True)
                    os._exit(_STATUS_NO_CONTROLLER)
                time.sleep(_REDIAL_SECONDS)

    def _reattach(self) -> bool:
        """Calls until a controller answers; the function continues meanwhile. False when that took too long."""
        self._link.close()
        end = time.monotonic() + self._orphan_millis / 1000
        while time.monotonic() < end:
            if self._answered(end):
                return True
            time.sleep(_REDIAL_SECONDS)
        return False

    def _answered(self, end: float) -> bool:
        run = self.current
        try:
            if os.stat(self.door).st_uid != os.getuid() or os.stat(self.door).st_mode & 0o077:
                return False
            os.utime(self.door)
            os.utime(os.path.join(self.door, "token"))
            link = self._dial(run.number if run else 0, run.place["rank"] if run else -1, self.window.acknowledged)
            link.settimeout(max(0.1, min(end - time.monotonic(), _ANSWER_SECONDS)))
            answer = _receive(link)
            link.settimeout(None)
        except (OSError, _WireError):
            return False
        if answer is not None and answer.name == "Welcome" and answer.fields["term"] >= self._term:
            self._follow(answer)
            self._link = link
            self.channel.move_to(link)
            return True
        link.close()
        if answer is not None and answer.name == "Leave":
            self._leave(answer)
        return False

    # -- the thread that reads

    def serve(self) -> None:
        try:
            self._read()
            while self._orphan_millis > 0 and self._reattach():
                self._read()
        except BaseException:  # whatever it is: a rank whose wire is broken must not look alive
            import traceback

            print("manta: this worker's control thread failed", file=sys.stderr)
            traceback.print_exc()
            os._exit(_STATUS_BROKEN)
        print("manta: the controller is gone; this worker ends", file=sys.stderr, flush=True)
        _end_children()
        os._exit(_STATUS_ORPHANED)

    def _read(self) -> None:
        while True:
            message = _receive(self._link)
            if message is None:
                return
            getattr(self, "_" + message.name.lower())(message)

    def _in_attempt(self, message: _Message) -> Optional["_Attempt"]:
        """Late messages of an attempt that is over change nothing."""
        run = self.current
        return run if run is not None and run.number == message.attempt else None

    def _welcome(self, message: _Message) -> None:
        self._follow(message)
        if self._orphan_millis > 0:
            self.channel.say("Restated", lasts=False)

    def _follow(self, message: _Message) -> None:
        self._term = message.fields["term"]
        self._orphan_millis = message.fields["orphan_millis"]
        if self._orphan_millis > 0:
            self.channel.last()

    def _join(self, message: _Message) -> None:
        before = self.current
        if before is not None:
            before.abort(f"attempt {message.attempt} begins", False)
        self.channel.begin()
        self.window.share(message.fields["place"]["size"])
        self.current = _Attempt(self, message)
        if any(name.startswith("dataset.") for name in message.fields["run"]["settings"]):
            threading.Thread(target=self._start_companion, name="manta-companion", daemon=True).start()
        self._orders.put(message)

    def companion(self) -> "manta_data.Companion":
        """The JVM that does for the ranks of this node what needs Java; it is started when the first of them uses it."""
        import manta_data

        if self._companion is None:
            command = os.environ.get("MANTA_COMPANION")
            if command is None:
                raise MantaError("MANTA_COMPANION, by which a rank starts the JVM that it needs, is not in its environment: leave it there")
            self._companion = manta_data.Companion(self.door, json.loads(command))
        return self._companion

    def _start_companion(self) -> None:
        """Ahead of its use, beside what the script imports. Whoever uses it says what is wrong."""
        with contextlib.suppress(Exception):
            self.companion().start()

    def _warm(self, message: _Message) -> None:
        self._orders.put(message)

    def _go(self, message: _Message) -> None:
        run = self._in_attempt(message)
        if run:
            run.go(message.fields["offers"])

    def _gathered(self, message: _Message) -> None:
        """Ranks in Python offer everything before they enter."""

    def _ack(self, message: _Message) -> None:
        self.window.acknowledged = max(self.window.acknowledged, message.sequence)
        self.channel.acknowledged(message.sequence)
        run = self.current
        if run and run.waits_for_ack:
            with run.gate.changed:
                run.gate.changed.notify_all()

    def _committed(self, message: _Message) -> None:
        run = self._in_attempt(message)
        if run:
            run.committed(message.fields["ordinal"], json.loads(message.fields["record"])["name"])
        self.channel.decided(message.fields["ordinal"])

    def _notcommitted(self, message: _Message) -> None:
        run = self._in_attempt(message)
        if run:
            run.decided(message.fields["ordinal"], message.fields["why"])
        self.channel.decided(message.fields["ordinal"])

    def _stop(self, message: _Message) -> None:
        run = self._in_attempt(message)
        if run:
            run.stop.take(message.fields["at"])

    def _resize(self, message: _Message) -> None:
        run = self._in_attempt(message)
        if run:
            run.resize()

    def _notice(self, message: _Message) -> None:
        """The controller asks for the stop that follows from it."""

    def _abort(self, message: _Message) -> None:
        run = self._in_attempt(message)
        if run:
            run.abort(message.fields["why"], message.fields["rolls_back"])

    def _dump(self, message: _Message) -> None:
        self.channel.say("Stacks", message.attempt, lasts=False, text=_stacks())

    def _ping(self, message: _Message) -> None:
        self.channel.say("Pong", 0, message.sequence, lasts=False)
        run = self.current
        if run:
            run.pinged()

    def _leave(self, message: _Message) -> None:
        run = self.current
        if run:
            run.uploads.end()
        if not self._idle:
            _exit_now(0)
        self._orders.put(message)
        threading.Timer(_EXIT_SECONDS, _exit_now, (0,)).start()

    def _leaverun(self, message: _Message) -> None:
        """An interpreter serves one run only."""
        self._leave(message)

    # -- the main thread

    def run(self) -> None:
        threading.Thread(target=self.serve, name="manta-wire", daemon=True).start()
        while True:
            order = self._orders.get()
            if order.name == "Join":
                self._train(order)
            elif order.name == "Warm":
                packages = _packages(order.fields["loop"])
                if packages and self._has_leisure():
                    _import_ahead(packages)
                self.channel.say("Warmed")
            else:
                _exit_orderly()

    def _has_leisure(self) -> bool:
        """Waits until a CPU is idle, or for a while: to import packages takes seconds, which would be taken from the first steps of the ranks. False where there is no
        time left, as this process is needed."""
        end = time.monotonic() + _LEISURE_SECONDS
        while self._orders.empty() and time.monotonic() < end and _idle_cpus(_LOAD_SECONDS) < _IDLE_CPUS:
            pass
        return self._orders.empty()

    def _train(self, join: _Message) -> None:
        run = self.current
        if run is None or run.number != join.attempt:
            return  # the next one has begun
        self._idle = False
        try:
            run.train()
        finally:
            self._idle = True

    def has_returned(self) -> None:
        """From now on the process may be told to leave, and ends as Python does."""
        self._idle = True

    def terminated(self) -> None:
        """The process was told, by a signal, that it will be ended."""
        run = self.current
        if run:
            self.channel.say("Noticed", run.number, within=_TERMINATED_MILLIS, by="SIGTERM")


class _StopVote:
    """Agrees with the other ranks on where to stop: the controller proposes how often the function will have asked, every rank accepts or refuses, and one that
    gets there waits until the proposal is confirmed or a later one comes. A single rank stops at once."""

    UNDECIDED_SECONDS = 2.0

    def __init__(self, attempt: "_Attempt") -> None:
        self._attempt = attempt
        self._asked = 0
        self._proposed: Optional[int] = None
        self._confirmed = False
        self._requested = False
        self.seen = False

    def take(self, at: int) -> None:
        """Takes the controller's wish, on its own thread, and answers."""
        gate = self._attempt.gate
        with gate.changed:
            self._requested = True
            accepted = self._alone() if at == 0 else self._propose(at)
            asked = self._asked
            gate.changed.notify_all()
        self._attempt.channel.say("StopAnswer", self._attempt.number, lasts=False, at=at, accepted=accepted, step=asked)

    def _alone(self) -> bool:
        return self._attempt.place["size"] == 1

    def _propose(self, at: int) -> bool:
        if at == self._proposed:
            self._confirmed = True
            return True
        if self._asked >= at:
            return False
        self._proposed, self._confirmed = at, False
        return True

    def ask(self) -> bool:
        """The function asks whether to stop."""
        gate = self._attempt.gate
        gate.require()
        with gate.changed:
            self._asked += 1
        stop = self._requested if self._alone() else self._agreed()
        self.seen = self.seen or stop
        return stop

    def _agreed(self) -> bool:
        if not self._reached():
            return False
        self._attempt.gate.wait(lambda: self._confirmed or not self._reached(), self.UNDECIDED_SECONDS)
        return self._reached()

    def _reached(self) -> bool:
        return self._proposed is not None and self._asked >= self._proposed


class _StepSilence:
    """How long a rank has made no step, where that is long by its own measure."""

    LEAST = 60.0
    OF_THE_FIRST = 600.0
    TIMES_THE_LONGEST = 10
    STEPS_TO_KNOW = 3

    def __init__(self) -> None:
        self._moves = 0
        self._changes = 0
        self._since = time.monotonic()
        self._longest = 0.0
        self._told = False

    def at(self, moves: int, now: float) -> Optional[float]:
        """How long there was no step, once that is too long; 0 once there is one after that; None otherwise."""
        still = now - self._since
        if moves == self._moves:
            if self._told or still <= self._limit():
                return None
            self._told = True
            return still
        self._moves, self._since, self._changes = moves, now, self._changes + 1
        self._longest = max(self._longest, still)
        again, self._told = self._told, False
        return 0.0 if again else None

    def _limit(self) -> float:
        least = self.OF_THE_FIRST if self._changes < self.STEPS_TO_KNOW else self.LEAST
        return max(least, self._longest * self.TIMES_THE_LONGEST)


class _LoadMeter:
    """What this rank has used and waited for since it said so last. It begins when it is asked first, so that the start of a script pays nothing for it."""

    AT_FIRST = 1.0
    EVERY = 5.0

    def __init__(self) -> None:
        self._before: Optional[Dict[str, Any]] = None
        self._said = False

    def at(self, steps: int, data: List[Dict[str, Any]], last: bool = False) -> Optional[Dict[str, Any]]:
        """What is to be said now; None where that is too early."""
        now = {"seconds": time.monotonic(), "cpu": time.process_time(), "steps": steps, "data": data}
        before = self._before
        if before is None:
            self._before = now
            return None
        if now["seconds"] - before["seconds"] < (self.EVERY if self._said and not last else self.AT_FIRST):
            return None
        self._before, self._said = now, True
        return self._between(before, now)

    @staticmethod
    def _between(before: Dict[str, Any], now: Dict[str, Any]) -> Dict[str, Any]:
        earlier = {each["dataset"]: each for each in before["data"]}
        data = [{**each, **{key: each[key] - earlier.get(each["dataset"], {}).get(key, 0) for key in ("rows", "bytes", "stalledSeconds")}} for each in now["data"]]
        point = {
            "at": int(time.time() * 1000),
            "seconds": now["seconds"] - before["seconds"],
            "cpuSeconds": now["cpu"] - before["cpu"],
            "memoryBytes": _resident_bytes(),
            "steps": now["steps"] - before["steps"],
            "dataSeconds": sum(each["stalledSeconds"] for each in data),
            "rows": sum(each["rows"] for each in data),
        }
        return {"point": point, "data": data}


def _resident_bytes() -> int:
    """The resident memory of this process; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


class _Attempt:
    """One attempt of this rank: from its seat to how its function ended."""

    def __init__(self, session: _Session, join: _Message) -> None:
        self.session = session
        self.channel = session.channel
        self.number = join.attempt
        self.place = join.fields["place"]
        self.run = join.fields["run"]
        self.start = join.fields["start"]
        self._loop = join.fields["loop"]
        self.gate = _Gate()
        self.stop = _StopVote(self)
        self.uploads = _Uploads(self)
        self.waits_for_ack = False
        self._step = self.start["step"]
        self._epoch = self.start["epoch"]
        self._in_epoch = False
        self._ordinal = self.start["ordinal"]
        self._whole = 0
        self._newest = self.start["checkpoint"]
        self._names: "set[str]" = set()
        self._logged: Optional["manta_logged.LoggedFiles"] = None
        self._fetched: Dict[str, Checkpoint] = {}
        self.live = _LiveState(self)
        self._resizes = False
        self._threads = set(threading.enumerate())
        self._offers: Optional[List[Dict[str, Any]]] = None
        self._inside = False
        self._silence = _StepSilence()
        self._load = _LoadMeter()
        self._outcomes: Dict[int, str] = {}
        self._secret = _PeerSecret() if self.is_spread() else None
        self._peers: Optional[_PeerDoor] = None
        self._meeting: Optional[_Meeting] = None
        self._gathering = threading.Lock()
        self._datasets: Optional["manta_data.Datasets"] = None

    # -- asked by the thread that reads

    def go(self, offers: List[str]) -> None:
        with self.gate.changed:
            self._offers = [json.loads(offer) for offer in offers if offer]
            self.gate.changed.notify_all()

    def committed(self, ordinal: int, name: str) -> None:
        """Whichever rank has reported it: the next checkpoint of this one comes after it."""
        with self.gate.changed:
            self._newest = f"{self.run['storage'].rstrip('/')}/checkpoints/{name}"
            self._ordinal = max(self._ordinal, ordinal)
        self.decided(ordinal, "")

    def decided(self, ordinal: int, why: str) -> None:
        with self.gate.changed:
            self._outcomes.setdefault(ordinal, why)
            self.gate.changed.notify_all()

    def resize(self) -> None:
        """The number of ranks changes. Ranks leave at their next commit: who is a step behind another follows when its collective fails."""
        why = self.live.why_not_resized()
        if why:
            self.channel.say("Stays", self.number, why=why)
        else:
            self._resizes = True

    def abort(self, why: str, rolls_back: bool) -> None:
        """Ends the attempt from outside: its calls raise, its waits end. Without live state the process has nothing that the next attempt could use, wherever
        its function is: it ends once what is on its way to storage is stored."""
        if self.gate.why is not None:
            return
        if rolls_back or self.live.is_empty():
            self.uploads.proceed()
        self.gate.close(why)
        if self._inside and self.live.is_empty():
            threading.Thread(target=self._leave, name="manta-leave", daemon=True).start()
        elif self._inside:
            _abort_collectives()

    def error_file(self) -> str:
        """Where `torch.distributed.elastic` writes what went wrong in this attempt."""
        return os.path.join(tempfile.gettempdir(), f"error-{self.number}-{self.place['rank']}.json")

    def _leave(self) -> None:
        self.uploads.end()
        self.channel.say("Unwound", self.number, left="a script without manta.live", held=_NOTHING_HELD)

    def pinged(self) -> None:
        if self._inside and self.gate.why is None:
            silent = self._silence.at(self.session.window.sequence, time.monotonic())
            if silent is not None:
                self.channel.say("Waiting", self.number, lasts=False, call="", millis=int(silent * 1000), missing=[self.place["rank"]])
            self._tell_load()

    def _tell_load(self, last: bool = False) -> None:
        datasets = self._datasets
        sample = self._load.at(self._step, [] if datasets is None else datasets.load(), last)
        if sample is not None:
            self.channel.say("Load", self.number, lasts=False, rank=self.place["rank"], sample=json.dumps(sample))

    # -- the main thread

    def train(self) -> None:
        global _session_attempt
        _forget_group()
        ports = _Ports()
        try:
            self.channel.say("Ready", self.number, offer=json.dumps({**ports.offer(), **self._offer()}))
            self.gate.wait(lambda: self._offers is not None)
        except Aborted:
            ports.close()
            self._unwound()
            return
        assert self._offers is not None
        os.environ.update(_environment(self, self._offers))
        ports.close()
        if self._peers is not None:
            self._peers.hand_on(self.live, self._offers)
        _session_attempt = self
        self._inside = True
        self.channel.say("Entered", self.number)
        self._call()

    def _offer(self) -> Dict[str, Any]:
        """What others have to know of this rank: those that they call listen from now on."""
        if self.place["size"] > 1 and (self.place["rank"] == 0 or self.live.is_source() or self.live.keeps_shards()):
            self._peers = _PeerDoor(self)
        return {
            "device": self.place["device"],
            "node": self.place["node"],
            "pid": os.getpid(),
            "called": {} if self._peers is None else self._peers.address,
            "public": "" if self._secret is None else self._secret.public,
            "lacks": self.live.lacks_commit(),
            "shards": self.live.held_shards(),
        }

    def _call(self) -> None:
        process = os.getpid()
        try:
            self.live.take()
            value = _return_value(_call_loop(self._loop))
            _end_if_forked(process, None)
            self.gate.require()
            self.uploads.drain()
            if self._peers is not None:
                self._peers.await_taken()
        except Aborted as aborted:
            if self.gate.why is None:
                self._fail(aborted)
            else:
                self._left(aborted)
        except BaseException as thrown:
            _end_if_forked(process, thrown)
            if self._resizes and _may_follow_from_others(thrown, self.place["size"]):
                self.gate.close("the number of workers changes")
            if self.gate.closes_within(_NEWS_SECONDS if _may_follow_from_others(thrown, self.place["size"]) else 0):
                self._left(thrown)
            else:
                self._fail(thrown)
        else:
            self._inside = False
            self._tell_load(last=True)
            self._leave_peers()
            self.gate.close("the training function has returned")
            self.session.has_returned()
            self.channel.say("Returned", self.number, value=value, stopped=self.stop.seen, held=self._held())
            _cut_links(self.place["rank"], self.offers())

    def _left(self, thrown: BaseException) -> None:
        """The function was left because the attempt is over. Where there is no live state, that is told already."""
        if not self.live.is_empty():
            _release(thrown)
            self._unwound()

    def _leave_peers(self) -> None:
        """Whoever waits for this rank is told by the end of its connection."""
        if self._meeting is not None:
            self._meeting.close()
        if self._peers is not None:
            self._peers.close()

    def _unwound(self) -> None:
        self._inside = False
        self._leave_peers()
        _forget_group()
        self.uploads.end()
        self.channel.say("Unwound", self.number, left=self._left_behind(), held=self._held())

    def _left_behind(self) -> str:
        """What is in the way of using the process again: threads that the function has started, and that would keep it."""
        stray = [each.name for each in threading.enumerate() if not each.daemon and each not in self._threads and each is not threading.main_thread()]
        return f'thread "{stray[0]}" running' if stray else ""

    def _held(self) -> Dict[str, Any]:
        held = self.session.held.newest
        return _NOTHING_HELD if held is None else held.described()

    def _fail(self, thrown: BaseException) -> None:
        self._inside = False
        failure = _failure(thrown)
        sys.stdout.flush()
        _log_failure(failure)
        _release(thrown)
        self._leave_peers()
        _forget_group()
        self.uploads.proceed()  # the checkpoint that the run resumes from may be on its way
        self.uploads.end()
        self.gate.close("the training function has ended")
        usable = self.live.is_of_use() and not self._left_behind()
        self.channel.say("Failed", self.number, step=self._step, held=self._held() if usable else _NOTHING_HELD, **failure)

    # -- asked by the function

    def report(self, metrics: Dict[str, Any], checkpoint: Union[Checkpoint, _Path, None], name: Optional[str]) -> None:
        self.gate.require()
        self.uploads.require_fine()
        body = _JSON.encode(_plain_metrics(metrics)).encode()
        files = None if checkpoint is None else self._with_positions(checkpoint)
        with self.session.reporting:
            ordinal, stored = 0, ""
            if files is not None:
                self.uploads.require(files)
                ordinal = self._ordinal + 1
                stored = self._stored_name(files, ordinal, name)
            self._send(body, ordinal, stored if stored and stored != _checkpoint_name(self.number, ordinal) else "")
            if files is not None:
                self._took(files, ordinal, name)
            moment = {"attempt": self.number, "ordinal": ordinal, "step": self._step, "epoch": self._epoch, "midEpoch": not self._in_epoch}
        if files is not None:
            self.uploads.store(files, stored, moment)
            self.live.reported(files)
        if self.live.commits_with_reports() and threading.current_thread() is threading.main_thread():
            self.commit()

    def log(self, name: str, value: Any) -> None:
        self.gate.require()
        import manta_logged  # few scripts need it

        with self.session.reporting:
            if self._logged is None:
                self._logged = manta_logged.LoggedFiles(self)
            step = self._step + 1
        self._logged.add(name, step, value)

    def _stored_name(self, files: Checkpoint, ordinal: int, given: Optional[str]) -> str:
        """Each name once, as the second would be written over the first. Ranks count for themselves, so that two may be at the same number: of what is whole, and not
        rank 0's, the name has the rank."""
        if given is not None and given in self._names:
            raise ValueError(f'a checkpoint was called "{given}" before: add what differs, such as the epoch')
        rank = self.place["rank"]
        if given is None and rank > 0 and not files.is_part:
            given = f"checkpoint-{ordinal:06d}-rank-{rank}"
        return _checkpoint_name(self.number, ordinal, given)

    def _took(self, files: Checkpoint, ordinal: int, given: Optional[str]) -> None:
        with self.gate.changed:
            self._ordinal = max(self._ordinal, ordinal)
        if not files.is_part:
            self._whole = ordinal
        if given is not None:
            self._names.add(given)

    def commit(self) -> None:
        """A rank that is told to leave does so behind its commit."""
        self.live.commit(self._step, self._epoch)
        if self._resizes:
            self.uploads.drain()
            self.gate.close("the number of workers changes")
        self.gate.require()

    def epochs(self, count: int) -> Iterator[int]:
        while self._epoch < count:
            self._in_epoch = True
            yield self._epoch
            self._epoch += 1
            self._in_epoch = False
            if not self.live.is_empty():
                self.commit()

    def _with_positions(self, checkpoint: Union[Checkpoint, _Path]) -> Checkpoint:
        """A checkpoint knows where datasets stood, so that whoever resumes from it reads on from there."""
        files = checkpoint if isinstance(checkpoint, Checkpoint) else Checkpoint(checkpoint)
        return Checkpoint(files.path, files.is_part, {**files.get_metadata(), **self.positions()}, files._held)

    def _send(self, body: bytes, ordinal: int, name: str) -> None:
        window = self.session.window
        self._await(window.awaited(len(body)))
        numbers = (self.place["rank"], self._step + 1, self._epoch + self._in_epoch, time.time_ns() // 1_000_000, ordinal)
        frame = _encode_report(self.number, window.sequence + 1, numbers, name.encode(), body)
        self._step += 1
        self.channel.report(window.sequence + 1, ordinal, frame)
        window.sent(len(body))

    def _await(self, up_to: int) -> None:
        window = self.session.window
        if window.acknowledged >= up_to:
            return
        self.waits_for_ack = True
        try:
            if not self.gate.wait(lambda: window.acknowledged >= up_to, 5.0):
                on_their_way = window.sequence - window.acknowledged
                print(f"manta: report waits: the driver has not yet written the last {on_their_way} reports; is its disk slow or full?", file=sys.stderr)
                self.gate.wait(lambda: window.acknowledged >= up_to)
        finally:
            self.waits_for_ack = False

    def outcome(self, ordinal: int) -> str:
        """Waits for a checkpoint's end; why it was given up, or nothing."""
        self.gate.wait(lambda: ordinal in self._outcomes)
        return self._outcomes[ordinal]

    def checkpoint(self) -> Optional[Checkpoint]:
        self.gate.require()
        return self._opened(self._newest)

    def first_checkpoint(self) -> Optional[Checkpoint]:
        """The one that the attempt resumes from."""
        return self._opened(self.start["checkpoint"])

    def _opened(self, location: str) -> Optional[Checkpoint]:
        """The files of one that was fetched stay though the script keeps its path only: those of the first and of the one that was asked for last."""
        known = self._fetched.get(location) or _stored_checkpoint(location, self.session.companion)
        if known is None:
            return None
        kept = {place: files for place, files in self._fetched.items() if place == self.start["checkpoint"]}
        self._fetched = {**kept, location: known}
        return Checkpoint(known.path, metadata=known.get_metadata(), held=known._held)

    def positions(self) -> Dict[str, str]:
        """Where datasets stand, for checkpoints and commits."""
        return self._datasets.positions() if self._datasets else dict(self.live.positions)

    def datasets(self) -> "manta_data.Datasets":
        import manta_data

        self.gate.require()
        if self._datasets is None:
            between = manta_data.Between(self.gather, self.gate.require)
            self._datasets = manta_data.Datasets(self.session.companion(), self.place, self.run["settings"], between, self._first_positions())
        return self._datasets

    def _first_positions(self) -> Dict[str, str]:
        """Those of the commit that the attempt resumes from, or of the checkpoint."""
        if self.start["commit"] > 0:
            return self.live.positions
        start = self.first_checkpoint()
        return start.get_metadata() if start else {}

    def stop_requested(self) -> bool:
        return self.stop.ask()

    def meet(self, value: Any) -> Any:
        """What rank 0 has given, once every rank is here."""
        return self.gather(value if self.place["rank"] == 0 else None)[0]

    def gather(self, value: Any) -> List[Any]:
        """What every rank has given, by rank."""
        self.gate.require()
        if self.place["size"] == 1:
            return [value]
        with self._gathering:
            if self._meeting is None:
                self._meeting = self._joined_meeting()
            met = self._meeting.gather((self._whole, value))
        with self.gate.changed:
            self._ordinal = max(self._ordinal, *(whole for whole, _ in met))
        return [value for _, value in met]

    def _joined_meeting(self) -> _Meeting:
        if self._peers is not None and self.place["rank"] == 0:
            return self._peers.meeting
        return _FollowedMeeting(self)

    def is_spread(self) -> bool:
        """Whether ranks are on several nodes."""
        return self.place["local_size"] < self.place["size"]

    def call_rank(self, rank: int) -> "_PeerLink":
        """A connection to a rank that listens."""
        return _PeerLink.call(self.offers()[rank]["called"], self.gate, self.place["rank"], self.key_with(rank))

    def offers(self) -> List[Dict[str, Any]]:
        """What ranks have told each other, by rank."""
        assert self._offers is not None
        return self._offers

    def key_with(self, rank: int) -> Optional[bytes]:
        """What this rank and another one have alone; nothing within a node. Whoever calls early waits for the offers."""
        if self._secret is None:
            return None
        self.gate.wait(lambda: self._offers is not None)
        assert self._offers is not None
        if rank >= len(self._offers):
            raise _PeerLost(f"there is no rank {rank}")
        return self._secret.key(self._offers[rank]["public"])


class _Alone:
    """One rank outside of a run: what it reports is printed."""

    number = 0
    place = {"rank": 0, "size": 1, "local_rank": 0, "local_size": 1, "node_rank": 0, "node": "", "device": "cpu", "threads": 0}
    run: Dict[str, Any] = {"id": "", "name": "", "storage": "", "settings": {}}

    def __init__(self) -> None:
        self.live = _LiveState(None)

    def report(self, metrics: Dict[str, Any], checkpoint: Union[Checkpoint, _Path, None], name: Optional[str]) -> None:
        at = "" if checkpoint is None else f"  checkpoint {checkpoint.path if isinstance(checkpoint, Checkpoint) else os.fspath(checkpoint)}"
        print(f"manta: {json.dumps(_plain_metrics(metrics))}{at}", flush=True)

    def log(self, name: str, value: Any) -> None:
        import manta_logged

        print(f"manta: {manta_logged.encoded(value)[0]} {name}", flush=True)

    def checkpoint(self) -> None:
        return None

    def datasets(self) -> "manta_data.Datasets":
        raise MantaError("there are no datasets outside of a run: start the script with `manta run --dataset NAME=FORMAT:PATH`, or with PythonTrainer in Java")

    def stop_requested(self) -> bool:
        return False

    def commit(self) -> None:
        """There is nobody who could be lost."""

    def epochs(self, count: int) -> Iterator[int]:
        return iter(range(count))

    def meet(self, value: Any) -> Any:
        return value


_AttemptOrNone = Union[_Attempt, _Alone]
_session_attempt: Optional[_Attempt] = None
_alone: Optional[_Alone] = None


def _attempt() -> _AttemptOrNone:
    global _alone
    if _session_attempt is not None:
        return _session_attempt
    _alone = _alone or _Alone()
    return _alone


_JSON = json.JSONEncoder(separators=(",", ":"))


def _plain_metrics(metrics: Any) -> Dict[str, Any]:
    if not isinstance(metrics, dict):
        raise TypeError(f"metrics are a dict of names and values, not {type(metrics).__name__}")
    return {_metric_name(key): _metric(str(key), value) for key, value in metrics.items()}


def _metric_name(key: Any) -> str:
    if not isinstance(key, str) or not key:
        raise TypeError(f"a metric's name is a text, not {key!r}")
    return key


def _metric(name: str, value: Any) -> Any:
    if type(value) is float:
        return value if value - value == 0 else _not_finite(value)
    if isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, dict):
        return {_metric_name(key): _metric(f"{name}/{key}", each) for key, each in value.items()}
    if isinstance(value, float):
        return _metric(name, float(value))
    item = getattr(value, "item", None)  # scalars of NumPy, PyTorch, JAX and TensorFlow
    if item is not None:
        try:
            return _metric(name, item())
        except (ValueError, RuntimeError, TypeError):
            pass
    if hasattr(value, "numpy"):
        return _metric(name, value.numpy())
    raise TypeError(f'metric "{name}" is {_kind(value)}; allowed are numbers, texts, booleans and nested dicts of those')


def _not_finite(value: float) -> str:
    return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"


def _kind(value: Any) -> str:
    shape = getattr(value, "shape", None)
    return "None" if value is None else f"a {type(value).__name__}" + (f" of shape {tuple(shape)}" if shape is not None else "")


def _return_value(value: Any) -> str:
    text = json.dumps(_plain(value, "the function's return value"))
    if len(text) > _FRAME_MAX // 2:
        raise MantaError(f"the function's return value has {len(text)} characters, and {_FRAME_MAX // 2} are allowed; large values belong into a checkpoint")
    return text


def _plain(value: Any, what: str) -> Any:
    """A value as JSON can say it."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(each, what) for each in value]
    if isinstance(value, dict):
        return {str(key): _plain(each, what) for key, each in value.items()}
    try:
        return _metric(what, value)
    except TypeError:
        raise TypeError(f"{what} cannot be kept: it has {_kind(value)}; return numbers, texts, booleans, lists or dicts of those") from None


# ---- Checkpoints on their way to storage ------------------------------------------------------------------------------------------------------------------

_STORING_SECONDS = 60.0
_COPY_BYTES = 1 << 20
_PASSING = {
    getattr(errno, name)
    for name in ("EAGAIN", "EBUSY", "EDQUOT", "EHOSTDOWN", "EHOSTUNREACH", "EIO", "ENETUNREACH", "ENOSPC", "EREMOTEIO", "ESTALE", "ETIMEDOUT")
    if hasattr(errno, name)
}
"""What disks and network file systems say of trouble that may be over in a while."""


def _checkpoint_name(attempt: int, ordinal: int, given: Optional[str] = None) -> str:
    """The name of a checkpoint's directory; the attempt is in it so that a writer of an old attempt can touch no newer one."""
    if given is None:
        return f"checkpoint-{ordinal:06d}-attempt-{attempt}"
    if not given or "/" in given or "\\" in given or given.startswith("."):
        raise ValueError(f'a checkpoint\'s name is that of a directory, not "{given}"')
    return f"{given}-attempt-{attempt}"


def _local_path(location: str) -> Optional[str]:
    """The path of a location in a file system of this machine; None for any other storage."""
    if location.startswith("file:"):
        return "/" + location[len("file:") :].lstrip("/")
    return location if location.startswith("/") else None


def _stored_checkpoint(location: str, companion: Callable[[], "manta_data.Companion"]) -> Optional[Checkpoint]:
    if not location:
        return None
    path = _local_path(location)
    if path is not None:
        return Checkpoint(path, metadata=_manifest_metadata(path))
    held = companion().call({"type": "OpenCheckpoint", "location": location})
    opened = held.answer()
    return Checkpoint(opened["directory"], metadata=opened["metadata"], held=held)


def _manifest_metadata(path: str) -> Dict[str, str]:
    try:
        with open(os.path.join(path, _MANIFEST), encoding="utf-8") as file:
            parts = json.load(file)["parts"]
        return {key: value for part in parts for key, value in part["metadata"].items()}
    except (OSError, ValueError, KeyError):
        return {}


class _Uploads:
    """Brings this rank's checkpoints to storage: at once, or in order on a thread of its own from a copy."""

    def __init__(self, attempt: _Attempt) -> None:
        self._attempt = attempt
        self._gate = attempt.gate
        self._asynchronous = attempt.run["upload"] == "ASYNC"
        self._jobs: "collections.deque[tuple[Checkpoint, str, Dict[str, Any], int]]" = collections.deque()
        self._busy = 0
        self._failure: Optional[BaseException] = None
        self._ends_at = 0.0

    def require_fine(self) -> None:
        """Raises what went wrong in the background, if anything did."""
        if self._failure is not None:
            raise MantaError(str(self._failure)) from self._failure

    def require(self, files: Checkpoint) -> None:
        if not os.path.isdir(files.path):
            raise MantaError(f"the checkpoint {files.path} is not a directory: write its files there before you report it")
        if self._attempt.run["upload"] == "IN_PLACE":
            raise MantaError("Python ranks copy their checkpoints to storage: choose Upload.SYNC or Upload.ASYNC instead of IN_PLACE")

    def store(self, files: Checkpoint, name: str, moment: Dict[str, Any]) -> None:
        if self._asynchronous:
            self._later(files, name, moment)
            return
        self.drain()
        self._now(files, name, moment)
        why = self._attempt.outcome(moment["ordinal"])
        if why:
            raise MantaError(f"the checkpoint of step {moment['step']} was not committed: {why}")

    def _later(self, files: Checkpoint, name: str, moment: Dict[str, Any]) -> None:
        """From a copy, so that the script may change the directory as soon as `report` returns; waits only when too many are on their way."""
        self._gate.wait(lambda: len(self._jobs) + self._busy < max(1, self._attempt.run["pending"]) or self._failure is not None)
        self.require_fine()
        copy = tempfile.mkdtemp(prefix=f"upload-{moment['ordinal']}-")
        try:
            count = _copy_tree(files.path, copy)
        except OSError as error:
            shutil.rmtree(copy, ignore_errors=True)
            raise self._refused(moment, error) from error
        with self._gate.changed:
            self._jobs.append((Checkpoint(copy, files.is_part, files.get_metadata()), name, moment, count))
            if self._busy == 0:
                self._busy = 1
                threading.Thread(target=self._run, name="manta-uploads", daemon=True).start()

    def _run(self) -> None:
        while True:
            with self._gate.changed:
                if not self._jobs or self._is_over():
                    self._jobs.clear()
                    self._busy = 0
                    self._gate.changed.notify_all()
                    return
                files, name, moment, count = self._jobs.popleft()
            try:
                self._now(files, name, moment, count)
            except BaseException as error:  # told by the next report, whatever it is
                self._failure = self._failure or error
            finally:
                shutil.rmtree(files.path, ignore_errors=True)

    def _now(self, files: Checkpoint, name: str, moment: Dict[str, Any], count: int = 0) -> None:
        """Stores the files, of which there must be at least `count`."""
        try:
            part = self._patiently(lambda: self._store(files, name, moment))
            if len(part["files"]) < count:
                raise FileNotFoundError(errno.ENOENT, "files were removed before they were stored", files.path)
        except OSError as error:
            raise self._refused(moment, error) from error
        self._attempt.channel.say(
            "PartStored", self._attempt.number, about=moment["ordinal"], ordinal=moment["ordinal"], step=moment["step"], part=json.dumps(part)
        )

    def _store(self, files: Checkpoint, name: str, moment: Dict[str, Any]) -> Dict[str, Any]:
        place, run = self._attempt.place, self._attempt.run
        if _local_path(run["storage"]) is not None:
            return _store_part(run["storage"], name, place["rank"], place["size"], moment, files)
        answer = self._attempt.session.companion().try_ask(
            {
                "type": "StorePart",
                "checkpoints": run["storage"].rstrip("/") + "/checkpoints",
                "name": name,
                "rank": place["rank"],
                "extent": _extent(place["rank"], place["size"], files),
                "moment": moment,
                "directory": files.path,
                "metadata": files.get_metadata(),
            }
        )
        if "part" in answer:
            return answer["part"]
        raise OSError(errno.EAGAIN, answer["why"]) if answer["passing"] else OSError(answer["why"])

    def _patiently(self, store: Callable[[], Dict[str, Any]]) -> Dict[str, Any]:
        """Storage that fails now may work in a moment; an attempt that is over waits for nothing."""
        patience = _patience(self._attempt.run["settings"])
        end = time.monotonic() + patience
        wait = 0.1
        while True:
            try:
                return store()
            except OSError as error:
                if error.errno not in _PASSING or time.monotonic() >= end or self._is_over():
                    raise
                if wait < 5.0 <= 2 * wait:
                    print(f"manta: a checkpoint is not stored yet: {error.strerror}; it is tried again for up to {patience:.0f} s", file=sys.stderr, flush=True)
            self._gate.wait(self._is_over, wait, anyway=True)
            wait = min(2 * wait, 5.0)

    def _refused(self, moment: Dict[str, Any], error: OSError) -> MantaError:
        why = f"{error.strerror or error}" + (f": {error.filename}" if error.filename else "")
        self._attempt.channel.say(
            "PartFailed", self._attempt.number, about=moment["ordinal"], ordinal=moment["ordinal"], step=moment["step"], why=why
        )
        return MantaError(f"the checkpoint of step {moment['step']} could not be stored: {why}")

    def drain(self) -> None:
        """Waits until everything is stored; raises when something was not."""
        self._gate.wait(self._is_empty)
        self.require_fine()

    def proceed(self) -> None:
        """What is on its way when the attempt ends is needed, and may take its time."""
        self._ends_at = time.monotonic() + _STORING_SECONDS

    def end(self) -> None:
        """The attempt is over: waits for what may be stored yet, and says so; drops the rest."""
        if not self._is_empty():
            self._attempt.channel.say("Storing", self._attempt.number)
            self._gate.wait(lambda: self._is_empty() or time.monotonic() >= self._ends_at, anyway=True)

    def _is_empty(self) -> bool:
        return not self._jobs and self._busy == 0

    def _is_over(self) -> bool:
        return self._gate.why is not None and time.monotonic() >= self._ends_at


def _store_part(storage: str, name: str, rank: int, size: int, moment: Dict[str, Any], files: Checkpoint) -> Dict[str, Any]:
    """Copies a rank's files to where the run keeps its checkpoints; they are durable when this returns. Says what is there, as Manta's `StoredPart`."""
    root = _local_path(storage)
    assert root is not None
    directory = _part_directory(rank, size) if files.is_part else ""
    stored = []
    for path in sorted(_files_below(files.path)):
        below = f"{directory}/{path}" if directory else path
        count, checksum = _put(os.path.join(files.path, path), os.path.join(root, "checkpoints", name, below))
        stored.append({"path": below, "size": count, "crc32c": checksum})
    return {"name": name, "rank": rank, "extent": _extent(rank, size, files), "moment": moment, "files": stored, "metadata": files.get_metadata()}


def _extent(rank: int, size: int, files: Checkpoint) -> Dict[str, Any]:
    return {"type": "Share", "index": rank, "count": size} if files.is_part else {"type": "Whole"}


def _patience(settings: Dict[str, str]) -> float:
    """For how many seconds storage may be away: as the run says, in ISO 8601, or ten minutes."""
    said = re.fullmatch(r"PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?", settings.get("storagePatience", "PT10M"))
    hours, minutes, seconds = said.groups() if said else (None, "10", None)
    return int(hours or 0) * 3600 + int(minutes or 0) * 60 + float(seconds or 0)


def _files_below(root: str) -> Iterator[str]:
    """The files of a checkpoint by their paths below its directory; what else is not a file is refused by name."""

    def fail(error: OSError) -> None:
        raise error

    for directory, folders, names in os.walk(root, onerror=fail):
        for name in names + [folder for folder in folders if os.path.islink(os.path.join(directory, folder))]:
            path = os.path.join(directory, name)
            if os.path.isdir(path):
                raise OSError(f"{path} is a link to a directory, not a file: remove it")
            if not os.path.lexists(path):
                raise FileNotFoundError(errno.ENOENT, "a file was removed while the checkpoint was stored", path)
            if not os.path.isfile(path):
                raise OSError(f"{path} is not a file: remove it")
            below = os.path.relpath(path, root)
            if below != _MANIFEST:
                yield below


def _copy_tree(source: str, target: str) -> int:
    """Copies all files, and returns how many there are."""
    count = 0
    for path in _files_below(source):
        to = os.path.join(target, path)
        os.makedirs(os.path.dirname(to), exist_ok=True)
        shutil.copyfile(os.path.join(source, path), to)
        count += 1
    return count


def _put(source: str, target: str) -> "tuple[int, str]":
    """Copies one file under a name that it has only once it is whole and on the disk; its size and CRC-32C."""
    directory = os.path.dirname(target)
    _make_directories(directory)
    temporary = os.path.join(directory, f".manta-tmp-{os.getpid()}-{os.urandom(8).hex()}")
    checksum = _Crc32c()
    try:
        with open(source, "rb") as from_, open(temporary, "xb") as to:
            for chunk in iter(lambda: from_.read(_COPY_BYTES), b""):
                checksum.update(chunk)
                to.write(chunk)
            to.flush()
            os.fsync(to.fileno())
        os.replace(temporary, target)
        _sync_directory(directory)
        return checksum.count, checksum.text()
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.remove(temporary)


def _make_directories(directory: str) -> None:
    if not os.path.isdir(directory):
        above = os.path.dirname(directory)
        _make_directories(above)
        with contextlib.suppress(FileExistsError):
            os.mkdir(directory)
        _sync_directory(above)


def _sync_directory(directory: str) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class _Crc32c:
    """The CRC-32C of what was added, eight hexadecimal digits; nothing where it would take too long.

    The standard library has none. With NumPy, which programs that write large files have loaded, many lanes are computed at once and joined; without it one byte
    after the other, for small files only.
    """

    SLOW_BYTES_MAX = 4 << 20
    LANES = 1 << 12
    _table: List[int] = []

    def __init__(self) -> None:
        self.count = 0
        self._crc: Optional[int] = 0xFFFFFFFF

    def update(self, chunk: bytes) -> None:
        self.count += len(chunk)
        if self._crc is None:
            return
        numpy = sys.modules.get("numpy")
        lane = len(chunk) // self.LANES
        if numpy is not None and lane >= 16:
            self._crc = self._in_lanes(numpy, self._crc, chunk[: lane * self.LANES], lane)
            chunk = chunk[lane * self.LANES :]
        elif self.count > self.SLOW_BYTES_MAX:
            self._crc = None
            return
        self._crc = self._one_by_one(self._crc, chunk)

    def text(self) -> str:
        return "" if self._crc is None else f"{self._crc ^ 0xFFFFFFFF:08x}"

    @classmethod
    def table(cls) -> List[int]:
        if not cls._table:
            for value in range(256):
                for _ in range(8):
                    value = (value >> 1) ^ (0x82F63B78 if value & 1 else 0)
                cls._table.append(value)
        return cls._table

    @classmethod
    def _one_by_one(cls, crc: int, chunk: bytes) -> int:
        table = cls.table()
        for byte in chunk:
            crc = table[(crc ^ byte) & 0xFF] ^ (crc >> 8)
        return crc

    @classmethod
    def _in_lanes(cls, numpy: Any, crc: int, chunk: bytes, lane: int) -> int:
        """Each lane is a run of bytes; what a lane's CRC becomes behind the zeros of those that follow is a linear map, joined by doubling."""
        table = numpy.array(cls.table(), dtype=numpy.uint32)
        columns = numpy.ascontiguousarray(numpy.frombuffer(chunk, dtype=numpy.uint8).reshape(cls.LANES, lane).T)
        crcs = numpy.zeros(cls.LANES, dtype=numpy.uint32)
        crcs[0] = crc
        for column in columns:
            crcs = table[(crcs ^ column) & 0xFF] ^ (crcs >> numpy.uint32(8))
        shift = cls._behind_zeros(numpy, lane)
        while len(crcs) > 1:
            crcs = cls._apply(numpy, shift, crcs[0::2]) ^ crcs[1::2]
            shift = cls._apply(numpy, shift, shift)
        return int(crcs[0])

    @classmethod
    def _behind_zeros(cls, numpy: Any, count: int) -> Any:
        """The map of so many zero bytes, as what it makes of each bit."""
        table = cls.table()
        one = numpy.array([table[(1 << bit) & 0xFF] ^ ((1 << bit) >> 8) for bit in range(32)], dtype=numpy.uint32)
        all_ = numpy.array([1 << bit for bit in range(32)], dtype=numpy.uint32)
        while count:
            if count & 1:
                all_ = cls._apply(numpy, one, all_)
            one = cls._apply(numpy, one, one)
            count >>= 1
        return all_

    @staticmethod
    def _apply(numpy: Any, map_: Any, values: Any) -> Any:
        result = numpy.zeros_like(values)
        for bit in range(32):
            result ^= numpy.where((values >> numpy.uint32(bit)) & numpy.uint32(1), map_[bit], numpy.uint32(0))
        return result


# ---- Live state -------------------------------------------------------------------------------------------------------------------------------------------

_LIVE_FILE = "manta-live.pt"
_LIVE_JSON = "manta-live.json"
_POSITIONS = "manta.positions"


class _HeldCommit:
    """A commit, as a process holds it from one attempt to the next: state that is the same on every rank, and shards by their rank."""

    def __init__(self, commit: int, step: int, epoch: int, size: int) -> None:
        self.commit = commit
        self.step = step
        self.epoch = epoch
        self.size = size
        self.states: Dict[str, Any] = {}
        self.compared: Dict[str, Any] = {}
        self.shards: Dict[int, _Shards] = {}
        self.positions: Dict[str, str] = {}

    def described(self) -> Dict[str, Any]:
        return {
            "commit": self.commit,
            "whole": True,
            "checksum": self._checksum(),
            "step": self.step,
            "epoch": self.epoch,
            "size": self.size,
            "shards": sorted(self.shards),
        }

    def _checksum(self) -> int:
        """Of what replicas must have in common: the numbers of parameters and optimizers. Buffers, as those of batch norm, are each rank's own."""
        import zlib

        checksum = 0
        for name in sorted(self.states):
            for part in _arrays(self.states[name], self.compared[name]):
                checksum = zlib.crc32(part, checksum)
        return checksum

    def of_rank(self, rank: int) -> Dict[str, Any]:
        """What a rank resumes from; nothing where its shards are missing."""
        if not self.shards:
            return self.states
        return {**self.states, **self.shards[rank].states()} if rank in self.shards else {}


class _HeldCommits:
    """Which commits a process holds: the newest that all ranks are known to have and, where state is sharded, one of which that is not known yet.

    Only the main thread changes them, and leaves its function between two changes: what is held is always whole.
    """

    def __init__(self) -> None:
        self.newest: Optional[_HeldCommit] = None
        self._stored: Optional[_HeldCommit] = None
        self._spare: Optional[_HeldCommit] = None

    def drop(self) -> None:
        """The run resumes from somewhere else."""
        self.newest = self._stored = self._spare = None

    def settle(self, commit: int) -> None:
        """An attempt begins with a commit: all ranks have had that, and no newer one."""
        if self._stored is not None and self._stored.commit == commit:
            self.confirm()
        self._stored = None

    def taken(self) -> Optional[_HeldCommit]:
        """The newest one, whose memory is written over: who fails in between holds nothing."""
        taken, self.newest = self.newest, None
        return taken

    def spare(self) -> Optional[_HeldCommit]:
        """The one before the newest, whose memory is free."""
        spare, self._spare = self._spare, None
        return spare

    def store(self, commit: _HeldCommit) -> None:
        """This rank has all of it; whether the others have is not known."""
        self._stored = commit

    def confirm(self) -> None:
        """All ranks have what was stored."""
        self._spare, self.newest, self._stored = self.newest, self._stored, None


class _LiveState:
    """What a script has registered, in one attempt."""

    def __init__(self, attempt: Optional[_Attempt]) -> None:
        self._attempt = attempt
        self._registered: Dict[str, Any] = {}
        self._sharded: "set[str]" = set()
        self._neighbours: Optional[_Neighbours] = None
        self._restored: Dict[str, Any] = {}
        self._commits = 0
        self._snapshots: List[str] = []
        self.positions: Dict[str, str] = {}
        """Where datasets stood at the commit that the run resumes from."""
        if attempt is not None:
            self._begin(attempt)

    def _begin(self, attempt: _Attempt) -> None:
        self._first = self._commits = attempt.start["commit"]
        if self._commits == 0:
            attempt.session.held.drop()
            return
        attempt.session.held.settle(self._commits)
        held = self._resumed()
        if held is not None:
            self._restored = held.of_rank(attempt.place["rank"])
            self.positions = held.positions

    def _resumed(self) -> Optional[_HeldCommit]:
        """The commit that the run resumes from, if this process holds it."""
        held = None if self._attempt is None else self._attempt.session.held.newest
        return held if held is not None and held.commit == self._first > 0 else None

    def is_source(self) -> bool:
        """Whether this rank hands on the commit that the run resumes from."""
        attempt = self._attempt
        return attempt is not None and self._commits > 0 and attempt.place["rank"] == attempt.start["source"]

    def lacks_commit(self) -> bool:
        """Whether this rank needs the commit that the run resumes from, as it does not hold it."""
        return self._commits > 0 and not self._restored

    def held_shards(self) -> List[int]:
        """The ranks whose shards of that commit this process has."""
        held = self._resumed()
        return [] if held is None else sorted(held.shards)

    def keeps_shards(self) -> bool:
        """Whether some of them are another rank's, which may need them."""
        return len(self.held_shards()) > 1

    def gifts(self, offers: List[Dict[str, Any]]) -> "Dict[tuple[bytes, int], bytes]":
        """What this rank hands on of the commit that the run resumes from, by what is asked for and by whom."""
        attempt, held = self._attempt, self._resumed()
        lacking = [rank for rank, offer in enumerate(offers) if offer["lacks"]]
        if attempt is None or held is None or not lacking:
            return {}
        image = self._image(held) if self.is_source() else b""
        kept = [rank for rank in lacking if _keeper_of(rank, offers) == attempt.place["rank"]]
        return {
            **{(_LIVE, rank): image for rank in lacking if self.is_source()},
            **{(_SHARDS, rank): held.shards[rank].packed() for rank in kept},
        }

    @staticmethod
    def _image(held: _HeldCommit) -> bytes:
        """What is the same on every rank, as others get it."""
        file = io.BytesIO()
        _save({**held.states, _POSITIONS: held.positions}, file)
        return file.getvalue()

    def take(self) -> None:
        """What this rank does not hold itself comes from those that do, or from a snapshot in storage."""
        attempt = self._attempt
        if attempt is None or self._restored:
            return
        if self.lacks_commit():
            self._restored = _load_saved(io.BytesIO(self._handed_on(attempt, attempt.start["source"], _LIVE)), trusted=True)
            self.positions = self._restored.pop(_POSITIONS)
            keeper = _keeper_of(attempt.place["rank"], attempt.offers())
            if keeper is not None:
                self._restored.update(_Shards.unpacked(self._handed_on(attempt, keeper, _SHARDS)).states())
        else:
            start = attempt.first_checkpoint()
            self._restored = {} if start is None else _snapshot_in(start, attempt.place)

    @staticmethod
    def _handed_on(attempt: _Attempt, rank: int, what: bytes) -> bytes:
        link = attempt.call_rank(rank)
        try:
            link.send(what)
            return link.receive()
        finally:
            link.close()

    def is_empty(self) -> bool:
        return not self._registered

    def is_of_use(self) -> bool:
        """Whether what is held may be used though the function threw. If that was before its first commit it would only throw again: what it was to resume from is
        held by others, except for shards."""
        return not self.is_empty() and (self._commits > self._first or bool(self.held_shards()))

    def commits_with_reports(self) -> bool:
        """Any rank may report at any rate, and commits of sharded state are meetings."""
        return not self.is_empty() and not self._sharded

    def why_not_resized(self) -> str:
        if self.is_empty():
            return "its script has no live state to resume from with another number of workers; register it with manta.live"
        return "its live state is sharded over so many workers; stop it, and resume it from a checkpoint with another number" if self._sharded else ""

    def register(self, name: str, state: Any) -> Any:
        if not isinstance(state, dict) and not (hasattr(state, "state_dict") and hasattr(state, "load_state_dict")):
            raise TypeError(f'live state "{name}" is {_kind(state)}: it has to be a dict, or have state_dict and load_state_dict')
        if name in self._registered:
            raise ValueError(f'live state "{name}" is registered already')
        if name in self._restored:
            _restore(name, state, self._restored[name])
        elif self._restored:
            print(f'manta: there is no live state "{name}" in what the run resumes from', file=sys.stderr, flush=True)
        self._registered[name] = state
        if self._attempt is not None and _sharded_tensors(state):
            self._sharded.add(name)
        return state

    def commit(self, step: int, epoch: int) -> None:
        if self.is_empty():
            raise MantaError('there is nothing to commit: register state with manta.live(name, state) first')
        attempt = self._attempt
        assert attempt is not None
        self._commits += 1
        next_ = _HeldCommit(self._commits, step, epoch, attempt.place["size"])
        next_.positions = attempt.positions()
        if self._sharded:
            self._commit_shards(attempt, next_)
        else:
            self._copy(next_, attempt.session.held.taken())
            attempt.session.held.newest = next_
        self._restored = {}

    def _copy(self, to: _HeldCommit, room: Optional[_HeldCommit]) -> None:
        """Copies what is the same on every rank, into memory that is free."""
        for name in self._registered.keys() - self._sharded:
            to.states[name] = _copied(_state_of(self._registered[name]), None if room is None else room.states.get(name))
            to.compared[name] = _compared(self._registered[name])

    def _commit_shards(self, attempt: _Attempt, next_: _HeldCommit) -> None:
        """Until all ranks have the copies that they keep, the commit before is kept too: if one is lost meanwhile, either everybody who is left has all of the newer
        one, or nobody has confirmed it and everybody has the older one."""
        held = attempt.session.held
        self._neighbours = self._neighbours or _Neighbours(attempt)
        room = held.spare()
        self._copy(next_, room)
        next_.shards = self._neighbours.exchange(self._own_shards(room.shards if room else {}, attempt.place["rank"]), room.shards if room else {})
        held.store(next_)
        self._neighbours.meet()
        held.confirm()

    def _own_shards(self, room: "Dict[int, _Shards]", rank: int) -> "_Shards":
        return _Shards.of({name: _state_of(self._registered[name]) for name in sorted(self._sharded)}, room.get(rank))

    def snapshot(self) -> Checkpoint:
        if self.is_empty():
            raise MantaError("there is nothing to take a snapshot of: register state with manta.live(name, state) first")
        directory = tempfile.mkdtemp(prefix="snapshot-")
        states = {name: _copied(_state_of(self._registered[name]), None) for name in self._registered.keys() - self._sharded}
        if self._sharded:
            states.update(self._own_shards({}, 0).states())
        with open(os.path.join(directory, _LIVE_FILE if "torch" in sys.modules else _LIVE_JSON), "wb") as file:
            _save(states, file, plain=True)
        self._snapshots.append(directory)
        return Checkpoint(directory, part=bool(self._sharded))

    def reported(self, files: Checkpoint) -> None:
        """A snapshot that is stored, or copied to be, is of no further use."""
        if files.path in self._snapshots:
            self._snapshots.remove(files.path)
            shutil.rmtree(files.path, ignore_errors=True)


def _state_of(state: Any) -> Any:
    return state if isinstance(state, dict) else state.state_dict()


def _compared(state: Any) -> Optional[List[str]]:
    """The entries that are the same on every rank; None for all."""
    named = getattr(state, "named_parameters", None)
    return None if named is None else [name for name, _ in named()]


def _restore(name: str, state: Any, saved: Any) -> None:
    copy = _copied(saved, None)
    if isinstance(state, dict):
        state.clear()
        state.update(copy)
    else:
        state.load_state_dict(_sharded_again(name, copy, state))


def _copied(value: Any, into: Any) -> Any:
    """A copy in the memory of this process, in that of an earlier one where it fits."""
    torch, numpy = sys.modules.get("torch"), sys.modules.get("numpy")
    if torch is not None and isinstance(value, torch.Tensor):
        fits = isinstance(into, torch.Tensor) and into.shape == value.shape and into.dtype == value.dtype
        target = into if fits else torch.empty(value.shape, dtype=value.dtype)
        return target.copy_(value.detach())
    if numpy is not None and isinstance(value, numpy.ndarray):
        return value.copy()
    if isinstance(value, dict):
        before = into if isinstance(into, dict) else {}
        return {key: _copied(each, before.get(key)) for key, each in value.items()}
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        before = into if isinstance(into, (list, tuple)) and len(into) == len(value) else [None] * len(value)
        return type(value)(_copied(each, old) for each, old in zip(value, before))
    import copy

    return copy.deepcopy(value)


def _arrays(value: Any, compared: Optional[List[str]]) -> Iterator[Any]:
    """The numbers within a state, in an order that is the same on every rank."""
    torch, numpy = sys.modules.get("torch"), sys.modules.get("numpy")
    if torch is not None and isinstance(value, torch.Tensor):
        yield value.contiguous().view(torch.uint8).numpy() if value.dim() else value.reshape(1).view(torch.uint8).numpy()
    elif numpy is not None and isinstance(value, numpy.ndarray):
        yield numpy.ascontiguousarray(value).view(numpy.uint8)
    elif isinstance(value, dict):
        for key in sorted(value if compared is None else [key for key in compared if key in value], key=str):
            yield from _arrays(value[key], None)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _arrays(each, None)


def _save(states: Dict[str, Any], file: Any, plain: bool = False) -> None:
    """With PyTorch's own format, where that is loaded; else as JSON, or between ranks as a pickle."""
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.save(states, file)
    elif plain:
        file.write(json.dumps(_plain(states, "live state")).encode())
    else:
        import pickle

        pickle.dump(states, file)


def _load_saved(file: Any, trusted: bool) -> Dict[str, Any]:
    """What comes from storage is data, and no code is run to read it."""
    if file.read(2) == b"PK":
        import torch

        file.seek(0)
        return torch.load(file, map_location="cpu", weights_only=not trusted)
    file.seek(0)
    if trusted:
        import pickle

        return pickle.load(file)
    return json.load(file)


def _snapshot_in(checkpoint: Checkpoint, place: Dict[str, Any]) -> Dict[str, Any]:
    """What a snapshot in storage has for this rank; nothing where the checkpoint is none."""
    part = checkpoint.part_of(place["rank"], place["size"])
    for path in (os.path.join(each.path, name) for each in (checkpoint, part) for name in (_LIVE_FILE, _LIVE_JSON)):
        if os.path.exists(path):
            with open(path, "rb") as file:
                return _load_saved(file, trusted=False)
    _refuse_other_parts(checkpoint.path, place["size"])
    return {}


def _refuse_other_parts(directory: str, size: int) -> None:
    for name in sorted(os.listdir(directory)) if os.path.isdir(directory) else []:
        of = re.fullmatch(r"part-\d+-of-(\d+)", name)
        if of and os.path.exists(os.path.join(directory, name, _LIVE_FILE)):
            raise MantaError(
                f"the snapshot {directory} has the shards of {int(of[1])} workers, and there are {size}: resume with {int(of[1])}, or save with "
                "torch.distributed.checkpoint, which shards anew"
            )




# ---- Sharded state ----------------------------------------------------------------------------------------------------------------------------------------

_SHARDED_AS = "manta.sharded"
_LOCAL = "local"


def _is_sharded(value: Any) -> bool:
    """Whether each rank has a part of a tensor (a DTensor)."""
    kind = getattr(sys.modules.get("torch.distributed.tensor"), "DTensor", None)
    return kind is not None and isinstance(value, kind)


def _sharded_tensors(state: Any) -> Dict[str, Any]:
    """The sharded tensors of a state, one for each way in which they are. A new optimizer has none but its parameters."""
    found: Dict[str, Any] = {}
    if "torch.distributed.tensor" in sys.modules and not isinstance(state, dict):
        parameters = [group["params"] for group in getattr(state, "param_groups", [])]
        _replaced([state.state_dict(), parameters], _is_sharded, lambda each: found.setdefault(_sharding(each), each))
    return found


def _sharding(tensor: Any) -> str:
    """How a tensor is sharded: where this is the same for two, a rank's parts have the same place and size."""
    mesh = tensor.device_mesh
    return f"{tuple(tensor.shape)} as {tuple(tensor.placements)} at {tuple(mesh.get_coordinate() or ())} of {tuple(mesh.shape)}"


def _replaced(value: Any, leaves: Callable[[Any], bool], change: Callable[[Any], Any]) -> Any:
    """A tree of dicts, lists and tuples, in which some leaves are changed."""
    if leaves(value):
        return change(value)
    if isinstance(value, dict):
        return {key: _replaced(each, leaves, change) for key, each in value.items()}
    if type(value) in (list, tuple):
        return type(value)(_replaced(each, leaves, change) for each in value)
    return value


def _sharded_again(name: str, saved: Any, state: Any) -> Any:
    """What was kept, in which each part of a tensor is again one of a tensor as the state has them now."""
    return _replaced(saved, _is_kept_part, lambda part: _joined_part(name, part, _sharded_tensors(state)))


def _is_kept_part(value: Any) -> bool:
    return isinstance(value, dict) and _SHARDED_AS in value


def _joined_part(name: str, part: Dict[str, Any], present: Dict[str, Any]) -> Any:
    like = present.get(part[_SHARDED_AS])
    if like is None:
        raise MantaError(f'live state "{name}" was sharded as {part[_SHARDED_AS]}, and none of it is now: shard it in the same way before manta.live')
    return type(like).from_local(part[_LOCAL], like.device_mesh, like.placements, run_check=False, shape=like.shape, stride=like.stride())


class _Slot(NamedTuple):
    """Where a tensor is in the numbers of its shards, and what it is."""

    at: int
    shape: "tuple[int, ...]"
    dtype: Any

    def within(self, numbers: Any) -> Any:
        return numbers[self.at : self.at + self.bytes()].view(self.dtype).view(self.shape)

    def bytes(self) -> int:
        import math

        return math.prod(self.shape) * self.dtype.itemsize


class _Shards:
    """A rank's part of sharded state as of a commit: an outline, which is a pickle, and the numbers of all tensors in one piece of memory."""

    ALIGNMENT = 64

    def __init__(self, outline: bytes, numbers: Any) -> None:
        self.outline = outline
        self.numbers = numbers

    @classmethod
    def of(cls, states: Dict[str, Any], room: "Optional[_Shards]") -> "_Shards":
        """Copies states, into memory that is free where that fits."""
        import pickle

        torch = sys.modules["torch"]
        tensors: "List[tuple[_Slot, Any]]" = []
        outline = pickle.dumps(_replaced(states, lambda each: isinstance(each, torch.Tensor), lambda each: cls._outlined(each, tensors)))
        shards = cls(outline, _room(cls._end(tensors), room))
        for slot, tensor in tensors:
            slot.within(shards.numbers).copy_(tensor)
        return shards

    @classmethod
    def _outlined(cls, tensor: Any, tensors: "List[tuple[_Slot, Any]]") -> Any:
        local = tensor.detach().to_local() if _is_sharded(tensor) else tensor.detach()
        slot = _Slot(cls._end(tensors), tuple(local.shape), local.dtype)
        tensors.append((slot, local))
        return {_SHARDED_AS: _sharding(tensor), _LOCAL: slot} if _is_sharded(tensor) else slot

    @classmethod
    def _end(cls, tensors: "List[tuple[_Slot, Any]]") -> int:
        """Where the next tensor begins."""
        end = tensors[-1][0].at + tensors[-1][0].bytes() if tensors else 0
        return -(-end // cls.ALIGNMENT) * cls.ALIGNMENT

    def states(self) -> Dict[str, Any]:
        """The states, whose tensors lie in this memory; of a tensor that was sharded it is said how."""
        import pickle

        return _replaced(pickle.loads(self.outline), lambda each: isinstance(each, _Slot), lambda slot: slot.within(self.numbers))

    def packed(self) -> bytes:
        return b"".join((struct.pack(">Q", len(self.outline)), self.outline, self.numbers.numpy().tobytes()))

    @classmethod
    def unpacked(cls, data: bytes) -> "_Shards":
        import torch

        end = 8 + struct.unpack_from(">Q", data)[0]
        return cls(data[8:end], torch.frombuffer(bytearray(data[end:]), dtype=torch.uint8) if len(data) > end else torch.empty(0, dtype=torch.uint8))


def _room(count: int, before: Optional[_Shards]) -> Any:
    """Memory for so many bytes: that of shards that are of no further use, where it has the size."""
    torch = sys.modules["torch"]
    return before.numbers if before is not None and before.numbers.numel() == count else torch.empty(count, dtype=torch.uint8)


class _Neighbours:
    """Gives each rank's shards to another one, over a Gloo group of its own: the state may be on GPUs, and NCCL moves nothing else."""

    def __init__(self, attempt: _Attempt) -> None:
        import torch.distributed

        self._distributed = torch.distributed
        self._rank = attempt.place["rank"]
        size, group = attempt.place["size"], (torch.distributed.get_rank(), torch.distributed.get_world_size())
        if group != (self._rank, size):
            both = f"rank {self._rank} of {size}, and rank {group[0]} of {group[1]} in PyTorch's process group"
            raise MantaError(f"this is {both}: sharded live state needs the same ranks in both")
        self._keepers = _keepers([offer["node"] for offer in attempt.offers()])
        self._group = torch.distributed.new_group(backend="gloo") if size > 1 else None

    def exchange(self, own: _Shards, room: Dict[int, _Shards]) -> Dict[int, _Shards]:
        """This rank's shards, and those that it keeps a copy of."""
        if self._group is None:
            return {self._rank: own}
        torch = sys.modules["torch"]
        outline = torch.frombuffer(bytearray(own.outline), dtype=torch.uint8)
        sizes = self._gathered([outline.numel(), own.numbers.numel()])
        arriving = {
            rank: (torch.empty(sizes[rank][0], dtype=torch.uint8), _room(sizes[rank][1], room.get(rank)))
            for rank, keeper in enumerate(self._keepers)
            if keeper == self._rank
        }
        moves = [self._distributed.irecv(each, rank, self._group, tag) for rank, pair in arriving.items() for tag, each in enumerate(pair) if each.numel()]
        keeper = self._keepers[self._rank]
        moves += [self._distributed.isend(each, keeper, self._group, tag) for tag, each in enumerate((outline, own.numbers)) if each.numel()]
        for move in moves:
            move.wait()
        return {self._rank: own, **{rank: _Shards(head.numpy().tobytes(), numbers) for rank, (head, numbers) in arriving.items()}}

    def _gathered(self, numbers: List[int]) -> List[List[int]]:
        torch = sys.modules["torch"]
        all_ = [torch.empty(len(numbers), dtype=torch.int64) for _ in self._keepers]
        self._distributed.all_gather(all_, torch.tensor(numbers), self._group)
        return [each.tolist() for each in all_]

    def meet(self) -> None:
        """Waits until every rank has what it keeps."""
        if self._group is not None:
            self._distributed.barrier(self._group)


def _keepers(nodes: List[str]) -> List[int]:
    """Who keeps a copy of each rank's shards: the next rank on another node where there is one, else the next. Ranks that follow each other are on different nodes
    as far as that is possible: the first of every node, then the second of each, and so on."""
    ring = sorted(range(len(nodes)), key=lambda rank: nodes[:rank].count(nodes[rank]))
    keepers = [0] * len(nodes)
    for at, rank in enumerate(ring):
        others = ring[at + 1 :] + ring[:at]
        keepers[rank] = next((other for other in others if nodes[other] != nodes[rank]), (others or [rank])[0])
    return keepers


def _keeper_of(rank: int, offers: List[Dict[str, Any]]) -> Optional[int]:
    """The rank that gives another one its shards: the first that has a copy; None where state is not sharded."""
    return next((keeper for keeper, offer in enumerate(offers) if rank in offer["shards"]), None)


def _cut_links(rank: int, offers: List[Dict[str, Any]]) -> None:
    """Ends this process's connections to other ranks, so that collectives which it will not make fail there at once and do not wait for half an hour. PyTorch has no call
    for that: a model in `DistributedDataParallel` keeps those of Gloo even when its group is destroyed. The store of rank 0 stays, as torchrun's would; so do
    connections to anything but ranks. Linux alone tells who is at the other end."""
    if len(offers) == 1 or not os.path.isdir("/proc/self/fd"):
        return
    others = [offer for each, offer in enumerate(offers) if each != rank]
    near = [offer["pid"] for offer in others if offer["node"] == offers[rank]["node"]]
    far = {offer["host"] for offer in others if offer["node"] != offers[rank]["node"]}
    held = {inode for pid in near for inode in _sockets_of(pid).values()}
    ends = _ends_of_links()
    for descriptor in _sockets_of("self"):
        with contextlib.suppress(OSError), socket.socket(fileno=os.dup(descriptor)) as link:
            if link.family not in (socket.AF_INET, socket.AF_INET6):
                continue
            here, there = link.getsockname(), link.getpeername()
            is_rank = there[0] in far or ends.get((there[1], here[1])) in held
            if is_rank and int(offers[0]["port"]) not in (here[1], there[1]):
                link.shutdown(socket.SHUT_RDWR)


def _sockets_of(process: Union[int, str]) -> "Dict[int, int]":
    """The inode of each descriptor of a process that is a socket."""
    found: "Dict[int, int]" = {}
    with contextlib.suppress(OSError):
        for name in os.listdir(f"/proc/{process}/fd"):
            with contextlib.suppress(OSError):
                what = re.fullmatch(r"socket:\[(\d+)\]", os.readlink(f"/proc/{process}/fd/{name}"))
                if what is not None:
                    found[int(name)] = int(what.group(1))
    return found


def _ends_of_links() -> "Dict[tuple[int, int], int]":
    """The inode of each end of the TCP connections of this machine, by its own port and that of the other end."""
    found: "Dict[tuple[int, int], int]" = {}
    for name in ("tcp", "tcp6"):
        with contextlib.suppress(OSError), open(f"/proc/self/net/{name}", encoding="ascii") as table:
            for line in list(table)[1:]:
                words = line.split()
                own, other = (int(words[column].rsplit(":", 1)[1], 16) for column in (1, 2))
                found[own, other] = int(words[9])
    return found


def _misses_peer(thrown: BaseException) -> bool:
    """Whether something failed because another rank was not reached: a wait of Manta's, or a collective of PyTorch's. Errors of Gloo have no type of their own."""
    kinds: "tuple[type, ...]" = (_PeerLeft, getattr(sys.modules.get("torch.distributed"), "DistError", _PeerLeft))
    return any(isinstance(each, kinds) and not _is_of_own_device(each) or (type(each) is RuntimeError and "gloo/" in _said(each)) for each in _causes(thrown))


def _is_of_own_device(thrown: BaseException) -> bool:
    """NCCL has one type of error for all: two ranks on one GPU, an old driver, and the end of another rank, which it calls remote."""
    return type(thrown).__name__ == "DistBackendError" and "remote" not in _said(thrown)


def _forget_group() -> None:
    """Leaves the process group of an earlier attempt, which would be in the way of the next."""
    distributed = sys.modules.get("torch.distributed")
    if distributed is not None and distributed.is_available() and distributed.is_initialized():
        with contextlib.suppress(Exception):
            distributed.destroy_process_group()
    jax = sys.modules.get("jax")
    if jax is not None:
        with contextlib.suppress(Exception):
            jax.distributed.shutdown()


def _abort_collectives() -> None:
    """Collectives of NCCL and the like wait for ever for a rank that is gone; those of Gloo notice it. The backend that a group names may be "undefined", so each
    group is asked for the backend of each of its devices. All groups are aborted together, as NCCL requires."""
    distributed = sys.modules.get("torch.distributed")
    if distributed is None or not distributed.is_available() or not distributed.is_initialized():
        return
    with contextlib.suppress(Exception):
        if any(_backends(group) - {"gloo"} for group in list(distributed.distributed_c10d._world.pg_names)):
            distributed.distributed_c10d._abort_process_group()


def _backends(group: Any) -> "set[str]":
    return {group._get_backend(device).name().lower() for device in group._device_types}


def _release(thrown: BaseException) -> None:
    """Lets go of what the frames of an exception hold: the model and all that belongs to it."""
    import gc
    import traceback

    each: Optional[BaseException] = thrown
    while each is not None:
        if each.__traceback__ is not None:
            traceback.clear_frames(each.__traceback__)
        each.__traceback__, each = None, each.__context__
    gc.collect()


# ---- Values between ranks ---------------------------------------------------------------------------------------------------------------------------------


_LIVE = b"live"
_SHARDS = b"shards"
_MEETING = b"meeting"


class _PeerLost(OSError):
    """The other end of a connection between ranks is gone, or is none of them."""


class _PeerSecret:
    """What makes a key that only two ranks have: each offers a public number, and both compute the same of their own secret and the other's number (Diffie-Hellman).
    Offers are kept with the run, where others may read them, and come by authenticated links, on which nobody can change them."""

    PRIME = int(  # group 14 of RFC 3526
        "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD"
        "EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED"
        "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F"
        "83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B"
        "E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510"
        "15728E5A8AACAA68FFFFFFFFFFFFFFFF",
        16,
    )

    def __init__(self) -> None:
        self._own = int.from_bytes(os.urandom(32), "big")
        self.public = format(pow(2, self._own, self.PRIME), "x")

    def key(self, public: str) -> bytes:
        """The key between this rank and the one with that public number."""
        import hashlib

        other = int(public, 16)
        if not 1 < other < self.PRIME - 1:
            raise _PeerLost("the public number of a rank is none")
        return hashlib.sha256(pow(other, self._own, self.PRIME).to_bytes(256, "big")).digest()


class _Seal:
    """Marks what one end of a connection says: nobody else has the key, and what was left out, said twice or changed on its way does not fit."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._count = 0

    def of(self, payload: bytes) -> bytes:
        import hmac

        self._count += 1
        mark = hmac.new(self._key, struct.pack(">Q", self._count), "sha256")
        mark.update(payload)
        return mark.digest()


class _PeerLink:
    """A connection between two ranks: within a node by a Unix socket that only this user can reach, between nodes with every message sealed. Values are pickles,
    so what others could say must not be read. Waits end with the attempt."""

    NONCE_BYTES = 16
    MARK_BYTES = 32
    CHUNK_BYTES = 1 << 20

    def __init__(self, link: socket.socket, gate: _Gate) -> None:
        link.settimeout(_RECHECK_SECONDS)
        if link.family != socket.AF_UNIX:
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._link = link
        self._gate = gate
        self._outward: Optional[_Seal] = None
        self._inward: Optional[_Seal] = None

    @staticmethod
    def call(address: Dict[str, Any], gate: _Gate, rank: int, key: Optional[bytes]) -> "_PeerLink":
        """Calls a rank where its offer says that it listens; `rank` is the one that calls."""
        link = socket.socket(socket.AF_UNIX if "path" in address else _family(address["host"]), socket.SOCK_STREAM)
        try:
            link.settimeout(_ANSWER_SECONDS)
            link.connect(address["path"] if "path" in address else (address["host"], address["port"]))
            peer = _PeerLink(link, gate)
            peer._write(struct.pack(">I", rank))
            peer._introduce(key, calls=True)
            return peer
        except OSError:
            link.close()
            raise

    def answer(self, key: "Callable[[int], Optional[bytes]]") -> int:
        """The rank that calls, once it has shown that it is that; `key` is what a rank must have."""
        rank = struct.unpack(">I", self._read(4))[0]
        self._introduce(key(rank), calls=False)
        return rank

    def _introduce(self, key: Optional[bytes], calls: bool) -> None:
        if key is not None:
            self._outward, self._inward = self._introduced(key, calls)

    def _introduced(self, key: bytes, calls: bool) -> "tuple[_Seal, _Seal]":
        """Both ends show that they have the key; each connection then has keys of its own, one for either way."""
        import hmac

        own = os.urandom(self.NONCE_BYTES)
        self._write(own)
        other = self._read(self.NONCE_BYTES)
        both = own + other if calls else other + own
        roles = (b"caller", b"called") if calls else (b"called", b"caller")
        self._write(hmac.digest(key, b"proof of the " + roles[0] + both, "sha256"))
        if not hmac.compare_digest(self._read(self.MARK_BYTES), hmac.digest(key, b"proof of the " + roles[1] + both, "sha256")):
            raise _PeerLost("the other end of a connection is not a rank of this run")
        outward, inward = (_Seal(hmac.digest(key, b"words of the " + role + both, "sha256")) for role in roles)
        return outward, inward

    def send(self, payload: bytes) -> None:
        mark = b"" if self._outward is None else self._outward.of(payload)
        if len(payload) < self.CHUNK_BYTES:
            self._write(b"".join((struct.pack(">Q", len(payload)), payload, mark)))
        else:
            for each in (struct.pack(">Q", len(payload)), payload, mark):
                self._write(each)

    def receive(self) -> bytes:
        payload = self._read(struct.unpack(">Q", self._read(8))[0])
        if self._inward is not None:
            self._require_same(self._read(self.MARK_BYTES), self._inward.of(payload))
        return payload

    @staticmethod
    def _require_same(mark: bytes, expected: bytes) -> None:
        import hmac

        if not hmac.compare_digest(mark, expected):
            raise _PeerLost("a message between ranks was changed on its way")

    def _write(self, data: bytes) -> None:
        left = memoryview(data)
        while left:
            self._gate.require()
            with contextlib.suppress(socket.timeout):
                left = left[self._link.send(left[: self.CHUNK_BYTES]) :]

    def _read(self, count: int) -> bytes:
        taken = io.BytesIO()
        while count > 0:
            self._gate.require()
            with contextlib.suppress(socket.timeout):
                chunk = self._link.recv(min(count, self.CHUNK_BYTES))
                if not chunk:
                    raise _PeerLost("a rank has left")
                count -= taken.write(chunk)
        return taken.getvalue()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._link.shutdown(socket.SHUT_RDWR)
        self._link.close()


class _PeerDoor:
    """Where other ranks call this one in one attempt: rank 0, which gathers their values, and the rank that hands on live state."""

    def __init__(self, attempt: _Attempt) -> None:
        self._gate = attempt.gate
        self._key_with = attempt.key_with
        self._gifts: "Dict[tuple[bytes, int], bytes]" = {}
        self._links: List[_PeerLink] = []
        self.meeting = _LedMeeting(attempt)
        if attempt.is_spread():
            self._server = _bound()
            self.address: Dict[str, Any] = {"host": _own_host(), "port": self._server.getsockname()[1]}
        else:
            self._server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self.address = {"path": os.path.join(attempt.session.door, f"p{attempt.number}-{attempt.place['rank']}")}
            self._server.bind(self.address["path"])
        self._server.listen(attempt.place["size"])
        threading.Thread(target=self._accept, name="manta-peers", daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                link, _ = self._server.accept()
            except OSError:
                return
            threading.Thread(target=self._answer, args=(link,), name="manta-peer", daemon=True).start()

    def _answer(self, link: socket.socket) -> None:
        """A caller that is not a rank is turned away, and one that leaves has no further use."""
        try:
            peer = _PeerLink(link, self._gate)
            with self._gate.changed:
                self._links.append(peer)
            rank = peer.answer(self._key_with)
            asked = peer.receive()
            if asked in (_LIVE, _SHARDS):
                self._give(peer, asked, rank)
            else:
                self.meeting.listen(rank, peer)
        except (OSError, Aborted):
            link.close()

    def hand_on(self, live: _LiveState, offers: List[Dict[str, Any]]) -> None:
        """Keeps what others lack until they have taken it, whatever this rank commits meanwhile."""
        gifts = live.gifts(offers)
        with self._gate.changed:
            self._gifts = gifts
            self._gate.changed.notify_all()

    def _give(self, peer: _PeerLink, asked: bytes, rank: int) -> None:
        self._gate.wait(lambda: (asked, rank) in self._gifts)
        peer.send(self._gifts[asked, rank])
        with self._gate.changed:
            del self._gifts[asked, rank]
            self._gate.changed.notify_all()

    def await_taken(self) -> None:
        """A rank that has nothing more to do waits for those that still need what it holds."""
        self._gate.wait(lambda: not self._gifts)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        for link in self._links:
            link.close()


class _LedMeeting:
    """Rank 0's side of where ranks give each other values: it has what all have given, and tells them."""

    def __init__(self, attempt: _Attempt) -> None:
        self._gate = attempt.gate
        self._others = attempt.place["size"] - 1
        self._arrived: "collections.deque[Dict[int, bytes]]" = collections.deque()
        self._links: Dict[int, _PeerLink] = {}
        self._counts: Dict[int, int] = collections.defaultdict(int)
        self._met = 0
        self._lost = False

    def listen(self, rank: int, peer: _PeerLink) -> None:
        """Takes what a rank gives, in its order, until it leaves."""
        try:
            self._links[rank] = peer
            while True:
                self._take(rank, peer.receive())
        finally:
            with self._gate.changed:
                self._lost = True
                self._gate.changed.notify_all()

    def _take(self, rank: int, payload: bytes) -> None:
        with self._gate.changed:
            self._counts[rank] += 1
            while len(self._arrived) < self._counts[rank] - self._met:
                self._arrived.append({})
            self._arrived[self._counts[rank] - self._met - 1][rank] = payload
            self._gate.changed.notify_all()

    def gather(self, value: Any) -> List[Any]:
        """Returns what every rank has given, by rank, once all are here."""
        import pickle

        self._gate.wait(lambda: self._complete() or self._lost)
        if not self._complete():
            _require_news(self._gate)
        with self._gate.changed:
            self._met += 1
            arrived = self._arrived.popleft()
        all_ = [pickle.dumps(value), *(arrived[rank] for rank in sorted(arrived))]
        answer = b"".join(struct.pack(">Q", len(each)) + each for each in all_)
        for link in self._links.values():
            with contextlib.suppress(OSError):  # a rank that is gone is told by the controller
                link.send(answer)
        return [pickle.loads(each) for each in all_]

    def _complete(self) -> bool:
        return bool(self._arrived) and len(self._arrived[0]) == self._others

    def close(self) -> None:
        """Its connections end with the door."""


class _FollowedMeeting:
    """The side of all other ranks: they give their value to rank 0, and get all."""

    def __init__(self, attempt: _Attempt) -> None:
        self._gate = attempt.gate
        try:
            self._link = attempt.call_rank(0)
            self._link.send(_MEETING)
        except OSError:
            _require_news(self._gate)

    def gather(self, value: Any) -> List[Any]:
        import pickle

        try:
            self._link.send(pickle.dumps(value))
            answer = io.BytesIO(self._link.receive())
        except OSError:
            _require_news(self._gate)
        sizes = iter(lambda: answer.read(8), b"")
        return [pickle.loads(answer.read(struct.unpack(">Q", size)[0])) for size in sizes]

    def close(self) -> None:
        self._link.close()


_Meeting = Union[_LedMeeting, _FollowedMeeting]


def _require_news(gate: _Gate) -> NoReturn:
    """A rank has left: because it died, or the number of ranks changes, which the controller tells, or by itself."""
    gate.wait(lambda: False, _NEWS_SECONDS)
    raise _PeerLeft("another rank has left its function before all ranks were there")


# ---- What a rank finds in its process ---------------------------------------------------------------------------------------------------------------------


class _Ports:
    """Ports that are free on this machine, and kept until the function begins: for the rendezvous of ranks, and for services of their own."""

    def __init__(self) -> None:
        self._sockets = [_bound() for _ in range(2)]

    def offer(self) -> Dict[str, Any]:
        rendezvous, service = (each.getsockname()[1] for each in self._sockets)
        return {"host": _own_host(), "port": rendezvous, "service": service}

    def close(self) -> None:
        for each in self._sockets:
            each.close()


def _own_host() -> str:
    """The address by which ranks of other nodes reach this one's, which its node says."""
    return os.environ.get("MANTA_DATA_HOST", "127.0.0.1")


def _family(host: str) -> int:
    return socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0][0]


def _bound() -> socket.socket:
    """A socket at a port that is free on this node: any, or one of those that the node's ranks may use."""
    host = _own_host()
    first, _, last = os.environ.get("MANTA_DATA_PORTS", "0-0").partition("-")
    ports = range(int(first), int(last) + 1)
    begin = int.from_bytes(os.urandom(4), "big") % len(ports)  # ranks that begin together do not all try the same one first
    for at in range(len(ports)):
        bound = socket.socket(_family(host), socket.SOCK_STREAM)
        try:
            bound.bind((host, ports[(begin + at) % len(ports)]))
            return bound
        except OSError as taken:
            bound.close()
            if taken.errno != errno.EADDRINUSE:
                raise
    raise MantaError(f"all ports from {first} to {last} are taken at {host}; MANTA_DATA_PORTS says where to listen: let it name more ports")


def _interface(host: str) -> Optional[str]:
    """The network interface that has an address, where the system tells."""
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):
                found = fcntl.ioctl(any_, 0x8915, struct.pack("256s", name.encode()[:15]))  # SIOCGIFADDR
                if socket.inet_ntoa(found[20:24]) == host:
                    return name
    return None


def _environment(attempt: _Attempt, offers: List[Dict[str, Any]]) -> Dict[str, str]:
    """What launchers of the field set for a rank: torchrun, and those of TensorFlow, JAX, Horovod, DeepSpeed and Accelerate."""
    place, run = attempt.place, attempt.run
    rank, size, local, local_size = place["rank"], place["size"], place["local_rank"], place["local_size"]
    nodes = len({offer["node"] for offer in offers})
    first = offers[0]
    variables: Dict[str, Any] = {
        "RANK": rank,
        "WORLD_SIZE": size,
        "LOCAL_RANK": local,
        "LOCAL_WORLD_SIZE": local_size,
        "NODE_RANK": place["node_rank"],
        "GROUP_RANK": place["node_rank"],
        "GROUP_WORLD_SIZE": nodes,
        "ROLE_NAME": "default",
        "ROLE_RANK": rank,
        "ROLE_WORLD_SIZE": size,
        "MASTER_ADDR": first["host"],
        "MASTER_PORT": first["port"],
        "TORCHELASTIC_RUN_ID": run["id"],
        "TORCHELASTIC_RESTART_COUNT": attempt.number - 1,
        "TORCHELASTIC_ERROR_FILE": attempt.error_file(),
        "TORCHELASTIC_USE_AGENT_STORE": "False",
        "JAX_COORDINATOR_ADDRESS": f"{first['host']}:{first['service']}",
        "JAX_NUM_PROCESSES": size,
        "JAX_PROCESS_ID": rank,
        "HOROVOD_RANK": rank,
        "HOROVOD_SIZE": size,
        "HOROVOD_LOCAL_RANK": local,
        "HOROVOD_LOCAL_SIZE": local_size,
        "HOROVOD_CROSS_RANK": place["node_rank"],
        "HOROVOD_CROSS_SIZE": nodes,
        "CROSS_RANK": place["node_rank"],
        "CROSS_SIZE": nodes,
        "LOCAL_SIZE": local_size,
        "MANTA_RUN": run["name"],
    }
    if size > 1:
        workers = [f"{offer['host']}:{offer['service']}" for offer in offers]
        variables["TF_CONFIG"] = json.dumps({"cluster": {"worker": workers}, "task": {"type": "worker", "index": rank}})
    devices_name, visible = attempt.session.visible_devices
    devices = _visible_devices(place, offers, visible)
    if devices is not None:
        variables[devices_name] = devices
    interface = _interface(_own_host()) if nodes > 1 else None
    if interface is not None:  # or these libraries take the one that the host's name leads to, which is loopback on many systems
        variables.update({name: interface for name in ("GLOO_SOCKET_IFNAME", "NCCL_SOCKET_IFNAME") if name not in os.environ})
    return {name: str(value) for name, value in variables.items()}


def _devices_of_node(is_amd: bool) -> "tuple[str, str]":
    """The variable that says which GPUs there are, and what it says. AMD's come first where its driver is; Slurm, for example, may set them elsewhere too."""
    names = ("HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES") if is_amd else ()
    name = next((each for each in names if os.environ.get(each)), "CUDA_VISIBLE_DEVICES")
    return name, os.environ.get(name, "")


def _visible_devices(place: Dict[str, Any], offers: List[Dict[str, Any]], node: str) -> Optional[str]:
    """The GPUs of the ranks of this node, in their order, so that `LOCAL_RANK` is the number of this rank's own; None where they have none. `node` is what the variable
    was when the process began: an earlier attempt has changed it."""
    if not place["device"].startswith("cuda:"):
        return None
    before = [entry.strip() for entry in node.split(",") if entry.strip()]
    numbers = [number for offer in offers if offer["node"] == place["node"] for number in offer["device"][len("cuda:") :].split(",") if number]
    return ",".join(before[int(number)] if int(number) < len(before) else number for number in dict.fromkeys(numbers))


def _call_loop(loop: Dict[str, str]) -> Any:
    """Runs a script as Python itself would, or calls a function of it; on the main thread."""
    directory, chosen = os.environ.get("MANTA_DIRECTORY"), os.environ.get("MANTA_WORKING_DIRECTORY")
    if chosen:
        if not os.path.isdir(chosen):
            raise MantaError(f"node {socket.gethostname()} has no working directory {chosen}: its files are not sent to nodes; name a directory that every node has")
        os.chdir(chosen)
    elif directory and os.path.isdir(directory):  # other nodes may have none of this name
        os.chdir(directory)
    config = json.loads(loop["config"])
    path = _here(loop["class"])
    if not loop["method"]:
        return _run_script(path, config["arguments"])
    sys.argv = [path]
    function = getattr(_load(path, "__manta_loop__"), loop["method"])
    return function(config) if _takes_config(function) else function()


def _here(script: str) -> str:
    """Where a script of the driver's is on this node: in its directory, or in a copy of that."""
    there, here = os.environ.get("MANTA_SCRIPTS_FROM"), os.environ.get("MANTA_SCRIPTS")
    return os.path.join(here, os.path.relpath(script, there)) if there and here else script


def _takes_config(function: Callable[..., Any]) -> bool:
    import inspect

    try:
        return bool(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return True


def _run_script(path: str, arguments: List[str]) -> None:
    sys.argv = [path, *arguments]
    try:
        _load(path, "__main__")
    except SystemExit as ended:
        if ended.code not in (None, 0):
            raise


def _load(path: str, name: str) -> Any:
    """Runs the file as a module of that name, its directory first on the path."""
    import types

    folder = os.path.dirname(path)
    if folder not in sys.path[:1]:
        sys.path.insert(0, folder)
    module = types.ModuleType(name)
    module.__file__ = path
    module.__dict__["__builtins__"] = __builtins__
    sys.modules[name] = module
    with open(path, "rb") as file:
        code = compile(file.read(), path, "exec", dont_inherit=True)
    exec(code, module.__dict__)
    return module


def _packages(loop: Dict[str, str]) -> List[str]:
    """The packages that a script will import, without those of Python and its own."""
    path = _here(loop["class"])
    folder = os.path.dirname(path)
    try:
        with open(path, "rb") as file:
            names = [name for name, _ in _imported(file.read(), path)]
    except (OSError, SyntaxError, ValueError):
        return []
    known = {*sys.modules, *getattr(sys, "stdlib_module_names", ())}
    own = [name for name in names if os.path.exists(os.path.join(folder, name)) or os.path.exists(os.path.join(folder, name + ".py"))]
    return [name for name in names if name not in known and name not in own]


def _import_ahead(packages: List[str]) -> None:
    """A spare imports what the script will."""
    import importlib

    for name in packages:
        try:
            importlib.import_module(name)
        except (Exception, SystemExit) as error:  # the rank itself will say so
            print(f"manta: this spare is not warm: {error}", file=sys.stderr, flush=True)


def _idle_cpus(seconds: float) -> float:
    """How many CPUs have had nothing to do in so many seconds; all of them where the system does not tell."""
    before = _idle_seconds()
    time.sleep(seconds)
    after = _idle_seconds()
    return float(os.cpu_count() or 1) if before is None or after is None else (after - before) / seconds


def _idle_seconds() -> Optional[float]:
    """For how long CPUs have been idle since the system began, all together."""
    try:
        with open("/proc/stat", encoding="ascii") as file:
            idle, waiting = file.readline().split()[4:6]
        return (int(idle) + int(waiting)) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError):
        return None


def _end_children() -> None:
    """Processes that the function has started end with a rank that nobody else will clean up after."""
    own = os.getsid(0)
    if own != os.getpid():
        return
    for entry in os.listdir("/proc") if os.path.isdir("/proc") else []:
        if entry.isdigit() and int(entry) != own:
            with contextlib.suppress(OSError):
                if os.getsid(int(entry)) == own:
                    os.kill(int(entry), signal.SIGKILL)


def _end_if_forked(process: int, thrown: Optional[BaseException]) -> None:
    """A process that the script has forked, and that comes to the script's end, is not a rank: it ends as Python would end it."""
    if os.getpid() == process:
        return
    if thrown is None or isinstance(thrown, SystemExit):
        code = None if thrown is None else thrown.code
        _exit_now(code if isinstance(code, int) else 0 if code is None else 1)
    import traceback

    traceback.print_exception(type(thrown), thrown, thrown.__traceback__)
    _exit_now(1)


def _exit_now(status: int) -> None:
    with contextlib.suppress(Exception):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status)


def _exit_orderly() -> None:
    """Does what the script has registered for the end of the process, and ends it; threads that it has left do not keep it."""
    import atexit

    with contextlib.suppress(BaseException):
        atexit._run_exitfuncs()
    _exit_now(0)


# ---- What went wrong --------------------------------------------------------------------------------------------------------------------------------------

_STACK_MAX = 48 << 10
_SENTENCE_MAX = 2000


def _failure(thrown: BaseException) -> Dict[str, str]:
    """What was raised, for the person who reads it: the first cause first."""
    causes = _causes(thrown)
    first = causes[0]
    return {"type": "manta.PeerLeft" if _misses_peer(thrown) else _type_name(first), "what": _cut(_sentence(first), _SENTENCE_MAX), "where": _where(first), "stack": _stack(causes)}


def _causes(thrown: BaseException) -> List[BaseException]:
    chain: List[BaseException] = []
    each: Optional[BaseException] = thrown
    while each is not None and each not in chain and len(chain) < 40:
        chain.append(each)
        each = each.__cause__ or (None if each.__suppress_context__ else each.__context__)
    return chain[::-1]


def _type_name(thrown: BaseException) -> str:
    kind = type(thrown)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _sentence(first: BaseException) -> str:
    if isinstance(first, SystemExit):
        return f"called sys.exit({first.code!r})" + _error_file_message()
    if isinstance(first, SyntaxError) and first.filename:
        return f"threw {type(first).__name__}: {first.msg} at {first.filename}:{first.lineno}"
    text = _said(first)
    return f"threw {_type_name(first)}" + (f": {text.splitlines()[0]}" if text else "")


def _error_file_message() -> str:
    """The message that a launcher within the script has left about its own processes, in the form that torchrun reads; empty if there is none."""
    try:
        with open(os.environ["TORCHELASTIC_ERROR_FILE"], encoding="utf-8") as file:
            message = json.load(file)["message"]
        text = str(message["message"] if isinstance(message, dict) else message).strip()
        return f": {text.splitlines()[0]}" if text else ""
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _said(thrown: BaseException) -> str:
    try:
        return str(thrown).strip()
    except Exception as own:
        return f"(its text raised {type(own).__name__})"


def _frames(thrown: BaseException) -> List[Any]:
    import traceback

    return [frame for frame in traceback.extract_tb(thrown.__traceback__) if frame.filename != __file__]


def _where(thrown: BaseException) -> str:
    """The innermost line of the script's own code, or of any."""
    frames = _frames(thrown)
    own = [frame for frame in frames if not _is_library(frame.filename)]
    chosen = (own or frames)[-1:]
    return "".join(f"{frame.filename}:{frame.lineno}" for frame in chosen)


def _is_library(path: str) -> bool:
    return path.startswith("<") or "site-packages" in path or path.startswith((sys.prefix + os.sep, sys.base_prefix + os.sep))


def _stack(causes: List[BaseException]) -> str:
    import traceback

    text = ""
    for cause in causes:
        said = _said(cause)
        head = _type_name(cause) + (f": {said}" if said else "")
        text += ("which became " if text else "") + _cut(head, 4000) + "\n" + "".join(traceback.format_list(_frames(cause)))
    return _cut(text, _STACK_MAX)


def _log_failure(failure: Dict[str, str]) -> None:
    """In lines that are known again: what is told to the controller too is shown to the user once."""
    lines = "".join(f"manta:   {line}\n" for line in failure["stack"].splitlines())
    sys.stderr.write(f"manta: the training function {failure['what']}\n{lines}")
    sys.stderr.flush()


def _may_follow_from_others(thrown: BaseException, ranks: int) -> bool:
    """Whether another rank's end may be the cause: then the news of that is on its way. What is plainly the script's own is told at once."""
    own = (SyntaxError, NameError, TypeError, ValueError, AttributeError, ImportError, SystemExit, AssertionError, LookupError, ArithmeticError)
    return ranks > 1 and not isinstance(thrown, own)


def _stacks() -> str:
    import traceback

    names = {thread.ident: thread.name for thread in threading.enumerate()}
    frames = sorted(sys._current_frames().items(), key=lambda each: each[0] != threading.main_thread().ident)
    return "\n".join(f'"{names.get(ident, ident)}"\n' + "".join(traceback.format_stack(frame)) for ident, frame in frames)


# ---- Checks before a run ----------------------------------------------------------------------------------------------------------------------------------


def _check(path: str, function: str) -> Dict[str, Any]:
    """What can be said of a script before any rank starts; nothing of it is run. An entry `wrong` says why it cannot be trained with."""
    with open(path, "rb") as file:
        source = file.read()
    try:
        imported = _imported(source, path)
    except SyntaxError as error:
        return {"wrong": f"{error.filename}:{error.lineno}: {error.msg}" + (f"\n    {error.text.strip()}" if error.text else "")}
    except ValueError as error:
        return {"wrong": f"{path} cannot be read as Python: {error}"}
    sys.path.insert(0, os.path.dirname(path))
    for name, line in imported:
        if not _is_there(name):
            return {"wrong": f"{path}:{line}: {sys.executable} has no module {name}; install it there, or choose another interpreter with --python", "missing": name}
    wrong = _wrong_function(source, path, function) if function else None
    return {"wrong": wrong} if wrong else {"version": "%d.%d.%d" % sys.version_info[:3], "executable": sys.executable}


def _is_there(name: str) -> bool:
    import importlib.util

    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):  # one that says nothing of where it comes from, such as __main__
        return name in sys.modules


def _imported(source: bytes, path: str) -> "List[tuple[str, int]]":
    """The packages that a script imports as it begins, with their lines; not those within `try`, which it can do without."""
    import ast

    names: Dict[str, int] = {}
    for node in ast.parse(source, path).body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                names.setdefault(alias.name.split(".")[0], node.lineno)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.setdefault(node.module.split(".")[0], node.lineno)
    names.pop("__future__", None)
    return list(names.items())


def _wrong_function(source: bytes, path: str, name: str) -> Optional[str]:
    """Why a function of that name cannot be called with a config, or None; one that is not written in the file itself is found out later."""
    import ast

    body = ast.parse(source, path).body
    functions = {node.name: node for node in body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))}
    if name in functions:
        return _wrong_parameters(functions[name], path)
    made = {target.id for node in body if isinstance(node, ast.Assign) for target in node.targets if isinstance(target, ast.Name)}
    brought = {(alias.asname or alias.name) for node in body if isinstance(node, (ast.Import, ast.ImportFrom)) for alias in node.names}
    if name in made | brought | {"*"} or "*" in brought:
        return None
    there = ", ".join(functions) or "none"
    return f"{path} has no function {name}; functions of it: {there}"


def _wrong_parameters(function: Any, path: str) -> Optional[str]:
    import ast

    given = f"{path}:{function.lineno}: {function.name}"
    if isinstance(function, ast.AsyncFunctionDef):
        return f"{given} is asynchronous; a training function is a plain one, which may call asyncio.run itself"
    parameters = function.args
    positional = len(parameters.posonlyargs) + len(parameters.args)
    required = positional - len(parameters.defaults)
    named = [each.arg for each, default in zip(parameters.kwonlyargs, parameters.kw_defaults) if default is None]
    if required > 1 or named:
        wanted = ", ".join([each.arg for each in [*parameters.posonlyargs, *parameters.args]] + named)
        return f"{given} takes {wanted}; a training function takes its config and nothing else: def {function.name}(config)"
    return None


def _check_main() -> None:
    """Takes a script and a function, or nothing for it; prints what there is to say as JSON."""
    _keep_bytecode()
    print(json.dumps(_check(sys.argv[1], sys.argv[2])))


def _keep_bytecode() -> None:
    """Compiles what ranks import, also where the environment says to write no bytecode, as that of many containers does: each rank would compile it anew."""
    import importlib.util
    import py_compile

    folder = os.path.dirname(os.path.abspath(__file__))
    for path in (os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".py")):
        compiled = importlib.util.cache_from_source(path)
        if not os.path.exists(compiled):
            with contextlib.suppress(OSError, py_compile.PyCompileError):
                py_compile.compile(path, compiled, doraise=True)


def _share_library() -> None:
    """Lets processes that the script starts import what it imports."""
    folder, before = os.path.dirname(os.path.abspath(__file__)), os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = folder + os.pathsep + before if before else folder


def _worker_main() -> None:
    """Takes the directory with the controller's socket and token, this worker's id, and how many milliseconds it continues without a controller."""
    import faulthandler

    faulthandler.enable()
    # `manta stack` asks for the stacks of all threads, which go into this worker's log.
    faulthandler.register(signal.SIGUSR1, all_threads=True)
    _share_library()
    session = _Session(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    # On a thread of its own: the main thread may be in the middle of saying something.
    signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=session.terminated, name="manta-signal", daemon=True).start())
    session.run()
