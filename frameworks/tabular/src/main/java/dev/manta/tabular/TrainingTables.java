package dev.manta.tabular;

import dev.manta.Trainer;
import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// The tables that a trainer was given so far: its datasets, and the roles of their columns, in any
/// order. Immutable.
public final class TrainingTables {
  /// The dataset that the model learns from.
  public static final String TRAIN = "train";

  private final Optional<String> label;
  private final UnaryOperator<TableRoles> others;
  private final Map<String, Optional<Dataset>> datasets;

  /// @param datasets by name; empty where a config says how ranks share it
  private TrainingTables(
      Optional<String> label,
      UnaryOperator<TableRoles> others,
      Map<String, Optional<Dataset>> datasets) {
    this.label = label;
    this.others = others;
    this.datasets = datasets;
  }

  /// No tables yet.
  public static TrainingTables none() {
    return new TrainingTables(Optional.empty(), UnaryOperator.identity(), Map.of());
  }

  TrainingTables label(String column) {
    return checked(new TrainingTables(Optional.of(column), others, datasets));
  }

  TrainingTables roles(UnaryOperator<TableRoles> change) {
    return checked(new TrainingTables(label, roles -> change.apply(others.apply(roles)), datasets));
  }

  /// Roles that contradict each other are refused at once.
  private static TrainingTables checked(TrainingTables tables) {
    if (tables.label.isPresent()) {
      var _ = tables.roles();
    }
    return tables;
  }

  TrainingTables split(String name, Dataset dataset) {
    return with(name, Optional.of(dataset));
  }

  TrainingTables configured(String name) {
    return with(name, Optional.empty());
  }

  private TrainingTables with(String name, Optional<Dataset> dataset) {
    Map<String, Optional<Dataset>> more = new LinkedHashMap<>(datasets);
    more.put(name, dataset);
    return new TrainingTables(label, others, more);
  }

  /// The roles of columns.
  ///
  /// @throws IllegalArgumentException where no label was named
  public TableRoles roles() {
    return others.apply(
        TableRoles.label(
            label.orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "there is no label column yet: name it with label(\"column\")"))));
  }

  /// The names of the validation sets, in the order in which they were given.
  ///
  /// @throws IllegalArgumentException where there is no dataset to learn from
  public List<String> validation() {
    if (!datasets.containsKey(TRAIN)) {
      throw new IllegalArgumentException(
          "there is no dataset \"train\" to learn from%s; add it with dataset(\"train\", …)"
              .formatted(
                  datasets.isEmpty() ? "" : ", only " + String.join(", ", datasets.keySet())));
    }
    return datasets.keySet().stream().filter(name -> !name.equals(TRAIN)).toList();
  }

  /// The dataset whose metrics rank checkpoints: the first validation set, or else what is learned
  /// from.
  public String scoredDataset() {
    return validation().stream().findFirst().orElse(TRAIN);
  }

  /// @throws IllegalArgumentException where early stopping has no validation set to watch
  public void requireValidation() {
    if (validation().isEmpty()) {
      throw new IllegalArgumentException(
          "early stopping needs a validation set: add one with dataset(\"valid\", …)");
    }
  }

  /// The trainer with every dataset read as a whole where rows are ranked in groups, as groups must
  /// come together, unless a config says otherwise.
  public Trainer wholeWhereGrouped(Trainer trainer) {
    if (roles().query().isEmpty()) {
      return trainer;
    }
    Trainer whole = trainer;
    for (Map.Entry<String, Optional<Dataset>> each : datasets.entrySet()) {
      if (each.getValue().isPresent()) {
        whole = whole.dataset(each.getKey(), each.getValue().get(), DataConfig.whole());
      }
    }
    return whole;
  }
}
