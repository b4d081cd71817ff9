package dev.manta.testkit.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.error.MantaException;
import dev.manta.internal.journal.LocalOpenDirectory;
import dev.manta.internal.journal.MetricsListener;
import dev.manta.internal.journal.MetricsReader;
import dev.manta.internal.journal.MetricsRow;
import dev.manta.internal.journal.MetricsRowEncoder;
import dev.manta.internal.journal.MetricsWork;
import dev.manta.internal.journal.Origin;
import dev.manta.internal.journal.Sealing;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.storage.Storage;
import dev.manta.testkit.storage.CrashingStorage;
import dev.manta.testkit.storage.DistantStorage;
import dev.manta.testkit.storage.FaultyStorage;
import dev.manta.testkit.storage.FaultyStorage.Faults;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class PackedMetricsTest {
  private static final Location RUN = Location.parse("mem:run");
  private static final Location METRICS = RUN.resolve("metrics");
  private static final int DAY = 8_640;
  private static final int ROWS_EACH = 10;

  @TempDir Path open;

  private static byte[] segment(long number, int rows) {
    var encoder = new MetricsRowEncoder();
    var out = new ByteArrayOutputStream();
    byte[] metrics = "{\"loss\":0.5,\"accuracy\":0.875}".getBytes(StandardCharsets.UTF_8);
    for (long n = (number - 1) * rows + 1; n <= number * rows; n++) {
      var stamp = new MetricsRowEncoder.Stamp(n, 0, n);
      out.writeBytes(encoder.encode(new Origin(1, 0, "w", n), stamp, metrics, "").toByteArray());
      out.write('\n');
    }
    return out.toByteArray();
  }

  private static void seal(Storage storage, long first, long last, int rows) {
    for (long n = first; n <= last; n++) {
      String name = String.format(Locale.ROOT, "%012d.jsonl", n);
      storage.putIfAbsent(METRICS.resolve(name), segment(n, rows));
    }
  }

  private static List<Long> sequences(List<MetricsRow> rows) {
    return rows.stream().map(row -> row.origin().sequence()).toList();
  }

  private static List<Long> upTo(long last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }

  private MetricsWork work(Storage storage, Sealing sealing) {
    var place = new MetricsWork.Place(storage, RUN, new LocalOpenDirectory(open), "me", sealing);
    return MetricsWork.begin(place, new Nobody(), new Asleep(), 0);
  }

  private static void packAll(MetricsWork work) {
    while (work.pack() == 0) {
      // There is more to pack.
    }
  }

  private static Sealing small() {
    var packing = Optional.of(new Sealing.Packing(3, 1 << 20, 2, 1));
    return new Sealing(Duration.ofSeconds(10), true, packing);
  }

  private MetricsReader reader(Storage storage) {
    return new MetricsReader(storage, RUN, open);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPackerThatDiesAtAnyChangeLosesNoRowAndTheNextOneCleansUp(boolean afterwards) {
    int change = 0;
    while (diesAt(change, afterwards)) {
      change++;
    }
    assertThat(change).isGreaterThan(20);
  }

  private boolean diesAt(int change, boolean afterwards) {
    var inner = new MemoryStorage();
    seal(inner, 1, 20, 2);
    var dying = new CrashingStorage(inner, change, afterwards);
    try {
      packAll(work(dying, small()));
    } catch (CrashingStorage.Crash e) {
      assertThat(dying.crashed()).isTrue();
    }
    assertThat(sequences(reader(inner).all())).isEqualTo(upTo(40));
    packAll(work(inner, small()));
    assertThat(sequences(reader(inner).all())).isEqualTo(upTo(40));
    assertThat(inner.children(METRICS)).hasSize(4);
    return dying.crashed();
  }

  @Test
  void packersAndReadersOverFaultyStorageSeeEveryRow() throws InterruptedException {
    long seed = new Random().nextLong();
    var inner = new MemoryStorage();
    var faulty = new FaultyStorage(inner, seed, Faults.failing(0.05).answerLost(0.05), _ -> {});
    seal(inner, 1, 200, 2);
    MetricsWork one = work(inner, small());
    MetricsWork other = work(inner, small());
    List<Thread> packers =
        List.of(
            Thread.startVirtualThread(() -> turns(work(faulty, small()))),
            Thread.startVirtualThread(() -> turns(one)),
            Thread.startVirtualThread(() -> turns(other)));
    for (int i = 0; i < 20; i++) {
      MetricsReader reader = reader(inner);
      assertThat(sequences(reader.all())).as("seed %d", seed).isEqualTo(upTo(400));
      assertThat(reader.problems()).as("seed %d", seed).isEmpty();
    }
    for (Thread packer : packers) {
      assertThat(packer.join(Duration.ofSeconds(60))).isTrue();
    }
    packAll(work(inner, small()));
    assertThat(sequences(reader(inner).all())).as("seed %d", seed).isEqualTo(upTo(400));
  }

  private static void turns(MetricsWork work) {
    for (int i = 0; i < 300; i++) {
      work.pack();
    }
  }

  @Test
  void aDayOfMetricsIsFewObjectsThatAreReadTogether() {
    var inner = new MemoryStorage();
    seal(inner, 1, DAY, ROWS_EACH);
    packAll(work(inner, Sealing.REMOTE));
    var distant = new DistantStorage(inner, Duration.ofMillis(50));
    double near = seconds(() -> reader(inner).all());
    List<MetricsRow> rows = new ArrayList<>();
    double far = seconds(() -> rows.addAll(reader(distant).all()));
    System.out.printf(
        Locale.ROOT,
        "a day of metrics, %,d rows in %d objects, %d requests of 50 ms, %d at once: %.2f s (%.2f s"
            + " without)%n",
        rows.size(),
        inner.children(METRICS).size(),
        distant.requests(),
        distant.mostAtOnce(),
        far,
        near);
    assertThat(sequences(rows)).isEqualTo(upTo((long) DAY * ROWS_EACH));
    assertThat(inner.children(METRICS)).hasSizeLessThan(120);
    assertThat(distant.mostAtOnce()).isBetween(2, 64);
  }

  private static double seconds(Runnable work) {
    long began = System.nanoTime();
    work.run();
    return (System.nanoTime() - began) / 1e9;
  }

  private static final class Asleep implements MetricsWork.Wake {
    @Override
    public void write() {}

    @Override
    public void seal() {}

    @Override
    public void pack() {}
  }

  private static final class Nobody implements MetricsListener {
    @Override
    public void durable(long position) {}

    @Override
    public void failed(MantaException cause) {
      throw cause;
    }

    @Override
    public void broken(MantaException cause) {
      throw cause;
    }

    @Override
    public void warning(String message) {
      throw new IllegalStateException(message);
    }

    @Override
    public boolean takenOver() {
      return false;
    }

    @Override
    public void deposed() {}
  }
}
