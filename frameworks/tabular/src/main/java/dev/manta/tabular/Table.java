package dev.manta.tabular;

import dev.manta.train.TrainContext;
import java.util.List;
import java.util.Optional;

/// One rank's rows of a dataset as a matrix, kept in native memory: libraries that grow trees read
/// them several times.
///
/// They stay when an attempt ends: the same rank of as many ranks has them in the next one without
/// reading again. Whoever got a table closes it.
public final class Table implements AutoCloseable {
  /// What the JVM of a worker is started with that keeps tables. Rows lie in native memory: the
  /// heap that a JVM begins with on a large machine would only fill with garbage beside them.
  public static final String SMALL_HEAP = "-Xms32m";

  /// The same: only the JVM's quick compiler is used. Trees grow in native code, and the optimising
  /// compiler would take its time from the same cores. Where rows pass through much Java before,
  /// `-XX:TieredStopAtLevel=4` among the options of the scaling brings it back.
  public static final String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";

  private final KeptRows kept;
  private final TableTotals totals;
  private boolean closed;

  Table(KeptRows kept, TableTotals totals) {
    this.kept = kept.retain();
    this.totals = totals;
  }

  /// Reads this rank's rows and finds out, with all other ranks, what the features are. Every rank
  /// calls it.
  ///
  /// @param memoryMax the bytes that rows may take in memory; what exceeds it lies in a file
  public static Table read(TrainContext<?> ctx, String dataset, TableRoles roles, long memoryMax) {
    return new TableReading(ctx, dataset, roles, Optional.empty(), memoryMax).table();
  }

  /// Reads this rank's rows of a dataset that a model is scored with: the columns are the model's.
  public static Table read(
      TrainContext<?> ctx, String dataset, TableRoles roles, TableSchema schema, long memoryMax) {
    return new TableReading(ctx, dataset, roles, Optional.of(schema), memoryMax).table();
  }

  /// Half of this machine's memory, or of what this process may use of it, shared by the ranks on
  /// it.
  public static long memoryShare(TrainContext<?> ctx) {
    return MachineMemory.bytes() / 2 / Math.max(1, ctx.localSize());
  }

  /// The features, the same on every rank.
  public TableSchema schema() {
    return totals.schema();
  }

  /// How many rows this rank has; there may be none.
  public int rows() {
    return kept.labels().length;
  }

  /// How many rows all ranks have.
  public long rowsOfAllRanks() {
    return totals.rows();
  }

  /// Whether a rank's rows exceed what its memory may take.
  public boolean isSpilled() {
    return totals.spilled();
  }

  /// The features of its rows.
  public List<TableChunk> chunks() {
    return kept.chunks();
  }

  /// The label of each row.
  public float[] labels() {
    return kept.labels();
  }

  /// The labels of all ranks in short.
  public LabelRange labelsOfAllRanks() {
    return totals.labels();
  }

  /// How much each row counts, where a column says so.
  public Optional<float[]> weights() {
    return kept.weights();
  }

  /// How many rows each group has that is ranked among itself, in the order of rows.
  public Optional<int[]> querySizes() {
    return kept.querySizes();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      kept.close();
    }
  }
}
