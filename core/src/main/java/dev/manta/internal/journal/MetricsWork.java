package dev.manta.internal.journal;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.journal.RowGroupPlan.RowGroup;
import dev.manta.spi.json.JsonBytes;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;

/// What a metrics stream does, a turn at a time; whoever has a clock says when.
///
/// Any thread appends. One thread takes the turns in which rows are written, one those in which
/// segments are sealed, and one those in which they are packed. The real stream has all three; the
/// simulator takes turns in virtual time.
public final class MetricsWork implements RowSink {
  /// There are no more turns.
  public static final long OVER = -1;

  /// Hears that a turn is to be taken at once.
  public interface Wake {
    /// There are rows to write, or no more will come.
    void write();

    /// There is a segment to seal, or no more will come.
    void seal();

    /// There are segments to pack, or no more will come.
    void pack();
  }

  private final MetricsListener listener;
  private final Wake wake;
  private final RowGroupPlan plan;
  private final Sealing rules;
  private final Packer packer;
  private final GroupWriter writer;
  private final SealQueue sealing;

  private MetricsWork(
      Sealing rules,
      Packer packer,
      GroupWriter writer,
      SealQueue sealing,
      Telling telling,
      long nowNanos) {
    this.rules = rules;
    this.packer = packer;
    this.writer = writer;
    this.sealing = sealing;
    this.listener = telling.listener();
    this.wake = telling.wake();
    this.plan = new RowGroupPlan(nowNanos);
  }

  private record Telling(MetricsListener listener, Wake wake) {}

  /// Where the rows of a run go.
  ///
  /// @param run the run's directory in storage
  /// @param open the files that are not sealed yet
  /// @param writer tells this controller from all others
  /// @param sealing when segments are sealed, and how they are packed
  public record Place(
      Storage storage, Location run, OpenDirectory open, String writer, Sealing sealing) {
    private Segments segments() {
      return new Segments(storage, run.resolve("metrics"), open);
    }

    private WriterMark mark() {
      return new WriterMark(open, writer);
    }
  }

  /// Begins after sealing what an earlier controller left open.
  public static MetricsWork begin(Place place, MetricsListener listener, Wake wake, long nowNanos) {
    Segments segments = place.segments();
    new MetricsRecovery(segments, listener).takeOver(place.mark());
    Sealing rules = place.sealing();
    var sealing = new SealQueue(segments, listener, rules.durableWhenSealed());
    var writer = new GroupWriter(segments, sealing, listener, place.mark(), rules.age());
    var packer = new Packer(segments, rules.packing());
    return new MetricsWork(rules, packer, writer, sealing, new Telling(listener, wake), nowNanos);
  }

  @Override
  public long append(JsonBytes row) {
    boolean first;
    long position;
    synchronized (plan) {
      if (plan.isClosed()) {
        throw new MantaException(ErrorCode.MANTA, "the metrics stream is closed");
      }
      first = plan.isIdle();
      position = plan.append(row);
    }
    if (first) {
      wake.write();
    }
    return position;
  }

  /// Writes what is due; how many nanoseconds there is nothing to do from here, or [#OVER].
  public long write(long nowNanos) {
    RowGroupPlan.Next next;
    synchronized (plan) {
      next = plan.next(nowNanos, writer.nanosUntilDue(nowNanos), sealing.isEmpty());
    }
    return switch (next) {
      case RowGroupPlan.Next.Write(RowGroup group) -> written(group, nowNanos);
      case RowGroupPlan.Next.Roll _ -> rolled();
      case RowGroupPlan.Next.Wait(long nanos) -> nanos;
      case RowGroupPlan.Next.End _ -> {
        abandon();
        yield OVER;
      }
    };
  }

  private long rolled() {
    writer.roll();
    wake.seal();
    return 0;
  }

  private long written(RowGroup group, long nowNanos) {
    try {
      if (writer.write(group, nowNanos)) {
        written(group.position());
      } else {
        depose();
      }
    } catch (MantaException e) {
      listener.failed(e);
      failed(nowNanos);
    }
    return 0;
  }

  private void written(long position) {
    synchronized (plan) {
      plan.written();
    }
    if (!rules.durableWhenSealed()) {
      listener.durable(position);
    }
  }

  private void failed(long nowNanos) {
    boolean lost;
    synchronized (plan) {
      lost = plan.failed(nowNanos);
    }
    if (lost) {
      listener.warning("the last reports of the run could not be written, and are lost");
    }
  }

  private void depose() {
    synchronized (plan) {
      plan.depose();
    }
    listener.deposed();
  }

  /// Seals what is due; how many nanoseconds there is nothing to do from here, or [#OVER].
  public long seal() {
    long wait = sealing.turn();
    if (rules.durableWhenSealed() && wait != OVER && sealing.isEmpty()) {
      wake.write();
    }
    if (packer.sealed(sealing.lastUsed())) {
      wake.pack();
    }
    return wait;
  }

  /// Packs what is due; how many nanoseconds there is nothing to do from here, or [#OVER].
  public long pack() {
    return packer.turn();
  }

  @Override
  public void hurry() {
    if (rules.durableWhenSealed()) {
      synchronized (plan) {
        plan.hurry();
      }
      wake.write();
    }
  }

  @Override
  public void close() {
    synchronized (plan) {
      plan.close();
    }
    wake.write();
  }

  /// Nothing more is written, what was is still sealed.
  void abandon() {
    synchronized (plan) {
      plan.close();
    }
    writer.close();
    sealing.close();
    packer.close();
    wake.seal();
    wake.pack();
  }
}
