"""Ray Data's quick start for PyTorch: items, a function on batches, tensors of a type for each worker.

Runs unchanged with Ray (`python data_quickstart.py`) and with Manta (`manta run --ray-compat data_quickstart.py`).
"""

import json
import sys
import tempfile

import ray
import torch
import torch.distributed
from ray import train
from ray.train import Checkpoint, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer

# Ray takes a CPU for each rank, and needs others for its data.
ray.init(num_cpus=4)

train_dataset = ray.data.from_items([{"x": [x], "y": [2 * x]} for x in range(200)])


def increment(batch):
    batch["y"] = batch["y"] + 1
    return batch


train_dataset = train_dataset.map_batches(increment, batch_size="auto")


def train_func():
    batches = train.get_dataset_shard("train").iter_torch_batches(batch_size=16, dtypes=torch.float32)
    for epoch in range(2):
        shapes, total = [], torch.zeros(3)
        for batch in batches:
            inputs, labels = batch["x"], batch["y"]
            assert type(inputs) is torch.Tensor and inputs.dtype == torch.float32
            shapes.append(list(labels.shape))
            total += torch.tensor([len(inputs), inputs.sum(), labels.sum()])
        torch.distributed.all_reduce(total)
        metrics = {"epoch": epoch, "rows": int(total[0]), "inputs": total[1].item(), "labels": total[2].item(), "first": shapes[0][0]}
        with tempfile.TemporaryDirectory() as directory:
            train.report({**metrics, "batches": len(shapes), "dimensions": len(shapes[0])}, checkpoint=Checkpoint.from_directory(directory))


trainer = TorchTrainer(
    train_func,
    datasets={"train": train_dataset},
    scaling_config=ScalingConfig(num_workers=2, use_gpu=False),
    run_config=RunConfig(storage_path=sys.argv[1] if len(sys.argv) > 1 else None),
)
result = trainer.fit()
outcome = {"metrics": result.metrics, "checkpoints": [metrics["epoch"] for _, metrics in result.best_checkpoints]}
print(outcome)
if len(sys.argv) > 2:
    with open(sys.argv[2], "w") as file:
        json.dump(outcome, file)
