#!/bin/sh
# Makes a Python virtual environment with what Manta is measured against, for `./manta bench`.
#
# Plain pip: PIP_INDEX_URL, PIP_FIND_LINKS and `pip config` decide where packages come from. A machine
# without GPUs gets a much smaller torch from an index of CPU builds, given as PIP_EXTRA_INDEX_URL.
# A second call installs only what is missing.
set -u

peers="${XDG_CACHE_HOME:-$HOME/.cache}/manta/peers"
python="$peers/bin/python"

if [ ! -x "$python" ]; then
  host="$(command -v python3)" || {
    echo "peers: python3 was not found; install Python 3.10 or newer with its venv module" >&2
    exit 1
  }
  echo "peers: making a virtual environment in $peers"
  mkdir -p "$(dirname "$peers")"
  "$host" -m venv "$peers" || {
    echo "peers: $host has no working venv module; install it (Debian: python3-venv)" >&2
    exit 1
  }
fi

# install IMPORT REQUIREMENT...
install() {
  module="$1"
  shift
  if "$python" -c "import $module" 2> /dev/null; then
    return 0
  fi
  echo "peers: installing $*"
  if ! "$python" -m pip install --quiet "$@"; then
    echo "peers: $* could not be installed; set PIP_INDEX_URL or \`pip config\` to an index that has it" >&2
    return 1
  fi
}

missing=0
install numpy numpy || missing=1
install torch torch || missing=1
install ray.train 'ray[train]' || missing=1

"$python" - << 'END'
import importlib.metadata as metadata

for name in ("numpy", "torch", "ray"):
    try:
        print(f"peers: {name} {metadata.version(name)}")
    except metadata.PackageNotFoundError:
        print(f"peers: {name} not installed")
END
exit $missing
