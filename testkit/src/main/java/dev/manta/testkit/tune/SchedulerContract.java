package dev.manta.testkit.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.train.WorkerCount;
import dev.manta.tune.Decision;
import dev.manta.tune.Goal;
import dev.manta.tune.Point;
import dev.manta.tune.Scheduler;
import dev.manta.tune.Space;
import dev.manta.tune.TrialEvent;
import dev.manta.tune.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What every [Scheduler] must do; each implementation extends this class.
@Timeout(300)
public abstract class SchedulerContract {
  private static final long STEPS = 27;
  private static final int TRIALS = 40;
  private static final WorkerCount WORKERS = new WorkerCount(2, 6);

  /// The scheduler under test; no trial needs more than 27 steps.
  protected abstract Scheduler scheduler();

  private static final Space SPACE =
      Space.of().logUniform("rate", 1e-4, 1).integer("layers", 1, 8).choice("kind", "a", "b", "c");

  private Scheduler.Schedule open(Goal goal) {
    scheduler().check(WORKERS);
    return scheduler().open(new Scheduler.Setting(SPACE, goal, 5, WORKERS));
  }

  /// An experiment with eight places, in which trials end at 27 steps and one in ten fails.
  private static final class Experiment {
    final Scheduler.Schedule schedule;
    final Goal goal;
    final Random random;
    final List<TrialEvent> events = new ArrayList<>();
    final List<List<Decision>> decisions = new ArrayList<>();
    final Map<Integer, Long> running = new HashMap<>();
    final Map<Integer, Long> paused = new HashMap<>();
    final Map<Integer, Point> points = new HashMap<>();
    int begun;

    Experiment(Scheduler.Schedule schedule, Goal goal, long seed) {
      this.schedule = schedule;
      this.goal = goal;
      this.random = new Random(seed);
    }

    void run() {
      while (begun < TRIALS || !running.isEmpty()) {
        if (begun < TRIALS && running.size() < 8) {
          begin(begun++, 0);
          if (begun == TRIALS) {
            hear(new TrialEvent.Closed());
          }
        } else {
          var order = List.copyOf(new TreeSet<>(running.keySet()));
          report(order.get(random.nextInt(order.size())));
        }
      }
    }

    private void begin(int trial, long step) {
      running.put(trial, step);
      points.put(trial, SPACE.point(Map.of("rate", 0.01, "layers", 1 + trial % 8, "kind", "a")));
      hear(new TrialEvent.Began(trial, points.get(trial)));
    }

    private void report(int trial) {
      long step = running.merge(trial, 1L, Long::sum);
      if (random.nextInt(200) == 0) {
        running.remove(trial);
        hear(new TrialEvent.Ended(trial));
        return;
      }
      double loss = trial % 10 + 1.0 / step;
      double value = goal.maximize() ? -loss : loss;
      hear(new TrialEvent.Reported(trial, step, Map.of("loss", value)));
      if (running.containsKey(trial) && step >= STEPS) {
        running.remove(trial);
        hear(new TrialEvent.Ended(trial));
      }
    }

    private void hear(TrialEvent event) {
      events.add(event);
      List<Decision> heard = schedule.hear(event);
      decisions.add(heard);
      heard.forEach(this::obey);
    }

    private void obey(Decision decision) {
      int trial = decision.trial();
      switch (decision.verdict()) {
        case Verdict.Continue _ -> assertThat(running).containsKey(trial);
        case Verdict.Stop _ -> {
          boolean runs = running.remove(trial) != null;
          boolean known = paused.remove(trial) != null || runs;
          assertThat(known).as("stops a trial that there is: " + trial).isTrue();
        }
        case Verdict.Pause _ -> paused.put(trial, running.remove(trial));
        case Verdict.Resume _ -> {
          assertThat(paused).containsKey(trial);
          running.put(trial, paused.remove(trial));
        }
        case Verdict.Resize(int workers, _) -> {
          assertThat(running).containsKey(trial);
          assertThat(workers).isBetween(WORKERS.min(), WORKERS.max());
        }
        case Verdict.Clone(int source, Point point, _) -> {
          assertThat(source).isNotEqualTo(trial);
          assertThat(running).containsKeys(trial);
          assertThat(SPACE.point(point.values())).isEqualTo(point);
        }
      }
    }
  }

  private Experiment experiment(Goal goal, long seed) {
    var experiment = new Experiment(open(goal), goal, seed);
    experiment.run();
    return experiment;
  }

  @Test
  void everyReportGetsADecisionOnItsTrialFirst() {
    Experiment experiment = experiment(Goal.minimize("loss"), 1);
    for (int i = 0; i < experiment.events.size(); i++) {
      if (experiment.events.get(i) instanceof TrialEvent.Reported report) {
        assertThat(experiment.decisions.get(i)).isNotEmpty();
        assertThat(experiment.decisions.get(i).getFirst().trial()).isEqualTo(report.trial());
      }
    }
  }

  @Test
  void theSameEventsGiveTheSameDecisions() {
    for (long seed = 0; seed < 5; seed++) {
      Experiment experiment = experiment(Goal.minimize("loss"), seed);
      Scheduler.Schedule restored = open(Goal.minimize("loss"));
      List<List<Decision>> again = experiment.events.stream().map(restored::hear).toList();
      assertThat(again).as("seed " + seed).isEqualTo(experiment.decisions);
    }
  }

  @Test
  void maximizingIsMinimizingTheNegative() {
    assertThat(experiment(Goal.maximize("loss"), 3).decisions)
        .isEqualTo(experiment(Goal.minimize("loss"), 3).decisions);
  }

  @Test
  void noTrialIsLeftPausedOnceNobodyRuns() {
    for (long seed = 0; seed < 10; seed++) {
      assertThat(experiment(Goal.minimize("loss"), seed).paused).as("seed " + seed).isEmpty();
    }
  }

  @Test
  void aMetricThatIsNotReportedIsNamedWithThoseThatAre() {
    Scheduler.Schedule schedule = open(Goal.minimize("accuracy"));
    schedule.hear(
        new TrialEvent.Began(0, SPACE.point(Map.of("rate", 0.1, "layers", 1, "kind", "a"))));
    var report = new TrialEvent.Reported(0, 1, Map.of("loss", 1.0));
    if (scheduler().needsMetric()) {
      assertThatThrownBy(() -> schedule.hear(report))
          .hasMessage("trial 0 reports no accuracy; it reports [loss]");
    } else {
      assertThat(schedule.hear(report)).hasSize(1);
    }
  }
}
