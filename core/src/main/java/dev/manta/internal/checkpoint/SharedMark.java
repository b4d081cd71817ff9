package dev.manta.internal.checkpoint;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/// Proves that a path of a run's storage means the same disk on every node: the controller leaves a
/// mark there, and workers of other nodes look for it. Stores that are not paths need no proof.
public record SharedMark(Storage storage, Location run) {
  /// The name of the file.
  static final String NAME = "shared";

  /// A network file system may show a file some moments after it was written.
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration AGAIN = Duration.ofMillis(100);

  /// Leaves a mark that nobody has left before, and says what it is.
  public String leave() {
    String mark = UUID.randomUUID().toString();
    storage.put(run.resolve(NAME), ByteSource.of(mark.getBytes(StandardCharsets.UTF_8)));
    return mark;
  }

  /// Waits until a node sees the mark, and fails if it does not in time.
  public void require(String mark, String node) {
    long limit = System.nanoTime() + PATIENCE.toNanos();
    while (!isThere(mark)) {
      if (System.nanoTime() - limit > 0) {
        throw new MantaException(ErrorCode.USER, notShared(node));
      }
      LockSupport.parkNanos(AGAIN.toNanos());
    }
  }

  private boolean isThere(String mark) {
    Optional<byte[]> found = storage.find(run.resolve(NAME));
    return found.map(bytes -> new String(bytes, StandardCharsets.UTF_8)).equals(Optional.of(mark));
  }

  private String notShared(String node) {
    return "node %s does not see the run's storage %s: what the driver wrote there is not there; let the storage be a path that is the same disk on every node, such as a network file system, or a store such as s3://bucket/runs"
        .formatted(node, run.isLocal() ? run.localPath() : run);
  }
}
