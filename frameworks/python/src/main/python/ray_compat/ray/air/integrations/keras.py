"""Keras's callback under its older module."""

from ray import _missing
from ray.train.tensorflow.keras import ReportCheckpointCallback

__all__ = ["ReportCheckpointCallback"]

__getattr__ = _missing.attribute_errors("ray.air.integrations.keras")
