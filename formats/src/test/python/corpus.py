"""Writes the Parquet files that ParquetCorpusTest reads, and what pyarrow reads from them.

python corpus.py DIRECTORY     (pyarrow 20 or newer, pandas)

Every file NAME.CONTENT.parquet has its content's values in CONTENT.json: columns in order, numbers with a point as the hexadecimal bits of a
double, moments and dates as counts, bytes as hexadecimal text.
"""
import datetime
import decimal
import json
import pathlib
import random
import struct
import sys

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

out = pathlib.Path(sys.argv[1])
ROWS = 400
rng = random.Random(1)


def nullable(values, every=7):
    return [None if i % every == 3 else v for i, v in enumerate(values)]


def types():
    n = range(ROWS)
    moment = datetime.datetime(2024, 2, 29, 12, 30, 15, 123456)
    columns = {
        "bool": pa.array([i % 3 == 0 for i in n]),
        "bool_null": pa.array(nullable([i % 3 == 0 for i in n])),
        "i8": pa.array(nullable([i % 256 - 128 for i in n]), pa.int8()),
        "i16": pa.array([i * 7 - 1000 for i in n], pa.int16()),
        "i32": pa.array(nullable([rng.randrange(-2**31, 2**31) for _ in n]), pa.int32()),
        "i64": pa.array([rng.randrange(-2**63, 2**63) for _ in n], pa.int64()),
        "u8": pa.array([i % 256 for i in n], pa.uint8()),
        "u16": pa.array([i * 100 for i in n], pa.uint16()),
        "u32": pa.array([2**32 - 1 - i for i in n], pa.uint32()),
        "f16": pa.array([i / 8 for i in n], pa.float16()),
        "f32": pa.array(nullable([rng.gauss(0, 1) for _ in n], 5), pa.float32()),
        "f64": pa.array([rng.gauss(0, 1e100) for _ in n], pa.float64()),
        "special": pa.array([[0.0, -0.0, float("inf"), float("-inf"), 5e-324][i % 5] for i in n], pa.float64()),
        "text": pa.array(nullable(["grün %d" % rng.randrange(1000) for _ in n])),
        "few": pa.array([["a", "bb", "", "dddd"][rng.randrange(4)] for _ in n]),
        "bytes": pa.array(nullable([rng.randbytes(i % 20) for i in n], 11), pa.binary()),
        "fixed": pa.array(nullable([rng.randbytes(5) for _ in n]), pa.binary(5)),
        "date": pa.array(nullable([datetime.date(1960, 1, 1) + datetime.timedelta(days=50 * i) for i in n]), pa.date32()),
        "ms": pa.array([moment + datetime.timedelta(milliseconds=i) for i in n], pa.timestamp("ms")),
        "us": pa.array(nullable([moment - datetime.timedelta(days=20000 - i) for i in n]), pa.timestamp("us", "UTC")),
        "ns": pa.array([i * 1_000_000_007 for i in n], pa.timestamp("ns")),
        "time": pa.array([i * 1000 for i in n], pa.time32("ms")),
        "time_us": pa.array([i * 1_000_003 for i in n], pa.time64("us")),
        "dec9": pa.array([decimal.Decimal(i - 200).scaleb(-2) for i in n], pa.decimal128(9, 2)),
        "dec30": pa.array(nullable([decimal.Decimal((-1) ** i * 10**20 * i).scaleb(-5) for i in n]), pa.decimal128(30, 5)),
        "nulls": pa.array([None] * ROWS, pa.int32()),
        "constant": pa.array([42] * ROWS, pa.int32()),
    }
    return pa.table(columns)


def encodable():
    n = range(ROWS)
    return pa.table({
        "i32": pa.array(nullable([rng.randrange(-1000, 1000) + i for i in n]), pa.int32()),
        "i64": pa.array([rng.randrange(-2**62, 2**62) for _ in n], pa.int64()),
        "rising": pa.array([i * 1_000_000_000_000 for i in n], pa.int64()),
        "f32": pa.array(nullable([rng.random() for _ in n]), pa.float32()),
        "f64": pa.array([rng.random() for _ in n], pa.float64()),
        "text": pa.array(nullable(["prefix/%05d" % (i * 13) for i in n])),
        "bytes": pa.array([rng.randbytes(i % 9) for i in n], pa.binary()),
        "fixed": pa.array([rng.randbytes(4) for _ in n], pa.binary(4)),
        "bool": pa.array(nullable([i % 50 < 25 for i in n])),
    })


def nested():
    n = range(ROWS)
    lists = nullable([list(range(i % 6)) for i in n], 9)
    return pa.table({
        "ints": pa.array(lists, pa.list_(pa.int32())),
        "texts": pa.array([None if i % 8 == 0 else [None if j == 1 else "t%d" % j for j in range(i % 4)] for i in n], pa.list_(pa.string())),
        "floats": pa.array([[i + 0.5] * (i % 3) for i in n], pa.list_(pa.float32())),
        "point": pa.array([None if i % 10 == 0 else {"x": i, "y": None if i % 3 == 0 else i / 2} for i in n],
                          pa.struct([("x", pa.int64()), ("y", pa.float64())])),
        "pairs": pa.array([[{"k": j, "v": str(j)} for j in range(i % 3)] for i in n],
                          pa.list_(pa.struct([("k", pa.int32()), ("v", pa.string())]))),
    })


def deep():
    n = range(ROWS)
    return pa.table({
        "grid": pa.array([None if i % 7 == 3 else [None if j == 2 else [None if k == 3 else i * j + k for k in range((i + j) % 5)] for j in range(i % 4)] for i in n],
                         pa.list_(pa.list_(pa.int32()))),
        "words": pa.array([[[["w%d" % l for l in range(k)] for k in range(j % 3)] for j in range(i % 5)] for i in n],
                          pa.list_(pa.list_(pa.list_(pa.string())))),
    })


def more():
    n = range(ROWS)
    moment = datetime.datetime(2024, 2, 29, 12, 30, 15)
    return pa.table({
        "u64": pa.array([[0, 2**63 - 1, 2**63, 2**64 - 1, i][i % 5] for i in n], pa.uint64()),
        "nan": pa.array([[float("nan"), 1.5, None][i % 3] for i in n], pa.float32()),
        "berlin": pa.array(nullable([moment + datetime.timedelta(hours=i) for i in n]), pa.timestamp("us", "Europe/Berlin")),
        "offset": pa.array([moment + datetime.timedelta(hours=i) for i in n], pa.timestamp("ms", "+05:30")),
        "large_text": pa.array(nullable(["long %d" % i for i in n]), pa.large_string()),
        "large_bytes": pa.array([bytes([i % 256] * (i % 5)) for i in n], pa.large_binary()),
        "dictionary": pa.array(nullable([["red", "green", "blue"][i % 3] for i in n])).dictionary_encode(),
        "map": pa.array([None if i % 9 == 4 else [("k%d" % j, None if j == 1 else j) for j in range(i % 4)] for i in n], pa.map_(pa.string(), pa.int32())),
        "vector": pa.array([[i, i + 1, i + 2] for i in n], pa.list_(pa.float32(), 3)),
        "large_list": pa.array([list(range(i % 3)) for i in n], pa.large_list(pa.int64())),
        "dec38": pa.array(nullable([decimal.Decimal((-1) ** i * (10**37 + i)).scaleb(-10) for i in n]), pa.decimal128(38, 10)),
        "dec4": pa.array([decimal.Decimal(i).scaleb(-1) for i in n], pa.decimal128(4, 1)),
    })


def is_list(kind):
    return pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)


def plain(value, kind):
    if value is None:
        return None
    if is_list(kind):
        return [plain(each, kind.value_type) for each in value]
    if pa.types.is_floating(kind):
        return struct.pack(">d", float(value)).hex()
    if pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or pa.types.is_fixed_size_binary(kind):
        return value.hex()
    if pa.types.is_decimal(kind):
        return format(value, "f")
    return value


def values(array, kind):
    if pa.types.is_temporal(kind):
        array = array.cast(pa.int32() if pa.types.is_date(kind) or pa.types.is_time32(kind) else pa.int64())
        kind = array.type
    return [plain(value, kind) for value in array.to_pylist()]


def columns(table):
    result = {}
    for name in table.column_names:
        array = table[name].combine_chunks()
        if pa.types.is_dictionary(array.type):
            array = array.cast(array.type.value_type)
        kind = array.type
        if pa.types.is_struct(kind):
            for field in kind:
                result[name + "." + field.name] = [plain(None if v is None else v[field.name], field.type) for v in array.to_pylist()]
        elif pa.types.is_map(kind):
            for place, field in enumerate([("key", kind.key_type), ("value", kind.item_type)]):
                result[name + "." + field[0]] = [None if v is None else [plain(e[place], field[1]) for e in v] for v in array.to_pylist()]
        elif pa.types.is_list(kind) and pa.types.is_struct(kind.value_type):
            for field in kind.value_type:
                result[name + "." + field.name] = [None if v is None else [plain(e[field.name], field.type) for e in v] for v in array.to_pylist()]
        else:
            result[name] = values(array, kind)
    return result


def write(name, content, table, **options):
    path = out / (name + "." + content + ".parquet")
    pq.write_table(table, path, row_group_size=150, data_page_size=300, write_batch_size=64, **options)
    expect(path, content)


def expect(path, content):
    expected = out / (content + ".json")
    text = json.dumps(columns(pq.read_table(path)), ensure_ascii=False, separators=(",", ":"))
    if expected.exists():
        assert expected.read_text() == text, path
    expected.write_text(text)


for old in out.glob("*"):
    old.unlink()
tables = {"types": types(), "nested": nested()}
for codec in ("none", "snappy", "zstd", "gzip", "lz4"):
    for version in ("1.0", "2.0"):
        for dictionary in (True, False):
            name = "%s-v%s-%s" % (codec, version[0], "dict" if dictionary else "plain")
            write(name, "types", tables["types"], compression=codec, data_page_version=version, use_dictionary=dictionary)
    write(codec, "nested", tables["nested"], compression=codec, data_page_version=version)
write("v1", "nested", tables["nested"])
for version in ("1.0", "2.0"):
    write("snappy-v" + version[0], "deep", deep(), compression="snappy", data_page_version=version)
table = encodable()
encodings = {
    "delta": {"i32": "DELTA_BINARY_PACKED", "i64": "DELTA_BINARY_PACKED", "rising": "DELTA_BINARY_PACKED",
              "text": "DELTA_BYTE_ARRAY", "bytes": "DELTA_LENGTH_BYTE_ARRAY", "fixed": "DELTA_BYTE_ARRAY"},
    "length": {"text": "DELTA_LENGTH_BYTE_ARRAY", "bytes": "DELTA_BYTE_ARRAY", "bool": "RLE"},
    "split": {"i32": "BYTE_STREAM_SPLIT", "i64": "BYTE_STREAM_SPLIT", "f32": "BYTE_STREAM_SPLIT", "f64": "BYTE_STREAM_SPLIT",
              "fixed": "BYTE_STREAM_SPLIT"},
}
for name, encoding in encodings.items():
    for version in ("1.0", "2.0"):
        write("%s-v%s" % (name, version[0]), "encodable", table, column_encoding=encoding, use_dictionary=False,
              data_page_version=version, compression="zstd")
write("int96", "int96", tables["types"].select(["ns", "i32"]), use_deprecated_int96_timestamps=True)
fields = [pa.field(name, kind, nullable=False) for name, kind in (("x", pa.int32()), ("y", pa.float32()), ("t", pa.string()))]
required = pa.table([pa.array(range(ROWS), pa.int32()), pa.array([i / 4 for i in range(ROWS)], pa.float32()),
                     pa.array(["r%d" % i for i in range(ROWS)])], schema=pa.schema(fields))
write("required", "required", required)
write("empty", "empty", required.slice(0, 0))
write("default", "more", more())
write("plain-v2", "more", more(), use_dictionary=False, data_page_version="2.0", compression="zstd")
indexed = pd.DataFrame({"x": [i / 4 for i in range(ROWS)], "c": pd.Categorical(["a", "b"] * (ROWS // 2))},
                       index=pd.Index(["k%d" % i for i in range(ROWS)], name="key"))
indexed.to_parquet(out / "pandas.indexed.parquet")
expect(out / "pandas.indexed.parquet", "indexed")

refused = out.parent / "parquet-refused"
refused.mkdir(exist_ok=True)
wide = pa.table({"id": [1, 2], "wide": pa.array([decimal.Decimal(1), None], pa.decimal256(50, 2))})
pq.write_table(wide, refused / "decimal-256.parquet")
