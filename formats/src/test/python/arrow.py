"""Writes src/test/resources/arrow: the same rows as an Arrow stream, as an Arrow file, and as files with compressed buffers. Run it in the module's directory."""

import datetime
import decimal
import os

import pyarrow as pa

ROWS = 10


def some(make):
    return [None if i % 4 == 3 else make(i) for i in range(ROWS)]


table = pa.table(
    {
        "id": pa.array(range(ROWS), pa.int64()),
        "small": pa.array(some(lambda i: -i), pa.int8()),
        "x": pa.array(some(lambda i: i / 2), pa.float32()),
        "ok": pa.array(some(lambda i: i % 2 == 0), pa.bool_()),
        "name": pa.array(some(lambda i: "ä" * i), pa.string()),
        "large": pa.array(some(lambda i: f"large {i}"), pa.large_string()),
        "kind": pa.array(some(lambda i: "ab"[i % 2])).dictionary_encode(),
        "raw": pa.array(some(lambda i: bytes([i])), pa.binary()),
        "pair": pa.array([[i, i + 0.5] for i in range(ROWS)], pa.list_(pa.float32(), 2)),
        "list": pa.array(some(lambda i: list(range(i % 3))), pa.list_(pa.int32())),
        "day": pa.array(some(lambda i: datetime.date(1970, 1, 1 + i)), pa.date32()),
        "at": pa.array(some(lambda i: 1_000_000 * i), pa.timestamp("us", "UTC")),
        "time": pa.array(some(lambda i: 1000 * i), pa.time32("ms")),
        "price": pa.array(some(lambda i: decimal.Decimal(i) / 4), pa.decimal128(10, 2)),
        "inner": pa.array([{"a": i, "b": str(i)} for i in range(ROWS)], pa.struct([("a", pa.int32()), ("b", pa.string())])),
    }
)
os.makedirs("src/test/resources/arrow", exist_ok=True)
for name, open_writer in (("stream", pa.ipc.new_stream), ("file", pa.ipc.new_file)):
    with open_writer(f"src/test/resources/arrow/{name}.arrow", table.schema) as writer:
        writer.write_table(table, max_chunksize=6)
for codec in ("lz4", "zstd"):
    with pa.ipc.new_file(f"src/test/resources/arrow/{codec}.arrow", table.schema, options=pa.ipc.IpcWriteOptions(compression=codec)) as writer:
        writer.write_table(table, max_chunksize=6)

words = [None if i % 4 == 3 else ("ä" * i if i % 3 else f"a text that is too long for its view {i}") for i in range(ROWS)]
views = pa.table(
    {
        "id": pa.array(range(ROWS), pa.int64()),
        "took": pa.array(some(lambda i: 1500 * i), pa.duration("ms")),
        "name": pa.array(words, pa.string_view()),
        "raw": pa.array([None if w is None else w.encode() for w in words], pa.binary_view()),
        "names": pa.array([[words[i], "short"] for i in range(ROWS)], pa.list_(pa.string_view())),
    }
)
for name, codec in (("views", None), ("views-zstd", "zstd")):
    with pa.ipc.new_stream(f"src/test/resources/arrow/{name}.arrow", views.schema, options=pa.ipc.IpcWriteOptions(compression=codec)) as writer:
        writer.write_table(views, max_chunksize=6)

pair = pa.struct([("a", pa.int32()), ("b", pa.string())])
nested = pa.table(
    {
        "nothing": pa.nulls(ROWS),
        "nothings": pa.array([[None] * (i % 3) for i in range(ROWS)], pa.list_(pa.null())),
        "image": pa.array(some(lambda i: {"bytes": bytes([i]), "path": None if i % 2 else f"{i}.png"}), pa.struct([("bytes", pa.binary()), ("path", pa.string())])),
        "deep": pa.array(some(lambda i: {"in": None if i % 3 == 2 else {"a": i, "b": str(i)}}), pa.struct([("in", pair)])),
        "map": pa.array(some(lambda i: [(f"k{k}", k) for k in range(i % 3)]), pa.map_(pa.string(), pa.int32())),
        "pairs": pa.array(some(lambda i: [None if k == 1 else {"a": k, "b": str(k)} for k in range(i % 4)]), pa.list_(pair)),
        "kinds": pa.array([["ab"[k % 2] for k in range(i % 3)] for i in range(ROWS)], pa.list_(pa.dictionary(pa.int8(), pa.string()))),
        "id": pa.array(range(ROWS), pa.int64()),
    }
)
with pa.ipc.new_stream("src/test/resources/arrow/nested.arrow", nested.schema) as writer:
    writer.write_table(nested, max_chunksize=6)

refused = {
    "run-end-encoded": pa.RunEndEncodedArray.from_arrays(pa.array([1], pa.int32()), pa.array([5])),
    "list-view": pa.array([[1]], pa.list_view(pa.int32())),
    "interval": pa.array([(1, 2, 3)], pa.month_day_nano_interval()),
    "union": pa.UnionArray.from_sparse(pa.array([0], pa.int8()), [pa.array([1])]),
    "decimal-256": pa.array([decimal.Decimal(1)], pa.decimal256(50, 2)),
    "list-of-unions": pa.ListArray.from_arrays([0, 1], pa.UnionArray.from_sparse(pa.array([0], pa.int8()), [pa.array([1])])),
    "struct-of-intervals": pa.array([{"m": (1, 2, 3)}], pa.struct([("m", pa.month_day_nano_interval())])),
}
os.makedirs("src/test/resources/arrow-refused", exist_ok=True)
for name, values in refused.items():
    table = pa.table({"odd": values, "id": [7]})
    with pa.ipc.new_stream(f"src/test/resources/arrow-refused/{name}.arrow", table.schema) as writer:
        writer.write_table(table)

# Streams whose record batches replace a dictionary, as pandas' categoricals do, or add to it.
def kinds(numbers, words):
    return pa.record_batch({"kind": pa.DictionaryArray.from_arrays(pa.array(numbers, pa.int8()), pa.array(words))})


os.makedirs("src/test/resources/arrow-writers", exist_ok=True)
for name, open_writer, deltas, batches in (
    ("replaced-stream", pa.ipc.new_stream, False, [kinds([0, 1, None], ["a", "b"]), kinds([0, 2, 1], ["c", "d", "e"]), kinds([0, 1], ["e", "a"])]),
    ("delta-stream", pa.ipc.new_stream, True, [kinds([0, 1, None], ["a", "b"]), kinds([2, 3, 0], ["a", "b", "c", "d"]), kinds([4, 0], ["a", "b", "c", "d", "e"])]),
    ("delta-file", pa.ipc.new_file, True, [kinds([0, 1, None], ["a", "b"]), kinds([2, 3, 0], ["a", "b", "c", "d"]), kinds([4, 0], ["a", "b", "c", "d", "e"])]),
):
    path = f"src/test/resources/arrow-writers/{name}.arrow"
    with open_writer(path, batches[0].schema, options=pa.ipc.IpcWriteOptions(emit_dictionary_deltas=deltas)) as writer:
        for batch in batches:
            writer.write_batch(batch)

# Dates in milliseconds.
dates = pa.table({"day": pa.array([datetime.date(2024, 2, 29), None, datetime.date(1969, 12, 31)], pa.date64())})
with pa.ipc.new_stream("src/test/resources/arrow-writers/date64.arrow", dates.schema) as writer:
    writer.write_table(dates)

# Milliseconds that no count of days in 32 bits holds: as a value, and below a null.
beyond = pa.py_buffer((2**62).to_bytes(8, "little"))
for name, validity in (("date64-beyond", None), ("date64-beyond-null", pa.py_buffer(b"\0"))):
    dates = pa.table({"day": pa.Array.from_buffers(pa.date64(), 1, [validity, beyond])})
    with pa.ipc.new_stream(f"src/test/resources/arrow-writers/{name}.arrow", dates.schema) as writer:
        writer.write_table(dates)
