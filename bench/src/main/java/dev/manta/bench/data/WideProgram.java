package dev.manta.bench.data;

import dev.manta.bench.Child;
import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Batches;
import dev.manta.data.Column;
import dev.manta.data.Dataset;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// Reads a folder of Parquet files of floats from the first line of this program on, and then again
/// and again: as they come, or with a sum over every value.
final class WideProgram {
  private static final int BATCH = 4096;
  private static final int PASSES = 9;
  private static final long WARM_NANOS = 6_000_000_000L;

  private final String folder;
  private final boolean sums;

  private WideProgram(String folder, boolean sums) {
    this.folder = folder;
    this.sums = sums;
  }

  /// Reads the folder that is named first; `sum` behind it sums up, and `once` behind that ends
  /// after the first pass.
  public static void main(String[] arguments) {
    long begun = System.nanoTime();
    var program = new WideProgram(arguments[0], arguments[1].equals("sum"));
    double cold = program.pass(begun);
    double process = secondsOfProcess();
    figure("cold", cold);
    figure("process", process);
    if (!arguments[2].equals("once")) {
      program.passAgain();
    }
  }

  private void passAgain() {
    figure("second", pass(System.nanoTime()));
    for (long warm = System.nanoTime(); System.nanoTime() - warm < WARM_NANOS; ) {
      pass(System.nanoTime());
    }
    double[] rates = new double[PASSES];
    Arrays.setAll(rates, _ -> pass(System.nanoTime()));
    figure("warm", Arrays.stream(rates).sorted().toArray()[PASSES / 2]);
  }

  /// How long ago this process was started.
  private static double secondsOfProcess() {
    double now = System.currentTimeMillis() / 1e3;
    return now - Double.parseDouble(System.getenv(Child.STARTED));
  }

  /// GB of values a second.
  private double pass(long begun) {
    long values = 0;
    double sum = 0;
    Dataset dataset = Dataset.parquet(folder);
    try (Batches<Batch> batches = dataset.batches(BatchOptions.rows(BATCH).prefetch(4))) {
      for (Batch batch : batches) {
        values += (long) batch.rows() * batch.schema().size();
        sum += sums ? sum(batch) : first(batch);
      }
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    requireSum(sum, values);
    return values * Float.BYTES / seconds / 1e9;
  }

  /// Values are spread evenly between 0 and 1.
  private void requireSum(double sum, long values) {
    if (sum <= 0 || (sums && Math.abs(sum / values - 0.5) > 0.01)) {
      throw new IllegalStateException(values + " values cannot have the sum " + sum);
    }
  }

  private static double first(Batch batch) {
    return batch.column(0).segment().get(ValueLayout.JAVA_FLOAT_UNALIGNED, 0);
  }

  private static double sum(Batch batch) {
    double sum = 0;
    for (Column column : batch.columns()) {
      sum += sum(column.segment(), column.rows());
    }
    return sum;
  }

  /// Four sums at a time: each would wait for itself.
  private static double sum(MemorySegment values, int count) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i <= count - 4; i += 4) {
      a += values.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, i);
      b += values.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, i + 1);
      c += values.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, i + 2);
      d += values.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, i + 3);
    }
    for (; i < count; i++) {
      a += values.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, i);
    }
    return a + b + c + d;
  }

  private static void figure(String name, double value) {
    System.out.println("figure " + name + " " + value);
  }
}
