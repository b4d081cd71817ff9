"""Rows per second that Ray Data gives from a folder of Parquet files: in order, with its local shuffle buffer, with random_shuffle."""

import statistics
import sys
import time

from ray_peer import figure, init

BATCH = 4096
WINDOW = 200_000
PASSES = 3

init(object_store_memory=2_000_000_000)

import ray

ray.data.DataContext.get_current().enable_progress_bars = False
folder = sys.argv[1]


def rate(make, **options):
    rates = []
    for i in range(1 + PASSES):
        dataset = make()
        rows = 0
        begun = time.perf_counter()
        for batch in dataset.iter_torch_batches(batch_size=BATCH, prefetch_batches=4, **options):
            rows += len(batch["label"])
        rates.append(rows / (time.perf_counter() - begun))
    return statistics.median(rates[1:])


begun = time.perf_counter()
next(iter(ray.data.read_parquet(folder).iter_torch_batches(batch_size=BATCH)))
figure("first", time.perf_counter() - begun)
figure("plain", rate(lambda: ray.data.read_parquet(folder)))
figure("window", rate(lambda: ray.data.read_parquet(folder), local_shuffle_buffer_size=WINDOW))
figure("global", rate(lambda: ray.data.read_parquet(folder).random_shuffle()))
