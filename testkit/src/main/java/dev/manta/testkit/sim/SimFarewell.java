package dev.manta.testkit.sim;

import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;

/// What a worker says when it has left its function, and what it holds then.
final class SimFarewell {
  private final SimWorld world;
  private final Script script;
  private final String worker;
  private final SimMemory memory;

  SimFarewell(SimWorld world, String worker, SimMemory memory) {
    this.world = world;
    this.script = world.script();
    this.worker = worker;
    this.memory = memory;
  }

  /// The function threw.
  ToController threw(int attempt, long step) {
    String exception = "X" + script.random.nextInt(3);
    return new ToController.Failed(
        attempt, step, exception, "threw X", "L:1", "stack", keeps(step));
  }

  /// A process whose function has made no commit is no use.
  private ToController.Held keeps(long step) {
    boolean left = script.chance(script.leftover);
    ToController.Held held = memory.hold(step);
    boolean usable = memory.committed() && !left;
    world.audit().threw(worker, usable ? held.commit() : 0, held.shards());
    return usable ? held : ToController.Held.NOTHING;
  }

  /// The function has returned.
  ToController returned(ToWorker.Join in, long step, boolean stopped) {
    boolean alone = in.place().size() == 1;
    ToController.Held held = alone ? ToController.Held.NOTHING : memory.hold(step);
    world.audit().holds(worker, held.commit(), held.shards());
    world.audit().returned(in.attempt(), in.place().rank(), stopped);
    world.reportAudit().returned(worker, in.attempt());
    return new ToController.Returned(in.attempt(), "1", stopped, held);
  }

  /// The attempt is over.
  ToController unwound(int attempt, long step) {
    String left = script.chance(script.leftover) ? "a thread" : "";
    ToController.Held held = memory.hold(step);
    world.audit().holds(worker, left.isEmpty() ? held.commit() : 0, held.shards());
    return new ToController.Unwound(attempt, left, held);
  }

  /// The number of ranks changes.
  ToController leftForResize(int attempt, long step) {
    ToController.Held held = memory.whole(step);
    world.audit().leftForResize(worker, step, held.shards());
    return new ToController.Unwound(attempt, "", held);
  }
}
