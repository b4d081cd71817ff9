"""What `manta.log` keeps beside metrics: images, histograms, texts and tables, as files in the run's directory."""

import json
import math
import os
import re
import struct
import sys
import tempfile
import threading
import time
from typing import Any, Dict, List, Optional, Tuple

import manta

_BYTES_MAX = 4 << 20
_NAME_MAX = 200
_PART = r"[A-Za-z0-9_-][A-Za-z0-9._ -]*"
_NAME = re.compile(f"{_PART}(/{_PART})*")
_PNG = b"\x89PNG\r\n\x1a\n"
_SIDE_MAX = 16_384
_BINS = 64
_KINDS = {"image": "png", "histogram": "histogram.json", "text": "txt", "table": "table.json"}


def encoded(value: Any) -> Tuple[str, bytes]:
    """The kind of a value, and what is stored of it."""
    if isinstance(value, str):
        return "text", value.encode(errors="replace")
    if isinstance(value, (bytes, bytearray, memoryview)):
        return "image", _png(bytes(value))
    if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
        return "table", _json(_table(value))
    if isinstance(value, tuple) and len(value) == 2 and all(hasattr(each, "__len__") for each in value) and len(value[1]) == len(value[0]) + 1:
        return "histogram", _json(_counted(value[0], value[1]))
    return "histogram", _json(_by_numpy(value) or _histogram(_numbers(value)))


def _json(value: Dict[str, Any]) -> bytes:
    return json.dumps(value, allow_nan=False).encode()


def _png(file: bytes) -> bytes:
    if len(file) <= 33 or not file.startswith(_PNG + b"\0\0\0\rIHDR"):
        raise ValueError(f"these {len(file)} bytes are not a PNG file; save the image as PNG into an io.BytesIO, and log its getvalue()")
    width, height = struct.unpack(">ii", file[16:24])
    if not (1 <= width <= _SIDE_MAX and 1 <= height <= _SIDE_MAX):
        raise ValueError(f"an image is 1 to {_SIDE_MAX} pixels high and wide, not {height} x {width}")
    return file


def _table(rows: List[Dict[str, Any]]) -> Dict[str, Any]:
    columns = list(dict.fromkeys(str(name) for row in rows for name in row))
    if not columns:
        raise ValueError("a table has at least one column: the dicts of its rows are empty")
    return {"columns": columns, "rows": [[_cell(named.get(name, "")) for name in columns] for named in ({str(k): v for k, v in row.items()} for row in rows)]}


def _cell(value: Any) -> Any:
    plain = value.item() if hasattr(value, "item") else value
    if isinstance(plain, float) and not math.isfinite(plain):
        return "NaN" if math.isnan(plain) else "Infinity" if plain > 0 else "-Infinity"
    if isinstance(plain, (str, bool, int, float)):
        return plain
    raise ValueError(f"a cell of a table is a number, a text or a bool, not {type(value).__name__}")


def _by_numpy(value: Any) -> Optional[Dict[str, Any]]:
    """The same as `_histogram`, and quick; None of what is not an array, and of numbers so large that NumPy has no range for them."""
    numpy = sys.modules.get("numpy")
    if numpy is None or not hasattr(value, "__array__"):
        return None
    try:
        values = numpy.asarray(_on_host(value), dtype=numpy.float64).reshape(-1)
        finite = values[numpy.isfinite(values)]
        if not len(finite):
            return None
        least, most = float(finite.min()), float(finite.max())
        counts, edges = numpy.histogram(finite, bins=1 if least == most else _BINS)
    except (TypeError, ValueError):
        return None
    nan = int(numpy.isnan(values).sum())
    sums = {"sum": _finite(float(finite.sum())), "sumOfSquares": _finite(float((finite * finite).sum()))}
    odd = {"nan": nan, "infinite": len(values) - len(finite) - nan}
    return {"min": least, "max": most, **sums, "edges": edges.tolist(), "counts": counts.tolist(), **odd}


def _on_host(value: Any) -> Any:
    return value.detach().float().cpu() if hasattr(value, "detach") else value


def _numbers(value: Any) -> List[float]:
    """All numbers of an array, a tensor or a list."""
    plain = _on_host(value)
    if hasattr(plain, "reshape"):
        plain = plain.reshape(-1).tolist()
    try:
        return [float(each) for each in plain]
    except (TypeError, ValueError):
        raise ValueError(
            f"{type(value).__name__} cannot be logged: log PNG bytes (an image), numbers or what numpy.histogram gives (a histogram), a str, or a list of dicts (a table)"
        ) from None


def _histogram(values: List[float]) -> Dict[str, Any]:
    finite = [each for each in values if math.isfinite(each)]
    nan = sum(1 for each in values if math.isnan(each))
    least, most = (min(finite), max(finite)) if finite else (0.0, 0.0)
    edges = _edges(least, most) if finite else []
    counts = [0] * (len(edges) - 1)
    half = most / 2 - least / 2
    for each in finite:
        counts[min(len(counts) - 1, int((each / 2 - least / 2) / half * len(counts))) if half > 0 else 0] += 1
    return _described(least, most, (finite, [1] * len(finite)), edges, counts, nan, len(values) - len(finite) - nan)


def _edges(least: float, most: float) -> List[float]:
    """Of equal values there is one bin, around them."""
    if least == most:
        return [least - 0.5, most + 0.5]
    return [least * (1 - i / _BINS) + most * (i / _BINS) for i in range(_BINS)] + [most]


def _counted(counts: Any, edges: Any) -> Dict[str, Any]:
    """What `numpy.histogram` gives; sums are those of the middles of bins."""
    numbers, borders = [int(each) for each in counts], [float(each) for each in edges]
    middles = [low / 2 + high / 2 for low, high in zip(borders, borders[1:])]
    return _described(borders[0], borders[-1], (middles, numbers), borders, numbers, 0, 0)


def _described(
    least: float, most: float, weighted: Tuple[List[float], List[int]], edges: List[float], counts: List[int], nan: int, infinite: int
) -> Dict[str, Any]:
    total = sum(value * count for value, count in zip(*weighted))
    squares = sum(value * value * count for value, count in zip(*weighted))
    sums = {"sum": _finite(total), "sumOfSquares": _finite(squares)}
    return {"min": least, "max": most, **sums, "edges": edges, "counts": counts, "nan": nan, "infinite": infinite}


def _finite(value: float) -> float:
    """What JSON can say; sums of very large numbers are none."""
    return 0.0 if math.isnan(value) else max(-sys.float_info.max, min(sys.float_info.max, value))


class LoggedFiles:
    """Stores what a rank logs in one attempt. Storage that fails never stops training."""

    def __init__(self, attempt: "manta._Attempt") -> None:
        self._attempt = attempt
        self._kinds: Dict[str, str] = {}
        self._lock = threading.Lock()
        self._warned = False

    def add(self, name: str, step: int, value: Any) -> None:
        _require_name(name)
        kind, stored = encoded(value)
        if len(stored) > _BYTES_MAX:
            raise ValueError(f'{kind} "{name}" has {len(stored)} bytes, and what is logged has at most {_BYTES_MAX}; log less of it, or report it in a checkpoint')
        with self._lock:
            before = self._kinds.setdefault(name, kind)
            if before != kind:
                raise ValueError(f'"{name}" was logged as {before} before, and cannot be logged as {kind}; choose another name')
            self._store(name, f"{name}/{step:012d}-{self._attempt.number}-{self._attempt.place['rank']}.{_KINDS[kind]}", stored)

    def _store(self, name: str, path: str, stored: bytes) -> None:
        try:
            with tempfile.NamedTemporaryFile(prefix="logged-") as file:
                file.write(stored)
                file.flush()
                self._put(file.name, path)
        except (OSError, manta.MantaError) as error:
            self._warn(name, error)
        else:
            self._attempt.channel.say("Logged", self._attempt.number, lasts=False, time=int(time.time() * 1000), path=path)

    def _put(self, file: str, path: str) -> None:
        storage = self._attempt.run["storage"].rstrip("/")
        local = manta._local_path(storage)
        if local is not None:
            manta._put(file, os.path.join(local, "media", path))
            return
        answer = self._attempt.session.companion().try_ask({"type": "StoreFile", "location": f"{storage}/media/{path}", "file": file})
        if "why" in answer:
            raise OSError(answer["why"])

    def _warn(self, name: str, error: Exception) -> None:
        """Once an attempt."""
        if not self._warned:
            self._warned = True
            print(f'manta: "{name}" cannot be stored: {error}; training continues without it', file=sys.stderr, flush=True)


def _require_name(name: str) -> None:
    if len(name) > _NAME_MAX:
        raise ValueError(f'"{name[:40]}…" has {len(name)} characters; the name of what is logged has at most {_NAME_MAX}')
    if not _NAME.fullmatch(name):
        raise ValueError(
            f'"{name}" cannot name what is logged: a name is of ASCII letters, digits, spaces and . _ -, in parts with / between them that do not begin with a dot'
        )
