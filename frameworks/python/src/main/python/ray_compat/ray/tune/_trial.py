"""A trial in its process: the function, and what it reports."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional

from ray.train import _session
from ray.train._checkpoint import Checkpoint


class TrialStopped(BaseException):
    """The scheduler or a stop condition has ended the trial; no `Exception`, so that functions do not catch it by mistake."""


class Trial:
    """What the rank of a trial calls."""

    def __init__(self, function: Callable, name: str, experiment: str):
        self.function = function
        self.name = name
        self.experiment = experiment

    def __call__(self, config: Dict[str, Any]) -> None:
        global _trial, _iteration
        _trial, _iteration = self, 0
        try:
            returned = self.function(config)
            if isinstance(returned, dict):
                report(returned)
        except TrialStopped:
            pass


_trial: Optional[Trial] = None
_iteration = 0


class TuneContext:
    """The trial of this process."""

    def get_trial_name(self) -> str:
        """Its name."""
        return _current("get_context").name

    def get_trial_id(self) -> str:
        """Its name, which is unique in the experiment."""
        return _current("get_context").name

    def get_experiment_name(self) -> str:
        """The experiment's name."""
        return _current("get_context").experiment


def _current(call: str) -> Trial:
    if _trial is None:
        raise RuntimeError(f"ray.tune.{call} works only inside a function that a Tuner runs")
    return _trial


def is_active() -> bool:
    """Whether this process runs a trial."""
    return _trial is not None


def get_context() -> TuneContext:
    """The trial of this process."""
    _current("get_context")
    return TuneContext()


def get_checkpoint() -> Optional[Checkpoint]:
    """The checkpoint that the trial resumes from; None where it begins anew."""
    _current("get_checkpoint")
    return _session.get_checkpoint()


def report(metrics: Dict[str, Any], *, checkpoint: Optional[Checkpoint] = None) -> None:
    """Tells the tuner how the trial does. It ends here when the scheduler has seen enough."""
    global _iteration
    trial = _current("report")
    _iteration += 1
    said = {"training_iteration": _iteration, **metrics}
    _session.report(said, checkpoint=checkpoint)
    if not _session._current("report").exchange.ask("trial_report", trial.name, said):
        raise TrialStopped(f"trial {trial.name} was stopped after report {_iteration}")
