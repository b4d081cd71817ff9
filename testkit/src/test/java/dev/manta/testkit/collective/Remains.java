package dev.manta.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/// What groups could leave behind in this process and on this machine.
record Remains(Path directory) {
  private static final Path SHARED = Path.of("/dev/shm");
  private static final String OURS = "-" + ProcessHandle.current().pid() + "-";

  /// The life word belongs to the process, and so do the threads that hold it and warm up.
  private static final String LIFE = "life-manta-";

  private static final List<String> OF_THE_PROCESS = List.of("manta-life", "manta-warm-up");

  /// Open file descriptors.
  static long descriptors() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    }
  }

  /// Mappings of any kind.
  static long mappings() throws IOException {
    return maps().size();
  }

  private static List<String> maps() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/maps"));
  }

  /// Fails where a group left a file, the mapping of one, or a thread.
  void assertNone() throws IOException {
    assertThat(files(SHARED).filter(name -> name.contains(OURS))).isEmpty();
    assertThat(files(directory)).isEmpty();
    assertThat(maps()).noneMatch(line -> line.contains("/manta-"));
    assertThat(threads()).isEmpty();
  }

  private static Stream<String> files(Path where) throws IOException {
    try (Stream<Path> files = Files.list(where)) {
      return files.map(file -> file.getFileName().toString()).toList().stream()
          .filter(name -> !name.startsWith(LIFE));
    }
  }

  /// Threads of groups that are still there after a while; closing a group does not await them.
  private static List<String> threads() {
    long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    List<String> running = running();
    while (!running.isEmpty() && System.nanoTime() < end) {
      LockSupport.parkNanos(1_000_000);
      running = running();
    }
    return running;
  }

  private static List<String> running() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("manta-") && !OF_THE_PROCESS.contains(name))
        .toList();
  }
}
