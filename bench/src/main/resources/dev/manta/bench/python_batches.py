"""Rows per second that a rank gets from a folder of Parquet files, as batches of tensors: large ones and small ones."""

import os
import statistics
import sys
import time

import manta

BATCH, SMALL = 4096, 256
PASSES = 5

shard = manta.get_dataset_shard("train")


def rate(size):
    rates = []
    for _ in range(2 + PASSES):
        rows = 0
        begun = time.perf_counter()
        for batch in shard.iter_torch_batches(batch_size=size, prefetch_batches=4):
            rows += len(batch["label"])
        rates.append(rows / (time.perf_counter() - begun))
    return statistics.median(rates[2:])


with open(os.path.join(sys.argv[1], "figures"), "w") as file:
    print(f"figure large {rate(BATCH)!r}", file=file)
    print(f"figure small {rate(SMALL)!r}", file=file)
