package dev.manta.internal.run;

import dev.manta.cluster.Exit;
import dev.manta.error.ErrorCode;
import dev.manta.internal.run.state.AttemptFailures.Cause;
import dev.manta.internal.run.state.AttemptFailures.Hope;
import dev.manta.internal.run.state.AttemptFailures.Weight;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.Limits;
import dev.manta.internal.run.state.Worker;
import dev.manta.internal.run.state.WorkerPhase;
import dev.manta.train.Failure;
import java.util.Optional;

/// Says in words why a worker failed, and whether trying again could help.
final class Causes {
  private static final String HEAP =
      "ran out of heap memory; give workers more with ScalingConfig.heap(\"4g\"), or use smaller"
          + " batches";
  private static final int HEAP_STATUS = 3;
  private static final int SIGKILL = 9;

  private Causes() {}

  static Cause death(Draft draft, Worker worker, Event.WorkerLost event) {
    Exit exit = event.exit();
    String tail = event.logTail();
    boolean inFunction = worker.phase() == WorkerPhase.ENTERED || draft.current.opened;
    return switch (exit) {
      case Exit.Status(int status) when outOfHeap(status, tail) ->
          own(draft, worker, HEAP, "java.lang.OutOfMemoryError", exit, tail);
      case Exit.Status(int status) when inFunction ->
          own(draft, worker, exited(status), exit.toString(), exit, tail);
      case Exit.Status _ ->
          own(draft, worker, "ended with " + exit + " before it was ready", "start", exit, tail);
      case Exit.Signal signal ->
          new Cause(
              Weight.DEATH,
              ErrorCode.CLUSTER,
              failure(draft, worker, killed(signal), Optional.of(exit), tail),
              step(draft, worker),
              Optional.empty(),
              Hope.CHANCE);
      case Exit.Unseen _ ->
          new Cause(
              Weight.DEATH,
              ErrorCode.CLUSTER,
              failure(draft, worker, "was killed, or ended itself", Optional.of(exit), tail),
              step(draft, worker),
              Optional.empty(),
              Hope.CHANCE);
      case Exit.Unreachable _ ->
          new Cause(
              Weight.DEATH,
              ErrorCode.CLUSTER,
              failure(draft, worker, "is lost: " + exit, Optional.of(exit), tail),
              step(draft, worker),
              Optional.empty(),
              Hope.CHANCE);
      case Exit.NotStarted(String why) ->
          new Cause(
              Weight.DEATH,
              ErrorCode.CLUSTER,
              failure(draft, worker, "could not be started: " + why, Optional.of(exit), tail),
              step(draft, worker),
              Optional.empty(),
              Hope.AFTER_PROGRESS);
    };
  }

  private static boolean outOfHeap(int status, String tail) {
    return status == HEAP_STATUS && tail.contains("OutOfMemoryError");
  }

  private static String exited(int status) {
    return "ended with exit status %s before its training function returned: System.exit, os._exit, Runtime.halt or native code ended it"
        .formatted(status);
  }

  private static String killed(Exit.Signal signal) {
    String hint =
        signal.number() == SIGKILL
            ? "; if nobody killed it, the machine may have run out of memory"
            : "";
    return "was killed by " + signal + hint;
  }

  private static Cause own(
      Draft draft, Worker worker, String what, String exception, Exit exit, String tail) {
    return new Cause(
        Weight.OWN,
        ErrorCode.USER,
        failure(draft, worker, what, Optional.of(exit), tail),
        step(draft, worker),
        Optional.of(exception),
        Hope.AFTER_PROGRESS);
  }

  static Cause thrown(Draft draft, Worker worker, Event.Thrown thrown) {
    String untold =
        thrown
            .where()
            .filter(where -> !thrown.what().contains(where))
            .map(" at "::concat)
            .orElse("");
    String what = thrown.what() + untold;
    var failure =
        new Failure(
            draft.attempt,
            worker.rank(),
            worker.id(),
            worker.seat().node(),
            what,
            Optional.empty(),
            thrown.stack(),
            "");
    Weight weight = thrown.consequence() ? Weight.CONSEQUENCE : Weight.OWN;
    return new Cause(
        weight,
        ErrorCode.USER,
        failure,
        thrown.step(),
        Optional.of(thrown.exception() + " at " + thrown.where().orElse("")),
        thrown.consequence() ? Hope.CHANCE : Hope.AFTER_PROGRESS);
  }

  static Cause felt(Draft draft, Worker worker) {
    return outside(draft, worker, Weight.CONSEQUENCE, "died, as its peers noticed");
  }

  /// A rank of another node was not heard.
  static Cause linkLost(Draft draft, Worker worker, Worker other, String why) {
    String what =
        "on node %s lost its link to rank %s on node %s: %s"
            .formatted(worker.seat().node(), other.rank(), other.seat().node(), why);
    return outside(draft, worker, Weight.LINK, what);
  }

  /// A rank was told of a lost link, or lost one to a process of its own host.
  static Cause linkFelt(Draft draft, Worker worker, String why) {
    return outside(draft, worker, Weight.CONSEQUENCE, "left, as a link was lost: " + why);
  }

  static Cause told(Draft draft, Worker worker) {
    String what = "left its function, as an earlier controller had told it to";
    return outside(draft, worker, Weight.CONSEQUENCE, what);
  }

  static Cause frozen(Draft draft, Worker worker) {
    Limits limits = draft.settings().limits();
    long seconds = limits.ping().multipliedBy(limits.patience(worker.phase()) + 1L).toSeconds();
    String silent = worker.phase() == WorkerPhase.STARTING ? "report in" : "answer";
    return outside(
        draft,
        worker,
        Weight.DEATH,
        "did not %s for %s s and was killed: its process is frozen".formatted(silent, seconds));
  }

  static Cause stalled(Draft draft, Worker worker, Event.Waiting waiting) {
    return outside(
        draft,
        worker,
        Weight.DEATH,
        "kept the others waiting in %s for %s s and was killed"
            .formatted(waiting.call(), waiting.millis() / 1000));
  }

  static Cause slowStart(Draft draft, Worker worker) {
    long seconds = draft.settings().limits().start().toSeconds();
    String last =
        switch (worker.phase()) {
          case STARTING -> "its process did not report in";
          case UP -> "its process is up but did not get ready";
          case READY -> "it was ready but did not enter the training function";
          case ENTERED, RETURNED, UNWOUND, FAILED, GONE, GIVEN_UP, CUT_OFF ->
              "it was " + worker.phase();
        };
    return outside(draft, worker, Weight.DEATH, "did not start within " + seconds + " s: " + last);
  }

  private static Cause outside(Draft draft, Worker worker, Weight weight, String what) {
    Failure failure = failure(draft, worker, what, Optional.empty(), "");
    return new Cause(
        weight, ErrorCode.CLUSTER, failure, step(draft, worker), Optional.empty(), Hope.CHANCE);
  }

  /// The function uses Manta in a way that cannot work, however often it is tried.
  static Cause misuse(Draft draft, Worker worker, String what) {
    Failure failure = failure(draft, worker, what, Optional.empty(), "");
    return new Cause(
        Weight.OWN, ErrorCode.USER, failure, step(draft, worker), Optional.empty(), Hope.NONE);
  }

  /// A rank's function has returned while another rank still needed it.
  static Cause returnedEarly(Draft draft, Worker worker, Worker peer, Event.Thrown thrown) {
    String what =
        "returned after report %s while rank %s still needed it, which %s; every rank has to make the same collective calls"
            .formatted(step(draft, worker), peer.rank(), thrown.what());
    var failure = failure(draft, worker, what, Optional.empty(), "");
    return new Cause(
        Weight.OWN,
        ErrorCode.USER,
        failure,
        step(draft, worker),
        Optional.of("returned early"),
        Hope.AFTER_PROGRESS);
  }

  /// The function wants to resume from the last checkpoint; `step` is the commit it stood at.
  static Cause rolledBack(Draft draft, Worker worker, Event.RolledBack event) {
    String what = "rolled back at commit %s: %s".formatted(event.commits(), event.why());
    Failure failure = failure(draft, worker, what, Optional.empty(), "");
    return new Cause(
        Weight.OWN, ErrorCode.USER, failure, event.commits(), Optional.empty(), Hope.ROLL_BACK);
  }

  private static long step(Draft draft, Worker worker) {
    return draft.current.steps.getOrDefault(worker.rank(), 0L);
  }

  private static Failure failure(
      Draft draft, Worker worker, String what, Optional<Exit> exit, String tail) {
    return new Failure(
        draft.attempt,
        worker.rank(),
        worker.id(),
        worker.seat().node(),
        what,
        exit.map(Exit::toString),
        Optional.empty(),
        tail);
  }
}
