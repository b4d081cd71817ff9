"""Ray Data into Transformers: Parquet files become batches of tokens, which feed the Transformers trainer.

Runs unchanged with Ray (`python transformers_data.py`) and with Manta (`manta run --ray-compat transformers_data.py`).
"""

import json
import os
import sys
import tempfile

import numpy as np
import pyarrow
import pyarrow.parquet
import ray
import ray.train.huggingface.transformers
from ray.train import RunConfig, ScalingConfig
from ray.train.huggingface.transformers import RayTrainReportCallback, prepare_trainer
from ray.train.torch import TorchTrainer
from transformers import BertConfig, BertForSequenceClassification, Trainer, TrainingArguments, set_seed

# Ray takes a CPU for each rank, and needs others for its data.
ray.init(num_cpus=4)

WORDS = 12


def reviews(name, count, seed):
    """Texts of numbers, whose first one tells the class."""
    random = np.random.default_rng(seed)
    labels = random.integers(0, 2, size=count)
    tokens = random.integers(5, 60, size=(count, WORDS))
    tokens[:, 0] = 60 + labels
    path = os.path.join(folder, f"{name}.parquet")
    texts = [" ".join(map(str, row)) for row in tokens]
    pyarrow.parquet.write_table(pyarrow.table({"text": texts, "label": labels}), path)
    return path


def tokenize(batch):
    tokens = np.array([text.split() for text in batch["text"]]).astype(np.int64)
    return {"input_ids": tokens, "attention_mask": np.ones_like(tokens), "labels": batch["label"]}


folder = tempfile.mkdtemp()
train_data = ray.data.read_parquet(reviews("train", 48, 1)).map_batches(tokenize)
eval_data = ray.data.read_parquet(reviews("validation", 16, 2)).map_batches(tokenize)


def train_func(config):
    set_seed(3)
    model = BertForSequenceClassification(BertConfig(
        vocab_size=64, hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=64,
        hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0, num_labels=2))
    # One batch of all rows of a rank: the average over ranks does not depend on who has which.
    train_iterable = ray.train.get_dataset_shard("train").iter_torch_batches(batch_size=1000)
    eval_iterable = ray.train.get_dataset_shard("evaluation").iter_torch_batches(batch_size=1000)
    arguments = TrainingArguments(
        output_dir=config["output"], max_steps=4, learning_rate=5e-3, eval_strategy="steps", eval_steps=2, save_strategy="steps",
        save_steps=2, logging_strategy="steps", logging_steps=2, report_to="none", use_cpu=True, disable_tqdm=True, seed=3)
    trainer = Trainer(model=model, args=arguments, train_dataset=train_iterable, eval_dataset=eval_iterable)
    trainer.add_callback(RayTrainReportCallback())
    trainer = prepare_trainer(trainer)
    trainer.train()


with tempfile.TemporaryDirectory() as output:
    trainer = TorchTrainer(
        train_func,
        train_loop_config={"output": output},
        datasets={"train": train_data, "evaluation": eval_data},
        scaling_config=ScalingConfig(num_workers=2),
        run_config=RunConfig(storage_path=sys.argv[1] if len(sys.argv) > 1 else None),
    )
    result = trainer.fit()

timings = ("runtime", "per_second")
outcome = {
    "metrics": {name: value for name, value in result.metrics.items() if not name.endswith(timings)},
    "keys": sorted(result.metrics),
    "checkpoints": [metrics["step"] if "step" in metrics else metrics["epoch"] for _, metrics in result.best_checkpoints],
}
print(outcome)
if len(sys.argv) > 2:
    with open(sys.argv[2], "w") as file:
        json.dump(outcome, file)
