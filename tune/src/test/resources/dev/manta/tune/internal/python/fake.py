"""A library that suggests numbers made of all that it has been told, and goes wrong in the way that its first argument names.

The second argument is a directory: each process leaves a file there, named by its process id.
"""

import hashlib
import json
import os
import sys
import time

manner, place = sys.argv[1:3]
before = len(os.listdir(place))
open(os.path.join(place, str(os.getpid())), "w").close()


def say(answer):
    print(json.dumps(answer), flush=True)


def values(*known):
    digest = hashlib.sha256(json.dumps(known).encode()).digest()
    for i, each in enumerate(columns):
        share = digest[i] / 255
        number = each["low"] + share * (each["high"] - each["low"])
        yield number if each["kind"] == "real" else int(number)


first = json.loads(sys.stdin.readline())
columns = first["columns"]
if manner == "missing":
    say({"missing": "optuna"})
elif manner == "old":
    print("Segmentation fault of an old library", file=sys.stderr)
    sys.exit(3)
else:
    say({"ready": "Fake 1"})
ended = []
for line in sys.stdin:
    asked = json.loads(line)
    ended = ended[: asked["from"]] + asked["ended"]
    if manner == "dies" and len(ended) >= 3 or manner == "dies once" and len(ended) == 3 and before == 0:
        print("out of memory", file=sys.stderr)
        sys.exit(9)
    if manner == "hangs" and len(ended) >= 3:
        time.sleep(600)
    if manner == "babbles":
        print("A new study created in memory", flush=True)
    if manner == "throws":
        print("Traceback: deep inside", file=sys.stderr, flush=True)
        say({"error": "ValueError: low > high"})
    elif manner == "outside":
        say({"values": [1000 for each in columns]})
    elif manner == "few":
        say({"values": []})
    else:
        say({"values": list(values(ended, asked["running"], asked["seed"], first))})
