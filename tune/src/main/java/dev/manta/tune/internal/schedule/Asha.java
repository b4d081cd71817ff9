package dev.manta.tune.internal.schedule;

import dev.manta.tune.Decision;
import dev.manta.tune.Goal;
import dev.manta.tune.Scheduler;
import dev.manta.tune.TrialEvent;
import dev.manta.tune.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Asynchronous successive halving (Li and others, 2020) by stopping: a trial that reaches a rung
/// continues if it is among the best part of those that reached it before.
///
/// @param least the first rung
/// @param most how many steps a trial runs at most
/// @param factor one of so many continues; rungs are so many times as far apart
public record Asha(long least, long most, int factor) implements Scheduler {
  public Asha {
    Rungs.check(least, most, factor);
  }

  @Override
  public Schedule open(Setting setting) {
    return new Ladder(setting.goal());
  }

  /// The rungs with the values of the trials that reached them.
  private final class Ladder implements Schedule {
    private final Goal goal;
    private final List<Rung> rungs = new ArrayList<>();
    private final Map<Integer, Integer> reached = new HashMap<>();

    Ladder(Goal goal) {
      this.goal = goal;
      for (long step = least; step < most; step *= factor) {
        rungs.add(new Rung(step, new BestPart(factor)));
        if (step > Long.MAX_VALUE / factor) {
          return;
        }
      }
    }

    @Override
    public List<Decision> hear(TrialEvent event) {
      return switch (event) {
        case TrialEvent.Began _, TrialEvent.Closed _ -> List.of();
        case TrialEvent.Reported report -> List.of(new Decision(report.trial(), judge(report)));
        case TrialEvent.Ended ended -> {
          reached.remove(ended.trial());
          yield List.of();
        }
      };
    }

    private Verdict judge(TrialEvent.Reported report) {
      double loss = Losses.of(goal, report);
      if (report.step() >= most) {
        return new Verdict.Stop("ran for " + most + " steps");
      }
      int next = reached.getOrDefault(report.trial(), 0);
      Verdict verdict = Verdict.CONTINUE;
      while (next < rungs.size() && rungs.get(next).step() <= report.step()) {
        Rung rung = rungs.get(next++);
        reached.put(report.trial(), next);
        if (!rung.best().add(loss)) {
          verdict = new Verdict.Stop("not among the best of " + factor + " at step " + rung.step());
        }
      }
      return verdict;
    }
  }

  private record Rung(long step, BestPart best) {}
}
