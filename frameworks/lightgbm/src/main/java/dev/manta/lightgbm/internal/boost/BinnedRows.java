package dev.manta.lightgbm.internal.boost;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.manta.collective.Collectives;
import dev.manta.lightgbm.internal.library.LightGBMLibrary;
import dev.manta.tabular.Table;
import dev.manta.tabular.TableChunk;
import dev.manta.tabular.TableSchema;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// A rank's rows of a dataset as LightGBM keeps them: each value by the number of its bin.
///
/// It is made before the network opens, as making it makes no calls there. A rank without rows has
/// one here that counts next to nothing.
public final class BinnedRows implements AutoCloseable {
  private static final int FLOATS = 0;
  private static final int DOUBLES = 1;
  private static final int INTS = 2;

  private final LightGBMLibrary library;
  private final MemorySegment handle;
  private final int rows;
  private final int width;

  private BinnedRows(LightGBMLibrary library, MemorySegment handle, int rows, int width) {
    this.library = library;
    this.handle = handle;
    this.rows = rows;
    this.width = width;
  }

  /// Rows to learn from. Ranks agree on the bins: every rank calls it.
  public static BinnedRows train(
      LightGBMLibrary library, Collectives collectives, Table table, Parameters parameters) {
    try (Arena arena = Arena.ofConfined()) {
      RowValues values = RowValues.of(collectives, table, arena);
      BinnedRows made = empty(library, collectives, table, parameters, values.rows());
      return made.filled(() -> made.nameFeatures(table.schema()), values);
    }
  }

  /// With bins and without values: the sample that bins are found from is freed before those come.
  private static BinnedRows empty(
      LightGBMLibrary library,
      Collectives collectives,
      Table table,
      Parameters parameters,
      int rows) {
    try (Arena arena = Arena.ofConfined()) {
      BinSample sample = BinSample.draw(library, collectives, table, parameters, arena);
      int width = table.schema().size();
      SampleColumns columns = SampleColumns.of(sample, width, arena);
      MemorySegment out = arena.allocate(ADDRESS);
      library.call(
          "DatasetCreateFromSampledColumn",
          "ppipiilpp",
          columns.values(arena),
          columns.rows(arena),
          width,
          columns.counts(arena),
          sample.rows(),
          rows,
          table.rowsOfAllRanks(),
          arena.allocateFrom(parameters.text()),
          out);
      return new BinnedRows(library, out.get(ADDRESS, 0), rows, width);
    }
  }

  /// Rows to score a model with, by the bins of those that it learns from; every rank calls it.
  public static BinnedRows like(BinnedRows train, Collectives collectives, Table table) {
    try (Arena arena = Arena.ofConfined()) {
      RowValues values = RowValues.of(collectives, table, arena);
      MemorySegment out = arena.allocate(ADDRESS);
      train.library.call(
          "DatasetCreateByReference", "plp", train.handle, (long) values.rows(), out);
      BinnedRows made =
          new BinnedRows(train.library, out.get(ADDRESS, 0), values.rows(), train.width);
      return made.filled(() -> {}, values);
    }
  }

  private BinnedRows filled(Runnable first, RowValues values) {
    try {
      first.run();
      push(values);
      setTargets(values);
      return this;
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /// The features as the library names them: characters that its format has another use for are
  /// written with others.
  public static List<String> names(TableSchema schema) {
    return schema.names().stream().map(name -> name.replaceAll("[\\s\",:\\[\\]{}]", "_")).toList();
  }

  private void nameFeatures(TableSchema schema) {
    try (Arena arena = Arena.ofConfined()) {
      List<String> names = names(schema);
      MemorySegment all = arena.allocate(ADDRESS, names.size());
      for (int i = 0; i < names.size(); i++) {
        all.setAtIndex(ADDRESS, i, arena.allocateFrom(names.get(i)));
      }
      library.call("DatasetSetFeatureNames", "ppi", handle, all, names.size());
    }
  }

  private void push(RowValues values) {
    library.call("DatasetSetWaitForManualFinish", "pi", handle, 1);
    int first = 0;
    for (TableChunk chunk : values.chunks()) {
      library.call(
          "DatasetPushRows",
          "ppiiii",
          handle,
          chunk.features(),
          FLOATS,
          chunk.rows(),
          width,
          first);
      first += chunk.rows();
    }
    library.call("DatasetMarkFinished", "p", handle);
  }

  private void setTargets(RowValues values) {
    try (Arena arena = Arena.ofConfined()) {
      set("label", arena.allocateFrom(JAVA_FLOAT, values.labels()), rows, FLOATS);
      values
          .weights()
          .ifPresent(all -> set("weight", arena.allocateFrom(JAVA_FLOAT, all), rows, FLOATS));
      values
          .querySizes()
          .ifPresent(all -> set("group", arena.allocateFrom(JAVA_INT, all), all.length, INTS));
    }
  }

  /// What a model so far says of each row, class after class: training resumes from there.
  public void startFrom(MemorySegment scores) {
    set("init_score", scores, Math.toIntExact(scores.byteSize() / JAVA_DOUBLE.byteSize()), DOUBLES);
  }

  private void set(String field, MemorySegment values, int count, int type) {
    try (Arena arena = Arena.ofConfined()) {
      library.call(
          "DatasetSetField", "pppii", handle, arena.allocateFrom(field), values, count, type);
    }
  }

  /// How many there are.
  public int rows() {
    return rows;
  }

  MemorySegment handle() {
    return handle;
  }

  @Override
  public void close() {
    library.call("DatasetFree", "p", handle);
  }
}
