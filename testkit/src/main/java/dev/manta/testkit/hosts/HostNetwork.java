package dev.manta.testkit.hosts;

import java.util.ArrayList;
import java.util.List;

/// A switch in a network namespace of its own, to which hosts are plugged in.
final class HostNetwork implements AutoCloseable {
  private static final String SUBNET = "10.213.77.";

  /// Nobody has it: what is sent there is lost, and nobody is told.
  private static final String NOBODY = "02:00:00:00:00:ff";

  private final Namespace ground =
      Namespace.open(
          List.of("--net"), "ip link add ground type bridge\nip link set ground up", List.of());

  /// The address of a host.
  static String address(int number) {
    return SUBNET + (number + 1);
  }

  /// Plugs a host in.
  void connect(int number, Namespace host) {
    inGround(("link add port%s type veth peer name eth0 netns " + host.pid()).formatted(number));
    in(host, "link set lo up");
    in(host, "addr add " + address(number) + "/24 dev eth0");
    in(host, "link set eth0 up");
    plug(number, true);
  }

  /// Takes a host's port away, so that another one may have its place; the system does that itself
  /// some time after the host's end.
  void disconnect(int number) {
    String port = "port" + number;
    String away = "ip link del %s || ! ip link show %s".formatted(port, port);
    run(ground, List.of("sh", "-c", away));
  }

  /// Whether a host's cable is in; nobody sees that it is out but by silence.
  void plug(int number, boolean in) {
    inGround("link set port%s %s up".formatted(number, in ? "master ground" : "nomaster"));
  }

  /// What a host sends to another one is lost from now on; the other way stays as it is.
  void deafen(Namespace from, int to) {
    in(from, "neigh replace %s dev eth0 lladdr %s nud permanent".formatted(address(to), NOBODY));
  }

  /// What a host sends to one that was deaf to it arrives again.
  void restore(Namespace from, int to) {
    in(from, "neigh del " + address(to) + " dev eth0");
  }

  /// How many bits a second a host sends, and how many bytes wait at most: what comes while those
  /// do is lost.
  void limit(Namespace host, long bitsPerSecond, int waitingBytes) {
    unlimit(host);
    tc(
        host,
        "add dev eth0 root tbf rate %sbit burst 16kb limit %s"
            .formatted(bitsPerSecond, waitingBytes));
  }

  /// A host sends as fast as it can.
  void unlimit(Namespace host) {
    try {
      tc(host, "del dev eth0 root");
    } catch (IllegalStateException none) {
      // There was no limit.
    }
  }

  private static void tc(Namespace host, String arguments) {
    run(host, "tc qdisc " + arguments);
  }

  private void inGround(String arguments) {
    in(ground, arguments);
  }

  private static void in(Namespace where, String arguments) {
    run(where, "ip " + arguments);
  }

  private static void run(Namespace where, String command) {
    run(where, List.of(command.split(" ")));
  }

  private static void run(Namespace where, List<String> command) {
    List<String> words = new ArrayList<>(List.of("nsenter", "-t", "" + where.pid(), "-n", "--"));
    words.addAll(command);
    SystemCommand.run(words);
  }

  @Override
  public void close() {
    ground.close();
  }
}
