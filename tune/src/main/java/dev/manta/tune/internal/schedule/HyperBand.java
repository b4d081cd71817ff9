package dev.manta.tune.internal.schedule;

import dev.manta.tune.Decision;
import dev.manta.tune.Goal;
import dev.manta.tune.Scheduler;
import dev.manta.tune.TrialEvent;
import dev.manta.tune.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// HyperBand (Li and others, 2018): brackets of trials, from many that begin with few steps to few
/// that run to the end. Trials of a bracket wait for each other at each rung; the best part is
/// resumed, the others are stopped.
///
/// @param most how many steps a trial runs at most
/// @param factor one of so many continues
public record HyperBand(long most, int factor) implements Scheduler {
  public HyperBand {
    Rungs.check(1, most, factor);
  }

  @Override
  public Schedule open(Setting setting) {
    return new Bands(setting.goal());
  }

  /// All brackets; each trial joins the first that has capacity.
  private final class Bands implements Schedule {
    private final Goal goal;
    private final List<Bracket> brackets = new ArrayList<>();
    private final Map<Integer, Bracket> homes = new HashMap<>();

    Bands(Goal goal) {
      this.goal = goal;
    }

    @Override
    public List<Decision> hear(TrialEvent event) {
      return switch (event) {
        case TrialEvent.Began began -> {
          homes.computeIfAbsent(began.trial(), this::join);
          yield List.of();
        }
        case TrialEvent.Reported report -> {
          Bracket home = homes.computeIfAbsent(report.trial(), this::join);
          yield home.report(report.trial(), report.step(), Losses.of(goal, report));
        }
        case TrialEvent.Ended ended -> {
          Bracket home = homes.get(ended.trial());
          yield home == null ? List.of() : home.leave(ended.trial());
        }
        case TrialEvent.Closed _ -> brackets.isEmpty() ? List.of() : brackets.getLast().close();
      };
    }

    private Bracket join(int trial) {
      if (brackets.isEmpty() || brackets.getLast().isFull()) {
        int rungs = rungs();
        brackets.add(new Bracket(HyperBand.this, rungs - brackets.size() % (rungs + 1)));
      }
      brackets.getLast().join(trial);
      return brackets.getLast();
    }
  }

  /// How many rungs the longest bracket has before the last step.
  private int rungs() {
    int rungs = 0;
    for (long step = most; step >= factor; step /= factor) {
      rungs++;
    }
    return rungs;
  }

  /// One bracket: its trials, the rung they run to, and who is there already.
  private static final class Bracket {
    private final HyperBand band;
    private int capacity;
    private final List<Integer> alive = new ArrayList<>();
    private final Map<Integer, Double> waiting = new HashMap<>();
    private int joined;
    private long rung;

    Bracket(HyperBand band, int cuts) {
      this.band = band;
      long size = 1;
      long step = band.most;
      for (int i = 0; i < cuts; i++) {
        size *= band.factor;
        step /= band.factor;
      }
      int all = band.rungs() + 1;
      this.capacity = (int) Math.ceil((double) all / (cuts + 1) * size);
      this.rung = Math.max(1, step);
    }

    /// Nobody joins any more.
    List<Decision> close() {
      capacity = Math.min(capacity, joined);
      return cut();
    }

    boolean isFull() {
      return joined >= capacity;
    }

    void join(int trial) {
      joined++;
      alive.add(trial);
    }

    List<Decision> report(int trial, long step, double loss) {
      if (step >= band.most) {
        List<Decision> decisions = new ArrayList<>();
        decisions.add(new Decision(trial, new Verdict.Stop("ran for " + band.most + " steps")));
        decisions.addAll(leave(trial));
        return decisions;
      }
      if (step < rung) {
        return List.of(new Decision(trial, Verdict.CONTINUE));
      }
      waiting.put(trial, loss);
      List<Decision> cut = cut();
      return cut.isEmpty()
          ? List.of(new Decision(trial, new Verdict.Pause("waits for its bracket at step " + rung)))
          : decidedFirst(trial, cut);
    }

    List<Decision> leave(int trial) {
      alive.removeIf(each -> each == trial);
      waiting.remove(trial);
      return cut();
    }

    /// Cuts once all that are alive wait, and nobody joins any more.
    private List<Decision> cut() {
      if (!isFull() || alive.isEmpty() || waiting.size() < alive.size()) {
        return List.of();
      }
      List<Integer> sorted =
          alive.stream()
              .sorted(
                  Comparator.<Integer>comparingDouble(
                          each -> waiting.getOrDefault(each, Double.POSITIVE_INFINITY))
                      .thenComparing(each -> each))
              .toList();
      int kept = Math.max(1, sorted.size() / band.factor);
      List<Decision> decisions = new ArrayList<>();
      for (int i = 0; i < sorted.size(); i++) {
        decisions.add(new Decision(sorted.get(i), verdict(i < kept)));
      }
      alive.retainAll(sorted.subList(0, kept));
      waiting.clear();
      rung = Math.min(band.most, rung * band.factor);
      return decisions;
    }

    private Verdict verdict(boolean kept) {
      return kept
          ? new Verdict.Resume("among the best at step " + rung)
          : new Verdict.Stop("not among the best of its bracket at step " + rung);
    }

    /// The trial that reports runs still: it is not resumed, it continues.
    private static List<Decision> decidedFirst(int trial, List<Decision> cut) {
      List<Decision> decisions = new ArrayList<>();
      for (Decision each : cut) {
        boolean own = each.trial() == trial;
        boolean continues = own && each.verdict() instanceof Verdict.Resume;
        Decision decision = continues ? new Decision(trial, Verdict.CONTINUE) : each;
        decisions.add(own ? 0 : decisions.size(), decision);
      }
      return decisions;
    }
  }
}
