"""Lightning's `Trainer` with DDP.

`manta run lightning_classifier.py --workers 2`
"""

import lightning.pytorch as pl
import torch
from manta_lightning import MantaCallback, MantaEnvironment, local_devices, nodes, resume_from
from torch.utils.data import DataLoader, TensorDataset


class Classifier(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.model = torch.nn.Sequential(torch.nn.Linear(20, 32), torch.nn.ReLU(), torch.nn.Linear(32, 4))

    def training_step(self, batch, batch_idx):
        x, y = batch
        loss = torch.nn.functional.cross_entropy(self.model(x), y)
        self.log("loss", loss, sync_dist=True)
        return loss

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=0.01)


pl.seed_everything(7)
x = torch.randn((256, 20), generator=torch.Generator().manual_seed(3))
loader = DataLoader(TensorDataset(x, x[:, :4].argmax(1)), batch_size=16, shuffle=True)
trainer = pl.Trainer(
    max_epochs=4, accelerator="cpu", strategy="ddp", devices=local_devices(), num_nodes=nodes(), plugins=[MantaEnvironment()],
    callbacks=[MantaCallback()], enable_checkpointing=False, enable_progress_bar=False, logger=False)
trainer.fit(Classifier(), loader, ckpt_path=resume_from())
