"""The older form of what ranks call: functions in place of `ray.train.get_context()`."""

from ray import _missing
from ray.train._session import get_checkpoint, get_context, get_dataset_shard, report

__all__ = [
    "get_checkpoint", "get_dataset_shard", "get_experiment_name", "get_local_rank", "get_local_world_size", "get_node_rank",
    "get_world_rank", "get_world_size", "report",
]


def get_world_size() -> int:
    """How many ranks there are."""
    return get_context().get_world_size()


def get_world_rank() -> int:
    """This rank."""
    return get_context().get_world_rank()


def get_local_rank() -> int:
    """Its place among those of its node."""
    return get_context().get_local_rank()


def get_local_world_size() -> int:
    """How many ranks its node has."""
    return get_context().get_local_world_size()


def get_node_rank() -> int:
    """The place of its node."""
    return get_context().get_node_rank()


def get_experiment_name() -> str:
    """The run's name."""
    return get_context().get_experiment_name()


__getattr__ = _missing.attribute_errors("ray.air.session")
