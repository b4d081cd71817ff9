package dev.manta.lightgbm.internal.run;

import dev.manta.lightgbm.internal.boost.Parameters;
import dev.manta.tabular.Table;
import dev.manta.tabular.TableRoles;
import dev.manta.tabular.TableSchema;
import dev.manta.train.TrainContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// The rows of a rank: those it learns from, and those its model is scored with.
final class Tables implements AutoCloseable {
  static final String TRAIN = "train";

  private final Map<String, Table> all = new LinkedHashMap<>();

  private Tables() {}

  /// Reads them, or finds those of an attempt before; every rank calls it.
  static Tables read(TrainContext<LightGBMSettings> ctx) {
    var tables = new Tables();
    try {
      LightGBMSettings settings = ctx.config();
      TableRoles roles = settings.roles().orElseThrow();
      long memory = settings.memory().orElseGet(() -> Table.memoryShare(ctx));
      tables.all.put(TRAIN, Table.read(ctx, TRAIN, roles, memory));
      for (String name : settings.validation()) {
        tables.all.put(name, Table.read(ctx, name, roles, tables.schema(), memory));
      }
      return tables;
    } catch (RuntimeException | Error e) {
      tables.close();
      throw e;
    }
  }

  TableSchema schema() {
    return train().schema();
  }

  Table train() {
    return Objects.requireNonNull(all.get(TRAIN));
  }

  /// By name, what is learned from first.
  Map<String, Table> all() {
    return all;
  }

  /// Refuses labels that are no classes where the objective has classes.
  void requireLabels(Parameters parameters) {
    String objective = parameters.get("objective", "regression");
    int classes =
        switch (objective) {
          case "binary" -> 2;
          case "multiclass", "multiclassova" -> Integer.parseInt(parameters.get("num_class", "1"));
          default -> 0;
        };
    if (classes > 0) {
      all.values().forEach(table -> table.labelsOfAllRanks().requireClasses(classes));
    }
  }

  @Override
  public void close() {
    all.values().forEach(Table::close);
  }
}
