"""Ray Data into Lightning: tables are read, and batches of each worker's shard feed the Lightning trainer.

Runs unchanged with Ray (`python lightning_data.py`) and with Manta (`manta run --ray-compat lightning_data.py`).
"""

import json
import os
import sys
import tempfile

import lightning.pytorch as pl
import ray
import torch
from ray import train
from ray.train import RunConfig, ScalingConfig
from ray.train.lightning import RayDDPStrategy, RayLightningEnvironment, RayTrainReportCallback, prepare_trainer
from ray.train.torch import TorchTrainer

# Ray takes a CPU for each rank, and needs others for its data.
ray.init(num_cpus=4)


def table(name, rows):
    path = os.path.join(tables, name)
    with open(path, "w") as file:
        file.write("x,y\n")
        file.writelines(f"{number / rows},{3 * number / rows - 1}\n" for number in range(rows))
    return path


tables = tempfile.mkdtemp()
train_data = ray.data.read_csv(table("train.csv", 120))
val_data = ray.data.read_csv(table("validation.csv", 40))


class Line(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.line = torch.nn.Linear(1, 1)

    def error(self, batch):
        return torch.nn.functional.mse_loss(self.line(batch["x"].float().unsqueeze(1)).squeeze(1), batch["y"].float())

    def training_step(self, batch, batch_idx):
        loss = self.error(batch)
        self.log("loss", loss, on_step=False, on_epoch=True, sync_dist=True)
        return loss

    def validation_step(self, batch, batch_idx):
        self.log("val_loss", self.error(batch), sync_dist=True)

    def configure_optimizers(self):
        return torch.optim.SGD(self.line.parameters(), lr=0.1)


def train_func_per_worker():
    pl.seed_everything(5)
    # One batch of all rows of a rank: the average over ranks does not depend on who has which.
    train_dataloader = train.get_dataset_shard("train").iter_torch_batches(batch_size=1000)
    val_dataloader = train.get_dataset_shard("validation").iter_torch_batches(batch_size=1000)
    trainer = pl.Trainer(
        max_epochs=3,
        devices="auto",
        accelerator="auto",
        strategy=RayDDPStrategy(),
        plugins=[RayLightningEnvironment()],
        callbacks=[RayTrainReportCallback()],
        enable_checkpointing=False,
        enable_progress_bar=False,
        num_sanity_val_steps=0,
        logger=False,
    )
    trainer = prepare_trainer(trainer)
    trainer.fit(Line(), train_dataloaders=train_dataloader, val_dataloaders=val_dataloader)


trainer = TorchTrainer(
    train_func_per_worker,
    datasets={"train": train_data, "validation": val_data},
    scaling_config=ScalingConfig(num_workers=2),
    run_config=RunConfig(storage_path=sys.argv[1] if len(sys.argv) > 1 else None),
)
result = trainer.fit()
outcome = {"metrics": result.metrics, "checkpoints": [metrics["epoch"] for _, metrics in result.best_checkpoints]}
print(outcome)
if len(sys.argv) > 2:
    with open(sys.argv[2], "w") as file:
        json.dump(outcome, file)
