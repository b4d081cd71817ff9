package dev.manta.internal.control;

import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.logs.PrintedLogs;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Seat;
import dev.manta.internal.wire.ToWorker;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/// Starts, reaches and ends workers, and writes down who they are.
final class WorkerCommands {
  private final WorkerGroup group;
  private final KnownWorkers knownWorkers;
  private final ReportReceiver receiver;
  private final RunObserver observer;
  private final Path directory;
  private final PrintedLogs logs;

  /// @param directory the run's
  WorkerCommands(
      WorkerGroup group,
      KnownWorkers knownWorkers,
      ReportReceiver receiver,
      RunObserver observer,
      Path directory,
      PrintedLogs logs) {
    this.group = group;
    this.knownWorkers = knownWorkers;
    this.receiver = receiver;
    this.observer = observer;
    this.directory = directory;
    this.logs = logs;
  }

  void startRank(String worker, int attempt, Seat seat) {
    receiver.open(worker, seat.rank());
    knownWorkers.add(worker, attempt, seat.rank());
    start(spec(worker, attempt, seat));
    observer.started(seat.rank(), log(worker, seat));
  }

  private void start(WorkerSpec worker) {
    logs.opened(worker);
    group.start(worker);
  }

  private Path log(String worker, Seat seat) {
    return spec(worker, 0, seat).log(directory);
  }

  void startValidator(String worker, Seat seat) {
    knownWorkers.addValidator(worker);
    start(spec(worker, 0, seat));
  }

  void startSpare(String worker, String node) {
    knownWorkers.add(worker, 0, WorkerSpec.NO_RANK);
    start(new WorkerSpec(worker, node, 0, WorkerSpec.NO_RANK));
  }

  /// A spare becomes a rank.
  void seat(String worker, int attempt, Seat seat) {
    receiver.open(worker, seat.rank());
    group.seat(spec(worker, attempt, seat));
    logs.opened(spec(worker, attempt, seat));
    observer.started(seat.rank(), log(worker, seat));
  }

  private static WorkerSpec spec(String worker, int attempt, Seat seat) {
    return new WorkerSpec(worker, seat.node(), attempt, seat.rank());
  }

  /// A process may be told to join one attempt after the other.
  void join(Effect.SendJoin join, ToWorker message) {
    knownWorkers.add(join.worker(), join.attempt(), join.seat().rank());
    receiver.seat(join.worker(), join.seat().rank());
    send(join.worker(), message);
  }

  void fence(Effect.Fence fence) {
    group.fence(spec(fence.worker(), fence.attempt(), fence.seat()), fence.pid().orElse(0));
  }

  void adopt(String worker, int attempt, Seat seat, OptionalLong pid) {
    knownWorkers.add(worker, attempt, seat.rank());
    if (attempt > 0) {
      receiver.open(worker, seat.rank());
    }
    group.adopt(spec(worker, attempt, seat), pid.orElse(0));
    logs.opened(spec(worker, attempt, seat));
    if (attempt > 0) {
      observer.adopted(seat.rank(), log(worker, seat));
    }
  }

  void kill(String worker) {
    group.kill(worker);
  }

  /// Nobody waits for a worker that was killed: who it is, and what it does.
  void giveUp(Effect.GiveUp given) {
    String why =
        group.giveUp(spec(given.worker(), given.attempt(), given.seat()), given.pid().orElse(0));
    observer.warning(given.who() + " was killed and has not ended, so nobody waits for it: " + why);
  }

  void send(List<String> workers, ToWorker message) {
    byte[] frame = message.frame();
    workers.forEach(worker -> group.send(worker, frame));
  }

  void send(String worker, ToWorker message) {
    group.send(worker, message.frame());
  }

  void warn(String message) {
    observer.warning(message);
  }
}
