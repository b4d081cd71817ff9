"""What torch's DataLoader gives with two workers: rows per second of Parquet files read by pyarrow, images per second of JPEG files decoded and resized by Pillow. Keeps the pixels of some."""

import glob
import statistics
import sys
import time

import numpy
import pyarrow.parquet as parquet
import torch
from PIL import Image
from torch.utils.data import DataLoader, Dataset, IterableDataset, get_worker_info

BATCH = 4096
IMAGE_BATCH = 64
SIZE = 224
PASSES = 3
COMPARED = 60


class Rows(IterableDataset):
    def __init__(self, files):
        self.files = files

    def __iter__(self):
        worker = get_worker_info()
        for name in self.files[worker.id :: worker.num_workers]:
            for batch in parquet.ParquetFile(name).iter_batches(batch_size=BATCH):
                yield {column: torch.from_numpy(batch.column(column).to_numpy(zero_copy_only=False).copy()) for column in batch.schema.names}


class Images(Dataset):
    def __init__(self, files):
        self.files = files

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        with Image.open(self.files[index]) as image:
            resized = image.convert("RGB").resize((SIZE, SIZE), Image.Resampling.BILINEAR)
        return torch.from_numpy(numpy.array(resized))


def rate(count, make):
    rates = []
    for _ in range(1 + PASSES):
        begun = time.perf_counter()
        total = sum(count(batch) for batch in make())
        rates.append(total / (time.perf_counter() - begun))
    return statistics.median(rates[1:])


if __name__ == "__main__":
    files = sorted(glob.glob(sys.argv[1] + "/*.parquet"))
    print("figure loader", rate(lambda batch: len(batch["label"]), lambda: DataLoader(Rows(files), batch_size=None, num_workers=2, prefetch_factor=4)))
    images = sorted(glob.glob(sys.argv[2] + "/*/*.jpg"))
    print("figure images", rate(len, lambda: DataLoader(Images(images), batch_size=IMAGE_BATCH, num_workers=2, prefetch_factor=4)))
    with open(sys.argv[3] + "/pillow.rgb", "wb") as pixels:
        for image in Images(images[:COMPARED]):
            pixels.write(image.numpy().tobytes())
