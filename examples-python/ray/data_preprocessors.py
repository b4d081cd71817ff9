"""Ray Data's preprocessors: a table is scaled and joined to vectors, and the fitted scaler goes with the checkpoint.

Runs unchanged with Ray (`python data_preprocessors.py`) and with Manta (`manta run --ray-compat data_preprocessors.py`).
"""

import base64
import json
import os
import sys
import tempfile

import numpy as np
import ray
import torch
import torch.distributed
from ray import train
from ray.data.preprocessors import Concatenator, StandardScaler
from ray.train import Checkpoint, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer

# Ray takes a CPU for each rank, and needs others for its data.
ray.init(num_cpus=4)

table = os.path.join(tempfile.mkdtemp(), "cells.csv")
with open(table, "w") as file:
    file.write("mean radius,mean texture,flat,target\n")
    file.writelines(f"{6 + number * 37 % 23},{9.5 + number * 17 % 29},1,{number % 2}\n" for number in range(160))

dataset = ray.data.read_csv(table)
scaler = StandardScaler(columns=["mean radius", "mean texture", "flat"])
columns = [name for name in dataset.columns() if name != "target"]
concatenator = Concatenator(columns=columns, dtype=np.float32)
dataset = concatenator.fit_transform(scaler.fit_transform(dataset))


def train_loop_per_worker(config):
    sums = torch.zeros(4, dtype=torch.float64)
    for batch in train.get_dataset_shard("train").iter_batches(batch_size=32, prefetch_batches=10):
        vectors = np.asarray(batch["concat_out"], dtype=np.float64)
        sums += torch.tensor([len(vectors), (vectors ** 2).sum(), vectors[:, 0].sum(), float(batch["target"].sum())])
    torch.distributed.all_reduce(sums)
    with tempfile.TemporaryDirectory() as directory:
        checkpoint = Checkpoint.from_directory(directory)
        checkpoint.set_metadata({"preprocessor": config["preprocessor"]})
        metrics = {"rows": int(sums[0]), "squares": sums[1].item(), "radii": sums[2].item(), "targets": sums[3].item()}
        train.report(metrics, checkpoint=checkpoint)


trainer = TorchTrainer(
    train_loop_per_worker,
    train_loop_config={"preprocessor": base64.b64encode(scaler.serialize()).decode("ascii")},
    scaling_config=ScalingConfig(num_workers=2),
    datasets={"train": dataset},
    run_config=RunConfig(storage_path=sys.argv[1] if len(sys.argv) > 1 else None),
)
result = trainer.fit()
restored = StandardScaler.deserialize(base64.b64decode(result.checkpoint.get_metadata()["preprocessor"]))
outcome = {
    "metrics": result.metrics,
    "columns": sorted(dataset.columns()),
    "restored": sorted(float(value) for value in restored.stats_.values()),
    "first": np.asarray(dataset.take(1)[0]["concat_out"]).tolist(),
}
print(outcome)
if len(sys.argv) > 2:
    with open(sys.argv[2], "w") as file:
        json.dump(outcome, file)
