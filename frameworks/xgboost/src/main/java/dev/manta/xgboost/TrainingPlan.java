package dev.manta.xgboost;

import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.tabular.TrainingTables;
import dev.manta.xgboost.TrainingSettings.EarlyStopping;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a trainer was told so far.
///
/// @param parameters XGBoost's
record TrainingPlan(
    Json parameters, Counts counts, Optional<EarlyStopping> earlyStopping, Optional<Long> memory) {
  private static final int ROUNDS = 100;

  /// @param checkpointEvery rounds between checkpoints; 0 for one at the end
  record Counts(int rounds, int checkpointEvery) {}

  static TrainingPlan of(Object parameters) {
    return new TrainingPlan(
        Bind.write(parameters), new Counts(ROUNDS, 0), Optional.empty(), Optional.empty());
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
    return new TrainingPlan(parameters, other, earlyStopping, memory);
  }

  TrainingPlan earlyStopping(int rounds, @Nullable String metric) {
    requirePositive(rounds, "rounds of early stopping");
    var stopping = new EarlyStopping(rounds, Optional.ofNullable(metric));
    return new TrainingPlan(parameters, counts, Optional.of(stopping), memory);
  }

  TrainingPlan memory(long bytes) {
    requirePositive(bytes, "bytes of memory");
    return new TrainingPlan(parameters, counts, earlyStopping, Optional.of(bytes));
  }

  private static void requirePositive(long count, String what) {
    if (count < 1) {
      throw new IllegalArgumentException(what + " must be at least 1, not " + count);
    }
  }

  /// What workers are told; refuses what cannot be trained.
  TrainingSettings settings(TrainingTables tables) {
    List<String> validation = tables.validation().stream().sorted().toList();
    if (earlyStopping.isPresent()) {
      tables.requireValidation();
    }
    return new TrainingSettings(
        parameters,
        tables.roles(),
        counts.rounds(),
        validation,
        earlyStopping,
        counts.checkpointEvery(),
        memory);
  }
}
