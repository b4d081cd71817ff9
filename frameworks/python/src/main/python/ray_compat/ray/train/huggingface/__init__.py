"""Hugging Face's libraries."""

from ray import _missing

_other = _missing.attribute_errors("ray.train.huggingface", {
    "TransformersTrainer": "use ray.train.torch.TorchTrainer with a function that makes a transformers.Trainer",
    "AccelerateTrainer": "use ray.train.torch.TorchTrainer; Accelerate finds the ranks by itself",
})


def __getattr__(name):
    if name == "transformers":
        import importlib

        return importlib.import_module("ray.train.huggingface.transformers")
    return _other(name)
