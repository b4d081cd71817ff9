import gzip, sys, tempfile
import numpy, ray.train, torch
from ray.train import Checkpoint, FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer, prepare_data_loader, prepare_model
from torch.nn import Linear, ReLU, Sequential
from torch.nn.functional import cross_entropy
from torch.utils.data import DataLoader, TensorDataset

def digits(file):                                         # 64 pixels from 0 to 16, and the digit
    rows = numpy.frombuffer(gzip.open(file).read(), numpy.uint8).reshape(-1, 65)
    return torch.tensor(rows[:, :64] / 16, dtype=torch.float32), torch.tensor(rows[:, 64]).long()

def train(config):                                        # runs in every worker process
    torch.manual_seed(1)
    x, y = digits(config["file"])
    model = prepare_model(Sequential(Linear(64, 32), ReLU(), Linear(32, 10)))
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"], momentum=0.9)
    loader = prepare_data_loader(DataLoader(TensorDataset(x[:1408], y[:1408]), batch_size=32))
    start = 0
    if checkpoint := ray.train.get_checkpoint():          # a retry: load what the last attempt saved
        with checkpoint.as_directory() as d:
            saved = torch.load(f"{d}/state.pt")
        model.module.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        start = saved["epoch"] + 1
    for epoch in range(start, config["epochs"]):
        for images, labels in loader:
            optimizer.zero_grad()
            loss = cross_entropy(model(images), labels)
            loss.backward()                               # gradients are averaged over all ranks
            optimizer.step()
        with torch.no_grad():
            logits = model.module(x[1408:])
        metrics = {"loss": cross_entropy(logits, y[1408:]).item(),
                   "accuracy": (logits.argmax(1) == y[1408:]).float().mean().item()}
        with tempfile.TemporaryDirectory() as d:
            if ray.train.get_context().get_world_rank() > 0:
                ray.train.report(metrics)                 # a barrier: every rank must call it
                continue
            torch.save({"model": model.module.state_dict(), "optimizer": optimizer.state_dict(),
                        "epoch": epoch}, f"{d}/state.pt")
            ray.train.report(metrics, checkpoint=Checkpoint.from_directory(d))

trainer = TorchTrainer(
    train, train_loop_config={"file": sys.argv[1], "lr": 0.05, "epochs": 10},
    scaling_config=ScalingConfig(num_workers=2),
    run_config=RunConfig(name="twin", failure_config=FailureConfig(max_failures=3)))
print(trainer.fit().metrics)
