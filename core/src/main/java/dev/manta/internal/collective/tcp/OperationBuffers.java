package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.CallHeader;
import dev.manta.internal.collective.Reduction;
import dev.manta.internal.collective.fold.Fold;
import dev.manta.internal.collective.fold.Folds;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// What the operations of one rank work with: staging memory and folds, kept from call to call.
final class OperationBuffers {
  /// How many partial folds may be in staging.
  static final int RING = 4;

  private static final int PIECE_BYTES = 512 * 1024;

  /// Staging for one peer: input that waits for the fold, bytes going out, bytes coming in.
  record Side(Staging slot, Staging sending, Staging receiving) {
    Side(Arena arena) {
      this(new Staging(arena), new Staging(arena), new Staging(arena));
    }
  }

  private final int me;
  private final int size;
  private final Side[] sides;
  private final Staging scratch;
  private final Staging[] ring = new Staging[RING];
  private final Folds folds;

  OperationBuffers(int me, int size, Arena arena) {
    this.me = me;
    this.size = size;
    this.scratch = new Staging(arena);
    this.sides = new Side[size];
    this.folds = new Folds(size);
    Arrays.setAll(sides, _ -> new Side(arena));
    Arrays.setAll(ring, _ -> new Staging(arena));
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

  /// The elements of a piece: stays in the second-level cache, and keeps a woken rank busy.
  int piece(int elementBytes) {
    return PIECE_BYTES / elementBytes;
  }

  /// Staging for partial folds that pass through.
  Staging ring(int index) {
    return ring[index];
  }

  MemorySegment scratch(long bytes) {
    return scratch.of(bytes);
  }

  Fold fold(Reduction reduction, CallHeader[] headers) {
    return reduction.weighted()
        ? folds.weighted(reduction.type(), weights(headers))
        : folds.of(reduction.type(), reduction.op());
  }

  private static double[] weights(CallHeader[] headers) {
    return Arrays.stream(headers).mapToDouble(CallHeader::weight).toArray();
  }
}
