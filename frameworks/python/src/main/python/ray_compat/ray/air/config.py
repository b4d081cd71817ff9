"""Configs under their older module."""

from ray import _missing
from ray.train import CheckpointConfig, DataConfig, FailureConfig, RunConfig, ScalingConfig

__all__ = ["CheckpointConfig", "DataConfig", "FailureConfig", "RunConfig", "ScalingConfig"]

__getattr__ = _missing.attribute_errors("ray.air.config")
