package dev.manta.bench.data;

import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Batches;
import dev.manta.data.Cursor;
import dev.manta.data.Dataset;
import dev.manta.data.Shard;
import dev.manta.formats.image.Images;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;

/// Reads a folder of Parquet files in batches of 4096 rows: as they lie, shuffled in windows,
/// shuffled as a whole.
final class IngestProgram {
  private static final int BATCH = 4096;
  private static final long WINDOW = 200_000;
  private static final int IMAGE_BATCH = 64;
  private static final int SIZE = 224;
  private static final int WARM = 3;
  private static final int PASSES = 5;
  private static final long WARM_NANOS = 8_000_000_000L;
  private static final int SHORT_PASSES = 25;
  private static final long BILLION = 1_000_000_000L;
  private static final long UNIT_ROWS = 1 << 10;

  private IngestProgram() {}

  public static void main(String[] arguments) throws IOException {
    long begun = System.nanoTime();
    Dataset dataset = Dataset.parquet(arguments[0]);
    try (Batches<Batch> batches = dataset.batches(BATCH)) {
      touch(batches.iterator().next());
      figure("first", (System.nanoTime() - begun) / 1e9);
    }
    double[] rates = rates(dataset, dataset.shuffleWindow(WINDOW, 1));
    double plain = rates[0];
    double window = rates[1];
    figure("plain", plain);
    figure("loader", plain);
    figure("window", window);
    figure("share", window / plain);
    figure("global", rates(dataset.shuffle(1))[0]);
    figure("resume", resumed(dataset.shuffleWindow(WINDOW, 1)));
    figure("resume-billion", resumedAtBillion());
    figure("images", images(arguments[1]));
    IngestPixels.write(arguments[1], SIZE, Path.of(arguments[2]));
  }

  /// Images per second, decoded and resized.
  private static double images(String folder) {
    double[] rates = new double[PASSES];
    for (int i = -WARM; i < PASSES; i++) {
      long begun = System.nanoTime();
      long images = 0;
      try (Batches<Batch> batches = Images.folder(SIZE, SIZE, folder).batches(IMAGE_BATCH)) {
        for (Batch batch : batches) {
          images += batch.rows();
        }
      }
      if (i >= 0) {
        rates[i] = images / ((System.nanoTime() - begun) / 1e9);
      }
    }
    return median(rates);
  }

  /// Seconds from nothing to the batch behind the middle of the folder.
  private static double resumed(Dataset dataset) {
    Shard first = dataset.shard();
    long rows = dataset.count() / 2;
    Batches<Batch> batches = first.batches(BATCH);
    for (Batch batch : batches) {
      rows -= batch.rows();
      if (rows < 0) {
        break;
      }
    }
    Cursor middle = first.cursor();
    batches.close();
    return resumed(dataset, middle);
  }

  private static double resumed(Dataset dataset, Cursor from) {
    long begun = System.nanoTime();
    Shard shard = dataset.shard();
    shard.seek(from);
    try (Batches<Batch> batches = shard.batches(BATCH)) {
      if (batches.iterator().next().rows() == 0) {
        throw new IllegalStateException("there are rows behind " + from);
      }
    }
    return (System.nanoTime() - begun) / 1e9;
  }

  /// The same behind row 1,000,000,000 of shuffled and mapped numbers.
  private static double resumedAtBillion() {
    Dataset numbers =
        Dataset.range(2_000_000_000L).shuffle(1).map(row -> row.with("x", row.whole("id") + 1));
    Cursor start = numbers.shard().cursor();
    long unit = BILLION / UNIT_ROWS;
    long place = (unit << Integer.SIZE) + BILLION % UNIT_ROWS;
    return resumed(
        numbers, Cursor.inOrder(0, BILLION / BATCH, new long[] {place}, start.planHash()));
  }

  /// The medians of some passes over each, by turns. The JVM compiles for the first seconds, and
  /// each of these passes takes a fraction of one.
  private static double[] rates(Dataset... datasets) {
    for (long begun = System.nanoTime(); System.nanoTime() - begun < WARM_NANOS; ) {
      Arrays.stream(datasets).forEach(IngestProgram::pass);
    }
    double[][] rates = new double[datasets.length][SHORT_PASSES];
    for (int i = 0; i < SHORT_PASSES; i++) {
      for (int d = 0; d < datasets.length; d++) {
        rates[d][i] = pass(datasets[d]);
      }
    }
    return Arrays.stream(rates).mapToDouble(IngestProgram::median).toArray();
  }

  private static double median(double[] values) {
    return Arrays.stream(values).sorted().toArray()[values.length / 2];
  }

  private static double pass(Dataset dataset) {
    long begun = System.nanoTime();
    long rows = 0;
    try (Batches<Batch> batches = dataset.batches(BatchOptions.rows(BATCH).prefetch(4))) {
      for (Batch batch : batches) {
        rows += batch.rows();
        touch(batch);
      }
    }
    return rows / ((System.nanoTime() - begun) / 1e9);
  }

  private static void touch(Batch batch) {
    if (batch.column("f0").segment().get(ValueLayout.JAVA_FLOAT, 0) > 1) {
      throw new IllegalStateException("features are below 1");
    }
  }

  private static void figure(String name, double value) {
    System.out.println("figure " + name + " " + value);
  }
}
