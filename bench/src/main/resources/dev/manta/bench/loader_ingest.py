"""Rows per second that torch's DataLoader gives from a folder of Parquet files, read by pyarrow in two workers."""

import glob
import statistics
import sys
import time

import pyarrow.parquet as parquet
import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

BATCH = 4096
PASSES = 3


class Rows(IterableDataset):
    def __init__(self, files):
        self.files = files

    def __iter__(self):
        worker = get_worker_info()
        for name in self.files[worker.id :: worker.num_workers]:
            for batch in parquet.ParquetFile(name).iter_batches(batch_size=BATCH):
                yield {column: torch.from_numpy(batch.column(column).to_numpy(zero_copy_only=False).copy()) for column in batch.schema.names}


def rate(files):
    rows = 0
    begun = time.perf_counter()
    for batch in DataLoader(Rows(files), batch_size=None, num_workers=2, prefetch_factor=4):
        rows += len(batch["label"])
    return rows / (time.perf_counter() - begun)


if __name__ == "__main__":
    files = sorted(glob.glob(sys.argv[1] + "/*.parquet"))
    rates = [rate(files) for _ in range(1 + PASSES)]
    print("figure loader", statistics.median(rates[1:]))
