"""What boto3's transfer manager gives: two processes put a file each, in parts and many at a time, and get both back."""

import multiprocessing
import os
import sys
import tempfile
import time

import boto3

MEGABYTE = 1 << 20


def client(endpoint, key, secret):
    return boto3.client("s3", endpoint_url=endpoint, aws_access_key_id=key, aws_secret_access_key=secret, region_name="us-east-1")


def work(rank, ready, go, done, arguments):
    endpoint, key, secret, bucket, megabytes, directory = arguments
    source = os.path.join(directory, f"source-{rank}")
    block = os.urandom(MEGABYTE)
    with open(source, "wb") as file:
        for _ in range(megabytes // 2):
            file.write(block)
        file.flush()
        os.fsync(file.fileno())
    store = client(endpoint, key, secret)
    for step in ("put", "restore"):
        ready.wait()
        go.wait()
        if step == "put":
            store.upload_file(source, bucket, f"boto3/{rank}")
        else:
            store.download_file(bucket, f"boto3/{rank}", os.path.join(directory, f"target-{rank}"))
        done.wait()


def main():
    endpoint, key, secret, bucket = sys.argv[1:5]
    megabytes = int(sys.argv[5])
    with tempfile.TemporaryDirectory() as directory:
        ready, go, done = (multiprocessing.Barrier(3) for _ in range(3))
        arguments = (endpoint, key, secret, bucket, megabytes, directory)
        ranks = [multiprocessing.Process(target=work, args=(rank, ready, go, done, arguments)) for rank in range(2)]
        for rank in ranks:
            rank.start()
        for step in ("put", "restore"):
            ready.wait()
            os.sync()  # so that nobody waits for what others wrote
            began = time.monotonic()
            go.wait()
            done.wait()
            print(f"figure {step} {megabytes / (time.monotonic() - began)}", flush=True)
        for rank in ranks:
            rank.join()


if __name__ == "__main__":
    main()
