"""Ray Train inside of Ray Tune: each trial is a distributed run, whose reports the tuner hears.

Runs unchanged with Ray (`python tune_train.py`) and with Manta (`manta run --ray-compat tune_train.py`).
"""

import json
import os
import sys
import tempfile
import uuid

import ray.train
import ray.train.torch
import ray.tune
from ray.tune.integration.ray_train import TuneReportCallback

storage = sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()

# Ray takes a CPU for each trial and for each rank.
ray.init(num_cpus=8)


def train_fn_per_worker(train_loop_config):
    size = ray.train.get_context().get_world_size()
    for epoch in range(2):
        loss = train_loop_config["lr"] * 1000 / train_loop_config["batch_size"] / size / (epoch + 1)
        with tempfile.TemporaryDirectory() as directory:
            ray.train.report({"loss": loss, "epoch": epoch}, checkpoint=ray.train.Checkpoint.from_directory(directory))


def train_driver_fn(config):
    trainer = ray.train.torch.TorchTrainer(
        train_fn_per_worker,
        train_loop_config=config["train_loop_config"],
        scaling_config=ray.train.ScalingConfig(num_workers=config["num_workers"]),
        run_config=ray.train.RunConfig(
            name=f"train-trial_id={ray.tune.get_context().get_trial_id()}",
            storage_path=os.path.join(config["storage"], "runs"),
            failure_config=ray.train.FailureConfig(max_failures=3),
            callbacks=[TuneReportCallback()],
        ),
    )
    trainer.fit()


tuner = ray.tune.Tuner(
    train_driver_fn,
    param_space={
        "num_workers": ray.tune.choice([2]),
        "storage": storage,
        "train_loop_config": {"lr": ray.tune.grid_search([1e-3, 3e-4]), "batch_size": ray.tune.grid_search([32])},
    },
    run_config=ray.tune.RunConfig(
        name=f"tune_train_example-{uuid.uuid4().hex[:6]}", storage_path=storage, failure_config=ray.tune.FailureConfig(max_failures=3)),
    tune_config=ray.tune.TuneConfig(max_concurrent_trials=1),
)
results = tuner.fit()
best = results.get_best_result(metric="loss", mode="min")
outcome = {
    "trials": len(results),
    "errors": [str(error) for error in results.errors],
    "best": best.config["train_loop_config"],
    "losses": sorted(result.metrics["loss"] for result in results),
    "epochs": [result.metrics["epoch"] for result in results],
    "iterations": [result.metrics["training_iteration"] for result in results],
    "is_path": [os.path.isdir(result.metrics["checkpoint_path"]) for result in results],
}
print(outcome)
if len(sys.argv) > 2:
    with open(sys.argv[2], "w") as file:
        json.dump(outcome, file)
