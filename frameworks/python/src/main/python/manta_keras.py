"""Manta for Keras: a callback that reports each epoch with the model, and resumes.

    callback = MantaCallback()
    model.fit(x, y, epochs=5, initial_epoch=callback.resume(model), callbacks=[callback])

Outside of a run the same script trains as one rank, and what it reports is printed.
"""

from __future__ import annotations

import json
import os
import tempfile
from typing import Any, Dict, Optional

import keras
import manta

__all__ = ["MantaCallback", "STATE", "WEIGHTS"]

#: The model's file in a checkpoint, with weights and the state of its optimizer.
WEIGHTS = "model.keras"
#: The file that says how many epochs are done.
STATE = "manta-keras.json"


def _is_of_all_ranks(model: Any) -> bool:
    """Whether a strategy of TensorFlow spans ranks: saving its model may read variables from all of them, so each must save."""
    strategy = getattr(model, "distribute_strategy", None)
    return strategy is not None and strategy.num_replicas_in_sync > 1


class MantaCallback(keras.callbacks.Callback):
    """Reports the logs of each epoch from every rank, and from rank 0 the model with them."""

    def on_epoch_end(self, epoch: int, logs: Optional[Dict[str, Any]] = None) -> None:
        """One report."""
        metrics = {name: float(value) for name, value in (logs or {}).items()}
        metrics["epoch"] = epoch
        first = manta.get_context().get_world_rank() == 0
        if not first and not _is_of_all_ranks(self.model):
            manta.report(metrics)
            return
        with tempfile.TemporaryDirectory() as directory:
            self.model.save(os.path.join(directory, WEIGHTS))
            with open(os.path.join(directory, STATE), "w", encoding="utf-8") as file:
                json.dump({"epochs": epoch + 1}, file)
            manta.report(metrics, checkpoint=directory if first else None)

    def on_train_batch_end(self, batch: int, logs: Optional[Dict[str, Any]] = None) -> None:
        """A stop that was asked for ends training."""
        if manta.stop_requested():
            self.model.stop_training = True

    @staticmethod
    def resume(model: Any) -> int:
        """Loads the model's state where the run resumes from a checkpoint; how many epochs are done."""
        checkpoint = manta.get_checkpoint()
        if checkpoint is None:
            return 0
        with checkpoint.as_directory() as directory:
            saved = keras.saving.load_model(os.path.join(directory, WEIGHTS))
            with open(os.path.join(directory, STATE), encoding="utf-8") as file:
                done = json.load(file)["epochs"]
        model.set_weights(saved.get_weights())
        if model.optimizer is not None and saved.optimizer is not None:
            model.optimizer.build(model.trainable_variables)
            for variable, value in zip(model.optimizer.variables, saved.optimizer.variables):
                variable.assign(value)
        return done
