package dev.manta.internal.worker;

import dev.manta.collective.Collectives;
import dev.manta.collective.Type;
import dev.manta.collective.Values;
import dev.manta.internal.wire.ToWorker;
import dev.manta.train.Copied;
import dev.manta.train.InPlace;
import dev.manta.train.Live;
import dev.manta.train.Part;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Restores live state from the memory of a rank that holds it: that rank hands it to all others
/// over the collectives. Every rank registers the same states in the same order.
final class FromPeer implements Restoration {
  private final Supplier<Collectives> group;
  private final ToWorker.Start start;
  private final @Nullable Stash held;
  private final @Nullable Stash stash;
  private @Nullable Map<String, Map<String, MemorySegment>> shards;

  /// @param rank this rank
  /// @param held what this rank holds of the commit
  FromPeer(Supplier<Collectives> group, ToWorker.Start start, int rank, @Nullable Stash held) {
    this.group = group;
    this.start = start;
    this.held = held;
    this.stash = rank == start.source() ? held : null;
  }

  @Override
  public boolean restoreShard(String name, Live shard) {
    if (shards == null) {
      shards = new ShardSource(group.get(), held).fetch();
    }
    Map<String, MemorySegment> pieces = shards.getOrDefault(name, Map.of());
    if (!pieces.isEmpty()) {
      ShardImage.restore(name, shard, pieces);
    }
    return !pieces.isEmpty();
  }

  @Override
  public boolean restore(String name, Live state) {
    Map<String, MemorySegment> held = stash == null ? Map.of() : stash.of(name);
    long[] head = {held.size(), held.values().stream().mapToLong(MemorySegment::byteSize).sum()};
    send(MemorySegment.ofArray(head));
    if (head[0] == 0) {
      return false;
    }
    switch (state) {
      case Copied copied -> copied.load(bytes(held, head[1]));
      case InPlace inPlace -> restore(name, inPlace, held, head);
    }
    return true;
  }

  private byte[] bytes(Map<String, MemorySegment> held, long count) {
    byte[] all = new byte[Math.toIntExact(count)];
    MemorySegment memory = MemorySegment.ofArray(all);
    copy(held, Stash.BYTES, memory);
    send(memory);
    return all;
  }

  private static void copy(Map<String, MemorySegment> held, String part, MemorySegment to) {
    MemorySegment piece = held.get(part);
    if (piece != null) {
      to.copyFrom(piece);
    }
  }

  private void restore(String name, InPlace state, Map<String, MemorySegment> held, long[] head) {
    List<Part> parts = state.parts();
    long bytes = parts.stream().mapToLong(part -> part.memory().byteSize()).sum();
    if (parts.size() != head[0] || bytes != head[1]) {
      throw new IllegalStateException(
          "live state \"%s\" has %d parts of %d bytes, and had %d of %d before; make it the same way in every attempt"
              .formatted(name, parts.size(), bytes, head[0], head[1]));
    }
    for (Part part : parts) {
      copy(held, part.name(), part.memory());
      send(part.memory());
    }
    state.restored();
  }

  private void send(MemorySegment memory) {
    if (group.get().size() > 1 && memory.byteSize() > 0) {
      group.get().broadcast(Values.of(memory, Type.I8), start.source());
    }
  }

  @Override
  public int size() {
    return start.size();
  }

  @Override
  public void close() {}
}
