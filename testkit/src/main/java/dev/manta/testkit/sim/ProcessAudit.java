package dev.manta.testkit.sim;

import static dev.manta.testkit.sim.Violation.require;

import dev.manta.internal.run.Decided;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.Timer;
import dev.manta.internal.run.state.Worker;
import dev.manta.internal.run.state.WorkerPhase;
import java.util.function.Predicate;

/// Watches whom the rules take for gone.
final class ProcessAudit {
  private ProcessAudit() {}

  /// Nobody who was waited for in vain is gone while its node is there, and has its process.
  ///
  /// @param runs whether a worker's process is there, and its node can be reached
  static void requireOver(Decided decided, Predicate<String> runs) {
    if (decided.event() instanceof Event.TimerFired(_, Timer.Gone(String id)) && runs.test(id)) {
      RunState after = decided.decision().state();
      require(
          !isKnown(decided.before(), id) || isKnown(after, id) || !isNodeThere(decided, id),
          "%s is taken for gone, and its process is there",
          id);
    }
  }

  private static boolean isKnown(RunState state, String id) {
    return state.worker(id).filter(worker -> worker.phase() != WorkerPhase.GONE).isPresent();
  }

  private static boolean isNodeThere(Decided decided, String id) {
    String node = decided.before().worker(id).map(Worker::seat).orElseThrow().node();
    return decided.before().scale().nodes().stream().anyMatch(each -> each.name().equals(node));
  }
}
