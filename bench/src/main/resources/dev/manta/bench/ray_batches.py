"""Rows per second that Ray Data's iter_torch_batches gives from a folder of Parquet files: in large batches and in small ones."""

import statistics
import sys
import time

from ray_peer import figure, init

BATCH, SMALL = 4096, 256
PASSES = 3

init(object_store_memory=2_000_000_000)

import ray

ray.data.DataContext.get_current().enable_progress_bars = False


def rate(size):
    rates = []
    for _ in range(1 + PASSES):
        dataset = ray.data.read_parquet(sys.argv[1])
        rows = 0
        begun = time.perf_counter()
        for batch in dataset.iter_torch_batches(batch_size=size, prefetch_batches=4):
            rows += len(batch["label"])
        rates.append(rows / (time.perf_counter() - begun))
    return statistics.median(rates[1:])


figure("large", rate(BATCH))
figure("small", rate(SMALL))
