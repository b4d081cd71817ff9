package dev.manta.djl.internal.train;

import ai.djl.ndarray.NDManager;
import dev.manta.djl.internal.engine.PyTorchEngine;
import dev.manta.train.TrainContext;
import java.util.ArrayList;
import java.util.List;

/// What one training function has of DJL: its trainers, the rows of the step that is under way, its
/// seed, and native memory that lasts as long as the function.
public final class DjlSession implements AutoCloseable {
  private final TrainContext<?> ctx;
  private final NDManager memory;
  private final StepRows rows = new StepRows();
  private final List<RankTrainer> trainers = new ArrayList<>();
  private final List<Runnable> used = new ArrayList<>();
  private int handingOut;
  private int loaders;
  private int passes;
  private long moment;
  private boolean drawn;
  private boolean seeded;
  private long seed;

  DjlSession(TrainContext<?> ctx) {
    this.ctx = ctx;
    PyTorchEngine.enterThread();
    this.memory = NDManager.newBaseManager();
    memory.setName("manta");
  }

  /// The function's context.
  public TrainContext<?> ctx() {
    return ctx;
  }

  /// Arrays of it are there until the function has ended, whatever is closed before.
  public NDManager memory() {
    return memory;
  }

  /// The rows that the next step counts by.
  public StepRows rows() {
    return rows;
  }

  /// Random numbers are a function of seed, step and rank from now on; those for first values are
  /// the same on every rank.
  public void seed(long value) {
    seed = value;
    seeded = true;
    TurnCollector.alone(() -> PyTorchEngine.seed(value));
  }

  /// One more trainer is prepared; its number, from 1.
  public int add(RankTrainer trainer) {
    trainers.add(trainer);
    return trainers.size();
  }

  /// One more loader whose position is live state; its number, from 1.
  public int loaderAdded() {
    loaders++;
    return loaders;
  }

  /// Called within each commit: what was handed out before it counts.
  public void whenUsed(Runnable action) {
    used.add(action);
  }

  /// This loader has handed out the batch that the next commit uses.
  public void handsOut(int loader) {
    handingOut = loader;
  }

  /// Whether what the commit uses is of this loader.
  public boolean isHandedOutBy(int loader) {
    return handingOut == loader;
  }

  /// The trainer that was prepared last.
  public RankTrainer latest() {
    if (trainers.isEmpty()) {
      throw new IllegalStateException(
          "there is no trainer yet: make one with djl.prepare(model, config, shapes)");
    }
    return trainers.getLast();
  }

  /// Whether a trainer's step is the run's commit: it is that of the only one. With several the
  /// function says itself when a step is whole, by `ctx.commit()`.
  public boolean commitsSteps() {
    return trainers.size() == 1;
  }

  /// Makes an update, which is the commit where there is one trainer.
  void update(Runnable change) {
    Runnable all =
        () -> {
          change.run();
          used.forEach(Runnable::run);
        };
    if (commitsSteps()) {
      ctx.commit(all);
    } else {
      all.run();
    }
    rows.stepped();
    stepped();
  }

  /// Several trainers may make updates before a commit.
  private void stepped() {
    if (commitsSteps()) {
      beginStep();
    } else {
      reseed();
    }
  }

  /// Random numbers continue as they would have in a run without interruption.
  void beginStep() {
    moment = ctx.commits();
    passes = 0;
    reseed();
    drawn = false;
  }

  /// The same before a batch, unless it is one more of the step that is under way.
  public void beginBatch() {
    ctx.beginStep();
    if (!drawn || ctx.commits() != moment) {
      beginStep();
    }
  }

  /// A pass that computes gradients begins.
  void beginPass() {
    reseed();
    drawn = true;
  }

  /// First values are a function of the seed and of how many trainers there were before, also where
  /// threads of a process share its random numbers.
  void seedFirstValues() {
    if (seeded) {
      PyTorchEngine.seed(seed + trainers.size());
    }
  }

  /// Each pass of a step has other random numbers, which are a function of it.
  private void reseed() {
    if (ctx.commits() != moment) {
      moment = ctx.commits();
      passes = 1;
    }
    if (seeded) {
      long next = mix(seed, 1000 * ctx.commits() + passes, ctx.rank());
      TurnCollector.alone(() -> PyTorchEngine.seed(next));
      passes++;
    }
  }

  /// Spreads the bits, so that neighbours have nothing in common.
  private static long mix(long seed, long moment, int rank) {
    long x = seed + 0x9E3779B97F4A7C15L * (moment + 1) + 0xD1B54A32D192ED03L * rank;
    x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }

  @Override
  public void close() {
    TurnCollector.leave();
    memory.close();
  }
}
