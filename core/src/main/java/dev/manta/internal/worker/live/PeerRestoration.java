package dev.manta.internal.worker.live;

import dev.manta.collective.Collectives;
import dev.manta.collective.ElementType;
import dev.manta.collective.Values;
import dev.manta.internal.wire.ToWorker;
import dev.manta.train.Copied;
import dev.manta.train.InPlace;
import dev.manta.train.Live;
import dev.manta.train.Part;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Restores live state from the memory of a rank that holds it: that rank hands it to all others
/// over the collectives. Every rank registers the same states in the same order.
public final class PeerRestoration implements Restoration {
  private final Supplier<Collectives> group;
  private final ToWorker.Start start;
  private final @Nullable Stash held;
  private final @Nullable Stash stash;
  private @Nullable Map<String, Map<String, MemorySegment>> shards;

  /// @param rank this rank
  /// @param held what this rank holds of the commit
  public PeerRestoration(
      Supplier<Collectives> group, ToWorker.Start start, int rank, @Nullable Stash held) {
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
    Map<String, Part> held = stash == null ? Map.of() : stash.of(name);
    byte[] outline = StateOutline.of(held.values()).bytes();
    long bytes = held.values().stream().mapToLong(part -> part.memory().byteSize()).sum();
    long[] head = {outline.length, bytes};
    send(MemorySegment.ofArray(head));
    if (head[0] == 0) {
      return false;
    }
    StateOutline before = StateOutline.read(handed(outline, head[0]));
    switch (state) {
      case Copied copied -> restore(name, copied, before, saved(held), head[1]);
      case InPlace inPlace -> restore(name, inPlace, before, held);
    }
    return true;
  }

  private static byte[] saved(Map<String, Part> held) {
    Part part = held.get(Stash.BYTES);
    return part == null ? new byte[0] : part.memory().toArray(ValueLayout.JAVA_BYTE);
  }

  /// What the source has, on every rank.
  private byte[] handed(byte[] own, long count) {
    byte[] all = Arrays.copyOf(own, Math.toIntExact(count));
    send(MemorySegment.ofArray(all));
    return all;
  }

  private void restore(String name, Copied state, StateOutline before, byte[] saved, long bytes) {
    StateOutline.of(state).require(name, before);
    state.load(handed(saved, bytes));
  }

  private void restore(String name, InPlace state, StateOutline before, Map<String, Part> held) {
    List<Part> parts = state.parts();
    StateOutline.of(parts).require(name, before);
    for (Part part : parts) {
      Part from = held.get(part.name());
      if (from != null) {
        part.memory().copyFrom(from.memory());
      }
      send(part.memory());
    }
    state.restored();
  }

  private void send(MemorySegment memory) {
    if (group.get().size() > 1 && memory.byteSize() > 0) {
      group.get().broadcast(Values.of(memory, ElementType.I8), start.source());
    }
  }

  @Override
  public int size() {
    return start.size();
  }

  @Override
  public boolean stored() {
    return false;
  }

  @Override
  public void close() {}
}
