package dev.manta.tabular;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Schema;
import dev.manta.data.Type;
import dev.manta.train.TrainContext;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Makes a rank's rows of the batches of a pass.
final class TableBuilder implements AutoCloseable {
  private final TrainContext<?> ctx;
  private final String dataset;
  private final TableRoles roles;
  private final Optional<TableSchema> schema;
  private final long memoryMax;
  private final FloatList labels = new FloatList();
  private final FloatList weights = new FloatList();
  private final QueryGroups queries;
  private @Nullable FeatureRows rows;
  private @Nullable RowStore store;

  TableBuilder(TrainContext<?> ctx, String dataset, KeptTables.Form form) {
    this.ctx = ctx;
    this.dataset = dataset;
    this.roles = form.roles();
    this.schema = form.schema();
    this.memoryMax = form.memoryMax();
    this.queries = new QueryGroups(ctx.rank(), ctx.worldSize());
  }

  /// Takes the rows of a batch, unless it only keeps ranks in step.
  void add(Batch batch) {
    FeatureRows writer = rows == null ? open(batch) : rows;
    if (batch.weight() == 0 || batch.rows() == 0) {
      return;
    }
    RowStore to = store(writer);
    if (roles.query().isPresent()) {
      addOwn(batch, writer, to, roles.query().get());
    } else {
      to.add(batch.rows(), into -> writer.write(batch, into));
      addTargets(batch, all(batch.rows()));
    }
  }

  private static int[] all(int count) {
    int[] rows = new int[count];
    Arrays.setAll(rows, row -> row);
    return rows;
  }

  private RowStore store(FeatureRows writer) {
    RowStore known = store;
    if (known == null) {
      known = new RowStore(writer.width(), memoryMax);
      store = known;
    }
    return known;
  }

  private FeatureRows open(Batch batch) {
    requireColumns(batch.schema());
    FeatureRows opened =
        schema
            .map(model -> FeatureRows.of(model, roles.missing()))
            .orElseGet(
                () ->
                    FeatureRows.growing(
                        features(batch.schema()), roles.features().categorical(), roles.missing()));
    rows = opened;
    return opened;
  }

  private void requireColumns(Schema columns) {
    requireColumn(columns, roles.label(), "the label");
    roles.weight().ifPresent(name -> requireColumn(columns, name, "the weight"));
    roles.query().ifPresent(name -> requireColumn(columns, name, "the query"));
    List<String> named = new ArrayList<>(roles.features().only());
    named.addAll(roles.features().categorical());
    named.addAll(schema.map(TableSchema::names).orElse(List.of()));
    named.forEach(name -> requireColumn(columns, name, "a feature"));
    requireNumbers(columns, roles.label(), "labels are numbers; map texts to 0, 1, …");
    roles.weight().ifPresent(name -> requireNumbers(columns, name, "weights are numbers"));
  }

  private void requireColumn(Schema columns, String name, String role) {
    if (!columns.has(name)) {
      String near =
          NearestName.of(name, columns.names())
              .map(each -> " did you mean \"" + each + "\"?")
              .orElse("");
      throw new IllegalArgumentException(
          "dataset \"%s\" has no column \"%s\", which is %s; it has %s.%s"
              .formatted(dataset, name, role, String.join(", ", columns.names()), near));
    }
  }

  private void requireNumbers(Schema columns, String name, String why) {
    Type type = columns.field(name).type();
    if (type.isVariable() || type instanceof Type.ListOf || type instanceof Type.FixedBytes) {
      throw new IllegalArgumentException(
          "column \"%s\" of dataset \"%s\" is of %s, but %s"
              .formatted(name, dataset, type.text(), why));
    }
  }

  private List<String> features(Schema columns) {
    if (!roles.features().only().isEmpty()) {
      return roles.features().only();
    }
    List<String> names = new ArrayList<>(columns.names());
    names.removeAll(roles.others());
    names.removeAll(roles.features().ignored());
    if (names.isEmpty()) {
      throw new IllegalArgumentException(
          "dataset \"%s\" has no features: its columns are %s"
              .formatted(dataset, String.join(", ", columns.names())));
    }
    return names;
  }

  private void addOwn(Batch batch, FeatureRows writer, RowStore to, String query) {
    Column column = batch.column(query);
    int[] own =
        IntStream.range(0, batch.rows()).filter(row -> queries.takes(column, row)).toArray();
    addTargets(batch, own);
    long bytes = (long) writer.width() * Float.BYTES;
    try (Arena passing = Arena.ofConfined()) {
      MemorySegment all = passing.allocate(bytes * batch.rows(), Float.BYTES);
      writer.write(batch, all);
      to.add(own.length, into -> copy(all, own, bytes, into));
    }
  }

  private static void copy(MemorySegment all, int[] own, long bytes, MemorySegment into) {
    for (int i = 0; i < own.length; i++) {
      MemorySegment.copy(all, own[i] * bytes, into, i * bytes, bytes);
    }
  }

  private void addTargets(Batch batch, int[] own) {
    Column label = batch.column(roles.label());
    for (int row : own) {
      addLabel(number(label, row));
    }
    roles.weight().ifPresent(name -> addWeights(name, batch.column(name), own));
  }

  private void addWeights(String name, Column weight, int[] own) {
    for (int row : own) {
      addWeight(name, number(weight, row));
    }
  }

  private void addLabel(float label) {
    if (!Float.isFinite(label)) {
      throw new IllegalArgumentException(
          "rank %s: the label \"%s\" of dataset \"%s\" is %s in its row %s: fill such labels, or filter their rows"
              .formatted(ctx.rank(), roles.label(), dataset, missing(label), labels.size()));
    }
    labels.add(label);
  }

  private void addWeight(String name, float weight) {
    if (!(weight >= 0) || !Float.isFinite(weight)) {
      throw new IllegalArgumentException(
          "rank %s: the weight \"%s\" of dataset \"%s\" is %s in its row %s, but a weight is a number from 0 on"
              .formatted(ctx.rank(), name, dataset, missing(weight), weights.size()));
    }
    weights.add(weight);
  }

  private static String missing(float value) {
    return Float.isNaN(value) ? "missing" : Float.toString(value);
  }

  private static float number(Column column, int row) {
    return column.isNull(row) ? Float.NaN : (float) column.realAt(row);
  }

  /// What was added; agrees with all other ranks on the features.
  KeptRows build() {
    if (roles.query().isPresent()) {
      queries.requireSame(ctx, dataset);
    }
    TableSchema agreed =
        SchemaAgreement.of(ctx, dataset, schema, Optional.ofNullable(rows).map(this::found));
    RowStore built = store == null ? new RowStore(agreed.size(), memoryMax) : store;
    store = built;
    if (schema.isEmpty() && rows != null) {
      translate(rows, agreed, built);
    }
    KeptRows kept = roles.query().isPresent() ? grouped(agreed, built) : inOrder(agreed, built);
    store = null;
    return kept;
  }

  private TableSchema found(FeatureRows writer) {
    return schema.orElseGet(() -> writer.schema());
  }

  private KeptRows inOrder(TableSchema agreed, RowStore built) {
    return new KeptRows(
        agreed,
        built,
        labels.toArray(),
        roles.weight().map(_ -> weights.toArray()),
        Optional.empty());
  }

  private KeptRows grouped(TableSchema agreed, RowStore built) {
    int[] order = queries.order();
    RowStore grouped = built.reordered(order, TableReading.BATCH_ROWS);
    store = null;
    return new KeptRows(
        agreed,
        grouped,
        labels.toArray(order),
        roles.weight().map(_ -> weights.toArray(order)),
        Optional.of(queries.sizes()));
  }

  /// Puts the codes that all ranks agreed on in the place of those that came up here.
  private static void translate(FeatureRows writer, TableSchema agreed, RowStore store) {
    for (int feature : agreed.categoricalPlaces()) {
      CategoryCodes codes = writer.codes(feature);
      List<String> categories = agreed.features().get(feature).categories().orElseThrow();
      if (codes != null) {
        float[] to = codes.translation(categories);
        store.chunks().forEach(chunk -> translate(chunk, feature, agreed.size(), to));
      }
    }
  }

  private static void translate(TableChunk chunk, int feature, int width, float[] to) {
    for (int row = 0; row < chunk.rows(); row++) {
      long at = (long) row * width + feature;
      float code = chunk.features().getAtIndex(JAVA_FLOAT, at);
      if (!Float.isNaN(code)) {
        chunk.features().setAtIndex(JAVA_FLOAT, at, to[(int) code]);
      }
    }
  }

  @Override
  public void close() {
    if (store != null) {
      store.close();
    }
  }
}
