"""Steps a second of torchrun and DistributedDataParallel over Gloo: two processes of one thread."""

import os
import subprocess
import sys


def rank_main():
    import torch.distributed as dist

    from ddp_models import steps_per_second

    dist.init_process_group("gloo")
    figures = steps_per_second()
    if dist.get_rank() == 0:
        for name, value in figures.items():
            print(f"figure {name} {value!r}", flush=True)
    dist.destroy_process_group()


if "LOCAL_RANK" in os.environ:
    rank_main()
else:
    environment = dict(os.environ, OMP_NUM_THREADS="1", GLOO_SOCKET_IFNAME="lo")
    launcher = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node=2", "--master-addr=127.0.0.1", "--master-port=0", "--rdzv-backend=c10d", "--rdzv-endpoint=127.0.0.1:0"]
    sys.exit(subprocess.call([*launcher, os.path.abspath(__file__)], env=environment))
