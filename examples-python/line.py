"""Fits a line to points by gradient descent, and saves where it is after each epoch."""

import json
import os
import random
import sys
import tempfile
import time

import manta

rate = float(sys.argv[1]) if len(sys.argv) > 1 else 0.05
context = manta.get_context()
rank, size = context.get_world_rank(), context.get_world_size()

slope, offset, begin = 0.0, 0.0, 0
checkpoint = manta.get_checkpoint()
if checkpoint:
    with checkpoint.as_directory() as directory, open(os.path.join(directory, "line.json")) as file:
        slope, offset, begin = json.load(file)
print(f"rank {rank} of {size} begins at epoch {begin}")

for epoch in range(begin, 60):
    points = random.Random(epoch * size + rank)
    for _ in range(50):
        x = points.uniform(-1, 1)
        error = slope * x + offset - (3 * x + 1)
        slope, offset = slope - rate * error * x, offset - rate * error
    slope, offset = manta.broadcast_from_rank_zero((slope, offset))
    time.sleep(0.05)

    metrics = {"epoch": epoch, "slope": slope, "offset": offset}
    if rank == 0:
        with tempfile.TemporaryDirectory() as directory:
            with open(os.path.join(directory, "line.json"), "w") as file:
                json.dump([slope, offset, epoch + 1], file)
            manta.report(metrics, checkpoint=directory)
    else:
        manta.report(metrics)
    if manta.stop_requested():
        break
