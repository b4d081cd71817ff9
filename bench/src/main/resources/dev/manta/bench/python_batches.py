"""Rows per second that a rank gets from a folder of Parquet files, as batches of tensors: large ones and small ones."""

import os
import statistics
import sys
import time

import manta

BATCH, SMALL = 4096, 256
PASSES = 5
WARM_SECONDS = 8  # the JVM that reads compiles for the first seconds

shard = manta.get_dataset_shard("train")


def one_pass(size):
    rows = 0
    begun = time.perf_counter()
    for batch in shard.iter_torch_batches(batch_size=size, prefetch_batches=4):
        rows += len(batch["label"])
    return rows / (time.perf_counter() - begun)


def rate(size):
    warm = time.perf_counter() + WARM_SECONDS
    while time.perf_counter() < warm:
        one_pass(size)
    return statistics.median(one_pass(size) for _ in range(PASSES))


with open(os.path.join(sys.argv[1], "figures"), "w") as file:
    print(f"figure large {rate(BATCH)!r}", file=file)
    print(f"figure small {rate(SMALL)!r}", file=file)
