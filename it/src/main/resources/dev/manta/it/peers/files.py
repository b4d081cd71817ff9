"""Random tables, written by several programs in several ways: python files.py SEED CASES DIRECTORY

Writes DIRECTORY/cases.jsonl, a case on each line: how it was made, its format and file, types for files that have none, and the values that
pyarrow or NumPy has for each column. Real numbers are the hexadecimal bits of a double, moments and dates counts, bytes hexadecimal text.
"""

import datetime
import decimal
import json
import pathlib
import random
import struct
import sys

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

seed, cases, directory = int(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])
WORDS = ["", "a", "grün", "a, \"quoted\" text", "日本語", "\U0001f600 smile", "a text that is longer than the twelve bytes of a view", "tab\there", " blank "]


def scalars(rng, rows):
    real = lambda: rng.choice([rng.gauss(0, 1), rng.gauss(0, 1e30), 0.0, -0.0, float("inf"), float("-inf"), float(rng.randrange(1000))])
    precision = rng.randrange(1, 39)
    scale = rng.randrange(0, precision + 1)
    whole = lambda bits, low: (lambda: rng.choice([rng.randrange(low, low + 2**bits), low, low + 2**bits - 1, max(low, 0)]))
    return {
        "i8": (pa.int8(), whole(8, -(2**7))),
        "i16": (pa.int16(), whole(16, -(2**15))),
        "i32": (pa.int32(), whole(32, -(2**31))),
        "i64": (pa.int64(), whole(64, -(2**63))),
        "u8": (pa.uint8(), whole(8, 0)),
        "u16": (pa.uint16(), whole(16, 0)),
        "u32": (pa.uint32(), whole(32, 0)),
        "u64": (pa.uint64(), whole(64, 0)),
        "f32": (pa.float32(), lambda: float(np.float32(real()))),
        "f64": (pa.float64(), real),
        "bool": (pa.bool_(), lambda: rng.random() < 0.5),
        "text": (pa.string(), lambda: rng.choice(WORDS)),
        "bytes": (pa.binary(), lambda: rng.randbytes(rng.randrange(20))),
        "date": (pa.date32(), lambda: datetime.date(1970, 1, 1) + datetime.timedelta(days=rng.randrange(-30000, 30000))),
        "us": (pa.timestamp("us"), lambda: datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=rng.randrange(-(10**15), 10**15))),
        "utc": (pa.timestamp("us", "UTC"), lambda: datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc) + datetime.timedelta(microseconds=rng.randrange(10**15))),
        "time": (pa.time64("us"), lambda: datetime.time(rng.randrange(24), rng.randrange(60), rng.randrange(60), rng.randrange(10**6))),
        "decimal": (pa.decimal128(precision, scale), lambda: decimal.Decimal(rng.randrange(-(10**precision) + 1, 10**precision)).scaleb(-scale, decimal.Context(prec=60))),
    }


def table(rng, kinds, lists=True, nulls=True):
    rows = rng.choice([1, 3, rng.randrange(1, 60), rng.randrange(200, 2000)])
    columns = {}
    for i in range(rng.randrange(1, 7)):
        name = rng.choice(kinds)
        kind, make = scalars(rng, rows)[name]
        gaps = rng.choice([0, 0, 0.1, 0.9]) if nulls else 0
        some = lambda make: None if rng.random() < gaps else make()
        if lists and rng.random() < 0.2:
            values = [some(lambda: [some(make) for _ in range(rng.randrange(4))]) for _ in range(rows)]
            columns["c%d_list_%s" % (i, name)] = pa.array(values, pa.list_(kind))
        else:
            few = [make() for _ in range(3)] if rng.random() < 0.3 else None
            columns["c%d_%s" % (i, name)] = pa.array([some((lambda: rng.choice(few)) if few else make) for _ in range(rows)], kind)
    return pa.table(columns)


def plain(array):
    kind = array.type
    if pa.types.is_dictionary(kind):
        return plain(array.dictionary_decode() if not isinstance(array, pa.ChunkedArray) else array.combine_chunks().dictionary_decode())
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        # NaN, moments and the like within lists are written as those outside
        return [None if not v.is_valid else plain(v.values) for v in array]
    if pa.types.is_floating(kind):
        return [None if v is None else ("nan" if v != v else struct.pack(">d", v).hex()) for v in array.to_pylist()]
    if pa.types.is_temporal(kind):
        width = pa.int32() if kind.bit_width == 32 else pa.int64()
        return array.cast(width).to_pylist() if not pa.types.is_date64(kind) else array.cast(pa.date32()).cast(pa.int32()).to_pylist()
    if pa.types.is_decimal(kind):
        return [None if v is None else format(v, "f") for v in array.to_pylist()]
    if pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or kind == pa.binary_view() or pa.types.is_fixed_size_binary(kind):
        return [None if v is None else v.hex() for v in array.to_pylist()]
    return array.to_pylist()


def values(found):
    return {name: plain(found.column(name).combine_chunks()) for name in found.column_names}


def parquet(rng, path):
    kinds = list(scalars(rng, 1))
    writer = rng.choice(["pyarrow", "polars", "pandas"])
    made = table(rng, kinds if writer == "pyarrow" else [k for k in kinds if k not in ("decimal", "time", "utc")], lists=writer != "pandas")
    codec = rng.choice(["none", "snappy", "gzip", "zstd", "lz4"])
    if writer == "pyarrow":
        options = dict(compression=codec, data_page_version=rng.choice(["1.0", "2.0"]), use_dictionary=rng.random() < 0.5, row_group_size=rng.choice([50, 10**6]), data_page_size=rng.choice([100, 10**6]), write_statistics=rng.random() < 0.7)
        pq.write_table(made, path, **options)
    elif writer == "polars":
        options = dict(compression=codec.replace("none", "uncompressed"), row_group_size=rng.choice([50, 10**6]), statistics=rng.random() < 0.7)
        pl.from_arrow(made).write_parquet(path, **options)
    else:
        options = dict(compression=None if codec == "none" else codec, index=False)
        made.to_pandas(types_mapper=pd.ArrowDtype).to_parquet(path, **options)
    return "%s %s" % (writer, options), values(pq.read_table(path)), {}


def arrow(rng, path):
    kinds = list(scalars(rng, 1))
    writer = rng.choice(["pyarrow", "polars"])
    stream = rng.random() < 0.5
    codec = rng.choice([None, "lz4", "zstd"])
    if writer == "pyarrow":
        made = table(rng, kinds)
        name = made.column_names[0]
        if made.column(name).type == pa.string() and rng.random() < 0.7:
            made = made.set_column(0, name, made.column(name).dictionary_encode())
        with (pa.ipc.new_stream if stream else pa.ipc.new_file)(path, made.schema, options=pa.ipc.IpcWriteOptions(compression=codec)) as out:
            out.write_table(made, max_chunksize=rng.choice([7, 10**6]))
    else:
        made = pl.from_arrow(table(rng, [k for k in kinds if k not in ("decimal", "time", "utc")]))
        if stream:
            made.write_ipc_stream(path, compression=codec or "uncompressed")
        else:
            made.write_ipc(path, compression=codec or "uncompressed", record_batch_size=rng.choice([7, None]))
    with open(path, "rb") as source:
        found = (pa.ipc.open_stream if stream else pa.ipc.open_file)(source).read_all()
    return "%s stream=%s codec=%s" % (writer, stream, codec), values(found), {}


TYPES = {"i64": "i64", "f64": "f64", "text": "text", "bool": "bool", "u64": "u64"}


def texts(rng, blanks):
    made = table(rng, list(TYPES), lists=False)
    for i, name in enumerate(made.column_names):
        column = made.column(name)
        if column.type == pa.string() and not blanks:
            kept = [None if v is None or v == "" else v for v in column.to_pylist()]
            made = made.set_column(i, name, pa.array(kept, pa.string()))
        if pa.types.is_floating(column.type):
            made = made.set_column(i, name, pa.array([v if v is None or abs(v) < float("inf") else 0.5 for v in column.to_pylist()], pa.float64()))
    # a row of nothing but nulls is an empty line
    made = made.append_column("row", pa.array(range(made.num_rows), pa.int64()))
    return made, {name: TYPES.get(name.split("_")[-1], "i64") for name in made.column_names}


def csv(rng, path):
    made, types = texts(rng, blanks=False)
    writer = rng.choice(["pyarrow", "polars", "pandas"])
    if writer == "pyarrow":
        pyarrow.csv.write_csv(made, path)
    elif writer == "polars":
        pl.from_arrow(made).write_csv(path)
    else:
        made.to_pandas(types_mapper=pd.ArrowDtype).to_csv(path, index=False)
    return writer, values(made), types


def jsonl(rng, path):
    made, types = texts(rng, blanks=True)
    writer = rng.choice(["polars", "pandas", "json"])
    if writer == "polars":
        pl.from_arrow(made).write_ndjson(path)
    elif writer == "pandas":
        made = made.select([n for n in made.column_names if types[n] not in ("f64", "u64")])  # it writes ten digits
        made.to_pandas(types_mapper=pd.ArrowDtype).to_json(path, orient="records", lines=True)
    else:
        pathlib.Path(path).write_text("".join(json.dumps(row, ensure_ascii=rng.random() < 0.5) + "\n" for row in made.to_pylist()))
    return writer, values(made), {n: types[n] for n in made.column_names}


def npy(rng, path):
    kind = rng.choice(["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "?"])
    shape = [rng.randrange(1, 200)] + [rng.randrange(1, 5) for _ in range(rng.randrange(3))]
    made = np.frombuffer(rng.randbytes(int(np.prod(shape)) * 8), "<i8").reshape(shape)
    made = (made % 2 == 0) if kind == "?" else (made % 100).astype(rng.choice("<>") + kind)
    fortran = rng.random() < 0.4
    np.save(path, np.asfortranarray(made) if fortran else np.ascontiguousarray(made))
    rows = [plain(pa.array(row.reshape(-1).astype(made.dtype.newbyteorder("=")))) for row in made] if made.ndim > 1 else plain(pa.array(made.astype(made.dtype.newbyteorder("="))))
    return "%s shape=%s fortran=%s" % (made.dtype.str, shape, fortran), {"data": rows}, {}


FORMATS = {"parquet": parquet, "arrow": arrow, "csv": csv, "jsonl": jsonl, "npy": npy}
with open(directory / "cases.jsonl", "w") as out:
    for index in range(cases):
        rng = random.Random(seed * 1_000_003 + index)
        name = rng.choice(list(FORMATS))
        path = directory / ("%d.%s" % (index, name))
        how, columns, types = FORMATS[name](rng, str(path))
        out.write(json.dumps({"setup": "case %d: %s by %s" % (index, name, how), "format": name, "path": str(path), "types": types, "columns": columns}) + "\n")
