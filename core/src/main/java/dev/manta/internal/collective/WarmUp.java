package dev.manta.internal.collective;

import dev.manta.collective.Collectives;
import dev.manta.collective.Op;
import dev.manta.collective.Type;
import java.lang.foreign.MemorySegment;
import java.time.Duration;

/// Gets the code of collectives compiled before the first group is joined: some hundred
/// milliseconds on a thread of its own, instead of slow first calls.
public final class WarmUp {
  private static final int CALLS = 20_000;
  private static final int FLOATS = 24 * 1024;

  private WarmUp() {}

  /// Starts warming; the thread ends by itself.
  public static Thread start() {
    return Thread.ofPlatform().daemon().name("manta-warm-up").start(WarmUp::run);
  }

  /// Reduces private memory over a group of one, small and in slices.
  public static void run() {
    try (Collectives alone = InProcess.group("warm-up", 1, Duration.ofSeconds(10)).getFirst()) {
      MemorySegment born = alone.allocate(FLOATS * 4L);
      float[] array = new float[64];
      for (int i = 0; i < CALLS; i++) {
        alone.allReduce(array, Op.SUM);
        alone.allReduce(born.asSlice(0, 256), Type.F32, Op.MEAN);
        if (i % 16 == 0) {
          alone.allReduce(born, Type.F32, Op.SUM);
        }
      }
    }
  }
}
