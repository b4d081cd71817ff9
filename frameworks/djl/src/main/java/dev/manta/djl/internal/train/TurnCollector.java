package dev.manta.djl.internal.train;

import ai.djl.ndarray.NDArray;
import ai.djl.training.GradientCollector;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A gradient collector that is alone in its process until it is closed.
final class TurnCollector implements GradientCollector {
  private static final ReentrantLock TURN = new ReentrantLock(true);

  private static @Nullable TurnCollector open;

  private final GradientCollector collector;
  private boolean closed;

  private TurnCollector(GradientCollector collector) {
    this.collector = collector;
  }

  static TurnCollector await(Supplier<GradientCollector> collectors) {
    TURN.lock();
    try {
      var mine = new TurnCollector(collectors.get());
      open = mine;
      return mine;
    } catch (RuntimeException | Error e) {
      TURN.unlock();
      throw e;
    }
  }

  /// This thread leaves its function: what it has not closed would hold up all others.
  static void leave() {
    TurnCollector mine = open;
    if (TURN.isHeldByCurrentThread() && mine != null) {
      mine.close();
    }
  }

  /// Does something while no other thread of the process has a turn.
  static void alone(Runnable action) {
    TURN.lock();
    try {
      action.run();
    } finally {
      TURN.unlock();
    }
  }

  /// Ranks wait for each other in a step, so none may hold a turn there.
  static void requireOver() {
    if (TURN.isHeldByCurrentThread()) {
      throw new IllegalStateException(
          "trainer.step() is called before the gradient collector is closed: end the try block"
              + " that collects gradients first");
    }
  }

  @Override
  public void backward(NDArray target) {
    collector.backward(target);
  }

  @Override
  public void zeroGradients() {
    collector.zeroGradients();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      try {
        collector.close();
      } finally {
        TURN.unlock();
      }
    }
  }
}
