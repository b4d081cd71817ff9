"""The trainer of PyTorch functions."""

from __future__ import annotations

from typing import Any, Callable, Optional

from ray.train._trainer import DataParallelTrainer
from ray.train.torch._config import TorchConfig


class TorchTrainer(DataParallelTrainer):
    """Runs a function on ranks that are a process group of PyTorch."""

    def __init__(self, train_loop_per_worker: Callable, *, torch_config: Optional[TorchConfig] = None, **options: Any):
        super().__init__(train_loop_per_worker, backend_config=torch_config or TorchConfig(), **options)
