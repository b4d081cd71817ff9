package dev.manta.tune.internal.schedule;

import dev.manta.train.WorkerCount;
import dev.manta.tune.Allocation;
import dev.manta.tune.Decision;
import dev.manta.tune.Point;
import dev.manta.tune.Scheduler;
import dev.manta.tune.TrialEvent;
import dev.manta.tune.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Another scheduler, whose trials get other numbers of workers while they train.
///
/// @param inside decides which trials continue
/// @param allocation decides how many workers they have
public record ResourceChanging(Scheduler inside, Allocation allocation) implements Scheduler {
  @Override
  public void check(WorkerCount workers) {
    if (!workers.elastic()) {
      throw new IllegalArgumentException(
          "Scheduler.resourceChanging changes the number of workers of a trial, but each has %s: tune a trainer with a range, such as Trainer.of(…).scaling(ScalingConfig.workers(1, 8)), or leave it out"
              .formatted(workers.max() == 1 ? "only 1" : "always " + workers.max()));
    }
    inside.check(workers);
  }

  @Override
  public boolean isSideBySide() {
    return inside.isSideBySide();
  }

  @Override
  public Schedule open(Setting setting) {
    return new Sizes(this, setting);
  }

  /// How many workers each trial has.
  private static final class Sizes implements Schedule {
    private final Allocation allocation;
    private final Setting setting;
    private final Schedule inside;
    private final Map<Integer, Allocation.Running> running = new TreeMap<>();
    private final Map<Integer, Integer> given = new TreeMap<>();

    Sizes(ResourceChanging changing, Setting setting) {
      this.allocation = changing.allocation();
      this.setting = setting;
      this.inside = changing.inside().open(setting);
    }

    @Override
    public List<Decision> hear(TrialEvent event) {
      note(event);
      List<Decision> decisions = new ArrayList<>(inside.hear(event));
      decisions.forEach(this::note);
      switch (event) {
        case TrialEvent.Began(int trial, Point _) -> begin(trial, decisions);
        case TrialEvent.Reported report -> {
          if (decisions.getFirst().verdict() instanceof Verdict.Continue) {
            decisions.set(0, new Decision(report.trial(), resized(report.trial())));
          }
        }
        case TrialEvent.Ended _, TrialEvent.Closed _ -> {}
      }
      return List.copyOf(decisions);
    }

    private void note(TrialEvent event) {
      switch (event) {
        case TrialEvent.Began(int trial, Point _) -> runs(trial);
        case TrialEvent.Reported report ->
            running.put(
                report.trial(),
                new Allocation.Running(
                    report.trial(),
                    report.step(),
                    Losses.of(setting.goal(), report),
                    workers(report.trial())));
        case TrialEvent.Ended(int trial) -> {
          running.remove(trial);
          given.remove(trial);
        }
        case TrialEvent.Closed _ -> {}
      }
    }

    /// Who is stopped or waits needs no workers.
    private void note(Decision decision) {
      switch (decision.verdict()) {
        case Verdict.Stop _, Verdict.Pause _ -> running.remove(decision.trial());
        case Verdict.Resume _ -> runs(decision.trial());
        case Verdict.Resize(int workers, _) -> given.put(decision.trial(), workers);
        case Verdict.Continue _, Verdict.Clone _ -> {}
      }
    }

    private void runs(int trial) {
      running.putIfAbsent(
          trial, new Allocation.Running(trial, 0, Double.POSITIVE_INFINITY, workers(trial)));
    }

    private int workers(int trial) {
      return given.getOrDefault(trial, setting.workers().min());
    }

    /// Only for the first time: one that continues has the number that it had.
    private void begin(int trial, List<Decision> decisions) {
      if (given.putIfAbsent(trial, setting.workers().min()) == null) {
        var least = new Verdict.Resize(setting.workers().min(), "it begins with the least number");
        decisions.add(new Decision(trial, least));
      }
    }

    private Verdict resized(int trial) {
      List<Allocation.Running> all = List.copyOf(running.values());
      Allocation.Running own =
          all.stream().filter(each -> each.trial() == trial).findFirst().orElseThrow();
      WorkerCount range = setting.workers();
      int wanted = Math.clamp(allocation.workers(own, all), range.min(), range.max());
      if (wanted == own.workers()) {
        return Verdict.CONTINUE;
      }
      given.put(trial, wanted);
      running.put(trial, new Allocation.Running(trial, own.step(), own.loss(), wanted));
      return new Verdict.Resize(wanted, "its part of the workers, as " + all.size() + " run");
    }
  }
}
