package dev.manta.internal.local;

import dev.manta.cluster.Cluster;
import dev.manta.cluster.GroupSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Worker processes of this machine that serve one run after the other, for a program that starts
/// many runs. They end with it.
public final class ProcessPool implements AutoCloseable {
  private final Path directory;
  private final Map<GroupSettings, InterchangeableProcesses> alike = new HashMap<>();
  private @Nullable LocalCluster machine;
  private boolean closed;

  /// @param directory where the processes work
  public ProcessPool(Path directory) {
    this.directory = directory.toAbsolutePath();
  }

  /// This machine as one run sees it, which closes it.
  public Cluster forRun() {
    return new PooledCluster(machine(), this);
  }

  synchronized void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the pool in " + directory + " is closed");
    }
  }

  private synchronized LocalCluster machine() {
    requireOpen();
    if (machine == null) {
      machine = new LocalCluster();
    }
    return machine;
  }

  /// The processes that a run with these settings may use: they have the same code, options and
  /// variables.
  synchronized InterchangeableProcesses of(GroupSettings run) {
    return alike.computeIfAbsent(settings(run, ""), key -> open(key));
  }

  private InterchangeableProcesses open(GroupSettings key) {
    Path at = directory.resolve(Integer.toString(alike.size()));
    LocalCluster.endLeft(at);
    return new InterchangeableProcesses(machine(), settings(key, at.toString()));
  }

  private static GroupSettings settings(GroupSettings run, String directory) {
    return new GroupSettings(
        "pool", run.runtime(), run.variables(), directory, 1, Duration.ZERO, Duration.ZERO);
  }

  /// Ends all processes. What they have left in their working directories stays.
  @Override
  public synchronized void close() {
    closed = true;
    alike.values().forEach(InterchangeableProcesses::close);
    alike.clear();
    if (machine != null) {
      machine.close();
      removeEmpty(directory);
    }
  }

  private static void removeEmpty(Path directory) {
    try (Stream<Path> inside = Files.list(directory)) {
      List<Path> all = inside.filter(Files::isDirectory).toList();
      all.forEach(ProcessPool::removeEmpty);
      Files.delete(directory);
    } catch (IOException used) {
      // something is in it, or it was never made
    }
  }
}
