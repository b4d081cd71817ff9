package dev.manta.internal.journal;

import dev.manta.spi.json.JsonBytes;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Writes the rows of all ranks: in groups to a local file at least every 20 ms, sealed into
/// numbered segments by age or 8 MB, which are packed later where storage is far.
///
/// Threads append; one thread of its own writes, one seals and one packs. A row is durable once the
/// listener has heard its position. Whoever appends keeps a limit on what is not durable: the
/// stream takes whatever comes, so that nobody waits in it.
public final class MetricsStream implements RowSink {
  private static final System.Logger LOGGER = System.getLogger("dev.manta.journal");
  private static final Duration CLOSE_MAX = Duration.ofSeconds(30);
  private static final Duration SEAL_MAX = Duration.ofSeconds(20);
  private static final Duration PACK_MAX = Duration.ofSeconds(2);

  private final MetricsListener listener;
  private final Alarms alarms;
  private final MetricsWork work;
  private final Thread writer;
  private final Thread sealer;
  private final Thread packer;

  private MetricsStream(MetricsWork work, Alarms alarms, MetricsListener listener) {
    this.work = work;
    this.alarms = alarms;
    this.listener = listener;
    this.writer = Thread.ofPlatform().name("manta-metrics").daemon().unstarted(this::write);
    this.sealer = Thread.ofPlatform().name("manta-sealer").daemon().unstarted(this::seal);
    this.packer = Thread.ofPlatform().name("manta-packer").daemon().unstarted(this::pack);
  }

  /// Opens the stream of a run after sealing what an earlier controller left open.
  ///
  /// @param run the run's directory in storage
  /// @param open a local directory for the open segments, the same at every start on a machine
  public static MetricsStream open(
      Storage storage, Location run, Path open, MetricsListener listener) {
    return open(storage, run, open, Sealing.of(run), listener);
  }

  /// The same with rules of one's own on when segments are sealed.
  public static MetricsStream open(
      Storage storage, Location run, Path open, Sealing sealing, MetricsListener listener) {
    String name = UUID.randomUUID().toString().substring(0, 8);
    var place = new MetricsWork.Place(storage, run, new LocalOpenDirectory(open), name, sealing);
    var alarms = new Alarms(new Alarm(), new Alarm(), new Alarm());
    var work = MetricsWork.begin(place, listener, alarms, System.nanoTime());
    var stream = new MetricsStream(work, alarms, listener);
    stream.sealer.start();
    stream.writer.start();
    stream.packer.start();
    return stream;
  }

  private record Alarms(Alarm writer, Alarm sealer, Alarm packer) implements MetricsWork.Wake {
    @Override
    public void write() {
      writer.ring();
    }

    @Override
    public void seal() {
      sealer.ring();
    }

    @Override
    public void pack() {
      packer.ring();
    }
  }

  @Override
  public long append(JsonBytes row) {
    return work.append(row);
  }

  @Override
  public void hurry() {
    work.hurry();
  }

  private void write() {
    try {
      takeTurns(() -> work.write(System.nanoTime()), alarms.writer(), listener::broken);
    } finally {
      work.abandon();
      await(sealer, SEAL_MAX);
      await(packer, PACK_MAX);
    }
  }

  private void seal() {
    takeTurns(work::seal, alarms.sealer(), listener::broken);
  }

  /// A run does without packs.
  private void pack() {
    takeTurns(
        work::pack,
        alarms.packer(),
        unexpected -> LOGGER.log(Level.WARNING, "segments are not packed any more", unexpected));
  }

  private void takeTurns(LongSupplier turn, Alarm alarm, Consumer<Throwable> broken) {
    try {
      for (long wait = turn.getAsLong(); wait != MetricsWork.OVER; wait = turn.getAsLong()) {
        alarm.await(wait);
      }
    } catch (InterruptedException e) {
      // Closing took too long: what is left is sealed by the next start.
      Thread.currentThread().interrupt();
    } catch (Throwable unexpected) {
      broken.accept(unexpected);
    }
  }

  private static void await(Thread thread, Duration limit) {
    try {
      if (!thread.join(limit)) {
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    work.close();
    try {
      if (!writer.join(CLOSE_MAX)) {
        listener.warning(
            "the disk did not take the last reports of the run within %s s; some may be lost"
                .formatted(CLOSE_MAX.toSeconds()));
        writer.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
