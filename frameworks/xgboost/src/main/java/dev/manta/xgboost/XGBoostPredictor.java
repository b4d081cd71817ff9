package dev.manta.xgboost;

import dev.manta.data.Batch;
import dev.manta.data.Functions;
import dev.manta.tabular.FeatureRows;
import dev.manta.tabular.TableSchema;
import dev.manta.xgboost.internal.booster.Answers;
import dev.manta.xgboost.internal.booster.NativeBooster;
import dev.manta.xgboost.internal.booster.Question;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// Predicts rows with a trained model: those of arrays, or of batches of a dataset. Where training
/// stopped early, it leaves out the rounds after the best one. Several threads may use it at once.
@SuppressWarnings("serial") // travels by name, never as an object
public final class XGBoostPredictor implements Functions.BatchMap, AutoCloseable {
  /// The column that batches get.
  public static final String COLUMN = "prediction";

  /// Where early stopping keeps the number of the best round, as Python does.
  static final String BEST_ROUND = "best_iteration";

  /// Where the number is kept that stood for a missing value in training.
  static final String MISSING = "missing";

  /// They are copied, and an array holds no more than 2^31.
  private static final int VALUES_AT_ONCE = 1 << 22;

  private final transient NativeBooster booster;
  private final transient TableSchema schema;
  private final transient Optional<Double> missing;
  private final int rounds;
  private final transient ReadWriteLock inUse = new ReentrantReadWriteLock();

  private XGBoostPredictor(
      NativeBooster booster, TableSchema schema, Optional<Double> missing, int rounds) {
    this.booster = booster;
    this.schema = schema;
    this.missing = missing;
    this.rounds = rounds;
  }

  static XGBoostPredictor of(NativeBooster booster, TableSchema schema) {
    int rounds = booster.attribute(BEST_ROUND).map(best -> Integer.parseInt(best) + 1).orElse(0);
    Optional<Double> missing = booster.attribute(MISSING).map(Double::parseDouble);
    booster.configure();
    return new XGBoostPredictor(booster, schema, missing, rounds);
  }

  static XGBoostPredictor of(String model, String table) {
    TableSchema schema = TableSchema.parse(table.getBytes(StandardCharsets.UTF_8));
    return XGBoostModel.of(Base64.getDecoder().decode(model), schema).predictor();
  }

  /// What the model predicts for rows of its features, in its order; NaN is a missing value, and a
  /// category is its code in `table.json`.
  public float[][] predict(float[][] rows) {
    List<float[]> all = new ArrayList<>(rows.length);
    int some = Math.max(1, VALUES_AT_ONCE / Math.max(1, schema.size()));
    for (int from = 0; from < rows.length; from += some) {
      int to = (int) Math.min((long) from + some, rows.length);
      all.addAll(List.of(predict(rows, from, to)));
    }
    return all.toArray(float[][]::new);
  }

  private float[][] predict(float[][] rows, int from, int to) {
    float[] some = new float[(to - from) * schema.size()];
    for (int row = from; row < to; row++) {
      if (rows[row].length != schema.size()) {
        throw new IllegalArgumentException(
            "row %s has %s numbers, but the model has %s features: %s"
                .formatted(
                    row, rows[row].length, schema.size(), String.join(", ", schema.names())));
      }
      copy(rows[row], some, (row - from) * schema.size());
    }
    return cut(answers(some, to - from), to - from);
  }

  private void copy(float[] row, float[] all, int at) {
    for (int i = 0; i < row.length; i++) {
      boolean isMissing = missing.isPresent() && missing.get().floatValue() == row[i];
      all[at + i] = isMissing ? Float.NaN : row[i];
    }
  }

  private static float[][] cut(Answers answers, int rows) {
    float[][] cut = new float[rows][];
    for (int row = 0; row < rows; row++) {
      int from = row * answers.width();
      cut[row] = Arrays.copyOfRange(answers.values(), from, from + answers.width());
    }
    return cut;
  }

  /// The rows with one more column, `prediction`.
  @Override
  public Batch apply(Batch batch) {
    FeatureRows rows = FeatureRows.of(schema, missing);
    Answers answers = answers(rows.of(batch), batch.rows());
    return batch.withColumn(COLUMN, column(answers, batch.rows()));
  }

  private static List<Object> column(Answers answers, int rows) {
    List<Object> column = new ArrayList<>(rows);
    for (float[] each : cut(answers, rows)) {
      column.add(each.length == 1 ? (Object) each[0] : each);
    }
    return column;
  }

  private Answers answers(float[] rows, int count) {
    if (count == 0) {
      return new Answers(new float[0], 1);
    }
    inUse.readLock().lock();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocateFrom(ValueLayout.JAVA_FLOAT, rows);
      return booster.predict(memory, count, schema.size(), Question.predictions(rounds));
    } finally {
      inUse.readLock().unlock();
    }
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
