package dev.manta.xgboost;

import dev.manta.spi.json.Json;
import dev.manta.tabular.TableRoles;
import java.util.List;
import java.util.Optional;

/// What a trainer's loop is told.
///
/// @param parameters XGBoost's, as users gave them
/// @param rounds how many trees are grown, one after the other, for each output
/// @param validation the datasets that are scored beside `train`
/// @param checkpointEvery after how many rounds a checkpoint is stored; 0 for the end alone
/// @param memory the bytes that a rank's rows may take
record TrainingSettings(
    Json parameters,
    TableRoles roles,
    int rounds,
    List<String> validation,
    Optional<EarlyStopping> earlyStopping,
    int checkpointEvery,
    Optional<Long> memory) {
  static final String PARAMETERS = "parameters";

  TrainingSettings {
    validation = List.copyOf(validation);
  }

  /// @param patience rounds without a better score after which training stops
  /// @param metric the report's; the last one of the last validation set where none is named
  record EarlyStopping(int patience, Optional<String> metric) {}
}
