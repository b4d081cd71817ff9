package dev.manta.it.scan;

import dev.manta.internal.link.LinkToken;
import dev.manta.internal.link.TokenFile;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A head, a node and a run with a worker on each, all on loopback.
final class ScannedCluster implements AutoCloseable {
  private static final Duration BEGINS_WITHIN = Duration.ofMinutes(3);
  private static final Duration ENDS_WITHIN = Duration.ofMinutes(1);
  private static final int LOOK_MILLIS = 50;

  private final Path directory;
  private final Process process;

  private ScannedCluster(Path directory, Process process) {
    this.directory = directory;
    this.process = process;
  }

  /// Returns once the run trains.
  static ScannedCluster open(Path directory) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.manta.cli.Main"));
    command.addAll(List.of("cluster", "local", "--nodes", "2", "--", "run"));
    command.addAll(List.of("--main", ScannedProgram.class.getName(), code().toString()));
    command.add(directory.resolve("runs").toString());
    command.addAll(List.of(stop(directory).toString(), steps(directory).toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(said(directory).toFile())
            .start();
    var cluster = new ScannedCluster(directory, process);
    cluster.awaitStep(1, BEGINS_WITHIN);
    return cluster;
  }

  private static Path code() {
    try {
      return Path.of(
          ScannedProgram.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path stop(Path directory) {
    return directory.resolve("stop");
  }

  private static Path steps(Path directory) {
    return directory.resolve("steps");
  }

  private static Path said(Path directory) {
    return directory.resolve("said.log");
  }

  List<ListeningPort> ports() throws IOException {
    return ListeningPort.of(process.toHandle());
  }

  /// A token that the head takes, to be replayed.
  LinkToken token(List<ListeningPort> ports) {
    for (ListeningPort port : ports) {
      Path token = port.log().resolveSibling("user.token");
      if (Files.exists(token)) {
        return new TokenFile(token).read();
      }
    }
    throw new IllegalStateException("no daemon of the cluster has a token");
  }

  long steps() throws IOException {
    Path file = steps(directory);
    String text = Files.exists(file) ? Files.readString(file).strip() : "";
    return text.isEmpty() ? 0 : Long.parseLong(text);
  }

  void awaitStep(long step, Duration most) throws IOException, InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    while (steps() < step) {
      if (!process.isAlive() || System.nanoTime() > end) {
        close();
        throw new IOException("the run does not train: " + Files.readString(said(directory)));
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  /// Ends the run; says what its program says of itself, and how the command has ended.
  String finish() throws IOException, InterruptedException {
    Files.createFile(stop(directory));
    boolean ended = process.waitFor(ENDS_WITHIN.toSeconds(), TimeUnit.SECONDS);
    String said = Files.readString(said(directory));
    return (ended ? "exit status " + process.exitValue() : "not ended") + "\n" + said;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(ENDS_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
