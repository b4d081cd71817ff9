package dev.manta.bench.hosts;

import dev.manta.bench.Child;
import dev.manta.bench.Peers;
import dev.manta.bench.Scratch;
import dev.manta.testkit.hosts.Host;
import dev.manta.testkit.hosts.Hosts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What is measured of Ray Train, on hosts of the same kind as [MantaHosts]: a driver's host
/// without CPUs for workers, and three with a CPU each.
record RayHosts(Peers peers) {
  private static final int NODES = 3;
  private static final int HEAD = 1;
  private static final int PORT = 6379;
  private static final Duration LIMIT = Duration.ofMinutes(5);

  Map<String, Double> measure() throws IOException, InterruptedException {
    try (var scratch = Scratch.make();
        Hosts hosts = Hosts.open(NODES + 1, 1, List.of(scratch.path(), peers.environment()))) {
      Path shared = scratch.path();
      Map<String, Double> figures = new TreeMap<>();
      figures.put("head", start(hosts, HEAD, 1, shared));
      figures.put("joined", start(hosts, HEAD + 1, 1, shared));
      start(hosts, HEAD + 2, 1, shared);
      start(hosts, 0, 0, shared);
      Peers.unpack("ray_hosts.py", shared.resolve("ray_hosts.py"));
      figures.putAll(script(hosts, shared, "start"));
      figures.put("kill", kill(hosts, shared));
      return figures;
    }
  }

  /// The seconds that its command takes.
  private double start(Hosts hosts, int number, int cpus, Path shared)
      throws IOException, InterruptedException {
    String own = hosts.get(number).address();
    List<String> command = new ArrayList<>(List.of(peers.program("python").toString()));
    command.addAll(List.of("-m", "ray.scripts.scripts", "start"));
    command.addAll(List.of("--node-ip-address=" + own, "--num-cpus=" + cpus));
    command.addAll(List.of("--disable-usage-stats", "--object-store-memory=100000000"));
    if (number == HEAD) {
      command.addAll(List.of("--head", "--port=" + PORT, "--include-dashboard=false"));
    } else {
      command.add("--address=" + hosts.get(HEAD).address() + ":" + PORT);
    }
    long before = System.nanoTime();
    Path directory = Files.createDirectory(shared.resolve("ray-" + number));
    new Child(on(hosts.get(number), directory, command), directory, LIMIT).figures();
    return (System.nanoTime() - before) / 1e9;
  }

  private static List<String> on(Host host, Path directory, List<String> command) {
    List<String> words = new ArrayList<>(List.of("env", "TMPDIR=/tmp"));
    words.addAll(List.of("RAY_TRAIN_V2_ENABLED=1", "RAY_USAGE_STATS_ENABLED=0"));
    words.addAll(command);
    return host.command(directory, words).command();
  }

  private List<String> driver(Hosts hosts, Path shared, Path directory, String what)
      throws IOException {
    List<String> command =
        List.of(
            peers.program("python").toString(),
            shared.resolve("ray_hosts.py").toString(),
            what,
            directory.toString(),
            hosts.get(0).address());
    return on(hosts.get(0), directory, command);
  }

  private Map<String, Double> script(Hosts hosts, Path shared, String what)
      throws IOException, InterruptedException {
    Path directory = Files.createDirectory(shared.resolve(what));
    return new Child(driver(hosts, shared, directory, what), directory, LIMIT).figures();
  }

  private double kill(Hosts hosts, Path shared) throws IOException, InterruptedException {
    Path directory = Files.createDirectory(shared.resolve("steps"));
    List<Host> all = List.of(hosts.get(HEAD), hosts.get(HEAD + 1), hosts.get(HEAD + 2));
    var kill = new HostKill(new StepFiles(directory, 2), all, hosts.get(HEAD).name());
    return kill.seconds(driver(hosts, shared, directory, "steps"));
  }
}
