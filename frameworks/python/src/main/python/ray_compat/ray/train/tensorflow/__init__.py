"""TensorFlow: ranks find each other by TF_CONFIG, which is set before the function starts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Optional

from ray import _missing
from ray.train._config import BackendConfig
from ray.train._trainer import DataParallelTrainer

__all__ = ["TensorflowConfig", "TensorflowTrainer"]


@dataclass
class TensorflowConfig(BackendConfig):
    """Nothing to configure: TF_CONFIG names the ranks."""


class TensorflowTrainer(DataParallelTrainer):
    """Runs a function on ranks that `tf.distribute.MultiWorkerMirroredStrategy` finds."""

    def __init__(self, train_loop_per_worker: Callable, *, tensorflow_config: Optional[TensorflowConfig] = None, **options: Any):
        super().__init__(train_loop_per_worker, backend_config=tensorflow_config or TensorflowConfig(), **options)


__getattr__ = _missing.attribute_errors("ray.train.tensorflow", {
    "prepare_dataset_shard": "make a tf.data.Dataset of get_dataset_shard(name).iter_batches()",
})
