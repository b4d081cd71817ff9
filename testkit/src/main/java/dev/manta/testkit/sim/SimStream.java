package dev.manta.testkit.sim;

import dev.manta.internal.journal.MetricsListener;
import dev.manta.internal.journal.MetricsWork;
import dev.manta.internal.journal.OpenDirectory;
import dev.manta.internal.journal.RowSink;
import dev.manta.spi.json.JsonBytes;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/// The real metrics stream of one controller in virtual time: what its threads do, they do when it
/// is due, as long as the controller's process lives.
final class SimStream implements MetricsWork.Wake, RowSink {
  private final SimWorld world;
  private final Script script;
  private final SimController controller;
  private final Turns writing = new Turns(this::writeOnce);
  private final Turns sealing = new Turns(this::sealOnce);
  private final Turns packing = new Turns(this::packOnce);
  private Optional<MetricsWork> work = Optional.empty();

  SimStream(SimWorld world, SimController controller) {
    this.world = world;
    this.script = world.script();
    this.controller = controller;
  }

  /// Begins as a new controller does.
  RowSink open(MetricsListener listener) {
    var place =
        new MetricsWork.Place(
            world.metricsStorage(),
            world.run(),
            files(),
            "c" + controller.number(),
            script.disk.sealing());
    work = Optional.of(MetricsWork.begin(place, listener, this, world.elapsed().toNanos()));
    pack();
    return this;
  }

  private OpenDirectory files() {
    SimFiles own = world.files().as(new Disk());
    return world.flaw() == Flaw.LEFT_BEHIND_FORGOTTEN ? own.without() : own;
  }

  private long writeOnce() {
    return work().write(world.elapsed().toNanos());
  }

  private long sealOnce() {
    return work().seal();
  }

  private long packOnce() {
    return work().pack();
  }

  private MetricsWork work() {
    return work.orElseThrow();
  }

  @Override
  public long append(JsonBytes row) {
    return work().append(row);
  }

  @Override
  public void write() {
    writing.take(Duration.ZERO);
  }

  @Override
  public void seal() {
    sealing.take(Duration.ZERO);
  }

  @Override
  public void pack() {
    packing.take(Duration.ZERO);
  }

  @Override
  public void hurry() {
    work().hurry();
  }

  /// The driver waits for the threads that write and seal.
  @Override
  public void close() {
    work().close();
    if (world.flaw() == Flaw.LAST_REPORTS_DROPPED) {
      writing.end();
      sealing.end();
    } else {
      writing.toEnd();
      sealing.toEnd();
    }
  }

  /// What one thread of the stream does, and when it does that again.
  private final class Turns {
    private final LongSupplier turn;
    private long number;

    Turns(LongSupplier turn) {
      this.turn = turn;
    }

    /// The last call is the one that counts, as a thread is woken or waits, but not both.
    void take(Duration wait) {
      long mine = ++number;
      world.after(wait, () -> controller.does(() -> takeIfLast(mine)));
    }

    private void takeIfLast(long mine) {
      if (mine == number) {
        long wait = turn.getAsLong();
        if (mine == number && wait != MetricsWork.OVER && wait != Long.MAX_VALUE) {
          take(Duration.ofNanos(wait));
        }
      }
    }

    /// No turn is taken any more.
    void end() {
      number++;
    }

    void toEnd() {
      end();
      while (turn.getAsLong() != MetricsWork.OVER) {
        // Nothing else is done meanwhile.
      }
    }
  }

  /// The local disk as this controller finds it.
  private final class Disk implements SimFiles.Writing {
    @Override
    public int written(int count) throws IOException {
      if (script.chance(script.diskFails)) {
        throw new IOException("Input/output error (injected)");
      }
      return controller.crashesNow() ? script.random.nextInt(count + 1) : count;
    }

    @Override
    public void done(int written, int count) {
      if (written < count) {
        throw new SimCrash();
      }
      controller.mayCrash();
    }

    @Override
    public boolean believesItsOwn() {
      return world.flaw() == Flaw.TAKEN_UNNOTICED;
    }
  }
}
