package dev.manta.internal.worker.live;

import dev.manta.spi.tensors.StateFile;
import dev.manta.train.Copied;
import dev.manta.train.InPlace;
import dev.manta.train.Live;
import dev.manta.train.Part;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Copies of live state in memory that belongs to the process, and so outlives the attempt.
public final class Stash implements CommitCopy {
  /// What the bytes of copied state are named.
  static final String BYTES = "";

  private static final long ALIGNMENT = 64;

  private final Arena arena = Arena.ofShared();
  private final Map<String, Map<String, Part>> states = new TreeMap<>();
  private final Map<String, String> endings = new HashMap<>();
  private final Map<Integer, MemorySegment> rooms = new HashMap<>();
  private final Map<Integer, MemorySegment> shards = new HashMap<>();

  /// Copies what may change between commits.
  public void takeRestless(String name, Live state) {
    switch (state) {
      case Copied copied -> {
        endings.put(name, copied.ending());
        pieces(name).put(BYTES, saved(copied.save()));
      }
      case InPlace inPlace -> inPlace.restless().forEach(part -> take(name, part));
    }
  }

  /// Copies what changes only in commits.
  public void takeSteady(String name, Live state) {
    if (state instanceof InPlace inPlace) {
      Set<String> restless = new HashSet<>();
      inPlace.restless().forEach(part -> restless.add(part.name()));
      inPlace.parts().stream()
          .filter(part -> !restless.contains(part.name()))
          .forEach(part -> take(name, part));
    }
  }

  private static Part saved(byte[] bytes) {
    return new Part(BYTES, StateOutline.COPIED, List.of(), MemorySegment.ofArray(bytes));
  }

  /// Parts are always the same ones, so that memory is taken once.
  private void take(String name, Part part) {
    pieces(name).computeIfAbsent(part.name(), _ -> roomFor(part)).memory().copyFrom(part.memory());
  }

  private Part roomFor(Part part) {
    MemorySegment memory = arena.allocate(part.memory().byteSize(), ALIGNMENT);
    return new Part(part.name(), part.type(), part.shape(), memory);
  }

  private Map<String, Part> pieces(String name) {
    return states.computeIfAbsent(name, _ -> new TreeMap<>());
  }

  /// Memory for the image of a rank's shards; what was there before is gone.
  MemorySegment shard(int rank, long bytes) {
    MemorySegment room = rooms.getOrDefault(rank, MemorySegment.NULL);
    if (room.byteSize() < bytes) {
      // Memory is given back all at once, so what grows again and again must not ask each time.
      room = arena.allocate(Math.max(bytes, 2 * room.byteSize()), ALIGNMENT);
      rooms.put(rank, room);
    }
    MemorySegment image = room.asSlice(0, bytes);
    shards.put(rank, image);
    return image;
  }

  /// The image of a rank's shards, if it is here.
  Optional<MemorySegment> shardOf(int rank) {
    return Optional.ofNullable(shards.get(rank));
  }

  /// The pieces of a state by the names of its parts; none where there is no such state.
  Map<String, Part> of(String name) {
    return states.getOrDefault(name, new HashMap<>());
  }

  /// The states there are, as files of a snapshot.
  public List<LiveIndex.State> write(Path snapshot) throws IOException {
    List<LiveIndex.State> written = new ArrayList<>();
    for (Map.Entry<String, Map<String, Part>> each : states.entrySet()) {
      written.add(write(snapshot, each.getKey(), List.copyOf(each.getValue().values())));
    }
    return written;
  }

  private LiveIndex.State write(Path snapshot, String name, List<Part> parts) throws IOException {
    if (StateOutline.isCopied(parts)) {
      var copied = LiveIndex.State.copied(name, endings.getOrDefault(name, ""));
      Files.write(
          snapshot.resolve(copied.file()),
          parts.getFirst().memory().toArray(ValueLayout.JAVA_BYTE));
      return copied;
    }
    var inPlace = LiveIndex.State.inPlace(name);
    StateFile.write(snapshot.resolve(inPlace.file()), parts);
    return inPlace;
  }

  /// Of what should be the same on every rank, which shards are not.
  @Override
  public long checksum() {
    List<MemorySegment> all = new ArrayList<>();
    states.values().forEach(pieces -> pieces.values().forEach(part -> all.add(part.memory())));
    return StateFile.checksum(all);
  }

  @Override
  public void close() {
    arena.close();
  }
}
