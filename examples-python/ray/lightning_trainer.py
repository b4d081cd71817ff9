"""Ray Train with Lightning: a classifier on two workers.

Runs unchanged with Ray (`python lightning_trainer.py`) and with Manta (`manta run --ray-compat lightning_trainer.py`).
"""

import json
import os
import sys

import lightning.pytorch as pl
import ray.train.lightning
import torch
from ray.train.torch import TorchTrainer
from torch.utils.data import DataLoader, TensorDataset


class Classifier(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.model = torch.nn.Sequential(torch.nn.Linear(20, 32), torch.nn.ReLU(), torch.nn.Linear(32, 4))
        self.criterion = torch.nn.CrossEntropyLoss()

    def forward(self, x):
        return self.model(x)

    def training_step(self, batch, batch_idx):
        x, y = batch
        loss = self.criterion(self(x), y)
        self.log("loss", loss, on_step=True, prog_bar=False)
        return loss

    def configure_optimizers(self):
        return torch.optim.Adam(self.model.parameters(), lr=0.01)


def rows():
    generator = torch.Generator().manual_seed(3)
    x = torch.randn((256, 20), generator=generator)
    return TensorDataset(x, x[:, :4].argmax(1))


def train_func():
    pl.seed_everything(7)
    loader = DataLoader(rows(), batch_size=16, shuffle=True)
    trainer = pl.Trainer(
        max_epochs=3,
        devices="auto",
        accelerator="auto",
        strategy=ray.train.lightning.RayDDPStrategy(),
        plugins=[ray.train.lightning.RayLightningEnvironment()],
        callbacks=[ray.train.lightning.RayTrainReportCallback()],
        enable_checkpointing=False,
        enable_progress_bar=False,
        logger=False,
    )
    trainer = ray.train.lightning.prepare_trainer(trainer)
    trainer.fit(Classifier(), train_dataloaders=loader)


trainer = TorchTrainer(
    train_func,
    scaling_config=ray.train.ScalingConfig(num_workers=2, use_gpu=False),
    run_config=ray.train.RunConfig(
        storage_path=sys.argv[1] if len(sys.argv) > 1 else None,
        checkpoint_config=ray.train.CheckpointConfig(num_to_keep=2),
    ),
)
result: ray.train.Result = trainer.fit()

with result.checkpoint.as_directory() as directory:
    model = Classifier.load_from_checkpoint(os.path.join(directory, ray.train.lightning.RayTrainReportCallback.CHECKPOINT_NAME))
    with torch.no_grad():
        x, y = rows().tensors
        accuracy = (model(x).argmax(1) == y).float().mean().item()

outcome = {
    "metrics": result.metrics,
    "accuracy": accuracy,
    "checkpoints": [metrics["epoch"] for _, metrics in result.best_checkpoints],
}
print(outcome)
if len(sys.argv) > 2:
    with open(sys.argv[2], "w") as file:
        json.dump(outcome, file)
