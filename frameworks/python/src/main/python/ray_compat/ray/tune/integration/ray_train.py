"""Training runs inside of trials: their reports are those of the trial."""

from __future__ import annotations

from typing import Any, Dict, List

from ray.train._config import UserCallback
from ray.tune import _trial

CHECKPOINT_PATH_KEY = "checkpoint_path"

__all__ = ["CHECKPOINT_PATH_KEY", "TuneReportCallback"]


class TuneReportCallback(UserCallback):
    """Tells the tuner what rank 0 of a training run reports, and where its checkpoint is."""

    def __init__(self) -> None:
        if not _trial.is_active():
            raise RuntimeError("TuneReportCallback can be made only inside a function that a Tuner runs")
        self._stopped = False

    def after_report(self, run_context: Any, metrics: List[Dict[str, Any]], checkpoint: Any) -> None:
        """Reports; a run whose trial is stopped goes to its end unheard."""
        if self._stopped:
            return
        place = {} if checkpoint is None else {CHECKPOINT_PATH_KEY: checkpoint.path}
        try:
            _trial.report({**metrics[0], **place})
        except _trial.TrialStopped as stopped:
            self._stopped = True
            print(f"manta: {stopped}; its training run continues to its end, but its reports are no longer heard", flush=True)
