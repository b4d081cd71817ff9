"""How training fails, as Ray Train raises it."""

from __future__ import annotations

from typing import Dict


class TrainingFailedError(RuntimeError):
    """A run failed; below it are the ranks' failures and Manta's own."""


class WorkerGroupError(TrainingFailedError):
    """Ranks failed more often than the run may survive."""

    def __init__(self, error_message: str, worker_failures: Dict[int, Exception]):
        super().__init__(error_message)
        self.worker_failures = worker_failures


class ControllerError(TrainingFailedError):
    """The run could not be started or driven."""

    def __init__(self, controller_failure: Exception):
        super().__init__(str(controller_failure))
        self.controller_failure = controller_failure


class PreemptionError(TrainingFailedError):
    """Never raised: Manta's runs move away from nodes that are taken, and count no failure for it."""
