"""Models on the device of a rank, replicated over ranks."""

from __future__ import annotations

import os
import random
from typing import Any, Dict, List, Optional, Union

import torch

from ray.train import _session

_PRECISION = "was removed from Ray Train: use torch.autocast and torch.amp.GradScaler"


def get_device() -> torch.device:
    """The device of this rank."""
    _session._current("torch.get_device")
    return _session.torch_device()


def get_devices() -> List[torch.device]:
    """The devices of this rank."""
    return [get_device()]


def prepare_model(
    model: torch.nn.Module,
    move_to_device: Union[bool, torch.device] = True,
    parallel_strategy: Optional[str] = "ddp",
    parallel_strategy_kwargs: Optional[Dict[str, Any]] = None,
) -> torch.nn.Module:
    """The model on the rank's device; with several ranks inside DistributedDataParallel, or FSDP."""
    if parallel_strategy not in ("ddp", "fsdp", None):
        raise ValueError(f"parallel_strategy is 'ddp', 'fsdp' or None, not {parallel_strategy!r}")
    device = move_to_device if isinstance(move_to_device, torch.device) else get_device()
    if move_to_device:
        model = model.to(device)
    if parallel_strategy is None or _session.get_context().get_world_size() == 1:
        return model
    options = dict(parallel_strategy_kwargs or {})
    return _replicated(model, device, options) if parallel_strategy == "ddp" else _sharded(model, options)


def _replicated(model: torch.nn.Module, device: torch.device, options: Dict[str, Any]) -> torch.nn.Module:
    if device.type == "cuda":
        options = {"device_ids": [device], "output_device": device, **options}
    return torch.nn.parallel.DistributedDataParallel(model, **options)


def _sharded(model: torch.nn.Module, options: Dict[str, Any]) -> torch.nn.Module:
    if not torch.cuda.is_available():
        raise RuntimeError("parallel_strategy='fsdp' needs GPUs: set use_gpu=True, or use torch.distributed.fsdp.fully_shard on CPUs")
    from torch.distributed.fsdp import FullyShardedDataParallel

    return FullyShardedDataParallel(model, **options)


def enable_reproducibility(seed: int = 0) -> None:
    """Seeds Python, NumPy and PyTorch, and asks PyTorch for deterministic algorithms."""
    torch.manual_seed(seed)
    random.seed(seed)
    try:
        import numpy
    except ImportError:
        pass
    else:
        numpy.random.seed(seed)
    torch.backends.cudnn.benchmark = False
    torch.use_deterministic_algorithms(True)
    os.environ["CUBLAS_WORKSPACE_CONFIG"] = ":4096:8"


def accelerate(amp: bool = False) -> None:
    """Removed from Ray Train."""
    raise DeprecationWarning(f"ray.train.torch.accelerate {_PRECISION}")


def prepare_optimizer(optimizer: torch.optim.Optimizer) -> torch.optim.Optimizer:
    """Removed from Ray Train."""
    raise DeprecationWarning(f"ray.train.torch.prepare_optimizer {_PRECISION}")


def backward(tensor: torch.Tensor) -> None:
    """Removed from Ray Train."""
    raise DeprecationWarning(f"ray.train.torch.backward {_PRECISION}")
