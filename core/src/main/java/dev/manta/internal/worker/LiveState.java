package dev.manta.internal.worker;

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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/// The state that a training function registered: restored when it is registered, written as a
/// snapshot.
final class LiveState {
  private final Restoration from;
  private final Map<String, Live> states = new LinkedHashMap<>();
  private final Map<String, Live> shards = new LinkedHashMap<>();
  private long lastChecksum;

  LiveState(Restoration from) {
    this.from = from;
  }

  /// Whether there is nothing of the user's; what frameworks add by themselves means nothing alone.
  boolean isEmpty() {
    return shards.isEmpty() && states.keySet().stream().allMatch(LiveState::isCompanion);
  }

  /// Whether every rank has state of its own.
  boolean sharded() {
    return !shards.isEmpty();
  }

  /// This rank's own state by its names, in the order of registration.
  Map<String, Live> shards() {
    return Collections.unmodifiableMap(shards);
  }

  /// Whether a state belongs to a framework, and not to the user.
  static boolean isCompanion(String name) {
    return name.startsWith("manta.");
  }

  void forEach(BiConsumer<String, Live> action) {
    states.forEach(action);
  }

  /// Adds a state and restores it; says whether what should be restored was there.
  boolean register(String name, Live state) {
    add(name, state, states);
    boolean restored = from.restore(name, state);
    lastChecksum = checksum();
    return restored;
  }

  /// The same for state of this rank alone.
  boolean registerShard(String name, Live shard) {
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
  }

  /// How many ranks made what is restored; 0 for nobody.
  int size() {
    return from.size();
  }

  /// Writes everything into a directory: this rank's shards, and what is the same on all ranks.
  void write(Path snapshot, long commits, int workers) {
    try {
      Files.createDirectories(snapshot);
      List<LiveIndex.State> written = new ArrayList<>();
      for (Map.Entry<String, Live> each : states.entrySet()) {
        written.add(write(snapshot, each.getKey(), each.getValue()));
      }
      for (Map.Entry<String, Live> each : shards.entrySet()) {
        written.add(write(snapshot, each.getKey(), each.getValue()));
      }
      var index = new LiveIndex(commits, workers, written);
      Files.writeString(snapshot.resolve(LiveIndex.FILE), index.text());
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

  void close() {
    from.close();
  }

  private static void requireName(String name) {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) {
      throw new IllegalArgumentException(
          "a live state's name is letters, digits, '.', '_' or '-': \"" + name + "\"");
    }
  }
}
