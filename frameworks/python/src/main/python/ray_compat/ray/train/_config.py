"""What users say about a run: how many workers, where it is kept, what happens when one fails."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Dict, List, Optional, Tuple, Union

from ray._missing import not_covered, refuse_set


@dataclass
class ScalingConfig:
    """How many workers there are and what each gets; a pair of numbers is a range."""

    trainer_resources: Optional[Dict[str, float]] = None
    num_workers: Union[int, Tuple[int, int]] = 1
    use_gpu: bool = False
    resources_per_worker: Optional[Dict[str, float]] = None
    placement_strategy: str = "PACK"
    accelerator_type: Optional[str] = None
    label_selector: Optional[Dict[str, str]] = None
    use_tpu: bool = False
    topology: Optional[str] = None
    elastic_resize_monitor_interval_s: float = 60.0

    def __post_init__(self) -> None:
        if self.trainer_resources is not None:
            raise DeprecationWarning("ScalingConfig(trainer_resources) was removed from Ray Train; the controller needs none")
        refuse_set("ray.train.ScalingConfig", [("topology", self.topology), ("use_tpu", self.use_tpu or None)])
        if isinstance(self.label_selector, list):
            raise not_covered("ray.train.ScalingConfig(label_selector=[…])", "pass one dictionary, which holds for all workers")
        if self.placement_strategy not in ("PACK", "SPREAD", "STRICT_PACK", "STRICT_SPREAD"):
            raise ValueError(f"placement_strategy {self.placement_strategy!r} is none of PACK, SPREAD, STRICT_PACK, STRICT_SPREAD")
        self._check_workers()
        self._check_resources()

    def _check_workers(self) -> None:
        pair = self.num_workers if isinstance(self.num_workers, tuple) else (self.num_workers, self.num_workers)
        if len(pair) != 2 or not all(isinstance(count, int) and not isinstance(count, bool) for count in pair):
            raise ValueError(f"num_workers is a number, or a pair of the least and the most, not {self.num_workers!r}")
        if pair[0] < 0 or pair[0] > pair[1]:
            raise ValueError(f"num_workers={self.num_workers!r}: the least must be at least 0 and at most the most")

    def _check_resources(self) -> None:
        gpus = (self.resources_per_worker or {}).get("GPU")
        if gpus and not self.use_gpu:
            raise ValueError("resources_per_worker has GPU, but use_gpu is False: set it, or remove GPU")
        if self.use_gpu and gpus == 0:
            raise ValueError("use_gpu is True, but resources_per_worker has GPU 0: set it to at least 1, or remove it")
        for name in self.resources_per_worker or {}:
            if name not in ("CPU", "GPU", "memory"):
                raise not_covered(f"ray.train.ScalingConfig(resources_per_worker={{{name!r}: …}})", "CPU, GPU and memory are covered")

    @property
    def min_workers(self) -> int:
        """The least number of workers."""
        return self.num_workers[0] if isinstance(self.num_workers, tuple) else self.num_workers

    @property
    def max_workers(self) -> int:
        """The greatest number of workers."""
        return self.num_workers[1] if isinstance(self.num_workers, tuple) else self.num_workers

    @property
    def num_cpus_per_worker(self) -> float:
        """The CPUs of a worker."""
        return self._per_worker().get("CPU", 0)

    @property
    def num_gpus_per_worker(self) -> float:
        """The GPUs of a worker."""
        return self._per_worker().get("GPU", 0)

    def _per_worker(self) -> Dict[str, float]:
        if self.resources_per_worker is None:
            return {"GPU": 1} if self.use_gpu else {"CPU": 1}
        defaults = {"GPU": 1} if self.use_gpu else {}
        return {name: count for name, count in {**defaults, **self.resources_per_worker}.items() if count}


@dataclass
class FailureConfig:
    """How many failures a run survives; -1 is any number."""

    max_failures: int = 0
    fail_fast: Any = None
    controller_failure_limit: int = -1
    max_preemption_failures: int = -1

    def __post_init__(self) -> None:
        if self.fail_fast is not None:
            raise DeprecationWarning("FailureConfig(fail_fast) belongs to ray.tune; a training run fails after max_failures")
        if self.max_failures < -1:
            raise ValueError(f"max_failures is -1 for any number, or at least 0, not {self.max_failures}")
        refuse_set("ray.train.FailureConfig", [
            ("controller_failure_limit", None if self.controller_failure_limit == -1 else self.controller_failure_limit),
            ("max_preemption_failures", None if self.max_preemption_failures == -1 else self.max_preemption_failures),
        ])


@dataclass
class CheckpointConfig:
    """How many checkpoints are kept, and which."""

    num_to_keep: Optional[int] = None
    checkpoint_score_attribute: Optional[str] = None
    checkpoint_score_order: str = "max"
    checkpoint_frequency: Optional[int] = None
    checkpoint_at_end: Optional[bool] = None

    def __post_init__(self) -> None:
        for name in ("checkpoint_frequency", "checkpoint_at_end"):
            if getattr(self, name) is not None:
                raise DeprecationWarning(f"CheckpointConfig({name}) was removed from Ray Train: the function decides when it reports a checkpoint")
        if self.num_to_keep is not None and self.num_to_keep < 1:
            raise ValueError(f"num_to_keep is None or at least 1, not {self.num_to_keep}")
        if self.checkpoint_score_order not in ("max", "min"):
            raise ValueError(f"checkpoint_score_order is 'max' or 'min', not {self.checkpoint_score_order!r}")


@dataclass
class LoggingConfig:
    """The level of Ray Train's own log, which Manta does not write."""

    log_level: str = "INFO"


class UserCallback:
    """What the driver does after each report of the ranks; below it are callbacks of scripts."""

    def after_report(self, run_context: "TrainRunContext", metrics: List[Dict[str, Any]], checkpoint: Any) -> None:
        """Called with the metrics of all ranks, by rank, and the checkpoint that was stored with them, if any."""

    def after_exception(self, run_context: "TrainRunContext", worker_exceptions: Dict[int, Exception]) -> None:
        """Not covered: a callback that has it is refused."""


def _check_callback(callback: Any) -> None:
    if not isinstance(callback, UserCallback):
        raise ValueError(f"callbacks are instances of ray.train.UserCallback, not {type(callback).__module__}.{type(callback).__name__}")
    if type(callback).after_exception is not UserCallback.after_exception:
        raise not_covered("ray.train.UserCallback.after_exception", "`RunConfig.listener` of Manta's Java API hears of every failure")


@dataclass
class TrainRunContext:
    """The run of a callback."""

    run_config: "RunConfig"
    train_loop_config: Optional[Dict[str, Any]]
    scaling_config: ScalingConfig

    def get_run_config(self) -> "RunConfig":
        """How it is run."""
        return self.run_config


@dataclass
class RunConfig:
    """A run's name, where it is kept, and how it deals with failures."""

    name: Optional[str] = None
    storage_path: Optional[Union[str, os.PathLike]] = None
    storage_filesystem: Any = None
    failure_config: Optional[FailureConfig] = None
    checkpoint_config: Optional[CheckpointConfig] = None
    callbacks: Optional[List[Any]] = None
    worker_runtime_env: Optional[Dict[str, Any]] = None
    logging_config: Optional[LoggingConfig] = None
    sync_config: Any = None
    verbose: Any = None
    stop: Any = None
    progress_reporter: Any = None
    log_to_file: Any = None

    def __post_init__(self) -> None:
        self.failure_config = self.failure_config or FailureConfig()
        self.checkpoint_config = self.checkpoint_config or CheckpointConfig()
        refuse_set("ray.train.RunConfig", [
            ("storage_filesystem", self.storage_filesystem), ("sync_config", self.sync_config),
            ("verbose", self.verbose), ("stop", self.stop), ("progress_reporter", self.progress_reporter),
            ("log_to_file", self.log_to_file),
        ])
        self.callbacks = list(self.callbacks or [])
        for callback in self.callbacks:
            _check_callback(callback)
        others = [name for name in self.worker_runtime_env or {} if name != "env_vars"]
        if others:
            raise not_covered(f"ray.train.RunConfig(worker_runtime_env={{{others[0]!r}: …}})", "env_vars are covered; `manta run --with-pip` brings packages")

    def environment(self) -> Dict[str, str]:
        """The variables that ranks get."""
        variables = (self.worker_runtime_env or {}).get("env_vars", {})
        return {str(name): str(value) for name, value in variables.items()}


@dataclass
class DataConfig:
    """Which datasets are dealt to ranks; the others are read by every rank in full."""

    datasets_to_split: Union[str, List[str]] = "all"
    execution_options: Any = None
    enable_shard_locality: bool = True

    def __post_init__(self) -> None:
        refuse_set("ray.train.DataConfig", [("execution_options", self.execution_options)])
        if hasattr(self, "configure"):
            raise not_covered(f"{type(self).__name__}.configure of a ray.train.DataConfig", "datasets_to_split says which datasets ranks share")
        if self.datasets_to_split != "all" and not isinstance(self.datasets_to_split, (list, tuple, set)):
            raise TypeError(f"datasets_to_split is 'all' or a list of names, not {self.datasets_to_split!r}")

    def is_split(self, name: str) -> bool:
        """Whether ranks get a part of the dataset each."""
        return self.datasets_to_split == "all" or name in self.datasets_to_split


@dataclass
class BackendConfig:
    """What is set up in ranks before the function starts: nothing, unless a framework's config says more."""

    def enter(self) -> None:
        """Called in each rank before the function."""

    def leave(self) -> None:
        """Called in each rank after the function."""


class CheckpointUploadMode(Enum):
    """When a checkpoint goes to storage."""

    SYNC = "SYNC"
    ASYNC = "ASYNC"
    NO_UPLOAD = "NO_UPLOAD"

    def default_delete_local_checkpoint_after_upload(self) -> bool:
        """Whether the local directory is deleted afterwards unless the report says otherwise."""
        return self is CheckpointUploadMode.ASYNC


class CheckpointConsistencyMode(Enum):
    """Which checkpoints `get_all_reported_checkpoints` waits for."""

    COMMITTED = "COMMITTED"
    VALIDATED = "VALIDATED"


class ReportedCheckpointStatus(Enum):
    """How far a reported checkpoint is."""

    COMMITTED = "COMMITTED"


@dataclass
class ReportedCheckpoint:
    """A checkpoint with the metrics that were reported with it."""

    checkpoint: Any
    metrics: Dict[str, Any]
    status: ReportedCheckpointStatus = field(default=ReportedCheckpointStatus.COMMITTED)
