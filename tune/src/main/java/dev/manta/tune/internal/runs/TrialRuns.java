package dev.manta.tune.internal.runs;

import dev.manta.Trainer;
import dev.manta.storage.Location;
import dev.manta.tune.internal.experiment.Saved;
import dev.manta.tune.internal.trial.TrialCheckpoints;
import dev.manta.tune.internal.trial.TrialOrder;
import java.util.Locale;
import java.util.Optional;

/// Which run of a trainer an attempt is: `<experiment>/trials/trial-00003`. The run resumes by its
/// name, from its own last checkpoint; a clone is a run of its own.
///
/// @param config gives the trainer a point
record TrialRuns(Trainer trainer, PointConfig config, Location trials) {
  static final String DIRECTORY = "trials";

  /// The run's name: that of the run whose checkpoint the attempt resumes from, if that is the
  /// trial's own.
  String name(TrialOrder order) {
    String first = String.format(Locale.ROOT, "trial-%05d", order.trial());
    Optional<String> from = order.from().map(TrialRuns::runOf);
    return from.isEmpty() || isOwn(first, from.get())
        ? from.orElse(first)
        : first + "-attempt-" + order.attempt();
  }

  private static boolean isOwn(String first, String run) {
    return run.equals(first) || run.startsWith(first + "-attempt-");
  }

  /// The run that has written a checkpoint.
  static String runOf(Saved saved) {
    return saved.name().split("/", -1)[1];
  }

  /// What the run calls it.
  static String checkpointOf(Saved saved) {
    return saved.name().split("/", -1)[3];
  }

  Location location(TrialOrder order) {
    return trials.resolve(name(order));
  }

  private String experiment() {
    String path = trials.path();
    return path.substring(0, path.length() - DIRECTORY.length() - 1).replaceFirst(".*/", "");
  }

  /// A checkpoint of a run as trials know it.
  static Saved saved(String run, String checkpoint) {
    return TrialCheckpoints.elsewhere(DIRECTORY + "/" + run + "/checkpoints/" + checkpoint);
  }

  /// The trainer of a trial. It has no spares: they would take from other trials what a spare
  /// costs, and the end of a trial would wait for theirs.
  Trainer trainer(TrialOrder order, TrialCheckpoints checkpoints, RunReports reports) {
    String name = name(order);
    Trainer typed =
        config
            .at(order.point(), trainer)
            .run(
                run ->
                    run.name(name)
                        .storage(trials.toString())
                        .resuming()
                        .tag("experiment", experiment())
                        .tag("trial", Integer.toString(order.trial()))
                        .tracker(reports)
                        .failures(run.failures().spares(0))
                        .quiet());
    return order
        .from()
        .filter(saved -> !runOf(saved).equals(name))
        .map(saved -> typed.startFrom(checkpoints.load(saved)))
        .orElse(typed);
  }
}
