"""The trainer without a framework."""

from ray.train._trainer import DataParallelTrainer

__all__ = ["DataParallelTrainer"]
