"""Checkpoints in Ray Train: the best are kept, each rank writes its own file, and a failed rank resumes.

Runs unchanged with Ray (`python checkpoints_trainer.py`) and with Manta (`manta run --ray-compat checkpoints_trainer.py`).
"""

import json
import os
import sys
import tempfile
import uuid

import ray.train
from ray.train import Checkpoint, CheckpointConfig, FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer

SCORES = [0.1, 0.9, 0.3, 0.8, 0.7, 0.95]


def train_func(config):
    context = ray.train.get_context()
    rank = context.get_world_rank()
    start, weight = 0, 0.0
    checkpoint = ray.train.get_checkpoint()
    if checkpoint:
        with checkpoint.as_directory() as directory:
            with open(os.path.join(directory, f"rank-{rank}.json")) as file:
                state = json.load(file)
        start, weight = state["epoch"] + 1, state["weight"]
    for epoch in range(start, len(SCORES)):
        weight += (epoch + 1) * (rank + 1)
        if epoch == 3 and checkpoint is None:
            raise RuntimeError("a rank fails once")
        with tempfile.TemporaryDirectory() as directory:
            with open(os.path.join(directory, f"rank-{rank}.json"), "w") as file:
                json.dump({"epoch": epoch, "weight": weight}, file)
            saved = Checkpoint.from_directory(directory)
            saved.set_metadata({"epoch": epoch})
            ray.train.report({"score": SCORES[epoch], "epoch": epoch, "resumed_at": start}, checkpoint=saved)


trainer = TorchTrainer(
    train_func,
    train_loop_config={},
    scaling_config=ScalingConfig(num_workers=2),
    run_config=RunConfig(
        name=f"kept-{uuid.uuid4().hex[:8]}",
        storage_path=sys.argv[1] if len(sys.argv) > 1 else None,
        failure_config=FailureConfig(max_failures=2),
        checkpoint_config=CheckpointConfig(num_to_keep=2, checkpoint_score_attribute="score", checkpoint_score_order="max"),
    ),
)
result = trainer.fit()

with result.checkpoint.as_directory() as directory:
    files = sorted(name for name in os.listdir(directory) if name.endswith(".json") and not name.startswith((".", "manta")))
    weights = [json.load(open(os.path.join(directory, name)))["weight"] for name in files]

outcome = {
    "metrics": result.metrics,
    "checkpoints": [metrics["epoch"] for _, metrics in result.best_checkpoints],
    "best": result.get_best_checkpoint("score", "max").get_metadata(),
    "files": files,
    "weights": weights,
}
print(outcome)
if len(sys.argv) > 2:
    with open(sys.argv[2], "w") as file:
        json.dump(outcome, file)
