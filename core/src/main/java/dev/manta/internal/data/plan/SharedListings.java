package dev.manta.internal.data.plan;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// What the ranks of a machine have found of datasets that are elsewhere: the first that asks looks
/// into all files, others are given what it has found, and so are those that come later.
///
/// @param directory of the run on this machine
public record SharedListings(Path directory) {
  /// Whoever has to wait longer looks for itself.
  private static final Duration WAIT_MAX = Duration.ofMinutes(10);

  private static final long PAUSE_MILLIS = 20;

  /// A process asks for the lock of a file once at a time: closing it gives all of them back.
  private static final Map<Path, Object> WITHIN = new ConcurrentHashMap<>();

  /// The sources of a dataset. What is found of files on this machine is not worth sharing.
  ///
  /// @param text the dataset as it travels
  public OpenSources open(DatasetSpec spec, String text) {
    if (!text.contains("://")) {
      return OpenSources.of(spec);
    }
    String name = UUID.nameUUIDFromBytes(key(spec, text)).toString();
    try {
      Files.createDirectories(directory);
      return shared(spec, directory.resolve(name));
    } catch (IOException e) {
      System.getLogger("manta.data")
          .log(System.Logger.Level.WARNING, "files are looked into by each rank: " + e);
      return OpenSources.of(spec);
    }
  }

  private static byte[] key(DatasetSpec spec, String text) {
    return (spec.byAbsolutePath() + text).getBytes(StandardCharsets.UTF_8);
  }

  private static OpenSources shared(DatasetSpec spec, Path file) throws IOException {
    synchronized (WITHIN.computeIfAbsent(file.toAbsolutePath(), _ -> new Object())) {
      try (FileChannel channel =
          FileChannel.open(file.resolveSibling(file.getFileName() + ".lock"), CREATE, WRITE)) {
        Optional<FileLock> lock = locked(channel);
        Optional<byte[]> found = read(file);
        if (found.isPresent()) {
          return OpenSources.of(spec, found.get());
        }
        OpenSources sources = OpenSources.of(spec);
        if (lock.isPresent()) {
          write(file, sources.findAll());
        }
        return sources;
      }
    }
  }

  private static Optional<FileLock> locked(FileChannel channel) throws IOException {
    long end = System.nanoTime() + WAIT_MAX.toNanos();
    FileLock lock = channel.tryLock();
    while (lock == null && System.nanoTime() < end) {
      pause();
      lock = channel.tryLock();
    }
    return Optional.ofNullable(lock);
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while another rank looked into files", e);
    }
  }

  private static Optional<byte[]> read(Path file) throws IOException {
    try {
      return Optional.of(Files.readAllBytes(file));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
  }

  /// Whoever is killed in the middle leaves nothing that looks whole.
  private static void write(Path file, byte[] found) throws IOException {
    Path beside = file.resolveSibling(file.getFileName() + ".new");
    Files.write(beside, found);
    Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
