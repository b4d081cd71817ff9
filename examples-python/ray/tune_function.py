"""Ray Tune with a function: a grid of configs, each a trial, and a checkpoint of each.

Runs unchanged with Ray (`python tune_function.py`) and with Manta (`manta run --ray-compat tune_function.py`).
"""

import json
import os
import sys
import tempfile

from ray import tune


def objective(config):
    """Gradient descent on a parabola, at the rate of the trial."""
    x = config["start"]
    for _ in range(5):
        x -= config["lr"] * 2 * (x - 3)
        with tempfile.TemporaryDirectory() as directory:
            with open(os.path.join(directory, "x.json"), "w") as file:
                json.dump(x, file)
            tune.report({"score": (x - 3) ** 2}, checkpoint=tune.Checkpoint.from_directory(directory))


tuner = tune.Tuner(
    objective,
    param_space={"lr": tune.grid_search([0.05, 0.4]), "start": tune.choice([10.0])},
    tune_config=tune.TuneConfig(metric="score", mode="min", num_samples=1, max_concurrent_trials=1),
    run_config=tune.RunConfig(storage_path=sys.argv[1] if len(sys.argv) > 1 else None, name="parabola"),
)
results = tuner.fit()
best = results.get_best_result()

with best.checkpoint.as_directory() as directory:
    with open(os.path.join(directory, "x.json")) as file:
        found = json.load(file)

outcome = {
    "trials": len(results),
    "errors": results.num_errors,
    "best": best.config,
    "score": best.metrics["score"],
    "iterations": best.metrics["training_iteration"],
    "found": found,
    "scores": sorted(results.get_dataframe()["score"].tolist()),
}
print(outcome)
if len(sys.argv) > 2:
    with open(sys.argv[2], "w") as file:
        json.dump(outcome, file)
