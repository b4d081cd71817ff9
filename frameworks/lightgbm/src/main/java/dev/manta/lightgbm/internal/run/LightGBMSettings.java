package dev.manta.lightgbm.internal.run;

import dev.manta.spi.json.Json;
import dev.manta.tabular.TableRoles;
import java.util.List;
import java.util.Optional;

/// The config of the trainer's training function.
///
/// @param parameters LightGBM's, as the user gave them: the part that a search may change
/// @param roles what columns are
/// @param rounds how many rounds are grown
/// @param earlyStopping when training ends before that
/// @param checkpointEvery after how many rounds a checkpoint is reported, beside the last
/// @param memory the bytes that the rows of a rank may take in memory
/// @param validation the datasets that are scored after each round
public record LightGBMSettings(
    Json parameters,
    Optional<TableRoles> roles,
    int rounds,
    Optional<EarlyStopping> earlyStopping,
    Optional<Integer> checkpointEvery,
    Optional<Long> memory,
    List<String> validation) {
  /// @param rounds without progress after which training ends
  /// @param metric the one that is watched; all of the datasets that are scored where it is empty
  public record EarlyStopping(int rounds, Optional<String> metric) {
    public EarlyStopping {
      requirePositive(rounds, "the rounds of early stopping");
    }
  }

  public LightGBMSettings {
    requirePositive(rounds, "rounds");
    checkpointEvery.ifPresent(every -> requirePositive(every, "the rounds between checkpoints"));
    memory.ifPresent(bytes -> requirePositive(bytes, "the memory of rows"));
    validation = List.copyOf(validation);
  }

  /// With so many rounds, and nothing else said.
  public static LightGBMSettings of(Json parameters, int rounds) {
    return new LightGBMSettings(
        parameters,
        Optional.empty(),
        rounds,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  /// The same with other roles of columns and other datasets to score the model with.
  public LightGBMSettings data(TableRoles newRoles, List<String> newValidation) {
    return new LightGBMSettings(
        parameters,
        Optional.of(newRoles),
        rounds,
        earlyStopping,
        checkpointEvery,
        memory,
        newValidation);
  }

  /// The same with another number of rounds.
  public LightGBMSettings rounds(int count) {
    return new LightGBMSettings(
        parameters, roles, count, earlyStopping, checkpointEvery, memory, validation);
  }

  /// The same, ended early.
  public LightGBMSettings earlyStopping(EarlyStopping stopping) {
    return new LightGBMSettings(
        parameters, roles, rounds, Optional.of(stopping), checkpointEvery, memory, validation);
  }

  /// The same with a checkpoint after each so many rounds.
  public LightGBMSettings checkpointEvery(int count) {
    return new LightGBMSettings(
        parameters, roles, rounds, earlyStopping, Optional.of(count), memory, validation);
  }

  /// The same with so many bytes of memory for a rank's rows.
  public LightGBMSettings memory(long bytes) {
    return new LightGBMSettings(
        parameters, roles, rounds, earlyStopping, checkpointEvery, Optional.of(bytes), validation);
  }

  private static void requirePositive(long value, String what) {
    if (value < 1) {
      throw new IllegalArgumentException(what + " must be at least 1, not " + value);
    }
  }
}
