package dev.manta.internal.run;

import dev.manta.cluster.Exit;
import dev.manta.internal.run.state.Timer;
import dev.manta.internal.run.state.Worker;
import dev.manta.internal.run.state.WorkerPhase;
import java.util.List;

/// Workers that may train on where nobody can reach them. In most runs that does no harm: they
/// commit nothing, and end by themselves. In an exclusive run nobody takes their place before they
/// have ended: until their node is back and says so, or their lease is over.
final class CutOffWorkers {
  private CutOffWorkers() {}

  /// What becomes of a rank that was lost.
  static WorkerPhase lost(Draft draft, Worker worker, Exit exit) {
    if (worker.isSpare() || draft.rules.isOver(exit, draft.settings().limits().isExclusive())) {
      return WorkerPhase.GONE;
    }
    await(draft, worker);
    return WorkerPhase.CUT_OFF;
  }

  private static void await(Draft draft, Worker worker) {
    draft.armBeside(new Timer.Gone(worker.id()), draft.settings().limits().over());
    draft.because(
        "rank %s (worker %s) may still run on node %s: it is replaced once it has ended, in %s s at most"
            .formatted(
                worker.rank(),
                worker.id(),
                worker.seat().node(),
                draft.settings().limits().over().toSeconds()));
  }

  /// A worker that was killed and has not been heard of since: its node may not know that it was to
  /// be killed.
  ///
  /// @return whether it is waited for, as in an exclusive run
  static boolean awaitEnd(Draft draft, Worker worker) {
    boolean over = worker.isSpare() || draft.rules.isOver(draft.settings().limits().isExclusive());
    if (!over) {
      draft.change(worker.id(), w -> w.phase(WorkerPhase.CUT_OFF));
      await(draft, worker);
    }
    return !over;
  }

  /// There is news of one that was cut off.
  static void heard(Draft draft, Worker worker, Exit exit) {
    if (worker.isCutOff()) {
      draft.change(worker.id(), w -> w.phase(lost(draft, worker, exit)));
      draft.find(worker.id()).filter(now -> !now.isCutOff()).ifPresent(now -> over(draft, now));
    }
  }

  /// The lease of its node has ended.
  static void due(Draft draft, Worker worker) {
    draft.change(worker.id(), w -> w.phase(WorkerPhase.GONE));
    over(draft, worker);
  }

  private static void over(Draft draft, Worker worker) {
    draft.because("worker %s, which was cut off, has ended".formatted(worker.id()));
  }

  /// A new controller does not know when the one before it last heard of them.
  static void begin(Draft draft) {
    for (Worker worker : List.copyOf(draft.workers)) {
      if (worker.isCutOff()) {
        draft.fence(worker);
        await(draft, worker);
      }
    }
  }
}
