"""The process group of ranks."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Optional

from ray._missing import not_covered
from ray.train._config import BackendConfig


@dataclass
class TorchConfig(BackendConfig):
    """Which backend the process group has, and how long a collective may take."""

    backend: Optional[str] = None
    init_method: str = "env"
    timeout_s: int = 1800

    def __post_init__(self) -> None:
        if self.init_method not in ("env", "tcp"):
            raise ValueError(f"init_method is 'env' or 'tcp', not {self.init_method!r}")
        if self.init_method == "tcp":
            raise not_covered("TorchConfig(init_method='tcp')", "'env' reaches the same ranks")

    def enter(self) -> None:
        """Joins the process group; MASTER_ADDR, MASTER_PORT, RANK and WORLD_SIZE are set before."""
        import torch
        import torch.distributed as distributed

        from ray.train import _session

        device = _session.torch_device()
        if device.type == "cuda":
            torch.cuda.set_device(device)
        backend = self.backend or ("nccl" if device.type == "cuda" else "gloo")
        distributed.init_process_group(backend=backend, timeout=datetime.timedelta(seconds=self.timeout_s))

    def leave(self) -> None:
        """Leaves the process group, unless the function already did."""
        import torch.distributed as distributed

        if distributed.is_initialized():
            distributed.destroy_process_group()
