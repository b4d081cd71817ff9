"""PyTorch: the trainer that sets up the process group, and what prepares models and loaders for it."""

from ray import _missing
from ray.train.torch._config import TorchConfig
from ray.train.torch._loaders import prepare_data_loader
from ray.train.torch._models import (
    accelerate,
    backward,
    enable_reproducibility,
    get_device,
    get_devices,
    prepare_model,
    prepare_optimizer,
)
from ray.train.torch._trainer import TorchTrainer

__all__ = [
    "TorchConfig", "TorchTrainer", "accelerate", "backward", "enable_reproducibility", "get_device", "get_devices",
    "prepare_data_loader", "prepare_model", "prepare_optimizer",
]

__getattr__ = _missing.attribute_errors("ray.train.torch", {
    "TorchCheckpoint": "save the state with torch.save into the directory of a ray.train.Checkpoint",
})
