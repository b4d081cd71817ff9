"""Tuners: one function with many configs, each a trial in a process of its own."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Optional, Union

from ray import _door, _ship
from ray._missing import not_covered, refuse_set
from ray.train._config import CheckpointConfig, FailureConfig, ScalingConfig
from ray.train._config import RunConfig as TrainRunConfig
from ray.train._errors import TrainingFailedError
from ray.train._result import Result
from ray.train._trainer import DataParallelTrainer
from ray.tune._space import configs
from ray.tune._trial import Trial
from ray.tune.schedulers import FIFOScheduler


@dataclass
class TuneConfig:
    """How trials are chosen and ranked."""

    metric: Optional[str] = None
    mode: Optional[str] = None
    search_alg: Any = None
    scheduler: Any = None
    num_samples: int = 1
    max_concurrent_trials: Optional[int] = None
    time_budget_s: Optional[float] = None
    reuse_actors: bool = False
    trial_name_creator: Any = None
    trial_dirname_creator: Any = None

    def __post_init__(self) -> None:
        refuse_set("ray.tune.TuneConfig", [
            ("search_alg", self.search_alg), ("time_budget_s", self.time_budget_s),
            ("trial_name_creator", self.trial_name_creator), ("trial_dirname_creator", self.trial_dirname_creator),
        ])
        if self.mode not in (None, "min", "max"):
            raise ValueError(f"mode is 'min' or 'max', not {self.mode!r}")
        if self.num_samples < 1:
            raise ValueError(f"num_samples is at least 1, not {self.num_samples}")


@dataclass
class RunConfig:
    """The experiment's name, where it is kept, and when its trials stop."""

    name: Optional[str] = None
    storage_path: Optional[Union[str, os.PathLike]] = None
    failure_config: Optional[FailureConfig] = None
    checkpoint_config: Optional[CheckpointConfig] = None
    stop: Any = None
    callbacks: Any = None
    verbose: Any = None
    sync_config: Any = None
    progress_reporter: Any = None
    log_to_file: Any = None

    def __post_init__(self) -> None:
        refuse_set("ray.tune.RunConfig", [
            ("callbacks", self.callbacks), ("sync_config", self.sync_config), ("progress_reporter", self.progress_reporter),
            ("log_to_file", self.log_to_file or None),
        ])


class TrialResult(Result):
    """The result of a trial, with its config and all that it reported."""

    config: Dict[str, Any]
    reports: List[Dict[str, Any]]

    @property
    def metrics_dataframe(self) -> Any:
        """A row for each report; None where there was none."""
        if not self.reports:
            return None
        import pandas

        return pandas.DataFrame(self.reports)


class TrialTrainer(DataParallelTrainer):
    """The run of one trial: a single rank, which asks after each report whether it continues."""

    def __init__(self, trial: Trial, config: Dict[str, Any], hears: Callable[[str, Dict[str, Any]], bool], **options: Any):
        super().__init__(trial, train_loop_config=config, **options)
        self._hears = hears

    def _calls(self) -> Dict[str, Callable]:
        return {**super()._calls(), "trial_report": self._hears}

    def _for_ranks(self, exchange: Any) -> Dict[str, Any]:
        door = {name: os.environ[name] for name in (_door.SOCKET, _door.TOKEN)}
        return {**super()._for_ranks(exchange), "environment": door}

    def _request(self, payload: str) -> Dict[str, Any]:
        return {**super()._request(payload), "quiet": True}


@dataclass
class _Experiment:
    """What trials have reported so far."""

    config: TuneConfig
    stop: Any
    last: Dict[str, Dict[str, Any]] = field(default_factory=dict)
    all: Dict[str, List[Dict[str, Any]]] = field(default_factory=dict)

    def hears(self, trial: str, metrics: Dict[str, Any]) -> bool:
        """Whether the trial continues after this report."""
        self.last[trial] = metrics
        self.all.setdefault(trial, []).append(metrics)
        scheduler = self.config.scheduler or FIFOScheduler()
        return scheduler.continues(trial, metrics, self.config.metric, self.config.mode) and not self._stops(trial, metrics)

    def _stops(self, trial: str, metrics: Dict[str, Any]) -> bool:
        if callable(self.stop):
            return bool(self.stop(trial, metrics))
        return any(metrics.get(name, float("-inf")) >= most for name, most in (self.stop or {}).items())


class Tuner:
    """Runs a function with many configs."""

    def __init__(self, trainable: Any = None, *, param_space: Optional[Dict[str, Any]] = None,
                 tune_config: Optional[TuneConfig] = None, run_config: Any = None):
        if isinstance(trainable, DataParallelTrainer):
            raise not_covered("ray.tune.Tuner(trainer)", "pass a function that makes the trainer and calls its fit()")
        if not callable(trainable) or isinstance(trainable, type):
            raise not_covered(f"ray.tune.Tuner({trainable!r})", "pass a function that takes a config")
        self._function = trainable
        self._space = dict(param_space or {})
        self._config = tune_config or TuneConfig()
        self._run = run_config or RunConfig()

    def fit(self) -> "ResultGrid":
        """Runs all trials; one that fails is in the results, with its error."""
        if _ship.is_defining_again():
            raise _ship.FitReached
        name = self._run.name or f"tune-{time.strftime('%Y-%m-%d-%H-%M-%S')}"
        storage = os.path.join(os.path.expanduser(os.fspath(self._run.storage_path or "~/manta-runs")), name)
        experiment = _Experiment(self._config, getattr(self._run, "stop", None))
        trials = configs(self._space, self._config.num_samples)
        at_once = self._config.max_concurrent_trials or os.cpu_count() or 1
        with ThreadPoolExecutor(at_once, thread_name_prefix="trial") as pool:
            futures = [pool.submit(self._result, experiment, storage, f"trial-{number:05d}", config) for number, config in enumerate(trials)]
            results = [future.result() for future in futures]
        return ResultGrid(results, storage, self._config)

    def _result(self, experiment: _Experiment, storage: str, name: str, config: Dict[str, Any]) -> TrialResult:
        function = getattr(self._function, "_manta_function", self._function)
        trainer = TrialTrainer(
            Trial(function, name, os.path.basename(storage)), config, experiment.hears,
            scaling_config=_scaling(self._function),
            run_config=TrainRunConfig(
                name=name, storage_path=storage, failure_config=self._run.failure_config, checkpoint_config=self._run.checkpoint_config),
        )
        error: Optional[Exception] = None
        try:
            ended = trainer.fit()
        except TrainingFailedError as failed:
            error, ended = failed, Result(metrics=None, checkpoint=None, path=os.path.join(storage, name))
        metrics = {**experiment.last.get(name, {}), "config": config, "trial_id": name}
        result = TrialResult(metrics=metrics, checkpoint=ended.checkpoint, error=error, path=ended.path, best_checkpoints=ended.best_checkpoints)
        result.config = config
        result.reports = experiment.all.get(name, [])
        return result

    @classmethod
    def restore(cls, *arguments: Any, **keywords: Any) -> Any:
        """Not covered."""
        raise not_covered("ray.tune.Tuner.restore", "`manta tune` resumes an experiment of the same name by itself")


def _scaling(function: Any) -> ScalingConfig:
    wanted = getattr(function, "_manta_resources", {"cpu": 1})
    resources = {{"cpu": "CPU", "gpu": "GPU"}.get(name, name): amount for name, amount in wanted.items()}
    return ScalingConfig(num_workers=1, use_gpu=bool(resources.get("GPU")), resources_per_worker=resources)


def with_resources(trainable: Callable, resources: Any) -> Callable:
    """The function with what each of its trials gets."""
    if not isinstance(resources, dict):
        raise not_covered(f"ray.tune.with_resources({type(resources).__name__})", "pass a dictionary with cpu, gpu and memory")

    def wrapped(config: Dict[str, Any]) -> Any:
        return trainable(config)

    wrapped._manta_function = trainable
    wrapped._manta_resources = dict(resources)
    return wrapped


def with_parameters(trainable: Callable, **parameters: Any) -> Callable:
    """The function with arguments that all its trials share."""

    def wrapped(config: Dict[str, Any]) -> Any:
        return trainable(config, **parameters)

    return wrapped


class ResultGrid:
    """The results of all trials, in the order in which they were made."""

    def __init__(self, results: List[TrialResult], path: str, config: TuneConfig):
        self._results = results
        self._config = config
        self.experiment_path = path

    def __len__(self) -> int:
        return len(self._results)

    def __getitem__(self, place: int) -> TrialResult:
        return self._results[place]

    @property
    def errors(self) -> List[Exception]:
        """Why trials failed."""
        return [result.error for result in self._results if result.error]

    @property
    def num_errors(self) -> int:
        """How many trials failed."""
        return len(self.errors)

    @property
    def num_terminated(self) -> int:
        """How many trials ended without an error."""
        return len(self._results) - self.num_errors

    def get_best_result(self, metric: Optional[str] = None, mode: Optional[str] = None, scope: str = "last",
                        filter_nan_and_inf: bool = True) -> TrialResult:
        """The trial with the best value: its last one, or with `scope="all"` its best."""
        metric, mode = metric or self._config.metric, mode or self._config.mode
        if metric is None or mode is None:
            raise ValueError("name the metric and the mode, here or in the TuneConfig")
        if scope not in ("last", "all"):
            raise not_covered(f"ResultGrid.get_best_result(scope={scope!r})", "'last' and 'all' are covered")
        best = max if mode == "max" else min
        scored = [(value, place) for place, result in enumerate(self._results)
                  if (value := _value(result, metric, scope, best)) is not None]
        if not scored:
            raise RuntimeError(f"no trial has reported {metric!r}")
        return self._results[best(scored)[1]]

    def get_dataframe(self, filter_metric: Optional[str] = None, filter_mode: Optional[str] = None) -> Any:
        """A row for each trial: its last report and its config."""
        import pandas

        refuse_set("ResultGrid.get_dataframe", [("filter_metric", filter_metric), ("filter_mode", filter_mode)])
        rows = [{**{name: value for name, value in result.metrics.items() if name != "config"},
                 **{f"config/{name}": value for name, value in result.config.items()}} for result in self._results]
        return pandas.DataFrame(rows)


def _value(result: TrialResult, metric: str, scope: str, best: Callable) -> Optional[float]:
    reports = result.reports[-1:] if scope == "last" else result.reports
    values = [report[metric] for report in reports if isinstance(report.get(metric), (int, float))]
    finite = [value for value in values if value == value and abs(value) != float("inf")]
    return best(finite) if finite else None
