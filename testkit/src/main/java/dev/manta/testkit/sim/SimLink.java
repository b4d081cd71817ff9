package dev.manta.testkit.sim;

import dev.manta.cluster.Exit;
import dev.manta.cluster.WorkerNews;
import dev.manta.internal.wire.ToController;
import java.time.Duration;
import java.util.Optional;

/// The connection of one worker to the controller that started it: in order, with delays, and some
/// frames twice.
final class SimLink {
  private final SimWorld world;
  private final String worker;
  private final SimController controller;
  private Duration free = Duration.ZERO;
  private boolean lost;
  private Optional<Runnable> whenArrived = Optional.empty();

  SimLink(SimWorld world, String worker, SimController controller) {
    this.world = world;
    this.worker = worker;
    this.controller = controller;
  }

  SimController controller() {
    return controller;
  }

  void connected(long pid) {
    tell(new WorkerNews.Connected(worker, pid));
  }

  /// The worker of an earlier controller calls this one.
  void back(ToController.Hello hello) {
    tell(new WorkerNews.Back(worker, hello.frame()));
  }

  /// Does something when the next frame arrives.
  void onArrival(Runnable task) {
    whenArrived = Optional.of(task);
  }

  void send(ToController message) {
    Optional<Runnable> arrival = whenArrived;
    whenArrived = Optional.empty();
    if (lost) {
      return;
    }
    var frame = new WorkerNews.Frame(worker, message.frame());
    tell(frame, () -> arrival.ifPresent(Runnable::run));
    if (world.script().chance(world.script().frameTwice)) {
      tell(frame);
    }
  }

  /// What is sent from now on does not arrive.
  void lose() {
    lost = true;
  }

  void gone(Exit exit) {
    tell(new WorkerNews.Gone(worker, exit, "last words"));
  }

  private void tell(WorkerNews what) {
    tell(what, () -> {});
  }

  private void tell(WorkerNews what, Runnable arrived) {
    Duration now = world.elapsed();
    Duration at = now.plus(world.script().delay());
    free = at.compareTo(free) > 0 ? at : free;
    world.after(
        free.minus(now),
        () -> {
          if (controller.alive()) {
            arrived.run();
          }
          controller.hear(what);
        });
  }
}
