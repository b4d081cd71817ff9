package dev.manta.lightgbm;

import dev.manta.data.Batch;
import dev.manta.data.Functions;
import dev.manta.lightgbm.internal.boost.Answer;
import dev.manta.lightgbm.internal.boost.Booster;
import dev.manta.tabular.FeatureRows;
import dev.manta.tabular.TableSchema;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// Predicts rows with a trained model: those of arrays, or of batches of a dataset. Several threads
/// may use it at once.
@SuppressWarnings("serial") // travels by name, never as an object
public final class LightGBMPredictor implements Functions.BatchMap, AutoCloseable {
  /// The column that batches get.
  public static final String COLUMN = "prediction";

  /// Each thread that asks computes by itself.
  private static final String ONE_THREAD = "num_threads=1";

  private final transient Booster booster;
  private final transient TableSchema schema;
  private final transient ReadWriteLock inUse = new ReentrantReadWriteLock();

  LightGBMPredictor(Booster booster, TableSchema schema) {
    this.booster = booster;
    this.schema = schema;
  }

  static LightGBMPredictor of(String model, String table) {
    TableSchema schema = TableSchema.parse(table.getBytes(StandardCharsets.UTF_8));
    return LightGBMModel.of(model, schema).predictor();
  }

  /// What the model predicts for rows of its features, in its order; NaN is a missing value, and a
  /// category is its code in `table.json`.
  public double[][] predict(float[][] rows) {
    return answers(rows, Answer.PREDICTION);
  }

  /// How much each feature adds to the raw score of each row, and last what all rows have in
  /// common: SHAP values. Where the model gives a number for each class, those of one class follow
  /// the other.
  public double[][] contributions(float[][] rows) {
    return answers(rows, Answer.CONTRIBUTIONS);
  }

  private double[][] answers(float[][] rows, Answer answer) {
    float[] all = new float[rows.length * schema.size()];
    for (int row = 0; row < rows.length; row++) {
      if (rows[row].length != schema.size()) {
        throw new IllegalArgumentException(
            "row %s has %s numbers, but the model has %s features: %s"
                .formatted(
                    row, rows[row].length, schema.size(), String.join(", ", schema.names())));
      }
      copy(rows[row], all, row * schema.size());
    }
    return answers(all, rows.length, answer);
  }

  private void copy(float[] row, float[] all, int at) {
    for (int i = 0; i < row.length; i++) {
      boolean isMissing =
          schema.missing().isPresent() && schema.missing().get().floatValue() == row[i];
      all[at + i] = isMissing ? Float.NaN : row[i];
    }
  }

  /// The rows with one more column, `prediction`.
  @Override
  public Batch apply(Batch batch) {
    FeatureRows rows = FeatureRows.of(schema, schema.missing());
    double[][] answers = answers(rows.of(batch), batch.rows(), Answer.PREDICTION);
    List<Object> column = new ArrayList<>(answers.length);
    for (double[] each : answers) {
      column.add(each.length == 1 ? (Object) each[0] : each);
    }
    return batch.withColumn(COLUMN, column);
  }

  private double[][] answers(float[] features, int rows, Answer answer) {
    inUse.readLock().lock();
    try {
      return answered(features, rows, answer);
    } finally {
      inUse.readLock().unlock();
    }
  }

  private double[][] answered(float[] features, int rows, Answer answer) {
    int width = booster.answersPerRow(answer);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocateFrom(ValueLayout.JAVA_FLOAT, features);
      MemorySegment out = arena.allocate(ValueLayout.JAVA_DOUBLE, Math.max(1, (long) rows * width));
      if (rows > 0) {
        booster.predict(memory, rows, answer, 0, ONE_THREAD, out);
      }
      return cut(out.toArray(ValueLayout.JAVA_DOUBLE), rows, width);
    }
  }

  private static double[][] cut(double[] all, int rows, int width) {
    double[][] cut = new double[rows][];
    for (int row = 0; row < rows; row++) {
      cut[row] = Arrays.copyOfRange(all, row * width, (row + 1) * width);
    }
    return cut;
  }

  /// Waits for the answers that are under way; who asks later gets an [IllegalStateException].
  @Override
  public void close() {
    inUse.writeLock().lock();
    try {
      booster.close();
    } finally {
      inUse.writeLock().unlock();
    }
  }
}
