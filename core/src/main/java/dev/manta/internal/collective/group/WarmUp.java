package dev.manta.internal.collective.group;

import dev.manta.collective.Cause;
import dev.manta.collective.CollectiveAborted;
import dev.manta.collective.Collectives;
import dev.manta.collective.ElementType;
import dev.manta.collective.Op;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/// Gets the code of collectives compiled before the first group is joined: some hundred
/// milliseconds on a thread of its own, instead of slow first calls. The loops over numbers get all
/// the speed they can have; what is around them gets it in use, as the compilers would take the
/// cores that a training begins on.
public final class WarmUp {
  private static final int CALLS = Integer.getInteger("manta.collective.warmUp", 2_000);
  private static final int FIRST_CALLS = 80;
  private static final int LARGE = 20;
  private static final int FLOATS = 24 * 1024;

  private static final AtomicBoolean STARTED = new AtomicBoolean();

  private WarmUp() {}

  /// Starts warming, once per process; the thread ends by itself.
  public static void start() {
    if (STARTED.compareAndSet(false, true)) {
      Thread.ofPlatform().daemon().name("manta-warm-up").start(WarmUp::run);
    }
  }

  /// Warms on the calling thread, unless that was begun before, and only as far as first calls need
  /// it: others may train on the same cores, and most of what warming takes is the last bit of
  /// speed.
  public static void first() {
    if (STARTED.compareAndSet(false, true)) {
      run(Math.min(CALLS, FIRST_CALLS));
    }
  }

  /// Warms on the calling thread.
  public static void run() {
    run(CALLS);
  }

  /// Reduces private memory over a group of one, small and, some times, in slices, and aborts it.
  private static void run(int calls) {
    try (Collectives alone =
        InProcessGroup.group("warm-up", 1, Duration.ofSeconds(10)).getFirst()) {
      MemorySegment born = alone.allocate(FLOATS * 4L);
      float[] array = new float[64];
      for (int i = 0; i < calls; i++) {
        alone.allReduce(array, Op.SUM);
        alone.allReduce(born.asSlice(0, 256), ElementType.F32, Op.MEAN);
        if (i % 16 == 0 || i < LARGE) {
          alone.allReduce(born, ElementType.F32, Op.SUM);
        }
      }
      rehearseAbort(alone);
    }
  }

  /// What happens when a rank dies must not wait for classes to be loaded.
  private static void rehearseAbort(Collectives alone) {
    alone.abort(new Cause.PeerDied(0));
    try {
      alone.barrier();
      throw new IllegalStateException("an aborted group continued");
    } catch (CollectiveAborted expected) {
      return;
    }
  }
}
