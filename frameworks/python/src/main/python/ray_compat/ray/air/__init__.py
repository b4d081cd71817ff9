"""The names that Ray Train's classes had before they moved to `ray.train`."""

from ray import _missing
from ray.air import session
from ray.train import Checkpoint, CheckpointConfig, FailureConfig, Result, RunConfig, ScalingConfig

__all__ = ["Checkpoint", "CheckpointConfig", "FailureConfig", "Result", "RunConfig", "ScalingConfig", "session"]

__getattr__ = _missing.attribute_errors("ray.air")
