"""Transformers: the callback that reports what a `Trainer` saves, and rows of ranks as its datasets."""

from __future__ import annotations

import os
import shutil
import tempfile
from typing import Any, Dict

import transformers
from torch.utils.data import DataLoader, IterableDataset
from transformers.trainer_callback import TrainerCallback
from transformers.trainer_utils import get_last_checkpoint

import ray.train
from ray import _missing
from ray.data._iterator import Batches
from ray.train.collective import barrier

__all__ = ["RayTrainReportCallback", "prepare_trainer"]


class RayTrainReportCallback(TrainerCallback):
    """Reports all logged metrics with each checkpoint that the trainer saves, below `checkpoint`."""

    CHECKPOINT_NAME = "checkpoint"

    def on_save(self, args: Any, state: Any, control: Any, **others: Any) -> None:
        """Copies what was saved; ranks that saved nothing report metrics alone."""
        metrics: Dict[str, Any] = {}
        for logged in state.log_history:
            metrics.update(logged)
        barrier()  # ranks of a node may save into one directory, each its own files
        saved = get_last_checkpoint(args.output_dir)
        if saved is None:
            ray.train.report(metrics)
            return
        with tempfile.TemporaryDirectory() as directory:
            shutil.copytree(saved, os.path.join(directory, self.CHECKPOINT_NAME))
            ray.train.report(metrics, checkpoint=ray.train.Checkpoint.from_directory(directory))


class _Rows(IterableDataset):
    """Batches of a rank's shard as a dataset of PyTorch."""

    def __init__(self, batches: Batches):
        self._batches = batches

    def __iter__(self) -> Any:
        return iter(self._batches)


def _loader(batches: Batches) -> DataLoader:
    return DataLoader(_Rows(batches), batch_size=1, collate_fn=lambda items: items[0])


def prepare_trainer(trainer: transformers.Trainer) -> transformers.Trainer:
    """The trainer, which takes batches of a rank's shard as its datasets too."""
    base = type(trainer)

    class ShardTrainer(base):
        """A trainer whose datasets may be batches of a shard."""

        def get_train_dataloader(self) -> DataLoader:
            return _loader(self.train_dataset) if isinstance(self.train_dataset, Batches) else super().get_train_dataloader()

        def get_eval_dataloader(self, eval_dataset: Any = None) -> DataLoader:
            chosen = self.eval_dataset if eval_dataset is None else eval_dataset
            if isinstance(chosen, str) and isinstance(self.eval_dataset, dict):
                chosen = self.eval_dataset[chosen]
            return _loader(chosen) if isinstance(chosen, Batches) else super().get_eval_dataloader(eval_dataset)

    trainer.__class__ = ShardTrainer
    return trainer


__getattr__ = _missing.attribute_errors("ray.train.huggingface.transformers")
