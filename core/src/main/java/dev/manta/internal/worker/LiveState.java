package dev.manta.internal.worker;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.tensors.StateFile;
import dev.manta.train.Copied;
import dev.manta.train.InPlace;
import dev.manta.train.Live;
import dev.manta.train.Part;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The state that a training function registered: restored when it is registered, written as a
/// snapshot.
final class LiveState {
  private final Supplier<Optional<Checkpoint>> start;
  private final Map<String, Live> states = new LinkedHashMap<>();
  private Checkpoint.@Nullable Opened opened;
  private Optional<LiveIndex> saved = Optional.empty();
  private boolean looked;
  private long lastChecksum;

  LiveState(Supplier<Optional<Checkpoint>> start) {
    this.start = start;
  }

  boolean isEmpty() {
    return states.isEmpty();
  }

  /// Adds a state and restores it; says whether there was something to restore.
  boolean register(String name, Live state) {
    requireName(name);
    if (states.putIfAbsent(name, state) != null) {
      throw new IllegalArgumentException(
          "live state \"" + name + "\" is registered twice; each name is for one state");
    }
    Optional<LiveIndex.State> before = index().flatMap(i -> i.named(name));
    before.ifPresent(known -> restore(known, state));
    lastChecksum = checksum();
    return before.isPresent() || index().isEmpty();
  }

  private void restore(LiveIndex.State saved, Live state) {
    Path file = directory().resolve(saved.file());
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
          ErrorCode.STORAGE, "live state \"" + saved.name() + "\" cannot be read: " + e, e);
    }
  }

  /// Writes everything into a directory.
  void write(Path snapshot) {
    try {
      Files.createDirectories(snapshot);
      List<LiveIndex.State> written = new ArrayList<>();
      for (Map.Entry<String, Live> each : states.entrySet()) {
        written.add(write(snapshot, each.getKey(), each.getValue()));
      }
      Files.writeString(snapshot.resolve(LiveIndex.FILE), new LiveIndex(written).text());
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE, "live state cannot be written to " + snapshot + ": " + e, e);
    }
  }

  private static LiveIndex.State write(Path snapshot, String name, Live state) throws IOException {
    return switch (state) {
      case Copied copied -> {
        var saved = LiveIndex.State.copied(name);
        Files.write(snapshot.resolve(saved.file()), copied.save());
        yield saved;
      }
      case InPlace inPlace -> {
        var saved = LiveIndex.State.inPlace(name);
        StateFile.write(snapshot.resolve(saved.file()), inPlace.parts());
        yield saved;
      }
    };
  }

  /// Remembers what the state is now.
  void mark() {
    lastChecksum = checksum();
  }

  /// Whether anything differs from what it was at the last mark.
  boolean changed() {
    return checksum() != lastChecksum;
  }

  private long checksum() {
    List<MemorySegment> all = new ArrayList<>();
    states.values().forEach(state -> all.addAll(memory(state)));
    return StateFile.checksum(all);
  }

  private static List<MemorySegment> memory(Live state) {
    return switch (state) {
      case Copied copied -> List.of(MemorySegment.ofArray(copied.save()));
      case InPlace inPlace -> inPlace.parts().stream().map(Part::memory).toList();
    };
  }

  private Optional<LiveIndex> index() {
    if (!looked) {
      looked = true;
      saved = start.get().flatMap(this::read);
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

  void close() {
    if (opened != null) {
      opened.close();
      opened = null;
    }
  }

  private static void requireName(String name) {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) {
      throw new IllegalArgumentException(
          "a live state's name is letters, digits, '.', '_' or '-': \"" + name + "\"");
    }
  }
}
