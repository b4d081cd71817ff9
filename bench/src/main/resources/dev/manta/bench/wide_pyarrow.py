"""GB of values a second that pyarrow reads from a folder of Parquet files and sums up, every value of every column. From the first call on, after its import; then again and again."""

import glob
import os
import statistics
import sys
import time

import pyarrow.compute as compute
import pyarrow.dataset as dataset

PASSES = 9
WARM_SECONDS = 6

files = sorted(glob.glob(sys.argv[1] + "/*.parquet"))


def seconds_of_process():
    return time.time() - float(os.environ["MANTA_BENCH_STARTED"])


def rate():
    begun = time.perf_counter()
    count = 0
    total = 0.0
    for batch in dataset.dataset(files).to_batches():
        count += batch.num_rows * batch.num_columns
        for column in batch.columns:
            total += compute.sum(column).as_py()
    seconds = time.perf_counter() - begun
    assert abs(total / count - 0.5) < 0.01
    return 4 * count / seconds / 1e9


print("figure cold", rate())
print("figure process", seconds_of_process())
if sys.argv[-1] == "once":
    sys.exit()
print("figure second", rate())
warm = time.perf_counter()
while time.perf_counter() - warm < WARM_SECONDS:
    rate()
print("figure warm", statistics.median(rate() for _ in range(PASSES)))
