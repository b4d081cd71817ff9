"""Random tables and what pyarrow, pandas and scikit-learn make of them: python tables.py SEED CASES DIRECTORY

Writes DIRECTORY/cases.jsonl: the operation, its Parquet files and columns, and the values that come out. Real numbers are the hexadecimal bits
of a double; a mean or deviation of nothing, and a gap that a scaler leaves, is "nan". "rounding" is what may differ because of the values alone.
"""

import datetime
import decimal
import json
import pathlib
import random
import struct
import sys

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from sklearn import preprocessing

seed, cases, directory = int(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])
WORDS = ["", "a", "b", "grün", "z", "\uff21", "\U0001f600", "zz"]


def keys(rng):
    return {
        "i64": (pa.int64(), lambda: rng.randrange(-5, 5)),
        "text": (pa.string(), lambda: rng.choice(WORDS)),
        "bytes": (pa.binary(), lambda: rng.choice([b"", b"\x80", b"\x01\x02", b"\x7f", b"\x01"])),
        "date": (pa.date32(), lambda: datetime.date(1970, 1, 1) + datetime.timedelta(days=rng.randrange(-3, 3))),
    }


def some(rng, gaps, make, rows):
    return [None if rng.random() < gaps else make() for _ in range(rows)]


def table(rng, kind, name):
    rows = rng.choice([1, 5, rng.randrange(1, 50), rng.randrange(200, 1500)])
    key, make = keys(rng)[kind]
    nan = 0.1 if rng.random() < 0.3 else 0
    real = lambda: float("nan") if rng.random() < nan else rng.choice([rng.gauss(0, 1), rng.gauss(1e6, 1)])
    gaps = rng.choice([0, 0.2])
    return pa.table({
        "key": pa.array(some(rng, gaps, make, rows), key),
        name + "_id": pa.array(range(rows), pa.int64()),
        name + "_x": pa.array(some(rng, gaps, real, rows), pa.float64()),
        name + "_u": pa.array(some(rng, gaps, lambda: rng.randrange(2**52, 2**53), rows), pa.uint64()),
        name + "_d": pa.array(some(rng, gaps, lambda: decimal.Decimal(rng.randrange(-(10**15), 10**15)).scaleb(-2), rows), pa.decimal128(18, 2)),
    })


def store(made, path, rng):
    pq.write_table(made, path, row_group_size=rng.choice([20, 10**6]))
    return str(path)


def real(value):
    return "nan" if value is None or value != value else struct.pack(">d", value).hex()


def plain(column, gaps=False):
    kind = column.type
    if pa.types.is_floating(kind):
        return [None if v is None and not gaps else real(v) for v in column.to_pylist()]
    if pa.types.is_date32(kind):
        return column.cast(pa.int32()).to_pylist()
    if pa.types.is_decimal(kind):
        return [None if v is None else format(v, "f") for v in column.to_pylist()]
    if pa.types.is_binary(kind):
        return [None if v is None else v.hex() for v in column.to_pylist()]
    return column.to_pylist()


def columns(made, gaps=()):
    return {name: plain(made.column(name).combine_chunks(), name in gaps) for name in made.column_names}


def sort(rng, index):
    kind = rng.choice(list(keys(rng)))
    made = table(rng, kind, "l")
    descending = rng.random() < 0.5
    # stable in both directions, nulls last
    ranks = sorted({v for v in made.column("key").to_pylist() if v is not None})
    order = sorted(range(made.num_rows), key=lambda i: (made.column("key")[i].as_py() is None, 0 if made.column("key")[i].as_py() is None else ranks.index(made.column("key")[i].as_py()) * (-1 if descending else 1)))
    return {"descending": descending, "left": store(made, directory / ("%d.parquet" % index), rng)}, columns(made.take(order)), [], kind


def group(rng, index):
    kind = rng.choice(list(keys(rng)))
    made = table(rng, kind, "l")
    all_ = pc.ScalarAggregateOptions(skip_nulls=True, min_count=0)
    found = made.group_by("key").aggregate([
        ("l_id", "sum", all_), ("l_x", "sum", all_), ("l_x", "mean"), ("l_x", "stddev", pc.VarianceOptions(ddof=1)), ("l_u", "sum", all_), ("l_d", "sum", all_),
        ("l_u", "min"), ("l_u", "max"), ("l_d", "min"), ("l_d", "max"), ("l_id", "count"),
    ])
    found = found.rename_columns([n if n == "key" else {"sum": "sum_", "mean": "mean_", "stddev": "std_", "min": "min_", "max": "max_", "count": "count_"}[n.rsplit("_", 1)[1]] + n.rsplit("_", 1)[0] for n in found.column_names])
    sums = {"sum_l_d": pa.decimal128(38, 2)}
    for name, to in sums.items():
        found = found.set_column(found.column_names.index(name), name, found.column(name).cast(to))
    # what a group without values has here
    zero = {"sum_l_x": 0.0}
    for name, value in zero.items():
        found = found.set_column(found.column_names.index(name), name, pc.fill_null(found.column(name), value))
    return {"left": store(made, directory / ("%d.parquet" % index), rng)}, columns(found, ("mean_l_x", "std_l_x")), ["sum_l_x", "mean_l_x", "std_l_x"], kind


def join(rng, index):
    kind = rng.choice(list(keys(rng)))
    left, right = table(rng, kind, "l").slice(0, 300), table(rng, kind, "r").slice(0, 60)
    how = rng.choice(["inner", "left"])
    found = left.join(right, keys="key", join_type="inner" if how == "inner" else "left outer")
    case = {"left": store(left, directory / ("%d-l.parquet" % index), rng), "right": store(right, directory / ("%d-r.parquet" % index), rng), "kind": how}
    return case, columns(found), [], "%s by %s" % (how, kind)


SCALERS = {"standard": preprocessing.StandardScaler, "minmax": preprocessing.MinMaxScaler, "robust": preprocessing.RobustScaler}


def scale(rng, index):
    made = table(rng, "i64", "l")
    finite = [v for v in made.column("l_x").to_pylist() if v is not None and v == v]
    if not finite:
        made = made.set_column(2, "l_x", pa.array([float(i) for i in range(made.num_rows)]))
    name = rng.choice(list(SCALERS))
    values = [[float("nan") if v is None else v] for v in made.column("l_x").to_pylist()]
    scaler = SCALERS[name]()
    found = scaler.fit_transform(values)[:, 0]
    # A mean is rounded to its own size, which is much beside a small deviation.
    size = max(abs(v[0]) for v in values if v[0] == v[0])
    rounding = 4 * 2.0**-53 * size / float(scaler.scale_[0]) if name == "standard" else 0.0
    made2 = made.set_column(2, "l_x", pa.array(found.tolist(), pa.float64()))
    return {"left": store(made, directory / ("%d.parquet" % index), rng), "kind": name, "rounding": rounding}, columns(made2.select(["l_id", "l_x"]), ("l_x",)), ["l_x"], name


OPERATIONS = {"sort": sort, "group": group, "join": join, "scale": scale}
with open(directory / "cases.jsonl", "w") as out:
    for index in range(cases):
        rng = random.Random(seed * 1_000_003 + index)
        name = rng.choice(list(OPERATIONS))
        case, found, reals, how = OPERATIONS[name](rng, index)
        case.update({"setup": "case %d: %s %s" % (index, name, how), "operation": name, "columns": found, "reals": reals})
        out.write(json.dumps(case) + "\n")
