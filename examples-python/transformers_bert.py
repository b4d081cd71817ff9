"""A Transformers `Trainer` on a tiny BERT with random weights, for a machine without a network.

`manta run transformers_bert.py --workers 2`
"""

import tempfile

import numpy as np
from datasets import Dataset
from manta_transformers import MantaCallback, resume_from
from transformers import BertConfig, BertForSequenceClassification, Trainer, TrainingArguments, set_seed

import manta


def reviews(count, seed):
    """Token numbers whose first one tells the class."""
    random = np.random.default_rng(seed)
    tokens = random.integers(5, 60, size=(count, 16))
    labels = random.integers(0, 2, size=count)
    tokens[:, 0] = np.where(labels == 1, 60, 61)
    return Dataset.from_dict({
        "input_ids": tokens.tolist(), "attention_mask": np.ones_like(tokens).tolist(), "labels": labels.tolist()})


set_seed(11)
model = BertForSequenceClassification(BertConfig(
    vocab_size=64, hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64, num_labels=2))

with tempfile.TemporaryDirectory() as directory:
    arguments = TrainingArguments(
        output_dir=manta.broadcast_from_rank_zero(directory), num_train_epochs=3, per_device_train_batch_size=8,
        learning_rate=5e-3, eval_strategy="epoch", save_strategy="epoch", logging_strategy="epoch", report_to="none",
        use_cpu=True, disable_tqdm=True)
    trainer = Trainer(
        model=model, args=arguments, train_dataset=reviews(64, 1), eval_dataset=reviews(32, 2), callbacks=[MantaCallback()])
    trainer.train(resume_from_checkpoint=resume_from())
    manta.barrier()
