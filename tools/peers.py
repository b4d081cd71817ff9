"""Installs the peers into the environment of the Python that runs this; tools/peers makes that environment.

Plain pip: PIP_INDEX_URL, PIP_FIND_LINKS and `pip config` decide where packages come from. A machine without
GPUs gets a much smaller torch from an index of CPU builds, given as PIP_EXTRA_INDEX_URL. What no index has is
named at the end, and does not count as a failure.
"""

import http.client
import importlib.metadata
import os
import re
import subprocess
import sys
import urllib.request

from pip._vendor.packaging.requirements import Requirement

# What pip is asked for, and what then can be imported. A version is pinned where figures in the pages, or
# results that are compared, are of that version.
PEERS = {
    "numpy": "numpy",
    "torch==2.13.0": "torch",
    "safetensors": "safetensors",
    "ray[train]==2.58.0": "ray.train",
    "pyarrow": "pyarrow",
    "scikit-learn": "sklearn",
    "pillow": "PIL",
    "pandas": "pandas",
    "polars": "polars",
    "boto3": "boto3",
    "optuna": "optuna",
    "cmaes": "cmaes",
    "hyperopt": "hyperopt",
    "transformers": "transformers",
    "datasets": "datasets",
    "accelerate": "accelerate",
    "lightning": "lightning",
    "jax": "jax",
    "keras": "keras",
    "tensorflow-cpu": "tensorflow",
    "tensorboard": "tensorboard",
    "dask": "dask.dataframe",
    "xgboost": "xgboost",
    "lightgbm": "lightgbm",
    "pyspark": "pyspark",
}


def version(requirement):
    """The installed version that meets a requirement; None where there is none."""
    wanted = Requirement(requirement)
    try:
        there = importlib.metadata.version(wanted.name)
    except importlib.metadata.PackageNotFoundError:
        return None
    return there if wanted.specifier.contains(there, prereleases=True) else None


def pip(*words, **options):
    return subprocess.run([sys.executable, "-m", "pip", *words], **options)


def setting(name):
    """The addresses that pip has for an option, from its variable or its configuration."""
    variable = os.environ.get("PIP_" + name.upper().replace("-", "_"))
    if variable is not None:
        return variable.split()
    said = pip("config", "get", "global." + name, capture_output=True, text=True)
    return said.stdout.split() if said.returncode == 0 else []


def index_options():
    """Options that leave out the index that pip asks first, if it cannot be reached and pip knows others: pip
    would try it again for every package."""
    first = (setting("index-url") or ["https://pypi.org/simple"])[0]
    others = setting("extra-index-url")
    if first.startswith("file:") or not others:
        return []
    try:
        urllib.request.urlopen(first, timeout=20).close()
    except (OSError, http.client.HTTPException):
        print(f"peers: {without_password(first)} cannot be reached; looking in {' and '.join(map(without_password, others))}")
        return ["--index-url", others[0]]
    return []


def without_password(address):
    return re.sub(r"//[^/@]*@", "//", address)


def is_available(requirement, options):
    """Whether an index has a package that meets the requirement, for this Python and machine."""
    found = pip("install", "--quiet", "--quiet", "--dry-run", "--no-deps", *options, requirement, capture_output=True)
    return found.returncode == 0


def install(requirements):
    """Whether pip succeeded. It is called once for all, with what is installed already, so that it finds versions that fit together."""
    options = index_options()
    found = [each for each in requirements if is_available(each, options)]
    if not found:
        return True
    print("peers: installing", ", ".join(found), flush=True)
    there = [each for each in PEERS if version(each)]
    return pip("install", "--quiet", "--quiet", *options, *there, *found).returncode == 0


def import_together(modules):
    """Whether one process can import them all; what stood in the way is printed."""
    lines = "\n".join("import " + module for module in modules)
    tried = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True)
    if tried.returncode != 0:
        print("peers: these cannot be imported together:\n" + tried.stderr, file=sys.stderr)
    return tried.returncode == 0


def main():
    missing = [each for each in PEERS if not version(each)]
    installed = not missing or install(missing)
    importlib.invalidate_caches()
    present = {each: module for each, module in PEERS.items() if version(each)}
    for each in present:
        print("peers:", Requirement(each).name, version(each))
    absent = [each for each in PEERS if each not in present]
    if absent:
        print("peers: no index that pip knows has", ", ".join(absent) + "; what needs them is skipped")
    if not present:
        print("peers: nothing could be installed; set PIP_INDEX_URL or `pip config` to an index that has them", file=sys.stderr)
    return 0 if installed and present and import_together(present.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
