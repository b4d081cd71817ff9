"""Ray Data into Ray Train: rows are transformed in Python and dealt to two workers.

Runs unchanged with Ray (`python data_trainer.py`) and with Manta (`manta run --ray-compat data_trainer.py`).
"""

import json
import os
import sys
import tempfile

import numpy as np
import ray
import ray.train.torch
import torch
import torch.distributed
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

# Ray takes a CPU for each rank, and needs others for its data.
ray.init(num_cpus=4)

train_dataset = ray.data.from_items([{"x": float(number), "noise": (number * 37 % 11) / 11.0} for number in range(240)])
valid_dataset = ray.data.from_items([{"x": float(number), "noise": 0.5} for number in range(40)])


def scaled(batch):
    return {"features": np.stack([batch["x"] / 240.0, batch["noise"]], axis=1).astype(np.float32),
            "target": (2.0 * batch["x"] / 240.0 + batch["noise"]).astype(np.float32)}


train_dataset = train_dataset.map_batches(scaled).filter(lambda row: row["target"] > 0.1)
valid_dataset = valid_dataset.map_batches(scaled)


def train_func(config):
    torch.manual_seed(0)
    model = ray.train.torch.prepare_model(torch.nn.Linear(2, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    train_shard = ray.train.get_dataset_shard("train")
    valid_shard = ray.train.get_dataset_shard("valid")
    for epoch in range(config["epochs"]):
        rows = 0
        # One batch of all rows of a rank: the average over ranks does not depend on who has which.
        for batch in train_shard.iter_torch_batches(batch_size=1000):
            loss = torch.nn.functional.mse_loss(model(batch["features"]).squeeze(1), batch["target"])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            rows += len(batch["target"])
        errors = [abs(model(torch.as_tensor(batch["features"])).squeeze(1).detach() - torch.as_tensor(batch["target"])).sum()
                  for batch in valid_shard.iter_batches(batch_size=8)]
        totals = torch.tensor([float(rows), loss.item(), float(sum(errors))])
        torch.distributed.all_reduce(totals)
        metrics = {"rows": int(totals[0]), "loss": totals[1].item() / 2, "error": totals[2].item(), "epoch": epoch}
        with tempfile.TemporaryDirectory() as directory:
            checkpoint = None
            if ray.train.get_context().get_world_rank() == 0:
                torch.save(model.state_dict(), os.path.join(directory, "model.pt"))
                checkpoint = ray.train.Checkpoint.from_directory(directory)
            ray.train.report(metrics, checkpoint=checkpoint)


trainer = TorchTrainer(
    train_func,
    train_loop_config={"lr": 0.3, "epochs": 5},
    datasets={"train": train_dataset, "valid": valid_dataset},
    scaling_config=ScalingConfig(num_workers=2),
    run_config=ray.train.RunConfig(storage_path=sys.argv[1] if len(sys.argv) > 1 else None),
)
result = trainer.fit()
outcome = {
    "metrics": result.metrics,
    "checkpoints": [metrics["epoch"] for _, metrics in result.best_checkpoints],
    "columns": sorted(train_dataset.columns()),
    "count": train_dataset.count(),
    "first": {name: np.asarray(value).tolist() for name, value in train_dataset.take(1)[0].items()},
}
print(outcome)
if len(sys.argv) > 2:
    with open(sys.argv[2], "w") as file:
        json.dump(outcome, file)
