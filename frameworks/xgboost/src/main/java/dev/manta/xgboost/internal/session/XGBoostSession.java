package dev.manta.xgboost.internal.session;

import dev.manta.train.TrainContext;
import dev.manta.xgboost.internal.library.LibraryLog;
import dev.manta.xgboost.internal.ring.RankRing;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// What one training function has of XGBoost: the connections between ranks, and everything in
/// native memory that is freed when it ends. It belongs to the function's own thread.
public final class XGBoostSession implements AutoCloseable {
  private final TrainContext<?> ctx;
  private final Optional<RankRing> ring;
  private final Thread owner = Thread.currentThread();
  private final Deque<AutoCloseable> owned = new ArrayDeque<>();

  XGBoostSession(TrainContext<?> ctx) {
    LibraryLog.hear();
    this.ctx = ctx;
    this.ring = ctx.worldSize() > 1 ? Optional.of(RankRing.open(ctx)) : Optional.empty();
  }

  /// Is closed with the session; the last one first.
  public <T extends AutoCloseable> T own(T thing) {
    owned.push(thing);
    return thing;
  }

  /// Where ranks wait for each other before a round. XGBoost's connections are those of one thread:
  /// on another it would learn from this rank's rows alone, and not say so.
  public void meet() {
    if (!Thread.currentThread().equals(owner)) {
      throw new IllegalStateException(
          "a model is trained on the training function's own thread, not on "
              + Thread.currentThread().getName());
    }
    ctx.barrier();
  }

  /// With how many threads this rank computes.
  public int threads() {
    return ctx.collectives().membership().numerics().threads();
  }

  /// What an error of XGBoost's means. All ranks find out together, as each has one: who still
  /// waits for this rank gets one when it leaves.
  Throwable explain(Throwable thrown) {
    ring.ifPresent(RankRing::close);
    return ring.isPresent() ? RankFailures.explain(ctx, thrown) : RankFailures.own(thrown);
  }

  @Override
  public void close() {
    try {
      while (!owned.isEmpty()) {
        close(owned.pop());
      }
    } finally {
      ring.ifPresent(RankRing::close);
    }
  }

  private static void close(AutoCloseable thing) {
    try {
      thing.close();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("what a training function had cannot be freed", e);
    }
  }
}
