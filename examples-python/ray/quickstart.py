"""What the quick starts of Ray Train have in common: a function, how many workers, where the run is kept, and its result.

Runs unchanged with Ray (`python quickstart.py`) and with Manta (`manta run --ray-compat quickstart.py`).
"""

import json
import os
import sys
import tempfile
import uuid

import ray.train
from ray.train import RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer

storage = sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()
name = f"unique_run_name-{uuid.uuid4().hex[:8]}"


def train_func():
    """Reports nothing."""


def train_func_of(config):
    context = ray.train.get_context()
    for epoch in range(config["num_epochs"]):
        metrics = {"rate": config["lr"] * (epoch + 1), "global_batch_size": 16 * context.get_world_size()}
        with tempfile.TemporaryDirectory() as directory:
            with open(os.path.join(directory, "epoch"), "w") as file:
                file.write(str(epoch))
            ray.train.report(metrics=metrics, checkpoint=ray.train.Checkpoint.from_directory(directory))


scaling_config = ScalingConfig(num_workers=2)
plain = TorchTrainer(train_func, scaling_config=scaling_config, run_config=RunConfig(storage_path=storage)).fit()
trainer = TorchTrainer(
    train_func_of,
    train_loop_config={"lr": 1e-4, "num_epochs": 3},
    scaling_config=scaling_config,
    run_config=RunConfig(storage_path=storage, name=name),
)
result = trainer.fit()

with result.checkpoint.as_directory() as directory:
    with open(os.path.join(directory, "epoch")) as file:
        last = file.read()

outcome = {
    "plain": [plain.metrics, plain.checkpoint, str(plain.error)],
    "metrics": result.metrics,
    "last": last,
    "error": str(result.error),
    "path": os.path.relpath(result.path, storage).replace(name, "name"),
    "checkpoints": [metrics for _, metrics in result.best_checkpoints],
}
print(outcome)
if len(sys.argv) > 2:
    with open(sys.argv[2], "w") as file:
        json.dump(outcome, file)
