"""GB of values a second that Polars reads from a folder of Parquet files, in one way: `read` makes one table, `batches` hands out one batch after the other. From the first call on, after its import; then again and again."""

import os
import statistics
import sys
import time

import polars

PASSES = 9
WARM_SECONDS = 6

files = sys.argv[1] + "/*.parquet"
way = sys.argv[2]


def values():
    if way == "read":
        table = polars.read_parquet(files)
        return table.height * table.width
    return sum(batch.height * batch.width for batch in polars.scan_parquet(files).collect_batches())


def seconds_of_process():
    return time.time() - float(os.environ["MANTA_BENCH_STARTED"])


def rate():
    begun = time.perf_counter()
    count = values()
    return 4 * count / (time.perf_counter() - begun) / 1e9


print("figure cold", rate())
print("figure process", seconds_of_process())
if sys.argv[-1] == "once":
    sys.exit()
print("figure second", rate())
warm = time.perf_counter()
while time.perf_counter() - warm < WARM_SECONDS:
    rate()
print("figure warm", statistics.median(rate() for _ in range(PASSES)))
