package dev.manta.internal.worker;

import dev.manta.internal.worker.live.EpochSteps;
import dev.manta.train.Live;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// How far a rank has come: steps, which are its reports, and epochs.
final class RankProgress {
  private static final long NONE = -1;

  private long step;
  private long commits;
  private int ordinal;
  private int nextEpoch;
  private int currentEpoch;
  private boolean within;
  private long openStep = NONE;
  private boolean ofEpoch;
  private boolean cut;
  private boolean registered;
  private boolean madeSteps;
  private boolean toldUsedUp;
  private final EpochSteps epochSteps = new EpochSteps(() -> ofEpoch && isCommitted());
  private final AtomicLong moves = new AtomicLong();
  private final AtomicLong reported = new AtomicLong();
  private final AtomicLong committed = new AtomicLong();

  /// Begins where the checkpoint of the attempt stands.
  RankProgress(long step, int epoch, int ordinal) {
    this.step = step;
    this.nextEpoch = epoch;
    this.ordinal = ordinal;
  }

  long step() {
    return step;
  }

  /// How often the function has got ahead, in whatever way; any thread may ask.
  long moves() {
    return moves.get();
  }

  /// The function gets ahead.
  void move() {
    moves.lazySet(moves.get() + 1);
  }

  long nextStep() {
    move();
    reported.lazySet(reported.get() + 1);
    return ++step;
  }

  /// How many steps were made since it began, as far as reports and commits tell; any thread may
  /// ask.
  long made() {
    return Math.max(reported.get(), committed.get());
  }

  /// How many commits were made, over all attempts.
  long commits() {
    return commits;
  }

  void nextCommit() {
    move();
    committed.lazySet(committed.get() + 1);
    commits++;
  }

  /// The attempt resumes from a state of so many commits.
  void standsAt(long count) {
    commits = count;
  }

  /// A step of `ctx.steps` is under way from here.
  private void openStep(boolean inEpoch) {
    openStep = commits;
    ofEpoch = inEpoch;
  }

  private boolean isCommitted() {
    return withinStep() && openStep != commits;
  }

  /// The step of `ctx.steps` that was under way is not any more; says whether its commit is still
  /// to be made.
  boolean closeStep() {
    boolean uncommitted = openStep == commits;
    if (withinStep() && ofEpoch) {
      epochSteps.next();
    }
    openStep = NONE;
    return uncommitted;
  }

  /// A step that was left by `break` is done.
  private void closeStepOfEpoch() {
    if (ofEpoch) {
      closeStep();
    }
  }

  boolean withinStep() {
    return openStep != NONE;
  }

  /// Whether the epoch that is under way has steps still to do.
  boolean withinSteps() {
    return within && (cut || (withinStep() && ofEpoch));
  }

  /// How many commits a checkpoint stands for that is taken now: one that counts its epoch as done
  /// counts the commit at the end of that too.
  long commitsAfter(boolean midEpoch) {
    return within && !midEpoch ? commits + 1 : commits;
  }

  int nextOrdinal() {
    return ++ordinal;
  }

  /// The epoch that a checkpoint is taken in: outside of `epochs` the one that comes next.
  int epoch() {
    return within ? currentEpoch : nextEpoch;
  }

  /// Whether what is taken now repeats its epoch anyway, as none is under way.
  boolean between() {
    return !within;
  }

  /// The first epoch that is still to do when resuming from here.
  int epochAfter(boolean midEpoch) {
    return within && !midEpoch ? currentEpoch + 1 : epoch();
  }

  /// The epochs still to do; after each `done` is called, before the next `stop` is asked.
  Iterable<Integer> epochs(int count, Runnable done, BooleanSupplier stop) {
    if (count < 0) {
      throw new IllegalArgumentException("epochs must be at least 0, not " + count);
    }
    return () -> new Epochs(count, done, stop);
  }

  private final class Epochs implements Iterator<Integer> {
    private final int count;
    private final Runnable done;
    private final BooleanSupplier stop;
    private boolean decided;
    private boolean more;

    Epochs(int count, Runnable done, BooleanSupplier stop) {
      this.count = count;
      this.done = done;
      this.stop = stop;
    }

    @Override
    public boolean hasNext() {
      if (!decided) {
        leave();
        more = nextEpoch < count && !stop.getAsBoolean();
        decided = true;
      }
      return more;
    }

    @Override
    public Integer next() {
      if (!hasNext()) {
        throw new NoSuchElementException("all epochs are done");
      }
      decided = false;
      move();
      within = true;
      cut = false;
      currentEpoch = nextEpoch;
      return currentEpoch;
    }

    /// One whose steps were cut short by a stop is entered again.
    private void leave() {
      if (within && cut) {
        within = false;
      } else if (within) {
        within = false;
        closeStepOfEpoch();
        nextEpoch = currentEpoch + 1;
        done.run();
      }
    }
  }

  /// The steps still to do: of the run, or of the epoch that is under way.
  ///
  /// @param done runs between two steps
  /// @param live registers live state: those of an epoch are
  /// @param warn says something to the user
  Iterable<Long> steps(
      long count,
      Runnable done,
      BooleanSupplier stop,
      BiConsumer<String, Live> live,
      Consumer<String> warn) {
    if (count < 0) {
      throw new IllegalArgumentException("steps must be at least 0, not " + count);
    }
    return () -> {
      if (withinStep()) {
        done.run(); // a loop before this one was left by break
      }
      if (!within) {
        warnIfUsedUp(count, warn);
      }
      return new RemainingSteps(count, within ? ofEpoch(live) : new OfRun(), done, stop);
    };
  }

  /// A loop around `ctx.steps` that Manta does not know of has steps the first time only. One that
  /// resumes behind all of them has made none itself.
  private void warnIfUsedUp(long count, Consumer<String> warn) {
    if (madeSteps && count > 0 && commits >= count && !toldUsedUp) {
      toldUsedUp = true;
      warn.accept(
          "ctx.steps(%s) has no steps left: outside of ctx.epochs steps count for the whole run, which has made %s; put the loop into for (int epoch : ctx.epochs(n)) for %s steps in each epoch, or ask for the steps of the whole run"
              .formatted(count, commits, count));
    }
  }

  private OfEpoch ofEpoch(BiConsumer<String, Live> live) {
    if (!registered) {
      registered = true;
      live.accept(EpochSteps.NAME, epochSteps);
    }
    return new OfEpoch(cut ? EpochSteps.NO_LOOP : epochSteps.enter(currentEpoch));
  }

  private final class OfRun implements RemainingSteps.Counter {
    @Override
    public long done() {
      return commits;
    }

    @Override
    public void begin() {
      madeSteps = true;
      openStep(false);
    }

    @Override
    public void cut() {}
  }

  private final class OfEpoch implements RemainingSteps.Counter {
    private final int loop;

    OfEpoch(int loop) {
      this.loop = loop;
    }

    @Override
    public long done() {
      return epochSteps.done(loop);
    }

    @Override
    public void begin() {
      openStep(true);
    }

    @Override
    public void cut() {
      cut = true;
    }
  }
}
