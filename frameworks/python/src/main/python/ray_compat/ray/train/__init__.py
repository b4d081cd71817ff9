"""Ray Train's interface, carried out by Manta."""

from ray import _missing
from ray.train._checkpoint import Checkpoint
from ray.train._config import (
    BackendConfig,
    CheckpointConfig,
    CheckpointConsistencyMode,
    CheckpointUploadMode,
    DataConfig,
    FailureConfig,
    LoggingConfig,
    ReportedCheckpoint,
    ReportedCheckpointStatus,
    RunConfig,
    ScalingConfig,
    UserCallback,
)
from ray.train._errors import ControllerError, PreemptionError, TrainingFailedError, WorkerGroupError
from ray.train._result import Result
from ray.train._session import (
    TrainContext,
    get_all_reported_checkpoints,
    get_checkpoint,
    get_context,
    get_dataset_shard,
    get_preemption_info,
    report,
)

TRAIN_DATASET_KEY = "train"

__all__ = [
    "BackendConfig", "Checkpoint", "CheckpointConfig", "CheckpointConsistencyMode", "CheckpointUploadMode", "ControllerError",
    "DataConfig", "FailureConfig", "LoggingConfig", "PreemptionError", "ReportedCheckpoint", "ReportedCheckpointStatus", "Result",
    "RunConfig", "ScalingConfig", "TRAIN_DATASET_KEY", "TrainContext", "TrainingFailedError", "UserCallback", "WorkerGroupError",
    "get_all_reported_checkpoints", "get_checkpoint", "get_context", "get_dataset_shard", "get_preemption_info", "report",
]

_other = _missing.attribute_errors("ray.train", {
    "ValidationConfig": "validate in the function, or with Manta's Java API: docs/how-to/validate-checkpoints.md",
    "ValidationTaskConfig": "validate in the function, or with Manta's Java API: docs/how-to/validate-checkpoints.md",
    "SyncConfig": "checkpoints are uploaded as they are reported; there is nothing to configure",
})

_SUBMODULES = ("torch", "lightning", "huggingface", "tensorflow", "xgboost", "lightgbm", "collective", "data_parallel_trainer")


def __getattr__(name):
    if name in _SUBMODULES:
        import importlib

        return importlib.import_module(f"ray.train.{name}")
    return _other(name)
