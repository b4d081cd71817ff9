package dev.manta.internal.collective.tcp;

import dev.manta.collective.Op;
import dev.manta.collective.Type;
import dev.manta.internal.collective.Fold;
import dev.manta.internal.collective.Header;
import dev.manta.internal.collective.Reduction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// What the operations of one rank work with: staging memory and folds, kept from call to call.
final class Desk {
  private static final int PIECE_BYTES = 128 * 1024;

  /// Staging for one peer: input that waits for the fold, bytes going out, bytes coming in.
  record Side(Staging slot, Staging sending, Staging receiving) {
    Side(Arena arena) {
      this(new Staging(arena), new Staging(arena), new Staging(arena));
    }
  }

  private record Key(Type type, Op op) {}

  private final int me;
  private final int size;
  private final Side[] sides;
  private final Staging scratch;
  private final Map<Key, Fold> folds = new HashMap<>();

  Desk(int me, int size, Arena arena) {
    this.me = me;
    this.size = size;
    this.scratch = new Staging(arena);
    this.sides = new Side[size];
    Arrays.setAll(sides, _ -> new Side(arena));
  }

  int me() {
    return me;
  }

  int size() {
    return size;
  }

  Side side(int peer) {
    return sides[peer];
  }

  /// The elements of a piece: stays in the second-level cache.
  int piece(int elementBytes) {
    return PIECE_BYTES / elementBytes;
  }

  MemorySegment scratch(long bytes) {
    return scratch.of(bytes);
  }

  Fold fold(Reduction reduction, Header[] headers) {
    if (reduction.weighted()) {
      double[] weights = Arrays.stream(headers).mapToDouble(Header::weight).toArray();
      return Fold.weighted(reduction.type(), weights);
    }
    Key key = new Key(reduction.type(), reduction.op());
    return folds.computeIfAbsent(key, k -> Fold.of(k.type(), k.op(), size));
  }
}
