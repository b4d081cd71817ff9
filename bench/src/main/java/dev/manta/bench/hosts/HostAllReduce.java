package dev.manta.bench.hosts;

import dev.manta.bench.Child;
import dev.manta.bench.Peers;
import dev.manta.bench.Scratch;
import dev.manta.bench.chaos.HostCluster;
import dev.manta.bench.collective.GroupProcesses;
import dev.manta.bench.collective.SocketRank;
import dev.manta.testkit.hosts.Host;
import dev.manta.testkit.hosts.Hosts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// The sum of floats over ranks that are on a host each: Manta's links, which are encrypted, and
/// Gloo's, which are not.
final class HostAllReduce {
  static final List<Integer> RANKS = List.of(2, 4);

  /// The sizes that are asked about.
  static final List<String> LOADS = List.of("16MB", "100MB");

  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final String GLOO = "gloo_allreduce.py";

  private HostAllReduce() {}

  /// What a size over so many ranks is called in samples.
  static String figure(int ranks, String load) {
    return "TLS." + ranks + "." + load;
  }

  private static Hosts hosts(int count, Path shared, List<Path> more) {
    List<Path> visible = new ArrayList<>(HostCluster.visible(shared));
    visible.addAll(more);
    return Hosts.open(count, 1, visible);
  }

  static Map<String, Double> manta() throws IOException, InterruptedException {
    Map<String, Double> figures = new TreeMap<>();
    for (int ranks : RANKS) {
      figures.putAll(manta(ranks));
    }
    return figures;
  }

  private static Map<String, Double> manta(int ranks) throws IOException, InterruptedException {
    try (var scratch = Scratch.make();
        Hosts hosts = hosts(ranks, scratch.path(), List.of())) {
      List<List<String>> commands =
          IntStream.range(0, ranks)
              .mapToObj(rank -> command(hosts.get(rank), scratch.path()))
              .toList();
      try (var processes = new GroupProcesses(commands)) {
        processes.form(1, IntStream.range(0, ranks).boxed().toList());
        Map<String, Double> figures = new TreeMap<>();
        for (int i = 0; i < LOADS.size(); i++) {
          String[] figure = processes.answer(0, "figure").split(" ", -1);
          figures.put(figure[0], Double.valueOf(figure[1]));
        }
        return figures;
      }
    }
  }

  private static List<String> command(Host host, Path directory) {
    List<String> arguments = new ArrayList<>(List.of("TLS"));
    arguments.addAll(LOADS);
    List<String> words =
        new ArrayList<>(GroupProcesses.command(SocketRank.class, directory, arguments));
    words.add(1, "-Dmanta.collective.address=" + host.address());
    return host.command(directory, words).command();
  }

  /// The same of Gloo.
  static Map<String, Double> gloo(Peers peers) throws IOException, InterruptedException {
    Map<String, Double> figures = new TreeMap<>();
    for (int ranks : RANKS) {
      gloo(peers, ranks).forEach((name, value) -> figures.put("TLS." + name, value));
    }
    return figures;
  }

  private static Map<String, Double> gloo(Peers peers, int ranks)
      throws IOException, InterruptedException {
    try (var scratch = Scratch.make();
        Hosts hosts = hosts(ranks, scratch.path(), List.of(peers.environment()))) {
      Path script = scratch.path().resolve(GLOO);
      Peers.unpack(GLOO, script);
      List<Process> others = new ArrayList<>();
      try {
        for (int rank = 1; rank < ranks; rank++) {
          others.add(start(gloo(peers, hosts.get(rank), script, ranks, rank)));
        }
        List<String> first = gloo(peers, hosts.get(0), script, ranks, 0);
        return new Child(first, scratch.path(), LIMIT).figures();
      } finally {
        others.forEach(Process::destroyForcibly);
      }
    }
  }

  private static Process start(List<String> command) throws IOException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static List<String> gloo(Peers peers, Host host, Path script, int ranks, int rank)
      throws IOException {
    Path directory = script.resolveSibling("");
    List<String> words =
        List.of(
            "env",
            "GLOO_SOCKET_IFNAME=eth0",
            "TMPDIR=/tmp",
            peers.program("python").toString(),
            script.toString(),
            Integer.toString(ranks),
            Integer.toString(rank),
            directory.resolve("store").toString());
    return host.command(directory, words).command();
  }
}
