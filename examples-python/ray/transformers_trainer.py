"""Ray Train with Transformers: a tiny BERT with random weights on two workers.

Runs unchanged with Ray (`python transformers_trainer.py`) and with Manta (`manta run --ray-compat transformers_trainer.py`).
"""

import json
import os
import sys
import tempfile

import numpy as np
import ray.train.huggingface.transformers
from datasets import Dataset
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer
from transformers import BertConfig, BertForSequenceClassification, Trainer, TrainingArguments, set_seed


def reviews(count, seed):
    """Token numbers whose first one tells the class."""
    random = np.random.default_rng(seed)
    tokens = random.integers(5, 60, size=(count, 16))
    labels = random.integers(0, 2, size=count)
    tokens[:, 0] = np.where(labels == 1, 60, 61)
    return Dataset.from_dict({
        "input_ids": tokens.tolist(), "attention_mask": np.ones_like(tokens).tolist(), "labels": labels.tolist()})


def compute_metrics(evaluated):
    logits, labels = evaluated
    return {"accuracy": float((np.argmax(logits, axis=-1) == labels).mean())}


def train_func(config):
    set_seed(11)
    model = BertForSequenceClassification(BertConfig(
        vocab_size=64, hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64,
        hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0, num_labels=2))
    arguments = TrainingArguments(
        output_dir=config["output"], num_train_epochs=2, per_device_train_batch_size=8, learning_rate=5e-3,
        eval_strategy="epoch", save_strategy="epoch", logging_strategy="epoch", report_to="none", use_cpu=True,
        disable_tqdm=True, seed=11)
    trainer = Trainer(
        model=model, args=arguments, train_dataset=reviews(64, 1), eval_dataset=reviews(32, 2), compute_metrics=compute_metrics)

    # Reports what is logged and saved.
    trainer.add_callback(ray.train.huggingface.transformers.RayTrainReportCallback())
    trainer = ray.train.huggingface.transformers.prepare_trainer(trainer)
    trainer.train()


with tempfile.TemporaryDirectory() as output:
    ray_trainer = TorchTrainer(
        train_func,
        train_loop_config={"output": output},
        scaling_config=ScalingConfig(num_workers=2, use_gpu=False),
        run_config=ray.train.RunConfig(storage_path=sys.argv[1] if len(sys.argv) > 1 else None),
    )
    result: ray.train.Result = ray_trainer.fit()

with result.checkpoint.as_directory() as directory:
    saved = os.path.join(directory, ray.train.huggingface.transformers.RayTrainReportCallback.CHECKPOINT_NAME)
    model = BertForSequenceClassification.from_pretrained(saved)

timings = ("runtime", "per_second")
outcome = {
    "metrics": {name: value for name, value in result.metrics.items() if not name.endswith(timings)},
    "keys": sorted(result.metrics),
    "parameters": sum(parameter.numel() for parameter in model.parameters()),
    "checkpoints": [metrics["epoch"] for _, metrics in result.best_checkpoints],
}
print(outcome)
if len(sys.argv) > 2:
    with open(sys.argv[2], "w") as file:
        json.dump(outcome, file)
