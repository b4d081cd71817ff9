"""Loaders that give each rank its part, on its device."""

from __future__ import annotations

from typing import Any, Iterator

import torch
from torch.utils.data import DataLoader, DistributedSampler, IterableDataset, SequentialSampler

from ray.train import _session


class _MovedLoader:
    """A loader whose batches are on a device; everything else is the loader's."""

    def __init__(self, loader: DataLoader, device: torch.device):
        self._loader = loader
        self._device = device

    def __iter__(self) -> Iterator[Any]:
        for batch in self._loader:
            yield _moved(batch, self._device)

    def __len__(self) -> int:
        return len(self._loader)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)


def prepare_data_loader(
    data_loader: DataLoader, add_dist_sampler: bool = True, move_to_device: bool = True, auto_transfer: bool = True
) -> Any:
    """The loader with a DistributedSampler where there are several ranks, and with batches on the rank's device."""
    if add_dist_sampler and _needs_sampler(data_loader):
        data_loader = _distributed(data_loader)
    if not move_to_device:
        return data_loader
    return _MovedLoader(data_loader, _session.torch_device())


def _needs_sampler(loader: DataLoader) -> bool:
    return (
        _session.get_context().get_world_size() > 1
        and not isinstance(loader.sampler, DistributedSampler)
        and not isinstance(loader.dataset, IterableDataset)
    )


def _distributed(loader: DataLoader) -> DataLoader:
    shuffles = not isinstance(loader.sampler, SequentialSampler)
    return DataLoader(
        loader.dataset,
        batch_size=loader.batch_size,
        sampler=DistributedSampler(loader.dataset, shuffle=shuffles),
        num_workers=loader.num_workers,
        collate_fn=loader.collate_fn,
        pin_memory=loader.pin_memory,
        drop_last=loader.drop_last,
        timeout=loader.timeout,
        worker_init_fn=loader.worker_init_fn,
        generator=loader.generator,
        prefetch_factor=loader.prefetch_factor,
        persistent_workers=loader.persistent_workers,
    )


def _moved(value: Any, device: torch.device) -> Any:
    if isinstance(value, torch.Tensor):
        return value.to(device, non_blocking=True)
    if isinstance(value, dict):
        return {name: _moved(each, device) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        moved = [_moved(each, device) for each in value]
        return type(value)(*moved) if hasattr(value, "_fields") else type(value)(moved)
    return value
