package dev.manta.tune.internal.drive;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.control.record.StorageRetry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import dev.manta.train.RunConfig;
import java.util.Optional;

/// Finds out which experiment is meant: an unfinished one of that name is resumed, a finished one
/// is kept and the next number taken.
///
/// @param root the directory of runs and experiments
public record ExperimentLookup(Location root, RunConfig config) {
  private static final int NAMES_MAX = 10_000;
  private static final String UNNAMED = "experiment";

  /// The experiment, which this process alone drives from now on.
  public OpenExperiment open(OpenExperiment.Wanted wanted) {
    StorageRetry retry =
        root.isLocal()
            ? StorageRetry.real()
            : StorageRetry.within(config.storagePatience(), StorageRetry.real().time());
    String base = config.name().orElse(UNNAMED);
    for (int number = 1; number < NAMES_MAX; number++) {
      Location location = root.resolve(number == 1 ? base : base + "-" + number);
      Optional<OpenExperiment> opened = open(location, wanted, retry);
      if (opened.isPresent()) {
        return opened.get();
      }
    }
    throw new MantaException(
        ErrorCode.USER, "there are too many experiments named " + base + " in " + root);
  }

  /// What has no name is never resumed; nor is a directory that something else has.
  private Optional<OpenExperiment> open(
      Location location, OpenExperiment.Wanted wanted, StorageRetry retry) {
    Storage storage = Storages.at(location);
    if (retry.storage(() -> storage.exists(location.resolve("run.json")))) {
      return Optional.empty();
    }
    if (config.name().isPresent() && !config.startsOver()) {
      return OpenExperiment.at(location, wanted, retry);
    }
    return retry.storage(() -> storage.children(location)).isEmpty()
        ? OpenExperiment.begin(location, wanted, retry)
        : Optional.empty();
  }
}
