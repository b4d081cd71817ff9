"""Datasets for Python ranks: a part of `manta`, loaded when a script asks for a dataset or storage needs it.

A companion, one JVM per node and run, reads the datasets and sends batches through a Unix socket as Arrow record batches. They are made into NumPy arrays here,
from where they were received and without pyarrow; PyTorch tensors share their memory.

Sections: shards, the companion, Arrow, formats.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import socket
import struct
import subprocess
import threading
import time
from typing import Any, Callable, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple

__all__ = ["Batch", "Companion", "DatasetShard", "Datasets"]

_DATASET = "dataset."


# ---- Shards -----------------------------------------------------------------------------------------------------------------------------------------------


class Batch(dict):
    """Columns by name. `weight` says how much the batch counts in averages over ranks: its rows, or 0 for rows that were seen before and only keep this rank in
    step with others that still have some."""

    weight: float = 0.0


class Between(NamedTuple):
    """What a shard needs of its attempt: `gather` gives every rank's value to all ranks, `check` raises once the attempt is over."""

    gather: Callable[[Any], List[Any]]
    check: Callable[[], None]


class Datasets:
    """The datasets of an attempt, opened as the script asks for them."""

    def __init__(self, companion: "Companion", place: Dict[str, Any], settings: Dict[str, str], between: "Between", positions: Dict[str, str]) -> None:
        """`positions` are those of a checkpoint or commit that the attempt resumes from."""
        self._companion = companion
        self._place = place
        self._settings = settings
        self._between = between
        self._start = positions
        self._open: Dict[str, DatasetShard] = {}

    def get(self, name: str) -> "DatasetShard":
        """This rank's shard of a dataset."""
        if name not in self._open:
            self._open[name] = self._opened(name)
        return self._open[name]

    def _opened(self, name: str) -> "DatasetShard":
        text = self._settings.get(_DATASET + name)
        if text is None:
            names = sorted(key[len(_DATASET) :] for key in self._settings if key.startswith(_DATASET))
            given = ", ".join(names) if names else "none"
            raise LookupError(f'there is no dataset "{name}"; the run was given {given}: add it with --dataset {name}=…, or .dataset("{name}", …) in Java')
        request = {
            "type": "OpenShard",
            "name": name,
            "dataset": text,
            "rank": self._place["rank"],
            "ranks": self._place["size"],
            "lanes": int(self._settings.get("dataLanes", "1")),
            "sampledByAbsolutePath": "sampledByAbsolutePath" in self._settings,
        }
        shard = DatasetShard(name, lambda: self._companion.call(request), self._between)
        if _DATASET + name in self._start:
            shard.seek(self._start[_DATASET + name])
        return shard

    def positions(self) -> Dict[str, str]:
        """Where the datasets that ranks share stand, for a checkpoint or a commit: the same on every rank that has taken as many batches."""
        unread = {key: position for key, position in self._start.items() if key.startswith(_DATASET)}
        read = {_DATASET + name: shard.state() for name, shard in self._open.items() if shard.was_read() and self._is_split(name)}
        return {**unread, **read}

    def _is_split(self, name: str) -> bool:
        return json.loads(self._settings[_DATASET + name])["split"]

    def load(self) -> List[Dict[str, Any]]:
        """What each dataset has done so far; how long it worked and waited itself, and on what, only the companion knows."""
        return [
            {"dataset": name, "rows": shard.rows, "bytes": shard.bytes, "stalledSeconds": shard.stalled, "operators": {}}
            for name, shard in list(self._open.items())
        ]

    def close(self) -> None:
        for shard in self._open.values():
            shard.close()
        self._open.clear()


class DatasetShard:
    """A rank's part of a dataset.

    Ranks share out each pass: every row goes to exactly one of them, and all take the same number of batches. Each iteration begins the next pass, but the first
    one after a restore resumes where the run stood.
    """

    def __init__(self, name: str, call: Callable[[], "Call"], between: Between) -> None:
        self.name = name
        self.weight = 0.0
        """How much the batch that was handed out last counts in averages over ranks; see `Batch`."""
        self.rows = 0
        self.bytes = 0
        self.stalled = 0.0
        """How many seconds the script has waited for batches."""
        self._call = call
        self._between = between
        self._first: Optional[Dict[str, Any]] = None
        self._cursor: Optional[bytes] = None
        self._resumes = False
        self._idle: Optional[Call] = None

    def iter_batches(
        self,
        batch_size: int = 256,
        format: str = "numpy",
        drop_last: bool = False,
        prefetch_batches: int = 2,
        ordered: bool = True,
        epoch: Optional[int] = None,
    ) -> Iterable[Any]:
        """Batches of so many rows; each iteration over what is returned is a pass.

        `format` is `"numpy"` (a `Batch` of arrays), `"torch"` (a `Batch` of tensors), `"arrow"` (a `pyarrow.Table`) or `"pandas"` (a `DataFrame`). All ranks make
        the same number of steps: one without rows gets a batch of weight 0, unless `drop_last` ends the pass before the first batch that some rank cannot fill.
        Without `ordered`, rows come as they are ready. `epoch` names the pass to begin with instead of the next one.
        """
        if format not in _FORMATS:
            raise ValueError(f'there is no format "{format}"; there are {", ".join(_FORMATS)}')
        return _Pass(self, _options(batch_size, prefetch_batches, drop_last, ordered), _FORMATS[format], epoch)

    def iter_torch_batches(
        self,
        batch_size: int = 256,
        dtypes: Any = None,
        device: Any = "auto",
        collate_fn: Optional[Callable[[Batch], Any]] = None,
        drop_last: bool = False,
        prefetch_batches: int = 2,
        epoch: Optional[int] = None,
    ) -> Iterable[Any]:
        """Batches of tensors on a device: this rank's GPU if it has one, else the CPU, unless `device` says otherwise.

        `dtypes` is a type for all columns, or one by column. `collate_fn` is given each batch as NumPy arrays and makes the tensors itself.
        """
        made = (lambda received: collate_fn(_numpy(received))) if collate_fn else _to_torch(dtypes, device)
        return _Pass(self, _options(batch_size, prefetch_batches, drop_last, True), made, epoch)

    def iter_rows(self, epoch: Optional[int] = None) -> Iterator[Dict[str, Any]]:
        """The rows of the next pass, one dict each; a resumed run continues behind the row that was handed out last."""
        for batch in _Pass(self, _options(1, 64, False, True), _numpy, epoch):
            if batch.weight:
                yield {name: _value(column[0]) for name, column in batch.items()}

    def state(self) -> str:
        """Where all ranks stand, counting every batch that was handed out, as text; good at any number of ranks. Checkpoints have it without asking."""
        return self._known().decode()

    def seek(self, state: str) -> None:
        """Resumes from there with the next iteration."""
        self._cursor = state.encode()
        self._resumes = not json.loads(state)["done"]

    def was_read(self) -> bool:
        return self._cursor is not None

    def close(self) -> None:
        """Gives back what the companion holds for this shard."""
        if self._idle is not None:
            self._idle.close()
            self._idle = None

    def _known(self) -> bytes:
        if self._cursor is None:
            self._idle = self._opened()
        assert self._cursor is not None
        return self._cursor

    def _opened(self) -> "Call":
        """A connection that waits for a pass."""
        call, self._idle = self._idle, None
        if call is None:
            call = self._call()
            self._first = call.answer()["cursor"]
            self._cursor = self._cursor or _compact(self._first)
        return call

    def _received(self, options: Dict[str, Any], epoch: Optional[int]) -> Iterator["_Received"]:
        """The batches of a pass as they come. A companion that dies in the middle is started again, and continues behind the last batch."""
        self._begin(epoch)
        lost = 0
        while not self._is_done():
            before = self._cursor
            try:
                for received in self._counted(self._stream(options)):
                    self._between.check()
                    self._cursor = received.cursor
                    self.weight = received.weight
                    yield received
            except _Lost as gone:
                self._between.check()
                lost = lost + 1 if self._cursor is before else 1
                if gone.in_agreement or lost > _TRIES:
                    raise self._failed(gone) from gone

    def _counted(self, stream: Iterator["_Received"]) -> Iterator["_Received"]:
        while True:
            began = time.monotonic()
            try:
                received = next(stream, None)
            finally:
                self.stalled += time.monotonic() - began
            if received is None:
                return
            self.rows += round(received.weight)
            self.bytes += 0 if received.body is None else memoryview(received.body).nbytes
            yield received

    def _is_done(self) -> bool:
        return json.loads(self._known())["done"]

    def _begin(self, epoch: Optional[int]) -> None:
        """Moves to where the next pass begins."""
        if self._resumes and epoch is None:
            self._resumes = False
            return
        self._idle = self._opened()
        assert self._first is not None
        number = json.loads(self._known())["epoch"] + 1 if epoch is None else epoch
        self._cursor = _compact({**self._first, "epoch": number, "done": False})
        self._resumes = False

    def _stream(self, options: Dict[str, Any]) -> Iterator["_Received"]:
        call = self._opened()
        columns = _Columns(b"")
        agreed = False
        try:
            call.send({"options": options, "cursor": json.loads(self._known())})
            while True:
                kind, head, body = call.receive()
                if kind == _BATCH:
                    yield _Received.of(head, body, columns)
                elif kind == _COLUMNS:
                    columns = _Columns(bytes(head))
                elif kind == _EXCHANGE:
                    agreed = True
                    call.send({"all": self._between.gather(list(struct.unpack(f">{len(head) // 8}q", head)))})
                else:
                    self._cursor = bytes(head)
                    self._idle, call = call, None
                    return
        except _Lost as gone:
            gone.in_agreement = agreed
            raise
        finally:
            if call is not None:
                call.close()

    def _failed(self, gone: "_Lost") -> Exception:
        at = json.loads(self._known())
        where = f'batch {at["position"]} of epoch {at["epoch"]}'
        why = "ranks that agree batch by batch cannot continue each for itself" if gone.in_agreement else f"it ended {_TRIES} times in a row there"
        return CompanionError(f'the companion that reads dataset "{self.name}" ended at {where}, and {why}; what it printed is above, in the log of a rank of this node')


_TRIES = 3


def _compact(cursor: Dict[str, Any]) -> bytes:
    return json.dumps(cursor, separators=(",", ":")).encode()


def _options(batch_size: int, prefetch: int, drop_last: bool, ordered: bool) -> Dict[str, Any]:
    if isinstance(batch_size, bool) or not isinstance(batch_size, int) or batch_size < 1:
        raise ValueError(f"a batch needs at least 1 row, not {batch_size!r}")
    return {"rows": batch_size, "prefetch": max(1, prefetch), "dropLast": bool(drop_last), "ordered": bool(ordered)}


class _Pass:
    """A pass for each iteration."""

    def __init__(self, shard: DatasetShard, options: Dict[str, Any], made: Callable[["_Received"], Any], epoch: Optional[int]) -> None:
        self._shard = shard
        self._options = options
        self._made = made
        self._epoch = epoch

    def __iter__(self) -> Iterator[Any]:
        epoch, self._epoch = self._epoch, None
        return map(self._made, self._shard._received(self._options, epoch))


class _Received(NamedTuple):
    """A batch as it came: its columns, the head of its Arrow message, its rows, and where all ranks stand behind it."""

    columns: "_Columns"
    head: memoryview
    body: Any
    weight: float
    cursor: bytes

    @staticmethod
    def of(head: memoryview, body: Any, columns: "_Columns") -> "_Received":
        weight, length = struct.unpack_from(">di", head)
        return _Received(columns, head[12 + length :], body, weight, bytes(head[12 : 12 + length]))


# ---- The companion ----------------------------------------------------------------------------------------------------------------------------------------


class CompanionError(Exception):
    """What the companion could not do, and why; `passing` where it may succeed in a while."""

    def __init__(self, message: str, passing: bool = False) -> None:
        super().__init__(message)
        self.passing = passing


class _Lost(Exception):
    """The companion's end of a connection is gone."""

    in_agreement = False


_ANSWER, _COLUMNS, _BATCH, _END, _EXCHANGE = range(1, 6)
_FRAME = struct.Struct(">BIQ")
_START_SECONDS = 60.0
_HEAD_MAX = 256 << 20
_AHEAD_BYTES = 64 << 10


class Companion:
    """The JVM that does for the ranks of a node what needs Java; whoever needs it first starts it."""

    def __init__(self, door: str, command: Sequence[str]) -> None:
        """`door` is the directory of the controller's socket and token, `command` starts a companion for it."""
        self._door = door
        self._command = list(command)
        self._starting = threading.Lock()
        self._stays: Optional[Call] = None

    def start(self) -> None:
        """Starts it ahead of its use, unless it runs, and keeps it as long as this process lives."""
        with self._starting:
            if self._stays is None or self._stays.is_lost():
                self._stays = self._connected({"type": "Stay"})

    def call(self, request: Dict[str, Any]) -> "Call":
        """A connection for one request."""
        self.start()
        return self._connected(request)

    def try_ask(self, request: Dict[str, Any]) -> Dict[str, Any]:
        """What it answers to a request, a refusal included; one that ended meanwhile is asked again."""
        for _ in range(_TRIES):
            with contextlib.suppress(_Lost), contextlib.closing(self.call(request)) as call:
                return json.loads(bytes(call.frame()[1]))
        return {"why": f"the companion, a JVM that reaches storage for this node, ended {_TRIES} times in a row", "passing": False}

    def _connected(self, request: Dict[str, Any]) -> "Call":
        link = self._dial() or self._dial_started()
        call = Call(link)
        with open(os.path.join(self._door, "token"), encoding="utf-8") as token:
            call.send({"token": token.read(), "request": request})
        return call

    def _dial(self) -> Optional[socket.socket]:
        link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            link.connect(os.path.join(self._door, "companion"))
            return link
        except OSError as nobody:
            link.close()
            if nobody.errno in (errno.ENOENT, errno.ECONNREFUSED):
                return None
            raise

    def _dial_started(self) -> socket.socket:
        """Ranks start it one at a time: the first does, the others find it."""
        with open(os.path.join(self._door, "companion.start"), "w") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)
            link = self._dial()
            if link is None:
                exit_file = self._launch()
                link = self._dial_until(time.monotonic() + _START_SECONDS, exit_file)
            return link

    def _launch(self) -> str:
        """The shell between does not stay a child of this rank, so that the companion does not end with it; and says with which status it ended."""
        exit_file = os.path.join(self._door, f"companion.{os.urandom(8).hex()}.exit")
        script = 'trap "" INT HUP; out=$1; shift; { "$@" < /dev/null; status=$?; [ -d "${out%/*}" ] && echo $status > "$out"; } &'
        environment = {name: value for name, value in os.environ.items() if name != "MANTA_WORKER"}
        command = ["/bin/sh", "-c", script, "manta-companion", exit_file, *self._command, self._door]
        subprocess.run(command, stdin=subprocess.DEVNULL, env=environment, start_new_session=True, check=True)
        return exit_file

    def _dial_until(self, end: float, exit_file: str) -> socket.socket:
        while True:
            link = self._dial()
            if link is not None:
                return link
            if os.path.exists(exit_file):
                raise CompanionError(f"the companion, a JVM that reads datasets for this node, did not start: {self._command[0]} ended; what it printed is above")
            if time.monotonic() > end:
                raise CompanionError(f"the companion, a JVM that reads datasets for this node, did not start within {_START_SECONDS:.0f} s")
            time.sleep(0.005)


class Call:
    """A connection to the companion."""

    def __init__(self, link: socket.socket) -> None:
        self._link = link
        self._frame = bytearray(_FRAME.size)
        self._ahead = memoryview(bytearray(_AHEAD_BYTES))
        self._from = self._to = 0

    def send(self, message: Dict[str, Any]) -> None:
        body = json.dumps(message).encode()
        try:
            self._link.sendall(struct.pack(">I", len(body)) + body)
        except OSError as gone:
            raise _Lost(str(gone)) from gone

    def answer(self) -> Dict[str, Any]:
        """The next answer, which is not a refusal."""
        return json.loads(bytes(self.receive()[1]))

    def receive(self) -> Tuple[int, memoryview, Any]:
        """The next frame, which is not a refusal."""
        kind, head, body = self.frame()
        if kind == _ANSWER:
            self._require_done(head)
        return kind, head, body

    def frame(self) -> Tuple[int, memoryview, Any]:
        """The next frame: its kind, its head and its body."""
        self._fill(self._frame)
        kind, head_size, body_size = _FRAME.unpack(self._frame)
        if head_size > _HEAD_MAX:
            raise CompanionError(f"a frame of the companion has a head of {head_size} bytes")
        head = bytearray(head_size)
        self._fill(head)
        body = None
        if body_size:
            body = _buffer(body_size)
            self._fill(body)
        return kind, memoryview(head), body

    @staticmethod
    def _require_done(head: memoryview) -> None:
        answer = json.loads(bytes(head))
        if answer["type"] == "Refused":
            raise CompanionError(answer["why"], answer["passing"])

    def _fill(self, into: Any) -> None:
        """Small things are read together, many with one call; large ones straight to where they belong."""
        left = memoryview(into)
        try:
            while left:
                if self._from == self._to and len(left) < _AHEAD_BYTES:
                    self._from, self._to = 0, self._received(self._ahead)
                if self._from < self._to:
                    count = min(len(left), self._to - self._from)
                    left[:count] = self._ahead[self._from : self._from + count]
                    self._from += count
                else:
                    count = self._received(left)
                left = left[count:]
        except OSError as gone:
            raise _Lost(str(gone)) from gone

    def _received(self, into: memoryview) -> int:
        count = self._link.recv_into(into)
        if count == 0:
            raise _Lost("the companion has ended")
        return count

    def is_lost(self) -> bool:
        """Whether the companion's end is gone, of a connection over which it says nothing."""
        try:
            self._link.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            return False
        except OSError:
            pass
        return True

    def close(self) -> None:
        self._link.close()


def _buffer(size: int) -> Any:
    """Memory that nobody has filled yet, where NumPy can give it."""
    try:
        import numpy
    except ImportError:
        return bytearray(size)
    return numpy.empty(size, numpy.uint8)


# ---- Arrow ------------------------------------------------------------------------------------------------------------------------------------------------
# The part of Arrow's stream format that the companion writes: a schema message, then record batches without compression and dictionaries.

_INT, _FLOAT, _BINARY, _UTF8, _BOOL, _DECIMAL, _DATE, _TIME, _TIMESTAMP = 2, 3, 4, 5, 6, 7, 8, 9, 10
_LIST, _FIXED_BINARY, _FIXED_LIST = 12, 15, 16
_PLAIN = (_INT, _FLOAT, _DATE, _TIMESTAMP)
_UNITS = ("s", "ms", "us", "ns")


class _Table:
    """A table of a FlatBuffers message."""

    __slots__ = ("_bytes", "_at", "_fields")

    def __init__(self, data: Any, at: int) -> None:
        self._bytes = data
        self._at = at
        places = at - struct.unpack_from("<i", data, at)[0]
        size = struct.unpack_from("<H", data, places)[0]
        self._fields = struct.unpack_from(f"<{(size - 4) // 2}H", data, places + 4)

    @staticmethod
    def header(message: Any) -> "_Table":
        """The header of a message, which has a mark and a length in front."""
        return _Table(message, 8 + struct.unpack_from("<I", message, 8)[0]).table(2)

    def number(self, field: int, form: str, default: int = 0) -> int:
        place = self._fields[field] if field < len(self._fields) else 0
        return struct.unpack_from("<" + form, self._bytes, self._at + place)[0] if place else default

    def _target(self, field: int) -> int:
        place = self._fields[field] if field < len(self._fields) else 0
        if not place:
            return 0
        at = self._at + place
        return at + struct.unpack_from("<I", self._bytes, at)[0]

    def table(self, field: int) -> "_Table":
        return _Table(self._bytes, self._target(field))

    def tables(self, field: int) -> List["_Table"]:
        at = self._target(field)
        count = struct.unpack_from("<I", self._bytes, at)[0] if at else 0
        places = range(at + 4, at + 4 + 4 * count, 4)
        return [_Table(self._bytes, place + struct.unpack_from("<I", self._bytes, place)[0]) for place in places]

    def text(self, field: int) -> str:
        at = self._target(field)
        size = struct.unpack_from("<I", self._bytes, at)[0] if at else 0
        return bytes(self._bytes[at + 4 : at + 4 + size]).decode()

    def pairs(self, field: int) -> Tuple[int, ...]:
        """Structs of two 64-bit numbers, one number after the other."""
        at = self._target(field)
        count = struct.unpack_from("<I", self._bytes, at)[0] if at else 0
        return struct.unpack_from(f"<{2 * count}q", self._bytes, at + 4) if count else ()


class _Column(NamedTuple):
    """A column's name, what it holds, and the NumPy type or width of its values."""

    name: str
    kind: int
    form: Any
    element: Optional["_Column"]


class _Columns:
    """The columns of a pass."""

    def __init__(self, message: bytes) -> None:
        self.message = message
        self.all = [_column(field) for field in _Table.header(message).tables(1)] if message else []
        self.is_plain = all(column.kind in _PLAIN for column in self.all)
        """Whether each column is values of fixed width, so that its buffers are the bits of its nulls and its values."""


def _column(field: _Table) -> _Column:
    kind = field.number(2, "B")
    children = field.tables(5)
    element = _column(children[0]) if children else None
    return _Column(field.text(0), kind, _form(kind, field.table(3)), element)


def _form(kind: int, parameters: _Table) -> Any:
    if kind == _INT:
        return ("i" if parameters.number(1, "B") else "u") + str(parameters.number(0, "i") // 8)
    if kind == _FLOAT:
        return ("f2", "f4", "f8")[parameters.number(0, "h")]
    if kind == _DATE:
        return "M8[D]" if parameters.number(0, "h", 1) == 0 else "M8[ms]"
    if kind == _TIMESTAMP:
        return f"M8[{_UNITS[parameters.number(0, 'h')]}]"
    if kind == _TIME:
        return _UNITS[parameters.number(0, "h", 1)], parameters.number(1, "i", 32) // 8
    if kind == _DECIMAL:
        return parameters.number(1, "i")
    if kind in (_FIXED_BINARY, _FIXED_LIST):
        return parameters.number(0, "i")
    return None


class _Rows:
    """Goes through the nodes and buffers of a record batch in order."""

    def __init__(self, received: _Received) -> None:
        header = _Table.header(received.head)
        self.count = header.number(0, "q")
        self.body = received.body if received.body is not None else bytearray()
        self._nodes = header.pairs(1)
        self._buffers = header.pairs(2)
        self._node = 0
        self._buffer = 0

    def has_nulls(self) -> bool:
        """Whether any column has some; rows that are none are not a usual case either."""
        return self.count == 0 or any(self._nodes[1::2])

    def values_at(self) -> Tuple[int, ...]:
        """Where the values of columns of fixed width are, if all are such."""
        return self._buffers[2::4]

    def node(self) -> Tuple[int, int]:
        """The rows and nulls of the next column."""
        at = self._node
        self._node += 2
        return self._nodes[at], self._nodes[at + 1]

    def buffer(self) -> Tuple[int, int]:
        """Where the next buffer is, and its length."""
        at = self._buffer
        self._buffer += 2
        return self._buffers[at], self._buffers[at + 1]


# ---- Formats ----------------------------------------------------------------------------------------------------------------------------------------------


def _numpy(received: _Received) -> Batch:
    rows = _Rows(received)
    arrays = _plain(received.columns, rows) if received.columns.is_plain and not rows.has_nulls() else None
    batch = Batch(arrays or [(column.name, _array(column, rows)) for column in received.columns.all])
    batch.weight = received.weight
    return batch


def _plain(columns: _Columns, rows: _Rows) -> List[Tuple[str, Any]]:
    """The same as below for the usual case, in which small batches would take most of their time to be looked at."""
    from numpy import frombuffer

    body, count = rows.body, rows.count
    return [(column.name, frombuffer(body, column.form, count, at)) for column, at in zip(columns.all, rows.values_at())]


def _array(column: _Column, rows: _Rows) -> Any:
    """A column as an array: nulls are NaN, NaT or None; lists that are equally long are a matrix."""
    import numpy

    count, nulls = rows.node()
    at, size = rows.buffer()
    missing = ~_bits(rows.body, at, count) if nulls and size else None
    values = _READERS[column.kind](column, rows, count)
    if missing is None:
        return values
    if values.dtype.kind in "iu":
        values = values.astype(numpy.float64)
    elif values.dtype.kind == "b" or values.ndim > 1:
        values = _objects(values, count)
    values[missing] = None if values.dtype.kind == "O" else numpy.nan if values.dtype.kind == "f" else "NaT"
    return values


def _objects(values: Sequence[Any], count: int) -> Any:
    import numpy

    made = numpy.empty(count, object)
    made[:] = values if isinstance(values, list) else list(values)
    return made


def _bits(body: Any, at: int, count: int) -> Any:
    import numpy

    packed = numpy.frombuffer(body, numpy.uint8, (count + 7) // 8, at)
    return numpy.unpackbits(packed, count=count, bitorder="little").view(bool)


def _fixed(column: _Column, rows: _Rows, count: int) -> Any:
    import numpy

    return numpy.frombuffer(rows.body, column.form, count, rows.buffer()[0]) if count else numpy.empty(0, column.form)


def _booleans(column: _Column, rows: _Rows, count: int) -> Any:
    return _bits(rows.body, rows.buffer()[0], count)


def _times(column: _Column, rows: _Rows, count: int) -> Any:
    import numpy

    unit, width = column.form
    return numpy.frombuffer(rows.body, f"i{width}", count, rows.buffer()[0]).astype(f"m8[{unit}]")


def _fixed_bytes(rows: _Rows, width: int, count: int) -> List[bytes]:
    at = rows.buffer()[0]
    data = bytes(memoryview(rows.body)[at : at + width * count])
    return [data[i * width : (i + 1) * width] for i in range(count)]


def _fixed_binaries(column: _Column, rows: _Rows, count: int) -> Any:
    return _objects(_fixed_bytes(rows, column.form, count), count)


def _decimals(column: _Column, rows: _Rows, count: int) -> Any:
    import decimal

    with decimal.localcontext() as exact:
        exact.prec = 40
        return _objects([decimal.Decimal(int.from_bytes(one, "little", signed=True)).scaleb(-column.form) for one in _fixed_bytes(rows, 16, count)], count)


def _offsets(rows: _Rows, count: int) -> Any:
    import numpy

    at, size = rows.buffer()
    return numpy.frombuffer(rows.body, numpy.int32, count + 1, at) if size else numpy.zeros(count + 1, numpy.int32)


def _binaries(column: _Column, rows: _Rows, count: int) -> Any:
    ends = _offsets(rows, count).tolist()
    at, size = rows.buffer()
    data = bytes(memoryview(rows.body)[at : at + size])
    cut = [data[ends[i] : ends[i + 1]] for i in range(count)]
    return _objects([one.decode() for one in cut] if column.kind == _UTF8 else cut, count)


def _lists(column: _Column, rows: _Rows, count: int) -> Any:
    import numpy

    ends = None if column.kind == _FIXED_LIST else _offsets(rows, count)
    assert column.element is not None
    elements = _array(column.element, rows)
    if ends is None:
        return elements.reshape(count, column.form, *elements.shape[1:])
    lengths = numpy.diff(ends)
    if count and (lengths == lengths[0]).all():
        return elements[ends[0] : ends[-1]].reshape(count, int(lengths[0]), *elements.shape[1:])
    return _objects([elements[ends[i] : ends[i + 1]] for i in range(count)], count)


_READERS: Dict[int, Callable[[_Column, _Rows, int], Any]] = {
    _INT: _fixed,
    _FLOAT: _fixed,
    _DATE: _fixed,
    _TIMESTAMP: _fixed,
    _BOOL: _booleans,
    _TIME: _times,
    _DECIMAL: _decimals,
    _UTF8: _binaries,
    _BINARY: _binaries,
    _FIXED_BINARY: _fixed_binaries,
    _LIST: _lists,
    _FIXED_LIST: _lists,
}


def _value(value: Any) -> Any:
    """A value of a row as Python has it."""
    return value.item() if getattr(value, "ndim", 1) == 0 and hasattr(value, "item") else value


def _to_torch(dtypes: Any, device: Any) -> Callable[[_Received], Batch]:
    target: Any = None

    def made(received: _Received) -> Batch:
        nonlocal target
        import torch

        if target is None:
            target = _device(torch) if device == "auto" else torch.device(device)
        batch = _numpy(received)
        for name, values in batch.items():
            tensor = _tensor(torch, name, values)
            form = dtypes.get(name) if isinstance(dtypes, dict) else dtypes
            stays = target.type == "cpu" and form is None
            batch[name] = tensor if stays else tensor.to(target, form, non_blocking=True)
        return batch

    return made


def _device(torch: Any) -> Any:
    """This rank's GPU, where the run gives it one, or the CPU."""
    index = int(os.environ.get("LOCAL_RANK", "0"))
    given = os.environ.get("CUDA_VISIBLE_DEVICES", "") != "" and torch.cuda.is_available() and index < torch.cuda.device_count()
    return torch.device("cuda", index) if given else torch.device("cpu")


def _tensor(torch: Any, name: str, values: Any) -> Any:
    try:
        return torch.from_numpy(values)
    except TypeError:
        raise TypeError(
            f'column "{name}" holds {values.dtype}, of which PyTorch makes no tensor: leave it out with select or drop on the dataset, or make it one in a collate_fn'
        ) from None


def _arrow(received: _Received) -> Any:
    import pyarrow

    schema = pyarrow.ipc.read_schema(pyarrow.py_buffer(received.columns.message))
    rows = _Rows(received)
    body = pyarrow.py_buffer(rows.body)
    return pyarrow.Table.from_arrays([_arrow_array(pyarrow, field.type, rows, body) for field in schema], schema=schema)


def _arrow_array(pyarrow: Any, form: Any, rows: _Rows, body: Any) -> Any:
    count, nulls = rows.node()
    buffers = [_arrow_buffer(rows, body) for _ in range(form.num_buffers)]
    children = [_arrow_array(pyarrow, form.field(i).type, rows, body) for i in range(form.num_fields)]
    return pyarrow.Array.from_buffers(form, count, buffers, nulls, children=children or None)


def _arrow_buffer(rows: _Rows, body: Any) -> Any:
    at, size = rows.buffer()
    return body.slice(at, size) if size else None


def _pandas(received: _Received) -> Any:
    import pandas

    columns = {name: list(values) if values.ndim > 1 else values for name, values in _numpy(received).items()}
    return pandas.DataFrame(columns)


_FORMATS: Dict[str, Callable[[_Received], Any]] = {"numpy": _numpy, "torch": _to_torch(None, "cpu"), "arrow": _arrow, "pandas": _pandas}
