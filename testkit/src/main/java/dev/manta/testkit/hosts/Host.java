package dev.manta.testkit.hosts;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A machine of its own as far as its processes can tell: name, network, process ids, `/tmp` and
/// `/dev/shm` are its own; all other files are those of this machine.
public final class Host {
  /// Visible paths are kept aside while `/tmp` is replaced.
  private static final String SET_UP =
      """
      hostname "$1"; shift
      mount -t tmpfs tmpfs /mnt
      printf '%b' "$1" > /mnt/hosts; shift
      mount --bind /mnt/hosts /etc/hosts
      i=0
      for path; do mkdir /mnt/$i; mount --bind "$path" /mnt/$i; i=$((i + 1)); done
      mount -t tmpfs -o size=2g tmpfs /tmp
      chmod 1777 /tmp
      mount -t tmpfs -o size=1g tmpfs /dev/shm
      i=0
      for path; do mkdir -p "$path"; mount --bind /mnt/$i "$path"; i=$((i + 1)); done
      """;

  private final int number;
  private final HostNetwork network;
  private final Namespace space;
  private final CpuQuota quota;
  private boolean alive = true;

  private Host(int number, HostNetwork network, Namespace space, CpuQuota quota) {
    this.number = number;
    this.network = network;
    this.space = space;
    this.quota = quota;
  }

  static Host open(int number, HostNetwork network, Hosts.Shape shape) {
    List<String> arguments = new ArrayList<>(List.of(name(number), shape.names()));
    shape.visible().forEach(path -> arguments.add(path.toString()));
    Namespace space =
        Namespace.open(
            List.of("--net", "--mount", "--uts", "--pid", "--mount-proc"), SET_UP, arguments);
    network.connect(number, space);
    return new Host(number, network, space, CpuQuota.open(name(number), shape.cpus()));
  }

  static String name(int number) {
    return "host" + number;
  }

  /// What it is called, by which the others reach it too.
  public String name() {
    return name(number);
  }

  /// Its address in the network of the hosts.
  public String address() {
    return HostNetwork.address(number);
  }

  /// A command to be started on it, in a directory that it sees.
  public ProcessBuilder command(Path directory, List<String> command) {
    List<String> words = new ArrayList<>(quota.prefix());
    words.addAll(List.of("nsenter", "-t", "" + space.pid(), "-n", "-m", "-u", "-p", "--"));
    words.addAll(List.of("sh", "-c", "cd \"$0\" && exec \"$@\"", directory.toString()));
    words.addAll(command);
    var builder = new ProcessBuilder(words);
    builder.environment().put("XDG_CACHE_HOME", "/tmp/cache");
    return builder;
  }

  /// Ends it: no process on it lives on, and its system says so to those who were connected with
  /// them. One that says nothing is [#cut].
  public void kill() {
    close();
  }

  /// Every process on it stops where it is, or continues.
  public void freeze(boolean frozen) {
    String signal = frozen ? "STOP" : "CONT";
    enter(List.of("-m", "-p"), "kill -" + signal + " -1");
    if (!frozen) {
      // Who has entered stops with what it started there, and is not heard to continue.
      entered().forEach(pid -> SystemCommand.run(List.of("kill", "-CONT", pid)));
    }
  }

  private List<String> entered() {
    String with = "nsenter -t " + space.pid() + " ";
    return ProcessHandle.current()
        .descendants()
        .filter(process -> process.info().commandLine().orElse("").contains(with))
        .map(process -> "" + process.pid())
        .toList();
  }

  private void enter(List<String> kinds, String script) {
    List<String> words = new ArrayList<>(List.of("nsenter", "-t", "" + space.pid()));
    words.addAll(kinds);
    words.addAll(List.of("--", "sh", "-c", script));
    SystemCommand.run(words);
  }

  /// Pulls its network cable, or plugs it in again.
  public void cut(boolean out) {
    network.plug(number, !out);
  }

  /// What it sends to another host is lost from now on, while it hears that one.
  public void deafen(Host other) {
    network.deafen(space, other.number);
  }

  /// What it sends to another host arrives again.
  public void restore(Host other) {
    network.restore(space, other.number);
  }

  /// It sends no faster than that, and what it sends waits.
  public void slow(long bitsPerSecond) {
    network.limit(space, bitsPerSecond, 4 << 20);
  }

  /// It sends no faster than that, and some of what it sends in bursts is lost.
  public void lossy(long bitsPerSecond) {
    network.limit(space, bitsPerSecond, 24 << 10);
  }

  /// It sends as fast as it can.
  public void fast() {
    network.unlimit(space);
  }

  /// Its `/tmp` has no space left, or has it again.
  public void fill(boolean full) {
    String fill = "dd if=/dev/zero of=/tmp/filler bs=1M 2> /dev/null || true";
    enter(List.of("-m"), full ? fill : "rm -f /tmp/filler");
  }

  void close() {
    if (alive) {
      alive = false;
      space.close();
      quota.close();
    }
  }
}
