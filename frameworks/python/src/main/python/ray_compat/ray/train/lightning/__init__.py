"""Lightning: strategies and environment of ranks, and the callback that reports."""

from __future__ import annotations

import os
import tempfile
from typing import Any, Dict

import torch

try:
    import lightning.pytorch as pl
    from lightning.pytorch.plugins.environments import LightningEnvironment
    from lightning.pytorch.strategies import DDPStrategy, FSDPStrategy
except ImportError:
    import pytorch_lightning as pl
    from pytorch_lightning.plugins.environments import LightningEnvironment
    from pytorch_lightning.strategies import DDPStrategy, FSDPStrategy

import ray.train
from ray import _missing
from ray.train import _session

__all__ = ["RayDDPStrategy", "RayFSDPStrategy", "RayLightningEnvironment", "RayTrainReportCallback", "prepare_trainer"]


class _OfRanks:
    """What strategies take from the rank: its device, and which samples are its own."""

    @property
    def root_device(self) -> torch.device:
        return _session.torch_device()

    @property
    def distributed_sampler_kwargs(self) -> Dict[str, Any]:
        return {"num_replicas": self.world_size, "rank": self.global_rank}


class RayDDPStrategy(_OfRanks, DDPStrategy):
    """DDP over the ranks of the run."""


class RayFSDPStrategy(_OfRanks, FSDPStrategy):
    """FSDP over the ranks of the run."""


class RayLightningEnvironment(LightningEnvironment):
    """The ranks of the run, as Lightning asks for them."""

    @property
    def creates_processes_externally(self) -> bool:
        return True

    def world_size(self) -> int:
        return ray.train.get_context().get_world_size()

    def global_rank(self) -> int:
        return ray.train.get_context().get_world_rank()

    def local_rank(self) -> int:
        return ray.train.get_context().get_local_rank()

    def node_rank(self) -> int:
        return ray.train.get_context().get_node_rank()

    def set_world_size(self, size: int) -> None:
        """The run decides it."""

    def set_global_rank(self, rank: int) -> None:
        """The run decides it."""

    def teardown(self) -> None:
        """The variables of the run stay."""


def prepare_trainer(trainer: pl.Trainer) -> pl.Trainer:
    """Checks that the trainer has a strategy and an environment of this module."""
    if not isinstance(trainer.strategy, _OfRanks):
        raise RuntimeError(
            f"the trainer's strategy is {type(trainer.strategy).__name__}: pass strategy=RayDDPStrategy() or RayFSDPStrategy()"
        )
    environment = getattr(trainer.strategy, "cluster_environment", None)
    if environment is not None and not isinstance(environment, RayLightningEnvironment):
        raise RuntimeError(
            f"the trainer's environment is {type(environment).__name__}: pass plugins=[RayLightningEnvironment()]"
        )
    return trainer


class RayTrainReportCallback(pl.callbacks.Callback):
    """Reports the logged metrics and a checkpoint at the end of each epoch of training."""

    CHECKPOINT_NAME = "checkpoint.ckpt"

    def __init__(self, checkpoint_upload_mode: Any = None, validation: Any = False):
        super().__init__()
        _missing.refuse_set("RayTrainReportCallback", [("validation", validation or None)])
        self._mode = checkpoint_upload_mode or ray.train.CheckpointUploadMode.SYNC

    def on_train_epoch_end(self, trainer: pl.Trainer, pl_module: pl.LightningModule) -> None:
        """Saves, which all ranks must do for sharded strategies, and reports."""
        metrics = {name: value.item() for name, value in trainer.callback_metrics.items()}
        metrics.update(epoch=trainer.current_epoch, step=trainer.global_step)
        with tempfile.TemporaryDirectory() as directory:
            trainer.save_checkpoint(os.path.join(directory, self.CHECKPOINT_NAME), weights_only=False)
            ray.train.report(
                metrics, checkpoint=ray.train.Checkpoint.from_directory(directory), checkpoint_upload_mode=self._mode,
                delete_local_checkpoint_after_upload=False,
            )


__getattr__ = _missing.attribute_errors("ray.train.lightning", {
    "LightningTrainer": "use ray.train.torch.TorchTrainer with a function that makes a pl.Trainer",
    "LightningConfigBuilder": "use ray.train.torch.TorchTrainer with a function that makes a pl.Trainer",
    "RayDeepSpeedStrategy": "use RayFSDPStrategy, or Lightning's DeepSpeedStrategy under `manta run`",
})
