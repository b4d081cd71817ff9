"""TensorFlow: ranks find each other by TF_CONFIG, which is set before the function starts."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from typing import Any, Callable, Optional

from ray import _missing
from ray.train._checkpoint import Checkpoint
from ray.train._config import BackendConfig
from ray.train._trainer import DataParallelTrainer

__all__ = ["TensorflowCheckpoint", "TensorflowConfig", "TensorflowTrainer", "prepare_dataset_shard"]


@dataclass
class TensorflowConfig(BackendConfig):
    """Nothing to configure: TF_CONFIG names the ranks."""


class TensorflowTrainer(DataParallelTrainer):
    """Runs a function on ranks that `tf.distribute.MultiWorkerMirroredStrategy` finds."""

    def __init__(self, train_loop_per_worker: Callable, *, tensorflow_config: Optional[TensorflowConfig] = None, **options: Any):
        super().__init__(train_loop_per_worker, backend_config=tensorflow_config or TensorflowConfig(), **options)


class TensorflowCheckpoint(Checkpoint):
    """A checkpoint that is a Keras model; its metadata names the file."""

    MODEL_FILENAME_KEY = "_model_filename"

    @classmethod
    def from_model(cls, model: Any, *, preprocessor: Any = None) -> "TensorflowCheckpoint":
        """The model with the state of its optimizer, in a new temporary directory."""
        _missing.refuse_set("TensorflowCheckpoint.from_model", [("preprocessor", preprocessor)])
        made = cls.from_directory(tempfile.mkdtemp())
        model.save(os.path.join(made.path, "model.keras"))
        made.update_metadata({cls.MODEL_FILENAME_KEY: "model.keras"})
        return made

    def get_model(self) -> Any:
        """The model of a checkpoint that `from_model` made."""
        from tensorflow import keras

        name = self.get_metadata().get(self.MODEL_FILENAME_KEY)
        if name is None:
            raise ValueError(f"the metadata of {self.path} does not name a model: set_metadata replaces it, so add to it with update_metadata")
        with self.as_directory() as directory:
            return keras.models.load_model(os.path.join(directory, name))


def prepare_dataset_shard(tf_dataset_shard: Any) -> Any:
    """The same rows, read ahead and not split again over ranks."""
    import tensorflow as tf

    from ray.data._tensorflow import unsharded_options

    return tf_dataset_shard.with_options(unsharded_options(tf)).prefetch(tf.data.AUTOTUNE)


__getattr__ = _missing.attribute_errors("ray.train.tensorflow")
