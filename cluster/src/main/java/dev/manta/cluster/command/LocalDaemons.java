package dev.manta.cluster.command;

import dev.manta.cluster.daemon.DaemonSettings;
import dev.manta.cluster.daemon.DataDirectory;
import dev.manta.cluster.daemon.Described;
import dev.manta.internal.link.TokenFile;
import dev.manta.internal.machine.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/// Daemons on this machine's loopback that live as long as this process, each in a directory of its
/// own.
final class LocalDaemons implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";
  private static final Duration ENDS = Duration.ofSeconds(10);

  private final int nodes;
  private final Path directory;
  private final List<StartedDaemon> started = new CopyOnWriteArrayList<>();
  private boolean ended;
  private final Thread atExit = new Thread(this::end, "manta-local-exit");

  LocalDaemons(int nodes) throws IOException {
    this.nodes = nodes;
    this.directory = Files.createTempDirectory("manta-local-");
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  Path directory() {
    return directory;
  }

  Path userToken() {
    return at(0).userToken();
  }

  /// Returns once all are members; says what the head says of itself.
  Described start() throws IOException, InterruptedException {
    start(0, Map.of(DaemonSettings.HEAD, "true"));
    Described head = started.getFirst().awaitReady();
    String address = head.find("address").orElseThrow();
    for (int node = 1; node < nodes; node++) {
      DataDirectory own = at(node).made();
      new TokenFile(own.joinToken()).write(new TokenFile(at(0).joinToken()).read());
      start(node, Map.of(DaemonSettings.ADDRESS, address));
    }
    for (StartedDaemon daemon : started) {
      daemon.awaitReady();
    }
    DaemonCommandLine.prepare();
    return head;
  }

  private DataDirectory at(int node) {
    return new DataDirectory(directory.resolve("node-" + (node + 1)));
  }

  private void start(int node, Map<String, String> settings) throws IOException {
    DataDirectory own = at(node).made();
    Map<String, String> all = new TreeMap<>(settings);
    all.put(DaemonSettings.NAME, "node-" + (node + 1));
    all.put(DaemonSettings.HOST, LOOPBACK);
    all.put(DaemonSettings.CPUS, Integer.toString(cores(node)));
    all.put(DaemonSettings.WITH_STARTER, "true");
    own.keep(own.settings(), new Described(all).bytes());
    List<String> command =
        new ArrayList<>(List.of("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "manta-daemon"));
    command.addAll(DaemonCommandLine.of(own));
    var builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(own.log().toFile());
    builder.environment().put("CUDA_VISIBLE_DEVICES", "");
    start(builder, own);
  }

  private synchronized void start(ProcessBuilder daemon, DataDirectory own) throws IOException {
    if (ended) {
      throw new IOException("the cluster has ended before it began");
    }
    started.add(new StartedDaemon(daemon.start(), own));
  }

  /// Each has its part of this machine, and at least one core.
  private int cores(int node) {
    int all = Runtime.getRuntime().availableProcessors();
    return Math.max(1, all / nodes + (node < all % nodes ? 1 : 0));
  }

  private synchronized void end() {
    ended = true;
    started.forEach(daemon -> daemon.process().destroy());
    long end = System.nanoTime() + ENDS.toNanos();
    for (StartedDaemon daemon : started) {
      awaitEnd(daemon.process(), end);
    }
    FileTree.delete(directory);
  }

  private static void awaitEnd(Process process, long end) {
    try {
      if (!process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        process.destroyForcibly().waitFor(1, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException exiting) {
      // this is the exit
    }
  }
}
