package dev.manta.tune.internal.schedule;

import dev.manta.tune.Decision;
import dev.manta.tune.Scheduler;
import dev.manta.tune.TrialEvent;
import dev.manta.tune.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Stops a trial whose best value is worse than the median of the running means of others (Golovin
/// and others, "Google Vizier", 2017).
///
/// @param grace no trial is stopped before so many steps
/// @param others how many other trials must have been so far
public record MedianStopping(long grace, int others) implements Scheduler {
  public MedianStopping {
    if (grace < 0 || others < 1) {
      throw new IllegalArgumentException(
          "grace must be at least 0 and others at least 1, not " + grace + " and " + others);
    }
  }

  @Override
  public Schedule open(Setting setting) {
    Map<Integer, Course> courses = new HashMap<>();
    return event ->
        switch (event) {
          case TrialEvent.Began _, TrialEvent.Ended _, TrialEvent.Closed _ -> List.of();
          case TrialEvent.Reported report -> {
            Course course = courses.computeIfAbsent(report.trial(), _ -> new Course());
            course.add(report.step(), Losses.of(setting.goal(), report));
            yield List.of(new Decision(report.trial(), judge(report, courses)));
          }
        };
  }

  private Verdict judge(TrialEvent.Reported report, Map<Integer, Course> courses) {
    if (report.step() < grace) {
      return Verdict.CONTINUE;
    }
    List<Double> means = new ArrayList<>();
    courses.forEach(
        (trial, course) -> {
          if (trial != report.trial() && course.last() >= report.step()) {
            means.add(course.meanUpTo(report.step()));
          }
        });
    if (means.size() < others) {
      return Verdict.CONTINUE;
    }
    Collections.sort(means);
    double median = means.get(means.size() / 2);
    double best = courses.getOrDefault(report.trial(), new Course()).best;
    return best > median
        ? new Verdict.Stop("worse than the median of " + means.size() + " others")
        : Verdict.CONTINUE;
  }

  /// What one trial reported.
  private static final class Course {
    private final List<Long> steps = new ArrayList<>();
    private final List<Double> sums = new ArrayList<>();
    private double best = Double.POSITIVE_INFINITY;

    void add(long step, double loss) {
      steps.add(step);
      sums.add(loss + (sums.isEmpty() ? 0 : sums.getLast()));
      best = Math.min(best, loss);
    }

    long last() {
      return steps.isEmpty() ? -1 : steps.getLast();
    }

    double meanUpTo(long step) {
      int at = Collections.binarySearch(steps, step);
      int count = Math.max(1, at >= 0 ? at + 1 : -at - 1);
      return sums.get(count - 1) / count;
    }
  }
}
