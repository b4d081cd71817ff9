package dev.manta.testkit.hosts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// How much of this machine's CPU time the processes of a host get, where the system has control
/// groups of the first version; elsewhere they take what they can.
final class CpuQuota implements AutoCloseable {
  private static final Path ROOT = Path.of("/sys/fs/cgroup/cpu");
  private static final String PREFIX = "manta-host-";
  private static final Duration EMPTY_WITHIN = Duration.ofSeconds(10);
  private static final int PERIOD_MICROS = 100_000;

  private final Optional<Path> group;

  private CpuQuota(Optional<Path> group) {
    this.group = group;
  }

  static CpuQuota open(String name, double cpus) {
    if (!Files.isWritable(ROOT.resolve("cpu.cfs_quota_us"))) {
      return new CpuQuota(Optional.empty());
    }
    try {
      deleteLeftBehind();
      Path made =
          Files.createTempDirectory(
              ROOT, PREFIX + ProcessHandle.current().pid() + "-" + name + "-");
      Files.writeString(made.resolve("cpu.cfs_period_us"), "" + PERIOD_MICROS);
      Files.writeString(made.resolve("cpu.cfs_quota_us"), "" + (long) (cpus * PERIOD_MICROS));
      return new CpuQuota(Optional.of(made));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What stands before a command so that it runs within the quota.
  List<String> prefix() {
    return group
        .map(
            at ->
                List.of(
                    "sh", "-c", "echo $$ > \"$0\" && exec \"$@\"", at.resolve("tasks").toString()))
        .orElse(List.of());
  }

  /// Those who were in it have ended, or do so now.
  @Override
  public void close() {
    group.ifPresent(CpuQuota::deleteOnceEmpty);
  }

  private static void deleteOnceEmpty(Path at) {
    long until = System.nanoTime() + EMPTY_WITHIN.toNanos();
    while (!isDeleted(at)) {
      if (System.nanoTime() > until) {
        throw new IllegalStateException(at + " still has processes");
      }
      LockSupport.parkNanos(EMPTY_WITHIN.toNanos() / 1000);
    }
  }

  private static boolean isDeleted(Path at) {
    try {
      Files.deleteIfExists(at);
      return true;
    } catch (IOException busy) {
      return false;
    }
  }

  /// Those of JVMs that were killed.
  private static void deleteLeftBehind() throws IOException {
    try (DirectoryStream<Path> groups = Files.newDirectoryStream(ROOT, PREFIX + "*")) {
      for (Path group : groups) {
        String pid = group.getFileName().toString().substring(PREFIX.length()).split("-", 2)[0];
        if (ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
          isDeleted(group);
        }
      }
    }
  }
}
