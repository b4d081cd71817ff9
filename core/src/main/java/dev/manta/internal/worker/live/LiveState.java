package dev.manta.internal.worker.live;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.tensors.StateFile;
import dev.manta.train.Copied;
import dev.manta.train.InPlace;
import dev.manta.train.Live;
import dev.manta.train.Part;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

/// The state that a training function registered: restored when it is registered, written as a
/// snapshot.
public final class LiveState {
  private final Restoration from;
  private final Map<String, Live> states = new LinkedHashMap<>();
  private final Map<String, Live> shards = new LinkedHashMap<>();
  private OptionalLong saved = OptionalLong.empty();
  private volatile boolean empty = true;

  public LiveState(Restoration from) {
    this.from = from;
  }

  /// Whether there is nothing of the user's; what frameworks add by themselves means nothing alone.
  /// Any thread may ask.
  public boolean isEmpty() {
    return empty;
  }

  /// Whether every rank has state of its own.
  public boolean sharded() {
    return !shards.isEmpty();
  }

  /// This rank's own state by its names, in the order of registration.
  Map<String, Live> shards() {
    return Collections.unmodifiableMap(shards);
  }

  /// Whether a state belongs to a framework, and not to the user.
  public static boolean isCompanion(String name) {
    return name.startsWith("manta.");
  }

  public void forEach(BiConsumer<String, Live> action) {
    states.forEach(action);
  }

  /// Adds a state and restores it; says whether what should be restored was there.
  public boolean register(String name, Live state) {
    add(name, state, states);
    boolean restored = from.restore(name, state);
    saved = from.stored() ? OptionalLong.of(checksum()) : OptionalLong.empty();
    return restored;
  }

  /// The same for state of this rank alone.
  public boolean registerShard(String name, Live shard) {
    add(name, shard, shards);
    return from.restoreShard(name, shard);
  }

  private void add(String name, Live state, Map<String, Live> to) {
    requireName(name);
    if (states.containsKey(name) || shards.containsKey(name)) {
      throw new IllegalArgumentException(
          "live state \"" + name + "\" is registered twice; each name is for one state");
    }
    to.put(name, state);
    if (!isCompanion(name) || !shards.isEmpty()) {
      empty = false;
    }
  }

  /// How many ranks made what is restored; 0 for nobody.
  public int size() {
    return from.size();
  }

  /// Writes everything into a directory: this rank's shards, and what is the same on all ranks.
  /// What that stands for is written by [#writeIndex].
  void write(Path snapshot) {
    try {
      Files.createDirectories(snapshot);
      for (Map.Entry<String, Live> each : states.entrySet()) {
        write(snapshot, each.getKey(), each.getValue());
      }
    } catch (IOException e) {
      throw unwritten(snapshot, e);
    }
    writeShards(snapshot);
  }

  /// Says of a snapshot how many commits it stands for, and how many workers made it.
  void writeIndex(Path snapshot, long commits, int workers) {
    List<LiveIndex.State> written = new ArrayList<>();
    states.forEach((name, state) -> written.add(LiveIndex.State.of(name, state)));
    shards.forEach((name, shard) -> written.add(LiveIndex.State.of(name, shard)));
    try {
      new LiveIndex(commits, workers, written).write(snapshot);
    } catch (IOException e) {
      throw unwritten(snapshot, e);
    }
  }

  /// Writes this rank's shards alone.
  void writeShards(Path snapshot) {
    try {
      Files.createDirectories(snapshot);
      for (Map.Entry<String, Live> each : shards.entrySet()) {
        write(snapshot, each.getKey(), each.getValue());
      }
    } catch (IOException e) {
      throw unwritten(snapshot, e);
    }
  }

  private static MantaException unwritten(Path snapshot, IOException e) {
    return new MantaException(
        ErrorCode.STORAGE, "live state cannot be written to " + snapshot + ": " + e, e);
  }

  private static void write(Path snapshot, String name, Live state) throws IOException {
    Path file = snapshot.resolve(LiveIndex.State.of(name, state).file());
    switch (state) {
      case Copied copied -> Files.write(file, copied.save());
      case InPlace inPlace -> StateFile.write(file, inPlace.parts());
    }
  }

  /// State of this checksum is in storage, or on its way there.
  void saved(long checksum) {
    saved = OptionalLong.of(checksum);
  }

  /// Whether the state is another one than that in storage.
  public boolean unsaved() {
    return saved.isEmpty() || saved.getAsLong() != checksum();
  }

  /// Of what is the same on all ranks.
  long checksum() {
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

  public void close() {
    from.close();
  }

  private static void requireName(String name) {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) {
      throw new IllegalArgumentException(
          "a live state's name is letters, digits, '.', '_' or '-': \"" + name + "\"");
    }
  }
}
