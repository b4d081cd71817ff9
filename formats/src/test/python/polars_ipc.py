"""Writes src/test/resources/arrow-polars: what Polars' write_ipc and write_ipc_stream make of the same rows. Run it in the module's directory."""

import datetime
import decimal
import os

import polars as pl

frame = pl.DataFrame(
    {
        "id": [1, 2, 3],
        "word": ["a", None, "a text that is too long for its view"],
        "list": [[1, 2], [], None],
        "kind": pl.Series(["x", None, "x"], dtype=pl.Categorical),
        "rank": pl.Series(["low", "high", "low"], dtype=pl.Enum(["low", "high"])),
        "ok": [True, None, False],
        "none": [None, None, None],
        "raw": [b"\0\1", b"", None],
        "inner": [{"a": 1, "b": "y"}, {"a": None, "b": "z"}, None],
        "day": [datetime.date(2024, 1, 2), None, datetime.date(1969, 12, 31)],
        "at": [datetime.datetime(2024, 1, 2, 3, 4, 5, 6), None, datetime.datetime(1960, 1, 1)],
        "price": pl.Series([decimal.Decimal("1.25"), None, decimal.Decimal("-0.5")], dtype=pl.Decimal(10, 2)),
    }
)
os.makedirs("src/test/resources/arrow-polars", exist_ok=True)
for codec in ("uncompressed", "lz4", "zstd"):
    frame.write_ipc(f"src/test/resources/arrow-polars/{codec}.arrow", compression=codec)
frame.write_ipc_stream("src/test/resources/arrow-polars/stream.arrow")

# Enough for several blocks of LZ4 that refer to each other.
pl.DataFrame({"number": [i % 1000 for i in range(200_000)]}).write_ipc("src/test/resources/arrow-polars/blocks.arrow", compression="lz4")
