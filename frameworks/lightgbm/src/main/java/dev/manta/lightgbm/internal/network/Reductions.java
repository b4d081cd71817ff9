package dev.manta.lightgbm.internal.network;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.manta.collective.Collectives;
import dev.manta.collective.ElementType;
import dev.manta.collective.Op;
import dev.manta.collective.Values;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What LightGBM folds over ranks, always in rank order, so that a run has the same bits again.
///
/// Histograms are sums of doubles, which collectives know; whatever else there is the library's own
/// function folds.
final class Reductions {
  private static final MethodHandle REDUCE =
      Linker.nativeLinker()
          .downcallHandle(FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, JAVA_INT, JAVA_INT));

  private final Collectives collectives;
  private final Map<Long, Boolean> sums = new HashMap<>();

  Reductions(Collectives collectives) {
    this.collectives = collectives;
  }

  /// Leaves each rank its block of the fold of all ranks' blocks, which lie one behind the other.
  ///
  /// @param sizes of the blocks, in bytes
  /// @param reference where the address of the function lies that adds to what is there
  void reduceScatter(
      MemorySegment in,
      List<Long> sizes,
      int typeBytes,
      MemorySegment reference,
      MemorySegment out) {
    MemorySegment function = reference.reinterpret(ADDRESS.byteSize()).get(ADDRESS, 0);
    if (typeBytes == Double.BYTES
        && sums.computeIfAbsent(function.address(), _ -> isSumOfDoubles(function))) {
      collectives.reduceScatter(
          Values.of(in, ElementType.F64),
          Values.of(out, ElementType.F64),
          Op.SUM,
          sizes.stream().map(size -> size / Double.BYTES).toList());
    } else {
      fold(in, sizes, typeBytes, function, out);
    }
  }

  /// A function is known by what it does.
  private static boolean isSumOfDoubles(MemorySegment function) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment term = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, 1.5, -3);
      MemorySegment sum = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, 2.25, 4);
      reduce(function, term, sum, Double.BYTES);
      return sum.getAtIndex(ValueLayout.JAVA_DOUBLE, 0) == 3.75
          && sum.getAtIndex(ValueLayout.JAVA_DOUBLE, 1) == 1;
    }
  }

  private void fold(
      MemorySegment in,
      List<Long> sizes,
      int typeBytes,
      MemorySegment function,
      MemorySegment out) {
    long size = out.byteSize();
    int ranks = collectives.size();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment blocks = arena.allocate(Math.max(1, size * ranks), Long.BYTES);
      collectives.allToAll(
          Values.of(in, ElementType.I8),
          Values.of(blocks.asSlice(0, size * ranks), ElementType.I8),
          sizes,
          Collections.nCopies(ranks, size));
      out.copyFrom(blocks.asSlice(0, size));
      for (int rank = 1; rank < ranks; rank++) {
        reduce(function, blocks.asSlice(rank * size, size), out, typeBytes);
      }
    }
  }

  private static void reduce(
      MemorySegment function, MemorySegment term, MemorySegment sum, int typeBytes) {
    try {
      REDUCE.invokeExact(function, term, sum, typeBytes, (int) sum.byteSize());
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("LightGBM's reduction cannot be called", e);
    }
  }
}
