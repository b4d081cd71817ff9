package dev.manta.tune.internal.runs;

import dev.manta.train.NewCheckpoint;
import dev.manta.train.Report;
import dev.manta.train.TrackedRun;
import dev.manta.train.Tracker;
import dev.manta.tune.internal.experiment.ExperimentEvent;
import dev.manta.tune.internal.experiment.Saved;
import dev.manta.tune.internal.trial.TrialNews;
import dev.manta.tune.internal.trial.TrialOrder;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/// Tells an experiment what a run reports, reduced over ranks, and which checkpoints it commits.
final class RunReports implements Tracker {
  private final TrialOrder order;
  private final Function<String, Saved> saved;
  private final TrialNews told;

  /// @param saved a checkpoint of the run by its name
  RunReports(TrialOrder order, Function<String, Saved> saved, TrialNews told) {
    this.order = order;
    this.saved = saved;
    this.told = told;
  }

  @Override
  public Tracking open(TrackedRun run) {
    return new Tracking() {
      @Override
      public void report(Report report) {
        tell(report);
      }

      @Override
      public void checkpoint(NewCheckpoint checkpoint) {
        tell(checkpoint.name(), checkpoint.step());
      }

      @Override
      public void close() {}
    };
  }

  /// @param checkpoint its name
  /// @param step the number of the report that it came with
  void tell(String checkpoint, long step) {
    told.tell(
        new ExperimentEvent.Stored(order.trial(), order.attempt(), saved.apply(checkpoint), step));
  }

  void tell(Report report) {
    told.tell(
        new ExperimentEvent.Reported(
            order.trial(),
            order.attempt(),
            report.metrics(),
            Optional.empty(),
            OptionalLong.of(report.step())));
  }
}
