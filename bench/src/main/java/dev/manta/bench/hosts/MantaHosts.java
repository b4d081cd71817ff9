package dev.manta.bench.hosts;

import dev.manta.bench.Child;
import dev.manta.bench.Launcher;
import dev.manta.bench.Scratch;
import dev.manta.bench.chaos.HostCluster;
import dev.manta.testkit.hosts.Host;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.IntStream;

/// What is measured of Manta: a driver's host and three with daemons.
final class MantaHosts {
  private static final int NODES = 3;
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final Duration CACHES = Duration.ofMinutes(3);
  private static final long SLOW_BITS = 100_000_000;
  private static final int JAR_BYTES = 60 << 20;
  private static final double KB_OF_MB = 1_024;

  private final Path cache;
  private final Consumer<String> tell;

  /// @param cache what start-up caches are kept in, from one cluster to the next
  /// @param tell hears how far it is
  MantaHosts(Path cache, Consumer<String> tell) {
    this.cache = cache;
    this.tell = tell;
  }

  Map<String, Double> measure() throws IOException, InterruptedException {
    try (var scratch = Scratch.make();
        HostCluster cluster = HostCluster.open(NODES, scratch.path(), cache, _ -> {})) {
      Map<String, Double> figures = new TreeMap<>();
      figures.put("head", cluster.secondsToStart(HostCluster.HEAD));
      figures.put("joined", cluster.secondsToStart(HostCluster.HEAD + 1));
      figures.putAll(program(cluster, scratch.path(), "start", 2, List.of()));
      figures.putAll(program(cluster, scratch.path(), "reports", 1, List.of()));
      figures.put("rss", residentKilobytes(cluster) / KB_OF_MB);
      tell.accept("manta so far: " + figures);
      figures.put("kill", kill(cluster, Files.createDirectory(scratch.path().resolve("kill"))));
      return figures;
    }
  }

  /// Makes caches, so that no start is a first one: who makes them ends with its host. And sends
  /// much code over a slow cable.
  ///
  /// @return the seconds that it took until three nodes had 60 MB and trained
  double warmUp() throws IOException, InterruptedException {
    try (var scratch = Scratch.make();
        HostCluster cluster = HostCluster.open(NODES, scratch.path(), cache, _ -> {})) {
      Path jar = large(scratch.path().resolve("large.jar"));
      cluster.host(HostCluster.DRIVER).slow(SLOW_BITS);
      Map<String, Double> figures = program(cluster, scratch.path(), "start", NODES, List.of(jar));
      Launcher.awaitCaches(CACHES);
      tell.accept("with 60 MB of code, at 100 Mbit/s: " + figures);
      return figures.getOrDefault("code", Double.NaN);
    }
  }

  private static Path large(Path jar) throws IOException {
    byte[] bytes = new byte[JAR_BYTES];
    new Random(1).nextBytes(bytes);
    try (OutputStream file = Files.newOutputStream(jar);
        var out = new JarOutputStream(file)) {
      out.setLevel(0);
      out.putNextEntry(new JarEntry("weights.bin"));
      out.write(bytes);
    }
    return jar;
  }

  private static Map<String, Double> program(
      HostCluster cluster, Path shared, String what, int workers, List<Path> more)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory(shared, what);
    return new Child(driver(cluster, directory, what, workers, more), directory, LIMIT).figures();
  }

  private static List<String> driver(
      HostCluster cluster, Path directory, String what, int workers, List<Path> more) {
    List<String> command = new ArrayList<>(List.of("env"));
    cluster.variables().forEach((name, value) -> command.add(name + "=" + value));
    command.addAll(HostCluster.java());
    for (Path jar : more) {
      int path = command.indexOf("-cp") + 1;
      command.set(path, command.get(path) + File.pathSeparator + jar);
    }
    command.addAll(List.of(HostsProgram.class.getName(), what));
    command.addAll(List.of(directory.toString(), Integer.toString(workers)));
    return cluster.host(HostCluster.DRIVER).command(directory, command).command();
  }

  private static double residentKilobytes(HostCluster cluster)
      throws IOException, InterruptedException {
    double most = 0;
    for (int number = HostCluster.HEAD; number <= NODES; number++) {
      most = Math.max(most, cluster.residentKilobytes(number));
    }
    return most;
  }

  private static double kill(HostCluster cluster, Path directory)
      throws IOException, InterruptedException {
    List<Host> hosts =
        IntStream.rangeClosed(HostCluster.HEAD, NODES).mapToObj(cluster::host).toList();
    var kill =
        new HostKill(new StepFiles(directory, 2), hosts, cluster.host(HostCluster.HEAD).name());
    return kill.seconds(driver(cluster, directory, "steps", 2, List.of()));
  }
}
