package dev.manta.testkit.hosts;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Several hosts on this machine and the network between them. What they are made of ends with this
/// JVM, whatever ends that.
public final class Hosts implements AutoCloseable {
  private static final List<String> COMMANDS = List.of("unshare", "nsenter", "ip", "tc", "mount");

  /// What hosts have in common.
  ///
  /// @param names the lines of their `/etc/hosts`
  /// @param visible paths below `/tmp` that they all see
  /// @param cpus how many CPUs each may keep busy
  record Shape(String names, List<Path> visible, double cpus) {}

  private final HostNetwork network;
  private final Shape shape;
  private final List<Host> hosts = new ArrayList<>();

  private Hosts(HostNetwork network, Shape shape) {
    this.network = network;
    this.shape = shape;
  }

  /// Why there can be none here; empty where there can.
  public static Optional<String> whyNot() {
    if (!"root".equals(System.getProperty("user.name"))) {
      return Optional.of("hosts are made of namespaces, which takes root");
    }
    return COMMANDS.stream()
        .filter(command -> !isThere(command))
        .findFirst()
        .map(command -> "hosts need the command " + command)
        .or(Hosts::refusal);
  }

  private static boolean isThere(String command) {
    return List.of("/usr/sbin", "/sbin", "/usr/bin", "/bin").stream()
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, command)));
  }

  private static Optional<String> refusal() {
    try {
      new HostNetwork().close();
      return Optional.empty();
    } catch (IllegalStateException e) {
      return Optional.of("this system lets nobody make hosts: " + e.getMessage());
    }
  }

  /// Starts hosts.
  ///
  /// @param cpus how many CPUs each may keep busy
  /// @param visible paths below `/tmp` that all of them see, as a disk that they share; the
  ///   directory that this JVM runs in is always visible
  public static Hosts open(int count, double cpus, List<Path> visible) {
    var shape = new Shape(names(count), below(visible), cpus);
    var hosts = new Hosts(new HostNetwork(), shape);
    try {
      for (int number = 0; number < count; number++) {
        hosts.hosts.add(Host.open(number, hosts.network, shape));
      }
      return hosts;
    } catch (RuntimeException e) {
      hosts.close();
      throw e;
    }
  }

  private static String names(int count) {
    return IntStream.range(0, count)
        .mapToObj(number -> HostNetwork.address(number) + " " + Host.name(number))
        .collect(Collectors.joining("\\n", "127.0.0.1 localhost\\n", "\\n"));
  }

  private static List<Path> below(List<Path> visible) {
    List<Path> all = new ArrayList<>(visible);
    all.add(Path.of("").toAbsolutePath());
    return all.stream().filter(path -> path.startsWith("/tmp")).toList();
  }

  /// The machine with that number, counted from 0.
  public Host get(int number) {
    return hosts.get(number);
  }

  /// Another machine in the place of one that was killed: same name, same address, nothing on it.
  public Host replace(int number) {
    network.disconnect(number);
    Host host = Host.open(number, network, shape);
    hosts.set(number, host);
    return host;
  }

  /// Ends them with all that runs on them.
  @Override
  public void close() {
    hosts.forEach(Host::close);
    network.close();
  }
}
