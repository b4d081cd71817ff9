package dev.manta.lightgbm.internal.run;

import dev.manta.lightgbm.internal.boost.Parameters;
import dev.manta.tabular.Table;
import dev.manta.tabular.TableRoles;
import dev.manta.tabular.TableSchema;
import dev.manta.train.TrainContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The rows of a rank: those it learns from, and those its model is scored with.
public final class Tables implements AutoCloseable {
  static final String TRAIN = "train";

  private final Map<String, Table> all = new LinkedHashMap<>();

  private final Optional<Double> missing;

  private Tables(TableRoles roles) {
    missing = roles.missing();
  }

  /// Reads them, or finds those of an attempt before; every rank calls it.
  ///
  /// @param datasets what is learned from first
  public static Tables read(
      TrainContext<?> ctx, List<String> datasets, TableRoles roles, long memory) {
    var tables = new Tables(roles);
    try {
      for (String name : datasets) {
        tables.all.put(
            name,
            tables.all.isEmpty()
                ? Table.read(ctx, name, roles, memory)
                : Table.read(ctx, name, roles, tables.learned(), memory));
      }
      return tables;
    } catch (RuntimeException | Error e) {
      tables.close();
      throw e;
    }
  }

  /// The features of all of them, and which number stood for a missing value.
  public TableSchema schema() {
    return learned().missing(missing);
  }

  private TableSchema learned() {
    return all.values().iterator().next().schema();
  }

  /// By name, what is learned from first.
  public Map<String, Table> all() {
    return all;
  }

  /// Refuses labels that are not classes where the objective has classes.
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
