"""Ray Train with XGBoost: boosted trees whose histograms two workers add up.

Runs unchanged with Ray (`python xgboost_trainer.py`) and with Manta (`manta run --ray-compat xgboost_trainer.py`).
"""

import json
import sys

import numpy as np
import ray.data
import ray.train
import xgboost
from ray.train.xgboost import RayTrainReportCallback, XGBoostTrainer

ray.init(num_cpus=4)  # two for the workers, the others for their data


def train_func(config):
    rows = next(iter(ray.train.get_dataset_shard("train").iter_batches(batch_size=None)))
    matrix = xgboost.DMatrix(rows["x"].reshape(-1, 1), label=rows["y"])
    xgboost.train(
        {"objective": "reg:squarederror", "tree_method": "hist", "eta": config["eta"], "max_depth": 3},
        matrix,
        num_boost_round=10,
        evals=[(matrix, "train")],
        callbacks=[RayTrainReportCallback()],
    )


x = np.arange(512) / 64
dataset = ray.data.from_numpy(x).map_batches(lambda batch: {"x": batch["data"], "y": np.sin(batch["data"])}).repartition(2)
trainer = XGBoostTrainer(
    train_func,
    train_loop_config={"eta": 0.3},
    datasets={"train": dataset},
    scaling_config=ray.train.ScalingConfig(num_workers=2),
    run_config=ray.train.RunConfig(storage_path=sys.argv[1] if len(sys.argv) > 1 else None),
)
result = trainer.fit()
booster = RayTrainReportCallback.get_model(result.checkpoint)

outcome = {
    "metrics": result.metrics,
    "predicted": booster.predict(xgboost.DMatrix(np.array([[1.0], [4.0], [7.0]]))).tolist(),
    "checkpoints": len(result.best_checkpoints),
    "error": str(result.error),
}
print(outcome)
if len(sys.argv) > 2:
    with open(sys.argv[2], "w") as file:
        json.dump(outcome, file)
