package dev.manta.internal.worker.live;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.checkpoint.LocalCheckpoint;
import dev.manta.internal.wire.ToWorker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// The snapshots of live state that an attempt takes, until they are stored. Rank 0's is all of the
/// state, unless there are shards: then every rank has a part.
public final class Snapshots {
  private final LiveState live;
  private final ToWorker.Join join;
  private final Path temp;
  private final Map<Path, Long> checksums = new HashMap<>();
  private int count;

  /// @param temp where they are written to
  public Snapshots(LiveState live, ToWorker.Join join, Path temp) {
    this.live = live;
    this.join = join;
    this.temp = temp;
  }

  /// Takes one of the state as it is now.
  ///
  /// @param commits how many it stands for
  public LocalCheckpoint take(long commits) {
    if (live.isEmpty()) {
      throw new IllegalStateException(
          "there is no live state to take a snapshot of: register it with ctx.live(name, state)");
    }
    if (!isFirst() && !live.sharded()) {
      return files(make(nothing()), false);
    }
    Path directory = make(temp.resolve("snapshot-" + join.attempt() + "-" + count++));
    write(directory);
    index(directory, commits);
    return files(directory, live.sharded() && join.place().size() > 1);
  }

  private boolean isFirst() {
    return join.place().rank() == 0;
  }

  public static LocalCheckpoint files(Path directory, boolean part) {
    return new LocalCheckpoint(directory, part, false, Map.of());
  }

  /// What a rank has that writes none.
  public Path nothing() {
    return temp.resolve("snapshot-of-another-rank");
  }

  public static Path make(Path directory) {
    try {
      return Files.createDirectories(directory);
    } catch (IOException e) {
      throw new MantaException(ErrorCode.STORAGE, "cannot make " + directory + ": " + e, e);
    }
  }

  private void write(Path directory) {
    if (isFirst()) {
      live.write(directory);
    } else {
      live.writeShards(directory);
    }
    checksums.put(directory, live.checksum());
  }

  private void index(Path directory, long commits) {
    if (isFirst()) {
      live.writeIndex(directory, commits, join.place().size());
    }
  }

  /// Whether this is one of those, and not stored yet.
  public boolean has(Checkpoint checkpoint) {
    return checkpoint instanceof LocalCheckpoint local && checksums.containsKey(local.directory());
  }

  /// Makes an earlier one what the state is now.
  public void renew(Path directory) {
    Long before = checksums.get(directory);
    if (before == null || before != live.checksum() || live.sharded()) {
      write(directory);
    }
  }

  /// One goes to storage, and stands for so many commits.
  public void seal(Path directory, long commits) {
    index(directory, commits);
    live.saved(checksums.getOrDefault(directory, live.checksum()));
  }

  /// Somebody else deletes it from now on; false where it is none of these.
  public boolean release(Path directory) {
    return checksums.remove(directory) != null;
  }
}
