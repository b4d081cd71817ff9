"""Ray Train with PyTorch: a small convolutional network on two workers.

Runs unchanged with Ray (`python torch_trainer.py`) and with Manta (`manta run --ray-compat torch_trainer.py`).
"""

import json
import os
import sys
import tempfile

import ray.train.torch
import torch
from torch.nn import CrossEntropyLoss
from torch.optim import Adam
from torch.utils.data import DataLoader, TensorDataset

EPOCHS = 3


def network():
    return torch.nn.Sequential(
        torch.nn.Conv2d(1, 8, kernel_size=3, stride=2),
        torch.nn.ReLU(),
        torch.nn.Flatten(),
        torch.nn.Linear(8 * 13 * 13, 10),
    )


def digits():
    """Images whose bright row is their class."""
    generator = torch.Generator().manual_seed(5)
    labels = torch.randint(0, 10, (512,), generator=generator)
    images = torch.randn((512, 1, 28, 28), generator=generator) * 0.3
    for image, label in zip(images, labels):
        image[0, 2 * label + 3] += 1.5
    return TensorDataset(images, labels)


def train_func():
    torch.manual_seed(1)
    # Wraps the model for the ranks, on the right device.
    model = ray.train.torch.prepare_model(network())
    criterion = CrossEntropyLoss()
    optimizer = Adam(model.parameters(), lr=0.003)

    # Gives each rank its own samples.
    loader = ray.train.torch.prepare_data_loader(DataLoader(digits(), batch_size=32, shuffle=True))

    for epoch in range(EPOCHS):
        if ray.train.get_context().get_world_size() > 1:
            loader.sampler.set_epoch(epoch)
        for images, labels in loader:
            loss = criterion(model(images), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

        metrics = {"loss": loss.item(), "epoch": epoch}
        with tempfile.TemporaryDirectory() as directory:
            torch.save(model.module.state_dict(), os.path.join(directory, "model.pt"))
            ray.train.report(metrics, checkpoint=ray.train.Checkpoint.from_directory(directory))
        if ray.train.get_context().get_world_rank() == 0:
            print(metrics)


trainer = ray.train.torch.TorchTrainer(
    train_func,
    scaling_config=ray.train.ScalingConfig(num_workers=2, use_gpu=False),
    run_config=ray.train.RunConfig(storage_path=sys.argv[1] if len(sys.argv) > 1 else None),
)
result = trainer.fit()

with result.checkpoint.as_directory() as directory:
    model = network()
    model.load_state_dict(torch.load(os.path.join(directory, "model.pt")))
    with torch.no_grad():
        images, labels = digits().tensors
        accuracy = (model(images).argmax(1) == labels).float().mean().item()

outcome = {
    "metrics": result.metrics,
    "accuracy": accuracy,
    "checkpoints": [metrics["epoch"] for _, metrics in result.best_checkpoints],
    "error": str(result.error),
}
print(outcome)
if len(sys.argv) > 2:
    with open(sys.argv[2], "w") as file:
        json.dump(outcome, file)
