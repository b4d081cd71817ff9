"""Trainers: a function, its config, and how Manta is to run it."""

from __future__ import annotations

import hashlib
import os
import re
import sys
import time
import uuid
from typing import Any, Callable, Dict, List, Optional

import ray
from ray import _door, _ship
from ray._exchange import Exchange
from ray._missing import not_covered, refuse_set
from ray.train._checkpoint import Checkpoint
from ray.train._config import BackendConfig, DataConfig, RunConfig, ScalingConfig, TrainRunContext
from ray.train._errors import ControllerError, TrainingFailedError, WorkerGroupError
from ray.train._result import Result


_NOT_IN_NAMES = r"^(?![A-Za-z0-9])|[^A-Za-z0-9._-]"


class DataParallelTrainer:
    """Runs a function on every rank."""

    def __init__(
        self,
        train_loop_per_worker: Callable,
        *,
        train_loop_config: Optional[Dict[str, Any]] = None,
        backend_config: Optional[BackendConfig] = None,
        scaling_config: Optional[ScalingConfig] = None,
        run_config: Optional[RunConfig] = None,
        datasets: Optional[Dict[str, Any]] = None,
        dataset_config: Optional[DataConfig] = None,
        resume_from_checkpoint: Any = None,
        metadata: Any = None,
        validation_config: Any = None,
    ):
        self.train_loop_per_worker = train_loop_per_worker
        self.train_loop_config = train_loop_config
        self.backend_config = backend_config or BackendConfig()
        self.scaling_config = _typed("scaling_config", scaling_config or ScalingConfig(), ScalingConfig)
        self.run_config = _typed("run_config", run_config or RunConfig(), RunConfig)
        self.datasets = dict(datasets or {})
        self.data_config = _typed("dataset_config", dataset_config or DataConfig(), DataConfig)
        if resume_from_checkpoint is not None:
            raise DeprecationWarning("resume_from_checkpoint was removed from Ray Train: pass the path in train_loop_config")
        refuse_set(type(self).__name__, [("metadata", metadata), ("validation_config", validation_config)])
        required = _ship.required_arguments(train_loop_per_worker)
        if required > 1:
            raise ValueError(f"train_loop_per_worker takes its config or nothing, but needs {required} arguments")
        self._takes_config = required == 1
        self._check_datasets()

    def _check_datasets(self) -> None:
        for name, dataset in self.datasets.items():
            if not hasattr(dataset, "_passes") and not callable(dataset):
                raise ValueError(f"datasets[{name!r}] is a {type(dataset).__name__} and no ray.data.Dataset, nor a function that makes one")
        unknown = [] if self.data_config.datasets_to_split == "all" else [
            name for name in self.data_config.datasets_to_split if name not in self.datasets]
        if unknown:
            raise ValueError(f"datasets_to_split names {unknown[0]!r}, but the datasets are {sorted(self.datasets)}")

    def fit(self) -> Result:
        """Runs the function on all ranks, and waits until they have returned."""
        if _ship.is_defining_again():
            raise _ship.FitReached
        directory = _door.directory()
        if self.scaling_config.num_workers == 0:
            raise not_covered("ScalingConfig(num_workers=0)", "num_workers=1 runs one rank; `python script.py` with manta runs in this process")
        ray._ensure_initialized()
        exchange = Exchange(directory, self._calls())
        payload = os.path.join(directory, f"fit-{uuid.uuid4().hex}")
        try:
            _ship.dump(self._for_ranks(exchange), payload)
            with _door.first_interrupt_is_mantas():
                answer = _door.call("fit", **self._request(payload))
            return Result._of(answer)
        except _door.DoorError as error:
            raise _training_failed(error) from None
        finally:
            exchange.close()
            if os.path.exists(payload):
                os.remove(payload)

    def _calls(self) -> Dict[str, Callable]:
        """What ranks may ask the driver for beside each other's values."""
        calls: Dict[str, Callable] = {"reported": self._reported}
        if self.datasets:
            from ray.data._split import DealtDatasets

            calls.update(DealtDatasets(self.datasets, self.data_config.is_split).calls())
        return calls

    def _reported(self, metrics: List[Dict[str, Any]], path: Optional[str]) -> None:
        """Tells callbacks of a report of all ranks, and where its checkpoint is."""
        context = TrainRunContext(self.run_config, self.train_loop_config, self.scaling_config)
        for callback in self.run_config.callbacks:
            callback.after_report(context, metrics, None if path is None else Checkpoint(path))

    def _for_ranks(self, exchange: Exchange) -> Dict[str, Any]:
        return {
            "function": self.train_loop_per_worker,
            "arguments": (self.train_loop_config or {},) if self._takes_config else (),
            "backend": self.backend_config,
            "address": exchange.address,
            "key": exchange.key,
            "datasets": set(self.datasets),
            "uses_gpu": self.scaling_config.use_gpu,
            "tells": bool(self.run_config.callbacks),
            "environment": {},
        }

    def _request(self, payload: str) -> Dict[str, Any]:
        run, scaling, kept = self.run_config, self.scaling_config, self.run_config.checkpoint_config
        return {
            "script": os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(ray.__file__))), "ray_rank.py"),
            "function": "run",
            "config": {"payload": payload},
            "name": _run_name(run.name) if run.name else _name(),
            "storage": None if run.storage_path is None else os.path.expanduser(os.fspath(run.storage_path)),
            "workers": [scaling.min_workers, scaling.max_workers],
            "perWorker": scaling._per_worker(),
            "placement": scaling.placement_strategy,
            "labels": scaling.label_selector or {},
            "accelerator": scaling.accelerator_type,
            "retries": run.failure_config.max_failures,
            "keep": kept.num_to_keep,
            "score": kept.checkpoint_score_attribute,
            "order": kept.checkpoint_score_order,
            "environment": {**ray.rank_environment, **run.environment()},
            "directory": ray.rank_directory,
            "quiet": False,
        }

    @classmethod
    def restore(cls, *arguments: Any, **keywords: Any) -> Any:
        """Removed from Ray Train."""
        raise DeprecationWarning("Trainer.restore was removed from Ray Train: an unfinished run of the same name resumes by itself")

    can_restore = restore


def _typed(name: str, value: Any, kind: type) -> Any:
    if not isinstance(value, kind):
        raise ValueError(f"{name} is a ray.train.{kind.__name__}, not {type(value).__module__}.{type(value).__name__}")
    return value


def _run_name(name: str) -> str:
    """Manta's name of a run. Ray takes any; two that differ must not become one, as the second would resume the first."""
    legal = re.sub(_NOT_IN_NAMES, "-", name)
    if legal == name:
        return name
    return f"{legal.lstrip('-._')[:90] or 'run'}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def _name() -> str:
    """A run's name where none is given: of the script and the time, so that it resumes no other."""
    script = os.path.splitext(os.path.basename(getattr(sys.modules["__main__"], "__file__", None) or "ray"))[0]
    return f"{script}-{time.strftime('%Y-%m-%d_%H-%M-%S')}-{uuid.uuid4().hex[:4]}"


def _training_failed(error: _door.DoorError) -> TrainingFailedError:
    """Ray's exception for what Manta says went wrong."""
    if error.kind == "RANK":
        failures = {int(rank): RuntimeError(text) for rank, text in error.details.get("failures", {}).items()}
        return WorkerGroupError(str(error), failures)
    return ControllerError(error)
