"""LightGBM is not covered."""

from ray import _missing

__getattr__ = _missing.attribute_errors("ray.train.lightgbm", {
    "LightGBMTrainer": "run a function with DataParallelTrainer and give lightgbm the machines and ports of its ranks",
})
