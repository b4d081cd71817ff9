package dev.manta.internal.worker.live;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.tensors.StateFile;
import dev.manta.train.Copied;
import dev.manta.train.InPlace;
import dev.manta.train.Live;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Restores live state from a snapshot in storage.
public final class CheckpointRestoration implements Restoration {
  private final Supplier<Optional<Checkpoint>> start;
  private final LongConsumer commits;
  private Checkpoint.@Nullable Opened opened;
  private Optional<LiveIndex> saved = Optional.empty();
  private boolean looked;
  private final int rank;
  private final int ranks;
  private Checkpoint.@Nullable Opened shards;

  /// @param commits hears how many commits the snapshot stands for
  public CheckpointRestoration(
      Supplier<Optional<Checkpoint>> start, LongConsumer commits, int rank, int ranks) {
    this.start = start;
    this.commits = commits;
    this.rank = rank;
    this.ranks = ranks;
  }

  @Override
  public boolean restoreShard(String name, Live shard) {
    Optional<LiveIndex.State> before = index().flatMap(i -> i.named(name));
    if (before.isPresent()) {
      requireSameSize(name);
      restore(before.get(), shard, ownPart());
    }
    return before.isPresent() || index().isEmpty();
  }

  private void requireSameSize(String name) {
    if (size() != ranks) {
      throw new MantaException(
          ErrorCode.USER,
          "shard \"%s\" was saved by %s ranks and cannot be restored by %s; run it with workers(%s), or start anew from a state that you cut up yourself"
              .formatted(name, size(), ranks, size()));
    }
  }

  /// Every rank has saved its shards in a part of its own.
  private Path ownPart() {
    if (shards == null) {
      shards = start.get().orElseThrow().partOf(rank).open();
    }
    return shards.directory();
  }

  @Override
  public boolean restore(String name, Live state) {
    Optional<LiveIndex.State> before = index().flatMap(i -> i.named(name));
    before.ifPresent(known -> restore(known, state, directory()));
    return before.isPresent() || index().isEmpty();
  }

  private static void restore(LiveIndex.State known, Live state, Path directory) {
    requireSameKind(known, state);
    Path file = directory.resolve(known.file());
    try {
      switch (state) {
        case Copied copied -> copied.load(Files.readAllBytes(file));
        case InPlace inPlace -> {
          StateFile.read(file, inPlace.parts());
          inPlace.restored();
        }
      }
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE, "live state \"" + known.name() + "\" cannot be read: " + e, e);
    }
  }

  private static void requireSameKind(LiveIndex.State known, Live state) {
    if (!known.equals(LiveIndex.State.of(known.name(), state))) {
      throw new MantaException(
          ErrorCode.USER,
          "live state \"%s\" is made otherwise than in the checkpoint, which has it in %s; one is saved by copying, the other in place: make it the same way, or start a new run"
              .formatted(known.name(), known.file()));
    }
  }

  private Optional<LiveIndex> index() {
    if (!looked) {
      looked = true;
      saved = start.get().flatMap(this::read);
      saved.ifPresent(index -> commits.accept(index.commits()));
    }
    return saved;
  }

  /// A checkpoint that a program made itself has no index; then nothing is restored.
  private Optional<LiveIndex> read(Checkpoint checkpoint) {
    opened = (checkpoint.parts() > 1 ? checkpoint.partOf(0) : checkpoint).open();
    Path index = directory().resolve(LiveIndex.FILE);
    try {
      return Files.exists(index)
          ? Optional.of(LiveIndex.parse(Files.readAllBytes(index)))
          : Optional.empty();
    } catch (IOException e) {
      throw new MantaException(ErrorCode.STORAGE, "cannot read " + index, e);
    }
  }

  private Path directory() {
    if (opened == null) {
      throw new IllegalStateException("no checkpoint is open");
    }
    return opened.directory();
  }

  @Override
  public int size() {
    return index().map(LiveIndex::workers).orElse(0);
  }

  @Override
  public boolean stored() {
    return true;
  }

  @Override
  public void close() {
    if (opened != null) {
      opened.close();
      opened = null;
    }
    if (shards != null) {
      shards.close();
      shards = null;
    }
  }
}
