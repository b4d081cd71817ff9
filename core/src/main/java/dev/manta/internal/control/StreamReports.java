package dev.manta.internal.control;

import dev.manta.error.MantaException;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.control.record.RetryLog;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.journal.MetricsListener;
import dev.manta.internal.journal.MetricsReader;
import dev.manta.internal.journal.MetricsRowEncoder;
import dev.manta.internal.journal.MetricsStream;
import dev.manta.internal.journal.Origin;
import dev.manta.internal.journal.RowSink;
import dev.manta.internal.wire.ToController;
import dev.manta.storage.Storage;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The metrics stream as the place where reports are kept.
public final class StreamReports implements ReportStore, MetricsListener, AutoCloseable {
  private static final int TAIL_SEGMENTS = 15;
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final ThreadLocal<MetricsRowEncoder> encoders =
      ThreadLocal.withInitial(MetricsRowEncoder::new);
  private final RetryLog writing;
  private final RetryLog sealing;
  private final BooleanSupplier deposed;
  private final Consumer<String> warn;
  private final Consumer<MantaException> fatal;
  private final RowSink stream;
  private final Map<String, Long> kept = new HashMap<>();
  private volatile @Nullable LongConsumer durable;

  /// @param open opens the stream, which tells the listener
  /// @param deposed whether another controller has the run
  /// @param nanos a clock
  /// @param fatal hears that reports cannot be kept, however often it is tried
  public StreamReports(
      Function<MetricsListener, RowSink> open,
      BooleanSupplier deposed,
      LongSupplier nanos,
      Consumer<String> warn,
      Consumer<MantaException> fatal) {
    this(open, deposed, nanos, warn, fatal, PATIENCE);
  }

  /// @param patience how long it is tried, from the first failure on
  @SuppressWarnings("this-escape") // the stream calls back only for what was left behind
  StreamReports(
      Function<MetricsListener, RowSink> open,
      BooleanSupplier deposed,
      LongSupplier nanos,
      Consumer<String> warn,
      Consumer<MantaException> fatal,
      Duration patience) {
    this.deposed = deposed;
    this.writing = new RetryLog(nanos, warn, fatal, patience);
    this.sealing = new RetryLog(nanos, warn, fatal, patience);
    this.warn = warn;
    this.fatal = fatal;
    this.stream = open.apply(this);
  }

  /// The stream of a run on this machine.
  static Function<MetricsListener, RowSink> of(Storage storage, RunSite site) {
    return listener -> MetricsStream.open(storage, site.location(), site.openMetrics(), listener);
  }

  /// Finds out what an earlier controller has kept of workers that continue. What they may not know
  /// of is seconds old: a worker that does not listen for longer is frozen. Where that cannot be
  /// read, they say again what they do not know of, and readers drop what is there twice.
  public void resume(MetricsReader reader) {
    try {
      reader
          .tail(TAIL_SEGMENTS)
          .forEach(row -> kept.merge(row.origin().worker(), row.origin().sequence(), Math::max));
    } catch (RuntimeException unreadable) {
      warn.accept(
          "the last reports of the run cannot be read, so some may be written again: "
              + unreadable.getMessage());
    }
  }

  @Override
  public long last(String worker) {
    return kept.getOrDefault(worker, 0L);
  }

  /// What the checkpoint that came with a report is called.
  static Optional<String> checkpoint(ToController.Report report) {
    if (report.checkpoint() == 0) {
      return Optional.empty();
    }
    String given = report.name();
    return Optional.of(
        given.isEmpty() ? CheckpointStore.name(report.attempt(), report.checkpoint()) : given);
  }

  @Override
  public long append(String worker, ToController.Report report) {
    var origin = new Origin(report.attempt(), report.rank(), worker, report.sequence());
    var stamp = new MetricsRowEncoder.Stamp(report.step(), report.epoch(), report.atMillis());
    String checkpoint = checkpoint(report).orElse("");
    try {
      return stream.append(encoders.get().encode(origin, stamp, report.metrics(), checkpoint));
    } catch (MantaException closed) {
      return -1;
    }
  }

  @Override
  public void hurry() {
    stream.hurry();
  }

  @Override
  public void onDurable(LongConsumer listener) {
    durable = listener;
  }

  @Override
  public void durable(long position) {
    writing.over();
    LongConsumer listener = durable;
    if (listener != null) {
      listener.accept(position);
    }
  }

  @Override
  public void failed(MantaException cause) {
    writing.failed(cause, "workers keep their reports");
  }

  @Override
  public void sealed() {
    sealing.over();
  }

  @Override
  public void notSealed(MantaException cause) {
    sealing.failed(cause, "reports stay on this machine");
  }

  @Override
  public void broken(MantaException cause) {
    fatal.accept(cause);
  }

  @Override
  public void warning(String message) {
    warn.accept(message);
  }

  @Override
  public boolean takenOver() {
    return deposed.getAsBoolean();
  }

  /// The controller finds out at its next record.
  @Override
  public void deposed() {}

  @Override
  public void close() {
    stream.close();
  }
}
