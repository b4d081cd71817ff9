package dev.manta.internal.worker;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.tensors.StateFile;
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
final class FromCheckpoint implements Restoration {
  private final Supplier<Optional<Checkpoint>> start;
  private final LongConsumer commits;
  private Checkpoint.@Nullable Opened opened;
  private Optional<LiveIndex> saved = Optional.empty();
  private boolean looked;

  /// @param commits hears how many commits the snapshot stands for
  FromCheckpoint(Supplier<Optional<Checkpoint>> start, LongConsumer commits) {
    this.start = start;
    this.commits = commits;
  }

  @Override
  public boolean restore(String name, Live state) {
    Optional<LiveIndex.State> before = index().flatMap(i -> i.named(name));
    before.ifPresent(known -> restore(known, state));
    return before.isPresent() || index().isEmpty();
  }

  private void restore(LiveIndex.State known, Live state) {
    Path file = directory().resolve(known.file());
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
    opened = checkpoint.open();
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
  public void close() {
    if (opened != null) {
      opened.close();
      opened = null;
    }
  }
}
