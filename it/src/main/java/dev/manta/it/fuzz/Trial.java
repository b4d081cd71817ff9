package dev.manta.it.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// Gives one input to a target and holds what happens against what may.
public final class Trial {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// Loading classes takes memory too, which only the first inputs do.
  private static final int TRIES = 3;

  private Trial() {}

  /// Throws a [Finding] where the target throws what is not an answer, or takes too much memory.
  public static void run(Target target, byte[] input) {
    Limits limits = Limits.of(target, input);
    long taken = taken(target, input, limits);
    for (int again = 1; again < TRIES && taken > limits.bytes(); again++) {
      taken = taken(target, input, limits);
    }
    limits.require(taken);
  }

  /// How much this thread allocated.
  private static long taken(Target target, byte[] input, Limits limits) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try {
      target.take(input, limits);
    } catch (Finding e) {
      throw e;
    } catch (Throwable e) {
      if (!target.isAnswer(e)) {
        throw new Finding("a bad input is answered by " + e, e);
      }
      Finding.unless(e.getMessage() != null, "the answer has no message");
    }
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
