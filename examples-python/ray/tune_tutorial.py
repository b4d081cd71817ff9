"""Ray Tune's first steps: a PyTorch model, drawn values, a checkpoint now and then, early stopping, and the best model.

Runs unchanged with Ray (`python tune_tutorial.py`) and with Manta (`manta run --ray-compat tune_tutorial.py`).
"""

import json
import os
import sys
import tempfile

import torch
from ray import tune
from ray.tune import Checkpoint
from ray.tune.schedulers import ASHAScheduler

storage = sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()


def digits(seed):
    """Images whose bright row is their class."""
    generator = torch.Generator().manual_seed(seed)
    labels = torch.randint(0, 10, (256,), generator=generator)
    images = torch.randn((256, 1, 12, 12), generator=generator) * 0.3
    for image, label in zip(images, labels):
        image[0, label + 1] += 1.5
    return images, labels


def network():
    return torch.nn.Sequential(
        torch.nn.Conv2d(1, 3, kernel_size=3), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(300, 10))


def train_digits(config):
    torch.manual_seed(0)
    torch.set_num_threads(1)
    (images, labels), (test_images, test_labels) = digits(1), digits(2)
    model = network()
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"], momentum=config["momentum"])
    for epoch in range(6):
        for x, y in zip(images.split(64), labels.split(64)):
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        with torch.no_grad():
            accuracy = (model(test_images).argmax(1) == test_labels).float().mean().item()
        with tempfile.TemporaryDirectory() as directory:
            checkpoint = None
            if (epoch + 1) % 3 == 0:
                torch.save(model.state_dict(), os.path.join(directory, "model.pth"))
                checkpoint = Checkpoint.from_directory(directory)
            tune.report({"mean_accuracy": accuracy}, checkpoint=checkpoint)


drawn = tune.Tuner(
    train_digits,
    param_space={"lr": tune.sample_from(lambda spec: 0.1 * spec.config["momentum"]), "momentum": tune.uniform(0.5, 0.50001)},
    run_config=tune.RunConfig(name="drawn", storage_path=storage, stop={"training_iteration": 3}),
).fit()

stopped = tune.Tuner(
    train_digits,
    tune_config=tune.TuneConfig(
        num_samples=1, max_concurrent_trials=1,
        scheduler=ASHAScheduler(metric="mean_accuracy", mode="max", grace_period=2, reduction_factor=2, max_t=6)),
    param_space={"lr": tune.grid_search([0.05, 1e-6]), "momentum": tune.choice([0.5])},
    run_config=tune.RunConfig(name="stopped", storage_path=storage),
).fit()
best = stopped.get_best_result("mean_accuracy", mode="max")
with best.checkpoint.as_directory() as directory:
    model = network()
    model.load_state_dict(torch.load(os.path.join(directory, "model.pth")))

outcome = {
    "drawn": [drawn[0].metrics["training_iteration"], len(drawn[0].metrics_dataframe), drawn[0].metrics["mean_accuracy"]],
    "reports": [len(result.metrics_dataframe) for result in stopped],
    "accuracies": best.metrics_dataframe["mean_accuracy"].tolist(),
    "best": best.config,
    "parameters": sum(parameter.numel() for parameter in model.parameters()),
}
print(outcome)
if len(sys.argv) > 2:
    with open(sys.argv[2], "w") as file:
        json.dump(outcome, file)
