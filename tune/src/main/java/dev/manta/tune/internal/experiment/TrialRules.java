package dev.manta.tune.internal.experiment;

import dev.manta.train.WorkerCount;
import dev.manta.tune.Decision;
import dev.manta.tune.Point;
import dev.manta.tune.Scheduler;
import dev.manta.tune.Space;
import dev.manta.tune.TrialEvent;
import dev.manta.tune.TrialState;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decides what follows from something that happens: the scheduler's verdicts, stoppers, retries.
///
/// It looks at the state as it is before that is taken in.
final class TrialRules {
  private final TuneConfig config;
  private final ExperimentState state;
  private final MetricCheck metrics;
  private final Scheduler.Schedule schedule;

  TrialRules(TuneConfig config, Space space, WorkerCount workers, ExperimentState state) {
    this.config = config;
    this.state = state;
    this.metrics = new MetricCheck(config, state);
    this.schedule =
        config
            .scheduler()
            .open(new Scheduler.Setting(space, config.goals().getFirst(), config.seed(), workers));
  }

  /// What is decided now.
  List<TrialRuling> rule(long at, ExperimentEvent happening) {
    List<TrialRuling> rulings = new ArrayList<>();
    told(happening).ifPresent(event -> hear(event, rulings));
    own(at, happening, rulings);
    for (int i = 0; i < rulings.size(); i++) {
      if (rulings.get(i) instanceof TrialRuling.Ends ends && !ends.scheduled()) {
        hear(new TrialEvent.Ended(ends.trial()), rulings);
      }
    }
    return rulings;
  }

  /// Brings the scheduler to where it was after an entry; what it says now does not count.
  void hearAgain(Entry entry) {
    told(entry.happening()).ifPresent(this::decisions);
    for (TrialRuling each : entry.rulings()) {
      if (each instanceof TrialRuling.Ends ends && !ends.scheduled()) {
        var _ = decisions(new TrialEvent.Ended(ends.trial()));
      }
    }
  }

  /// The scheduler is told of a trial that continues as it was, as there is no checkpoint that it
  /// could take over.
  private List<Decision> decisions(TrialEvent event) {
    List<Decision> decisions = schedule.hear(event);
    for (Decision each : decisions) {
      if (each.verdict() instanceof Verdict.Clone clone && !isPossible(clone)) {
        var _ =
            schedule.hear(new TrialEvent.Began(each.trial(), state.trial(each.trial()).point()));
      }
    }
    return decisions;
  }

  private boolean isPossible(Verdict.Clone clone) {
    return state.trial(clone.source()).from().isPresent();
  }

  /// What the scheduler hears first. A step that it has judged before a loss is not judged again,
  /// nor is a report without the goal's metric, nor one of an attempt that was told to leave.
  private Optional<TrialEvent> told(ExperimentEvent happening) {
    return switch (happening) {
      case ExperimentEvent.Begun(int trial, Point point, _) ->
          Optional.of(new TrialEvent.Began(trial, point));
      case ExperimentEvent.Resumed(int trial, _) when state.trial(trial).wasPaused ->
          Optional.of(new TrialEvent.Began(trial, state.trial(trial).point()));
      case ExperimentEvent.Reported report -> told(report);
      case ExperimentEvent.Closed _ -> Optional.of(new TrialEvent.Closed());
      case ExperimentEvent.Enough _ when !state.isClosed() -> Optional.of(new TrialEvent.Closed());
      case ExperimentEvent.Resumed _,
          ExperimentEvent.Enough _,
          ExperimentEvent.Opened _,
          ExperimentEvent.Stored _,
          ExperimentEvent.Left _,
          ExperimentEvent.StopAsked _,
          ExperimentEvent.Finished _ ->
          Optional.empty();
    };
  }

  private Optional<TrialEvent> told(ExperimentEvent.Reported report) {
    TrialRecord trial = state.trial(report.trial());
    long step = trial.stepOf(report);
    boolean judges =
        trial.stage() == Stage.RUNNING
            && step > trial.judged()
            && report.metrics().findNumber(config.goals().getFirst().metric()).isPresent();
    return judges
        ? Optional.of(
            new TrialEvent.Reported(trial.number(), step, TrialRecord.numbers(report.metrics())))
        : Optional.empty();
  }

  private void hear(TrialEvent event, List<TrialRuling> rulings) {
    for (Decision each : decisions(event)) {
      boolean first = isFirstSize(event, each);
      if (first || (state.isOpen(each.trial()) && !ends(each.trial(), rulings))) {
        ruling(each.trial(), each.verdict()).ifPresent(rulings::add);
      }
    }
  }

  /// Whether a trial that begins is given a number of workers.
  private static boolean isFirstSize(TrialEvent event, Decision decision) {
    return event instanceof TrialEvent.Began began
        && began.trial() == decision.trial()
        && decision.verdict() instanceof Verdict.Resize;
  }

  private static boolean ends(int trial, List<TrialRuling> rulings) {
    return rulings.stream()
        .anyMatch(each -> each instanceof TrialRuling.Ends && each.trial() == trial);
  }

  private Optional<TrialRuling> ruling(int trial, Verdict verdict) {
    return switch (verdict) {
      case Verdict.Continue _ -> Optional.empty();
      case Verdict.Stop(String reason) ->
          Optional.of(new TrialRuling.Ends(trial, TrialState.STOPPED, true, reason));
      case Verdict.Pause(String reason) -> Optional.of(new TrialRuling.Pauses(trial, reason));
      case Verdict.Resume(String reason) -> Optional.of(new TrialRuling.Resumes(trial, reason));
      case Verdict.Resize(int workers, String reason) ->
          Optional.of(new TrialRuling.Resizes(trial, workers, reason));
      case Verdict.Clone clone when !isPossible(clone) -> Optional.empty();
      case Verdict.Clone(int source, Point point, String reason) ->
          Optional.of(new TrialRuling.Clones(trial, source, point, reason));
    };
  }

  private void own(long at, ExperimentEvent happening, List<TrialRuling> rulings) {
    switch (happening) {
      case ExperimentEvent.Reported report -> {
        stopper(at, report, rulings);
        if (!ends(report.trial(), rulings)) {
          metrics.afterReport(at, report).ifPresent(rulings::add);
        }
      }
      case ExperimentEvent.Left left when state.isOpen(left.trial()) ->
          outcome(left).ifPresent(rulings::add);
      case ExperimentEvent.Enough(String reason) -> endAll(reason, rulings);
      case ExperimentEvent.Left _,
          ExperimentEvent.Stored _,
          ExperimentEvent.Begun _,
          ExperimentEvent.Resumed _,
          ExperimentEvent.Closed _,
          ExperimentEvent.Opened _,
          ExperimentEvent.StopAsked _,
          ExperimentEvent.Finished _ -> {}
    }
  }

  private void stopper(long at, ExperimentEvent.Reported report, List<TrialRuling> rulings) {
    TrialRecord trial = state.trial(report.trial());
    config
        .stopper()
        .filter(_ -> !ends(trial.number(), rulings))
        .flatMap(each -> each.reason(trial.progress(at, report)))
        .ifPresent(
            reason -> {
              metrics.requireKnown(report.metrics());
              rulings.removeIf(each -> each.trial() == trial.number());
              rulings.add(new TrialRuling.Ends(trial.number(), TrialState.STOPPED, false, reason));
            });
  }

  private Optional<TrialRuling> outcome(ExperimentEvent.Left left) {
    TrialRecord trial = state.trial(left.trial());
    return switch (left.manner()) {
      case RETURNED -> Optional.of(returned(trial));
      case THREW -> Optional.of(again(left, trial.errors < config.errorRetries()));
      case LOST -> Optional.of(again(left, trial.losses < config.retries()));
      case HALTED -> stoppedByItself(trial, left);
    };
  }

  /// A run that nobody here told to leave met a condition of its own, or was stopped by somebody.
  private Optional<TrialRuling> stoppedByItself(TrialRecord trial, ExperimentEvent.Left left) {
    if (trial.stage != Stage.RUNNING) {
      return Optional.empty();
    }
    if (!trial.reports().isEmpty()) {
      metrics.requireKnown(trial.reports().getLast().metrics());
    }
    return Optional.of(new TrialRuling.Ends(left.trial(), TrialState.STOPPED, false, left.why()));
  }

  private static TrialRuling again(ExperimentEvent.Left left, boolean retries) {
    return retries
        ? new TrialRuling.Retries(left.trial(), left.why())
        : new TrialRuling.Ends(left.trial(), TrialState.FAILED, false, left.why());
  }

  private TrialRuling returned(TrialRecord trial) {
    return trial.values().isEmpty()
        ? metrics.afterEnd(trial)
        : new TrialRuling.Ends(trial.number(), TrialState.COMPLETE, false, "returned");
  }

  private void endAll(String reason, List<TrialRuling> rulings) {
    for (TrialRecord each : state.trials()) {
      if (state.isOpen(each.number())) {
        rulings.removeIf(ruling -> ruling.trial() == each.number());
        rulings.add(new TrialRuling.Ends(each.number(), TrialState.STOPPED, false, reason));
      }
    }
  }
}
