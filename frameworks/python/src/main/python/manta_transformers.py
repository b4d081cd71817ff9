"""Manta for Transformers: a callback that reports what a `Trainer` logs and saves, and where it resumes.

    trainer = Trainer(model=model, args=arguments, train_dataset=rows, callbacks=[MantaCallback()])
    trainer.train(resume_from_checkpoint=resume_from())

Outside of a run the same script trains as one rank, and what it reports is printed.
"""

from __future__ import annotations

import os
from typing import Any, Dict, Optional

import manta
from manta_shared import require_whole
from transformers import TrainerCallback
from transformers.trainer_utils import PREFIX_CHECKPOINT_DIR

__all__ = ["MantaCallback", "resume_from"]


class MantaCallback(TrainerCallback):
    """Reports the metrics of each log from rank 0, and each checkpoint that the trainer saves."""

    def on_log(self, args: Any, state: Any, control: Any, logs: Optional[Dict[str, Any]] = None, **others: Any) -> None:
        """What was logged, with its step and epoch."""
        if state.is_world_process_zero:
            manta.report(_numbers({**(logs or {}), "global_step": state.global_step}))

    def on_save(self, args: Any, state: Any, control: Any, **others: Any) -> None:
        """The directory that was saved; ranks of a node save into it together, each its own files."""
        directory = os.path.join(args.output_dir, f"{PREFIX_CHECKPOINT_DIR}-{state.global_step}")
        require_whole(directory, needless="rng_state")  # without which a rank resumes with other random numbers
        if state.is_world_process_zero:
            last: Dict[str, Any] = {}
            for logged in state.log_history:
                last.update(logged)
            manta.report(_numbers({**last, "global_step": state.global_step}), checkpoint=directory)

    def on_step_end(self, args: Any, state: Any, control: Any, **others: Any) -> None:
        """A stop that was asked for ends training with a last checkpoint."""
        if manta.stop_requested():
            control.should_save = True
            control.should_training_stop = True


def resume_from() -> Optional[str]:
    """The directory of the checkpoint that the run resumes from, for `trainer.train(resume_from_checkpoint=…)`."""
    checkpoint = manta.get_checkpoint()
    return None if checkpoint is None else checkpoint.path


def _numbers(logs: Dict[str, Any]) -> Dict[str, Any]:
    return {name: value for name, value in logs.items() if isinstance(value, (int, float, str))}
