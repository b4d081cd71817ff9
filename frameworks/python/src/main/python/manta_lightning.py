"""Manta for Lightning: the ranks as an environment, and a callback that reports.

    trainer = Trainer(max_epochs=3, plugins=[MantaEnvironment()], callbacks=[MantaCallback()], devices=local_devices(), num_nodes=nodes())
    trainer.fit(model, loader, ckpt_path=resume_from())

Outside of a run the same script trains as one rank, and what it reports is printed.
"""

from __future__ import annotations

import os
import tempfile
from typing import Any, Optional

import manta
from manta_shared import require_whole

try:
    from lightning.pytorch import Callback
    from lightning.pytorch.plugins.environments import LightningEnvironment
except ImportError:
    from pytorch_lightning import Callback
    from pytorch_lightning.plugins.environments import LightningEnvironment

__all__ = ["CHECKPOINT", "MantaCallback", "MantaEnvironment", "local_devices", "nodes", "resume_from"]

#: The file of Lightning's state in a checkpoint of Manta.
CHECKPOINT = "checkpoint.ckpt"


class MantaEnvironment(LightningEnvironment):
    """The ranks of the run, whose processes are there already."""

    @property
    def creates_processes_externally(self) -> bool:
        return True

    @property
    def main_address(self) -> str:
        return os.environ.get("MASTER_ADDR", "127.0.0.1")

    @property
    def main_port(self) -> int:
        return int(os.environ["MASTER_PORT"]) if "MASTER_PORT" in os.environ else super().main_port

    def world_size(self) -> int:
        return manta.get_context().get_world_size()

    def global_rank(self) -> int:
        return manta.get_context().get_world_rank()

    def local_rank(self) -> int:
        return manta.get_context().get_local_rank()

    def node_rank(self) -> int:
        return manta.get_context().get_node_rank()

    def set_world_size(self, size: int) -> None:
        """The run decides it."""

    def set_global_rank(self, rank: int) -> None:
        """The run decides it."""

    def teardown(self) -> None:
        """The variables of the run stay."""


class MantaCallback(Callback):
    """Reports the logged metrics and a checkpoint at the end of each epoch of training.

    All ranks save, as sharded strategies ask for; rank 0 reports what there is.
    """

    def on_train_epoch_end(self, trainer: Any, pl_module: Any) -> None:
        """One report."""
        metrics = {name: value.item() for name, value in trainer.callback_metrics.items()}
        metrics.update(epoch=trainer.current_epoch, global_step=trainer.global_step)
        with tempfile.TemporaryDirectory() as directory:
            shared = manta.broadcast_from_rank_zero(directory)
            trainer.save_checkpoint(os.path.join(shared, CHECKPOINT))
            require_whole(shared)
            if trainer.is_global_zero:
                manta.report(metrics, checkpoint=directory)
            manta.barrier()

    def on_train_batch_end(self, trainer: Any, pl_module: Any, *others: Any, **more: Any) -> None:
        """A stop that was asked for ends training after this epoch's batches so far."""
        if manta.stop_requested():
            trainer.should_stop = True


def resume_from() -> Optional[str]:
    """The file of the checkpoint that the run resumes from, for `trainer.fit(…, ckpt_path=…)`."""
    checkpoint = manta.get_checkpoint()
    return None if checkpoint is None else os.path.join(checkpoint.path, CHECKPOINT)


def local_devices() -> int:
    """How many ranks this node has, for `Trainer(devices=…)`."""
    return manta.get_context().get_local_world_size()


def nodes() -> int:
    """How many nodes the run has, for `Trainer(num_nodes=…)`."""
    return int(os.environ.get("GROUP_WORLD_SIZE", "1"))
