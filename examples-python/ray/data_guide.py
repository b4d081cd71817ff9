"""Ray Data for training, step by step: texts, a split, one dataset for all workers, prefetching, what is computed once.

Runs unchanged with Ray (`python data_guide.py`) and with Manta (`manta run --ray-compat data_guide.py`).
"""

import json
import os
import sys
import tempfile

import numpy as np
import ray
import torch
import torch.distributed
from ray import train
from ray.train import Checkpoint, DataConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer

# Ray takes a CPU for each rank, and needs others for its data.
ray.init(num_cpus=4)
ray.data.DataContext.get_current().execution_options.preserve_order = True

texts = os.path.join(tempfile.mkdtemp(), "messages.txt")
with open(texts, "w") as file:
    file.writelines(f"message {number} {'spam' * (number % 3)}\n" for number in range(200))

train_ds, val_ds = ray.data.read_text(texts).train_test_split(0.3)


def with_length(batch):
    return {"text": batch["text"], "length": np.array([len(text) for text in batch["text"]])}


def augmented(batch):
    batch["length"] = batch["length"] + 1
    return batch


# What is before `materialize` is computed once, what is behind it in each pass.
train_ds = train_ds.map_batches(with_length, batch_size="auto").materialize().map_batches(augmented, batch_size="auto")


def train_loop_per_worker():
    shard, whole = train.get_dataset_shard("train"), train.get_dataset_shard("val")
    lengths = rows = seen = 0
    for _ in range(2):
        for batch in shard.iter_batches(batch_size=32, prefetch_batches=10):
            lengths += int(batch["length"].sum())
            rows += len(batch["text"])
        for batch in whole.iter_batches(batch_size=128, local_shuffle_buffer_size=128, local_shuffle_seed=7):
            seen += len(batch["text"])
    totals = torch.tensor([lengths, rows, seen])
    torch.distributed.all_reduce(totals)
    with tempfile.TemporaryDirectory() as directory:
        metrics = {"lengths": int(totals[0]), "rows": int(totals[1]), "seen": int(totals[2]), "own": rows}
        train.report(metrics, checkpoint=Checkpoint.from_directory(directory))


trainer = TorchTrainer(
    train_loop_per_worker,
    scaling_config=ScalingConfig(num_workers=2),
    datasets={"train": train_ds, "val": val_ds},
    dataset_config=DataConfig(datasets_to_split=["train"]),
    run_config=RunConfig(storage_path=sys.argv[1] if len(sys.argv) > 1 else None),
)
result = trainer.fit()
shuffled = ray.data.range(20).random_shuffle(seed=3)
outcome = {
    "metrics": result.metrics,
    "counts": [train_ds.count(), val_ds.count()],
    "first": val_ds.take(1)[0]["text"],
    "shuffled": sorted(row["id"] for row in shuffled.take_all()),
}
print(outcome)
if len(sys.argv) > 2:
    with open(sys.argv[2], "w") as file:
        json.dump(outcome, file)
