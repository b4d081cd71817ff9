package dev.manta.xgboost;

import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.xgboost.TrainingSettings.EarlyStopping;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What a trainer was told so far.
///
/// @param parameters XGBoost's
/// @param datasets by their names
record TrainingPlan(
    Json parameters,
    ColumnRoles roles,
    Counts counts,
    Optional<EarlyStopping> earlyStopping,
    Optional<Long> memory,
    Map<String, Rows> datasets) {
  private static final int ROUNDS = 100;

  /// @param checkpointEvery rounds between checkpoints; 0 for one at the end
  record Counts(int rounds, int checkpointEvery) {}

  /// A dataset, and how it is shared out where that was said.
  record Rows(Dataset dataset, Optional<DataConfig> config) {}

  static TrainingPlan of(Object parameters) {
    return new TrainingPlan(
        Bind.write(parameters),
        ColumnRoles.none(),
        new Counts(ROUNDS, 0),
        Optional.empty(),
        Optional.empty(),
        Map.of());
  }

  TrainingPlan roles(ColumnRoles other) {
    return new TrainingPlan(parameters, other, counts, earlyStopping, memory, datasets);
  }

  TrainingPlan rounds(int rounds) {
    requirePositive(rounds, "rounds");
    return counts(new Counts(rounds, counts.checkpointEvery()));
  }

  TrainingPlan checkpointEvery(int rounds) {
    requirePositive(rounds, "rounds between checkpoints");
    return counts(new Counts(counts.rounds(), rounds));
  }

  private TrainingPlan counts(Counts other) {
    return new TrainingPlan(parameters, roles, other, earlyStopping, memory, datasets);
  }

  TrainingPlan earlyStopping(int rounds, @Nullable String metric) {
    requirePositive(rounds, "rounds of early stopping");
    var stopping = new EarlyStopping(rounds, Optional.ofNullable(metric));
    return new TrainingPlan(parameters, roles, counts, Optional.of(stopping), memory, datasets);
  }

  TrainingPlan memory(long bytes) {
    requirePositive(bytes, "bytes of memory");
    return new TrainingPlan(parameters, roles, counts, earlyStopping, Optional.of(bytes), datasets);
  }

  private static void requirePositive(long count, String what) {
    if (count < 1) {
      throw new IllegalArgumentException(what + " must be at least 1, not " + count);
    }
  }

  TrainingPlan dataset(String name, Dataset dataset, @Nullable DataConfig config) {
    Map<String, Rows> more = new LinkedHashMap<>(datasets);
    more.put(name, new Rows(dataset, Optional.ofNullable(config)));
    return new TrainingPlan(parameters, roles, counts, earlyStopping, memory, Map.copyOf(more));
  }

  /// Those whose groups every rank looks for, as nothing else was said.
  Map<String, Rows> wholeDatasets() {
    Map<String, Rows> whole = new TreeMap<>(datasets);
    whole.values().removeIf(rows -> rows.config().isPresent());
    return roles.roles().query().isPresent() ? whole : Map.of();
  }

  /// What workers are told; refuses what cannot be trained.
  TrainingSettings settings() {
    if (!datasets.containsKey(TrainingSettings.TRAIN)) {
      String given =
          datasets.isEmpty()
              ? "none is given"
              : "given are " + String.join(", ", new TreeMap<>(datasets).keySet());
      throw new IllegalArgumentException(
          "the dataset \"train\" is learned from, but %s: add it by dataset(\"train\", …)"
              .formatted(given));
    }
    List<String> validation =
        datasets.keySet().stream()
            .filter(name -> !name.equals(TrainingSettings.TRAIN))
            .sorted()
            .toList();
    if (earlyStopping.isPresent() && validation.isEmpty()) {
      throw new IllegalArgumentException(
          "early stopping needs rows that are not learned from: add a dataset such as"
              + " dataset(\"valid\", …)");
    }
    return new TrainingSettings(
        parameters,
        roles.roles(),
        counts.rounds(),
        validation,
        earlyStopping,
        counts.checkpointEvery(),
        memory);
  }
}
