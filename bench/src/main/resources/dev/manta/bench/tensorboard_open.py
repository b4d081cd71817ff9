"""TensorBoard as a peer of the dashboard.

`make DIRECTORY ROWS` writes an event file with ten scalars at each of ROWS steps. `open DIRECTORY ROWS` starts TensorBoard as its users do, but
with every point kept, and says how long it takes until its server answers with all points of a chart, as the figure `open` in seconds; `reader`
is the time that its Python reader takes alone.
"""

import json
import math
import os
import socket
import struct
import subprocess
import sys
import time
import urllib.error
import urllib.request

from tensorboard.backend.event_processing import event_accumulator
from tensorboard.compat.proto import event_pb2, summary_pb2
from tensorboard.compat.tensorflow_stub.pywrap_tensorflow import masked_crc32c


def make(directory, rows):
    with open(os.path.join(directory, "events.out.tfevents.1700000000.bench"), "wb", buffering=1 << 20) as file:

        def write(event):
            data = event.SerializeToString()
            head = struct.pack("<Q", len(data))
            file.write(head + struct.pack("<I", masked_crc32c(head)) + data + struct.pack("<I", masked_crc32c(data)))

        write(event_pb2.Event(wall_time=1.7e9, file_version="brain.Event:2"))
        tags = [f"metric-{metric}" for metric in range(10)]
        for step in range(1, int(rows) + 1):
            values = [
                summary_pb2.Summary.Value(tag=tag, simple_value=math.exp(-step / 1e5) + 0.01 * math.sin(step * (metric + 1.7)))
                for metric, tag in enumerate(tags)
            ]
            write(event_pb2.Event(wall_time=1.7e9 + step / 1e3, step=step, summary=summary_pb2.Summary(value=values)))


def read(directory):
    begin = time.perf_counter()
    keep_all = {event_accumulator.SCALARS: 0, event_accumulator.TENSORS: 0}
    reader = event_accumulator.EventAccumulator(directory, size_guidance=keep_all)
    reader.Reload()
    tags = reader.Tags()
    names = tags["scalars"] or tags["tensors"]
    count = len(reader.Scalars(names[0])) if tags["scalars"] else len(reader.Tensors(names[0]))
    print("figure reader", time.perf_counter() - begin)
    print("figure points", float(count * len(names)))


def serve(directory, rows):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    begin = time.perf_counter()
    command = [sys.executable, "-m", "tensorboard.main", "--logdir", directory, "--host", "127.0.0.1", "--port", str(port)]
    server = subprocess.Popen(command + ["--samples_per_plugin", f"scalars={10 * rows}", "--reload_interval", "1"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while points(port) < rows:
            if server.poll() is not None:
                raise SystemExit(f"tensorboard ended with status {server.returncode}")
            time.sleep(0.05)
        print("figure open", time.perf_counter() - begin)
    finally:
        server.terminate()
        server.wait()


def points(port):
    """How many points the server has of a chart; 0 while it does not know it."""
    address = f"http://127.0.0.1:{port}/data/plugin/scalars/scalars?run=.&tag=metric-0"
    try:
        with urllib.request.urlopen(address, timeout=600) as answer:
            return len(json.load(answer))
    except (urllib.error.URLError, ConnectionError, json.JSONDecodeError):
        return 0


def open_(directory, rows):
    serve(directory, int(rows))
    read(directory)


{"make": make, "open": open_}[sys.argv[1]](*sys.argv[2:])
