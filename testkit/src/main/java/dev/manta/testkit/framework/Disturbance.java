package dev.manta.testkit.framework;

import dev.manta.train.Report;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// What happens to a run when somebody reports.
@FunctionalInterface
interface Disturbance {
  void reported(Report report, Run run);

  static Disturbance none() {
    return (_, _) -> {};
  }

  /// Happens once.
  static Disturbance when(Predicate<Report> isTime, Consumer<Run> action) {
    var over = new AtomicBoolean();
    return (report, run) -> {
      if (isTime.test(report) && over.compareAndSet(false, true)) {
        action.accept(run);
      }
    };
  }

  /// Happens once, after so many steps.
  static Disturbance after(int steps, Consumer<Run> action) {
    return when(report -> report.step() >= steps, action);
  }

  /// Both happen.
  default Disturbance and(Disturbance other) {
    return (report, run) -> {
      reported(report, run);
      other.reported(report, run);
    };
  }
}
