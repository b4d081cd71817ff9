package dev.manta.tune.internal.drive;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.control.record.StorageRetry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import dev.manta.tune.Dimension;
import dev.manta.tune.Point;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Space;
import dev.manta.tune.TrialResult;
import dev.manta.tune.internal.experiment.ExperimentState;
import dev.manta.tune.internal.experiment.TrialRecord;
import dev.manta.tune.internal.space.DimensionTexts;
import dev.manta.tune.internal.trial.TrialCheckpoints;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What has come of an experiment, from its state or from its directory.
public final class Results {
  private Results() {}

  static ResultGrid of(
      Location at,
      List<Dimension> dimensions,
      ExperimentState state,
      TrialCheckpoints checkpoints) {
    List<TrialResult> results = new ArrayList<>();
    for (TrialRecord each : state.trials()) {
      results.add(
          new TrialResult(
              state.history().all().get(each.number()),
              each.reports(),
              each.from().map(checkpoints::at),
              each.best().map(checkpoints::at),
              Optional.of(each.error()).filter(text -> !text.isEmpty()),
              each.attempt()));
    }
    return new ResultGrid(
        at.name(), at.toString(), dimensions, state.history().goals(), results, state.isFinished());
  }

  /// Whether there is an experiment in a directory.
  public static boolean existAt(Location location) {
    return new JournalLookup(Storages.at(location), location, StorageRetry.real()).exists();
  }

  /// Reads the journal of an experiment, which may be under way. Nothing is decided, so neither its
  /// searcher nor its scheduler is needed.
  public static ResultGrid at(Location location) {
    Storage storage = Storages.at(location);
    JournalLines lines = new JournalLookup(storage, location, StorageRetry.real()).read();
    ExperimentHead head = lines.head().orElseThrow(() -> none(location));
    var state = new ExperimentState(head.goalsAlone(), Space.of().constant("any", 0));
    lines.entries().forEach(state::apply);
    List<Point> points = state.trials().stream().map(TrialRecord::point).toList();
    List<Dimension> dimensions = DimensionTexts.read(head.space(), points);
    return of(location, dimensions, state, new TrialCheckpoints(storage, location));
  }

  private static MantaException none(Location location) {
    return new MantaException(
        ErrorCode.USER,
        location
            + " is not an experiment's directory: it holds no journal; an experiment's location ends with its name");
  }
}
