package dev.manta.tune.internal.schedule;

import dev.manta.tune.Decision;
import dev.manta.tune.Scheduler;
import dev.manta.tune.TrialEvent;
import dev.manta.tune.Verdict;
import java.util.List;

/// Every trial runs to its end.
public record Fifo() implements Scheduler {
  @Override
  public boolean needsMetric() {
    return false;
  }

  @Override
  public Schedule open(Setting setting) {
    return Fifo::continues;
  }

  static List<Decision> continues(TrialEvent event) {
    return event instanceof TrialEvent.Reported report
        ? List.of(new Decision(report.trial(), Verdict.CONTINUE))
        : List.of();
  }
}
