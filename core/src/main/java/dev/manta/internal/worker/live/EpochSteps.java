package dev.manta.internal.worker.live;

import dev.manta.spi.json.Bind;
import dev.manta.train.Copied;
import java.util.function.BooleanSupplier;

/// How far the loops over steps within an epoch have come: live state, so that an epoch that is
/// entered again resumes with its next step.
public final class EpochSteps implements Copied {
  public static final String NAME = "manta.epoch-steps";

  /// The place of a loop that is not entered: it has no steps left, and counts for nothing.
  public static final int NO_LOOP = -1;

  /// Steps done of one loop of an epoch; the loops before it are done.
  private record Stand(int epoch, int loop, long done) {
    Stand next() {
      return new Stand(epoch, loop, done + 1);
    }
  }

  private final BooleanSupplier committed;
  private Stand stand = new Stand(-1, 0, 0);
  private int epoch = -1;
  private int loops;

  /// @param committed whether a step is under way that has made its commit
  public EpochSteps(BooleanSupplier committed) {
    this.committed = committed;
  }

  /// A loop over steps begins; returns its place among those of the epoch.
  public int enter(int current) {
    loops = current == epoch ? loops + 1 : 0;
    epoch = current;
    if (stand.epoch != epoch || stand.loop < loops) {
      stand = new Stand(epoch, loops, 0);
    }
    return loops;
  }

  /// How many steps of a loop are done; a loop before the last one has none left.
  public long done(int loop) {
    return loop < stand.loop ? Long.MAX_VALUE : stand.done;
  }

  /// The step that was under way is done.
  public void next() {
    stand = stand.next();
  }

  @Override
  public byte[] save() {
    return Bind.write(committed.getAsBoolean() ? stand.next() : stand).bytes();
  }

  @Override
  public void load(byte[] bytes) {
    stand = Bind.parse(bytes, Stand.class);
  }
}
