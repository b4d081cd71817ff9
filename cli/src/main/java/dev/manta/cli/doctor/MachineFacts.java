package dev.manta.cli.doctor;

import dev.manta.cluster.Node;
import dev.manta.internal.local.LocalCluster;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// This machine, as far as Manta depends on it.
///
/// @param totalBytes the memory that this process may use
/// @param freeBytes what of it is not used
/// @param sharedBytes what is free in `/dev/shm`; empty where nothing can be written there
/// @param gpus those that the driver shows
/// @param gpuDevices how many NVIDIA GPUs are plugged in, with or without a driver
/// @param temp the directory for temporary files
/// @param tempBytes what is free there; empty where nothing can be written
/// @param socket why no socket can be made in it; empty where one can
/// @param storage where runs are kept
/// @param storageBytes what is free there; empty where nothing can be written
/// @param files how many files a process may open
/// @param processes how many processes and threads the user may have
/// @param skew how far the clock is ahead of that of the storage
record MachineFacts(
    Runtime.Version jdk,
    long totalBytes,
    long freeBytes,
    OptionalLong sharedBytes,
    List<String> gpus,
    int gpuDevices,
    Path temp,
    OptionalLong tempBytes,
    Optional<String> socket,
    Path storage,
    OptionalLong storageBytes,
    OptionalLong files,
    OptionalLong processes,
    Duration skew) {
  private static final Path SHARED = Path.of("/dev/shm");
  private static final Path DEVICES = Path.of("/sys/bus/pci/devices");

  static MachineFacts here(Path storage) {
    Path temp = Path.of(System.getProperty("java.io.tmpdir"));
    Path existing = existing(storage);
    try (var machine = new LocalCluster()) {
      Node node = machine.nodes().getFirst();
      return new MachineFacts(
          Runtime.version(),
          node.total().memoryBytes(),
          Math.min(available(), node.total().memoryBytes()),
          free(SHARED),
          node.gpuNames(),
          countGpus(),
          temp,
          free(temp),
          socket(temp),
          storage,
          free(existing),
          limit("Max open files"),
          limit("Max processes"),
          skew(existing));
    }
  }

  /// A storage is made when the first run is.
  private static Path existing(Path directory) {
    Path at = directory.toAbsolutePath();
    while (!Files.exists(at) && at.getParent() != null) {
      at = at.getParent();
    }
    return at;
  }

  private static long available() {
    return lines(Path.of("/proc/meminfo"))
        .filter(line -> line.startsWith("MemAvailable:"))
        .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElse(Long.MAX_VALUE);
  }

  private static OptionalLong free(Path directory) {
    try {
      return Files.isWritable(directory)
          ? OptionalLong.of(Files.getFileStore(directory).getUsableSpace())
          : OptionalLong.empty();
    } catch (IOException unknown) {
      return OptionalLong.empty();
    }
  }

  private static int countGpus() {
    try (Stream<Path> all = Files.list(DEVICES)) {
      return (int)
          all.filter(device -> holds(device.resolve("vendor"), "0x10de"))
              .filter(device -> holds(device.resolve("class"), "0x03"))
              .count();
    } catch (IOException noBus) {
      return 0;
    }
  }

  private static boolean holds(Path file, String start) {
    return lines(file).anyMatch(line -> line.startsWith(start));
  }

  /// Workers are reached by a socket of this kind; its path may have no more than about 100 bytes.
  private static Optional<String> socket(Path temp) {
    try {
      Path directory = Files.createTempDirectory(temp, "manta-doctor");
      Path socket = directory.resolve("socket-of-a-worker");
      try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        server.bind(UnixDomainSocketAddress.of(socket));
        return Optional.empty();
      } finally {
        Files.deleteIfExists(socket);
        Files.deleteIfExists(directory);
      }
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /// The limit that a process may raise its own to.
  private static OptionalLong limit(String name) {
    return lines(Path.of("/proc/self/limits"))
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()).strip().split("\\s+", -1))
        .filter(columns -> columns.length > 1 && columns[1].matches("\\d{1,18}"))
        .mapToLong(columns -> Long.parseLong(columns[1]))
        .findFirst();
  }

  private static Duration skew(Path storage) {
    try {
      Instant before = Instant.now();
      Path file = Files.createTempFile(storage, ".manta-doctor", "");
      Instant written = Files.getLastModifiedTime(file).toInstant();
      Files.delete(file);
      return Duration.between(written, before);
    } catch (IOException unknown) {
      return Duration.ZERO;
    }
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException absent) {
      return Stream.empty();
    }
  }
}
