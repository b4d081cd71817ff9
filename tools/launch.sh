# Shared by ./manta and ./dev: finds JDK 25, builds, keeps what was built. Sourced, with `home` set to the repository.
# shellcheck shell=bash

work=$home/target/manta      # what was built: one directory per content hash, and the file `current` that names one
build_lock=$home/target/build.lock
launched="core formats stores stores-opendal tune dashboard frameworks/python testkit cli cluster examples bench"   # the modules that ./manta runs
with_torch="frameworks/torch examples-torch bench-torch"   # what ./dev adds for programs that use PyTorch

# What programs may ask for: its name, the modules that bring it, the words of Manta's own that need it, and what people call it. A source that
# imports dev.manta.NAME gets it by itself. Each has a build of its own, so that the jars of one never reach a program of another; only trees,
# the benchmark that compares them, has two.
frameworks="
torch|$with_torch|demo torch,bench ddp,bench exact|PyTorch
cuda|$with_torch|bench gpu|PyTorch for CUDA
xgboost|frameworks/tabular frameworks/xgboost examples-xgboost|demo xgboost|XGBoost
lightgbm|frameworks/tabular frameworks/lightgbm examples-lightgbm|demo lightgbm|LightGBM
tensorflow|frameworks/tensorflow examples-tensorflow|demo tensorflow|TensorFlow
djl|frameworks/djl examples-djl|demo djl|Deep Java Library
trees|frameworks/tabular frameworks/xgboost frameworks/lightgbm bench-trees|bench trees|gradient boosting
"

fail() {
  printf 'manta: %s\n' "$*" >&2
  exit 1
}

# Sets jdk and jdk_id (its build) if the directory holds a JDK 25. Reads the release file: starting java would cost 40 ms.
try_jdk() {
  [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
  local line id="" is25=""
  while IFS= read -r line; do
    case $line in
      JAVA_VERSION=\"25[.\"+-]*) is25=yes; id=$id-${line#*=} ;;
      JAVA_RUNTIME_VERSION=*|IMPLEMENTOR=*) id=$id-${line#*=} ;;
    esac
  done < "$1/release"
  [ -n "$is25" ] || return 1
  jdk=$1
  jdk_id=${id//[^A-Za-z0-9.+-]/}
}

jdk_on_path() {
  local java
  java=$(command -v java) || return 1
  while [ -L "$java" ]; do java=$(resolve_link "$java"); done
  try_jdk "${java%/bin/java}"
}

resolve_link() {
  local link
  link=$(readlink "$1")
  case $link in
    /*) printf %s "$link" ;;
    *) printf %s "${1%/*}/$link" ;;
  esac
}

find_jdk() {
  local dir
  [ -n "${JAVA_HOME:-}" ] && try_jdk "$JAVA_HOME" && return
  jdk_on_path && return
  for dir in /usr/lib/jvm/* /usr/java/* /usr/local/java/* /usr/local/jdk* /opt/* /opt/java/* /opt/jdk/* \
    "${HOME:-/}"/.sdkman/candidates/java/* "${HOME:-/}"/.jdks/* "${HOME:-/}"/.gradle/jdks/* "${HOME:-/}"/.asdf/installs/java/* \
    "${HOME:-/}"/.local/share/mise/installs/java/* /opt/homebrew/opt/openjdk@25/libexec/openjdk.jdk/Contents/Home \
    "${HOME:-/}"/Library/Java/JavaVirtualMachines/*/Contents/Home /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    try_jdk "$dir" && return
  done
  [ -x /usr/libexec/java_home ] && dir=$(/usr/libexec/java_home -v 25 2> /dev/null) && try_jdk "$dir" && return
  fail "JDK 25 was not found; install one (https://adoptium.net/temurin/releases/?version=25) or set JAVA_HOME to it"
}

# Modules are compiled in Maven's own JVM, which has loaded the compiler and its checks for the module before; neither it nor they live long
# enough for the optimising JIT, and with a large heap from the start they spend less on collections.
maven() {
  command -v mvn > /dev/null || fail "Maven was not found; install Maven 3.8 or newer so that mvn is on the PATH"
  JAVA_HOME=$jdk MAVEN_OPTS="--sun-misc-unsafe-memory-access=allow -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xms1500m -Xmn1g ${MAVEN_OPTS:-}" \
    ${heeding:-} mvn --batch-mode -Dcompile.fork=false --no-transfer-progress -f "$home/pom.xml" "$@"
}

# All tests, of two modules at a time where neither needs the other; each line of the log begins with its module. A script that a shell
# runs in the background ignores Ctrl-C, and so would the programs to which tests send it.
test_all() {
  local log=-Dorg.slf4j.simpleLogger began
  env --default-signal=INT true 2> /dev/null && heeding="env --default-signal=INT"
  began=$(mktemp)
  # The plugin that finds the JDK changes nothing that modules share, though it does not say so.
  MAVEN_OPTS="$log.showThreadName=true $log.log.org.apache.maven.lifecycle.internal.builder.BuilderCommon=error ${MAVEN_OPTS:-}" \
    maven -T 2 verify "$@"
  local status=$?
  [ "$status" -eq 0 ] || failed_tests "$began" >&2
  flaky_tests "$began" >&2
  rm -f "$began"
  return "$status"
}

# What failed, once more at the end: modules are tested side by side, and print much after it.
failed_tests() {
  find "$home" -path '*/target/surefire-reports/*.txt' -newer "$1" -exec grep -h -A 12 '^[^ ].* <<< ' {} + | cut -c 1-500
}

# Where failed tests are tried again (surefire.rerunFailingTestsCount): what passed only then.
flaky_tests() {
  find "$home" -path '*/target/surefire-reports/*.xml' -newer "$1" -exec grep -h -B 1 -E '<flaky(Failure|Error)' {} + |
    sed -n 's/.*<testcase name="\([^"]*\)" classname="\([^"]*\)".*/manta: passed only when tried again, which is a defect: \2.\1/p' | sort -u
}

# A lock is a directory with its holder's process id; the lock of a dead holder is taken over.
lock() {
  local holder waited=0
  mkdir -p "${1%/*}"
  until mkdir "$1" 2> /dev/null; do
    holder=$(cat "$1/pid" 2> /dev/null)
    if [ "$waited" -ge 20 ] && ! kill -0 "${holder:-0}" 2> /dev/null; then rm -rf "$1"; continue; fi
    [ "${2:-}" = try ] && [ -n "$holder" ] && kill -0 "$holder" 2> /dev/null && return 1
    [ "$waited" -eq 20 ] && echo "manta: waiting for another build (process ${holder:-unknown})" >&2
    [ "$waited" -ge 6000 ] && fail "the build of process ${holder:-unknown} has not ended in 10 minutes; if it is gone, delete $1"
    waited=$((waited + 1))
    sleep 0.1
  done
  echo "${BASHPID:-$$}" > "$1/pid"
}

unlock() {
  rm -rf "$1"
}

is_stale() {
  local module paths=("$home/pom.xml" "$home/tools/launch.sh")
  current=""
  [ -r "$work/current" ] && read -r current < "$work/current"
  [ -n "$current" ] && [ -d "$work/$current" ] || return 0
  for module in $launched; do paths+=("$home/$module/pom.xml" "$home/$module/src/main"); done
  [ -n "$(find "${paths[@]}" -newer "$work/stamp" -print 2> /dev/null | head -n 1)" ]
}

hash_of() {
  if command -v sha256sum > /dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi | while read -r sum _; do echo "$sum"; done
}

# Builds the launched modules if a source is newer than the last build. Sets current.
build() {
  is_stale || return 0
  mkdir -p "$work"
  lock "$build_lock"
  trap 'unlock "$build_lock"' EXIT
  if is_stale; then build_now; fi
  unlock "$build_lock"
  trap - EXIT
}

build_now() {
  local log=$work/build.log
  printf 'manta: building%s, one to two minutes the first time (log: %s)\n' "${flavour:+ with $flavour}" "$log" >&2
  rm -rf "$work/lib.new"
  touch "$work/stamp.new"
  maven ${profile:-} -pl "${launched// /,}" -am -Dmaven.test.skip=true -Dspotless.check.skip=true package \
    dependency:copy-dependencies -DincludeScope=runtime -DexcludeGroupIds="$(of_tests)" -DoutputDirectory="$work/lib.new" > "$log" 2>&1 || {
    grep '^\[ERROR\]' "$log" | head -n 12 >&2
    fail "the build failed; its whole log is $log"
  }
  keep_build
}

# The libraries that only the testkit needs, where it is built but not run.
of_tests() {
  case " $launched " in
    *" testkit "*) ;;
    *) echo org.junit.jupiter,org.junit.platform,org.assertj,net.bytebuddy,org.opentest4j,org.apiguardian ;;
  esac
}

# Moves the jars to a directory named by their content: what runs keeps its jars, and a cache can never be of other code.
keep_build() {
  local module
  for module in $launched; do cp "$home/$module/target/manta-"*.jar "$work/lib.new/"; done
  part_daemons
  current=$( (cd "$work/lib.new" && hash_of -- *.jar daemon/*.jar; echo "$java_flags") | hash_of | cut -c 1-16)
  [ -d "$work/$current" ] || { mkdir "$work/$current" && mv "$work/lib.new" "$work/$current/lib"; }
  touch "$work/$current"
  echo "$current" > "$work/current.new"
  mv "$work/current.new" "$work/current"
  mv "$work/stamp.new" "$work/stamp"
  rm -rf "$work/lib.new"
  find "$work" -mindepth 1 -maxdepth 1 -type d -name '????????????????' -mtime +14 -exec rm -rf {} +
}

# What only daemons use is not on the class path of commands, drivers and workers. DJL needs SLF4J too, whose messages go nowhere there.
part_daemons() {
  mkdir "$work/lib.new/daemon"
  (cd "$work/lib.new" && mv pekko-* scala-library-* config-* ssl-config-* reactive-streams-* agrona-* asn-one-* daemon/)
  (cd "$work/lib.new" && cp slf4j-* daemon/ && rm slf4j-* && if [ "${framework:-}" = djl ]; then cp daemon/slf4j-api-* .; fi)
}

# The names that there are.
framework_names() {
  local name
  while IFS='|' read -r name _; do [ -z "$name" ] || printf ' %s' "$name"; done <<< "$frameworks"
}

# Sets framework to what the command needs, if anything: its jars are large, and all else is built and started without them.
find_framework() {
  local name words
  framework=
  if [ "${1:-} ${2:-}" = "cluster local" ]; then
    while [ $# -gt 0 ] && [ "$1" != -- ]; do shift; done
    [ $# -eq 0 ] || shift   # the command that runs on those nodes
  fi
  asked_for "$@"
  if [ -z "$framework" ]; then
    while IFS='|' read -r name _ words _; do
      case ",$words," in *",${1:-} ${2:-},"*) framework=$name; break ;; esac
    done <<< "$frameworks"
  fi
  if [ -z "$framework" ] && [ "${1:-}" = run ]; then imported "$@"; fi
  [ -n "$framework" ]
}

# Whether the words after the first bring one with --with; those after the program are the program's.
asked_for() {
  while shift && [ $# -gt 0 ]; do
    case $1 in
      --with=*) framework=${1#--with=} ;;
      --with) framework=${2:-} ;;
      -cp | --class-path | --jar) shift; continue ;;
      *.java | *.jar | *.py | --) return ;;
      *) continue ;;
    esac
    case "$(framework_names) " in *" ${framework:-?} "*) return ;; esac
    fail "there is no framework \"$framework\"; there are:$(framework_names)"
  done
}

# Whether the first source file among the words imports one.
imported() {
  local word name
  for word in "$@"; do
    case $word in *.java) ;; *) continue ;; esac
    [ -r "$word" ] || return
    for name in $(framework_names); do
      grep -Eq "^import (static )?dev\.manta\.$name\." "$word" || continue
      [ -z "$framework" ] || fail "$word imports dev.manta.$framework and dev.manta.$name; a program has the jars of one framework"
      framework=$name
    done
    return
  done
}

# Builds and keeps its modules too, apart from the others.
use_framework() {
  local name modules
  while IFS='|' read -r name modules _ flavour; do [ "$name" = "$framework" ] && break; done <<< "$frameworks"
  work=$home/target/manta-$framework
  launched="$launched $modules"
  [ "$framework" != cuda ] || profile=-Pcuda
}

# Sets class_path to the jars, in the same order in every locale: a cache is for one order. A class that the cache does not hold is
# looked for in one jar after the other: first come ours, then what every start opens, then those with thousands of entries.
set_class_path() {
  local jar lib=$work/$current/lib LC_ALL=C
  class_path=
  for jar in "$lib"/manta-*.jar "$lib"/picocli-*.jar "$lib"/*.jar; do
    case ":$class_path:" in *":$jar:"*) continue ;; esac
    class_path=$class_path${class_path:+:}$jar
  done
}
