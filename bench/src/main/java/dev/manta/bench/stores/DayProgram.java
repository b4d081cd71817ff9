package dev.manta.bench.stores;

import dev.manta.error.MantaException;
import dev.manta.internal.journal.LocalOpenDirectory;
import dev.manta.internal.journal.MetricsListener;
import dev.manta.internal.journal.MetricsReader;
import dev.manta.internal.journal.MetricsRowEncoder;
import dev.manta.internal.journal.MetricsWork;
import dev.manta.internal.journal.Origin;
import dev.manta.internal.journal.Sealing;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/// A day of a run's metrics, a report a second, sealed every 10 s and packed as runs do it: made in
/// a store, or opened there.
public final class DayProgram {
  private static final int SEGMENTS = 8_640;
  private static final int ROWS = 10;
  private static final Location RUN = Location.parse("mem:day");

  private DayProgram() {}

  /// Takes a directory, the run's location, and `make` or `open`.
  public static void main(String[] args) {
    Path open = Path.of(args[0], "open");
    Location run = Location.parse(args[1]);
    if (args[2].equals("make")) {
      make(open, run);
    } else {
      open(open, run);
    }
  }

  private static void open(Path open, Location run) {
    long began = System.nanoTime();
    int rows = new MetricsReader(Storages.at(run), run, open).all().size();
    double seconds = (System.nanoTime() - began) / 1e9;
    if (rows != SEGMENTS * ROWS) {
      throw new IllegalStateException(rows + " rows of " + SEGMENTS * ROWS + " were there");
    }
    System.out.println("figure open " + seconds);
  }

  private static void make(Path open, Location run) {
    Storage memory = new MemoryStorage();
    for (long number = 1; number <= SEGMENTS; number++) {
      String name = String.format(Locale.ROOT, "metrics/%012d.jsonl", number);
      memory.putIfAbsent(RUN.resolve(name), segment(number));
    }
    pack(memory, open);
    for (Entry entry : memory.list(RUN)) {
      Location to = run.resolve(entry.at().relativeTo(RUN));
      Storages.at(to).put(to, ByteSource.of(memory.read(entry.at())));
    }
    System.out.println("figure objects " + memory.list(RUN).size());
  }

  private static byte[] segment(long number) {
    var encoder = new MetricsRowEncoder();
    var out = new ByteArrayOutputStream();
    byte[] metrics = "{\"loss\":0.5,\"accuracy\":0.875}".getBytes(StandardCharsets.UTF_8);
    for (long n = (number - 1) * ROWS + 1; n <= number * ROWS; n++) {
      var stamp = new MetricsRowEncoder.Stamp(n, 0, n);
      out.writeBytes(encoder.encode(new Origin(1, 0, "w", n), stamp, metrics, "").toByteArray());
      out.write('\n');
    }
    return out.toByteArray();
  }

  private static void pack(Storage memory, Path open) {
    var place =
        new MetricsWork.Place(memory, RUN, new LocalOpenDirectory(open), "me", Sealing.REMOTE);
    MetricsWork work = MetricsWork.begin(place, new Nobody(), new Asleep(), 0);
    while (work.pack() == 0) {
      // There is more to pack.
    }
  }

  private static final class Asleep implements MetricsWork.Wake {
    @Override
    public void write() {}

    @Override
    public void seal() {}

    @Override
    public void pack() {}
  }

  /// Ends the program where something is wrong.
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
    public void deposed() {
      throw new IllegalStateException("another process writes this history");
    }
  }
}
