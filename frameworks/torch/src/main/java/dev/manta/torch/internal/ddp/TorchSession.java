package dev.manta.torch.internal.ddp;

import dev.manta.torch.internal.StepScope;
import dev.manta.torch.internal.UpdateListener;
import dev.manta.train.TrainContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.bytedeco.pytorch.GradMode;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/// What one training function has of PyTorch: its step scope, its weights, its seed, and everything
/// to close when it ends.
public final class TorchSession implements UpdateListener, AutoCloseable {
  private final StepScope scope = StepScope.open();
  private final Weights weights = new Weights();
  private final Deque<AutoCloseable> closed = new ArrayDeque<>();
  private final TrainContext<?> ctx;
  private final int rank;
  private final LoaderPositions loaderPositions = new LoaderPositions();
  private @Nullable Prepared prepared;
  private int pauses;
  private boolean seeded;
  private long seed;
  private long stand;
  private boolean batchOpen;
  private boolean byBatches;
  private int optimizers;
  private int loaders;

  public TorchSession(TrainContext<?> ctx) {
    this.ctx = ctx;
    this.rank = ctx.rank();
  }

  /// One more optimizer is prepared. The step of the only one is the run's commit; with several the
  /// function says itself when a step is whole, by `ctx.commit()`. Its number.
  public int optimizerPrepared() {
    loaderPositions.countByUpdates();
    return optimizers++;
  }

  /// One more loader is prepared; its number. How far each has come is part of the live state.
  public int loaderPrepared() {
    if (loaders == 0) {
      ctx.live("manta.torch.loaders", loaderPositions);
    }
    return loaders++;
  }

  public LoaderPositions places() {
    return loaderPositions;
  }

  @Override
  public boolean inPlace() {
    return optimizers == 1;
  }

  @Override
  public void commit(Runnable change) {
    Runnable update =
        () -> {
          change.run();
          loaderPositions.used();
          if (prepared != null) {
            prepared.stepped();
          }
        };
    if (inPlace()) {
      ctx.commit(update);
    } else {
      update.run();
    }
  }

  /// The models and optimizers of the function, made at first use.
  public Prepared prepared(Supplier<Prepared> made) {
    if (prepared == null) {
      prepared = made.get();
    }
    return prepared;
  }

  public Weights weights() {
    return weights;
  }

  /// Is closed with the session; the last one first.
  public <T extends AutoCloseable> T own(T thing) {
    closed.push(thing);
    return thing;
  }

  public void pause() {
    pauses++;
  }

  public void resume() {
    pauses--;
  }

  public boolean isPaused() {
    return pauses > 0;
  }

  /// Random numbers are a function of seed, step and rank from now on.
  public void seed(long value) {
    seed = value;
    seeded = true;
    torch.manual_seed(value);
  }

  /// A prepared loader has handed out a batch. What is read without gradients, for an evaluation,
  /// has no part in the next update.
  public void batch(Object loader, long rows) {
    if (GradMode.is_enabled()) {
      weights.batch(loader, rows);
    }
    if (batchOpen) {
      scope.advance();
    }
    batchOpen = true;
    byBatches = true;
  }

  /// A pass over what is trained on is over.
  public void epochEnded() {
    if (prepared != null) {
      prepared.epochEnded();
    }
    loaderPositions.used();
  }

  @Override
  public void standsAt(long count) {
    stand = count;
    if (seeded) {
      torch.manual_seed(mix(seed, count, rank));
    }
  }

  /// In exact mode random numbers are a function of the lane instead of the rank.
  public void lane(int lane) {
    if (seeded) {
      torch.manual_seed(mix(seed, stand, lane));
    }
  }

  @Override
  public void stepped(long count) {
    weights.stepped();
    standsAt(count);
    if (batchOpen || !byBatches) {
      scope.advance();
    }
    batchOpen = false;
  }

  /// Spreads the bits, so that neighbours have nothing in common.
  private static long mix(long seed, long commits, int rank) {
    long x = seed + 0x9E3779B97F4A7C15L * (commits + 1) + 0xD1B54A32D192ED03L * rank;
    x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }

  @Override
  public void close() {
    try {
      while (!closed.isEmpty()) {
        closed.pop().close();
      }
    } catch (Exception e) {
      throw new IllegalStateException("PyTorch's part of this attempt cannot be closed", e);
    } finally {
      scope.close();
    }
  }
}
