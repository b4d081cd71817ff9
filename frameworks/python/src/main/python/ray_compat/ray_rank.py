"""What a rank of a Ray trainer runs: it takes the function from the driver's file and calls it.

It lies beside the package and not in it, as the directory of a script becomes the first on the path.
"""

from __future__ import annotations

import os
import sys
from typing import Any, Dict


def run(config: Dict[str, Any]) -> Any:
    """Calls the trainer's function in this rank."""
    import manta
    from ray import _ship
    from ray._exchange import ExchangeClient
    from ray.train import _session

    if os.environ.get("MANTA_WORKING_DIRECTORY"):
        sys.path.insert(0, os.getcwd())
    sent = _ship.load(config["payload"])
    os.environ.update(sent["environment"])
    attempt = manta.get_context().get_attempt()
    exchange = ExchangeClient(sent["address"], sent["key"])
    _session.begin(_session.Session(exchange, attempt, sent["datasets"], sent["uses_gpu"], sent["tells"]))
    backend = sent["backend"]
    backend.enter()
    try:
        return sent["function"](*sent["arguments"])
    finally:
        backend.leave()
