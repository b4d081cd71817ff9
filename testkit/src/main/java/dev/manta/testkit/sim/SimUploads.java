package dev.manta.testkit.sim;

import dev.manta.internal.checkpoint.UploadQueue;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// What a rank has on its way to storage in an attempt, and what it does when that is there.
final class SimUploads {
  private static final int PENDING_MAX = 2;

  private final Consumer<Runnable> later;
  private final BooleanSupplier over;
  private final Consumer<Job> storing;
  private final UploadQueue<Job> queue = new UploadQueue<>(PENDING_MAX);
  private Optional<Runnable> whenRoom = Optional.empty();
  private Optional<Runnable> whenDone = Optional.empty();

  /// The part of a checkpoint.
  record Job(int number, long step) {}

  /// @param later does something in a while, if the process lives then
  /// @param over whether the attempt is over
  /// @param storing stores a part
  SimUploads(Consumer<Runnable> later, BooleanSupplier over, Consumer<Job> storing) {
    this.later = later;
    this.over = over;
    this.storing = storing;
  }

  boolean isAnything() {
    return !queue.isEmpty();
  }

  /// Stores a part in the background, and does the next thing once there is space for it.
  void add(Job job, Runnable then) {
    if (!queue.hasRoom()) {
      whenRoom = Optional.of(() -> add(job, then));
      return;
    }
    if (queue.add(job)) {
      next();
    }
    then.run();
  }

  /// The last task that was given is the one that is done, once nothing is on its way.
  void whenDone(Runnable next) {
    whenDone = Optional.of(next);
    proceed();
  }

  private void next() {
    queue.next(over.getAsBoolean(), _ -> {}).ifPresent(job -> later.accept(() -> store(job)));
  }

  /// A part that is being stored when its attempt ends is stored all the same.
  private void store(Job job) {
    storing.accept(job);
    queue.done();
    Optional<Runnable> waits = whenRoom;
    whenRoom = Optional.empty();
    waits.ifPresent(Runnable::run);
    proceed();
    next();
  }

  private void proceed() {
    if (queue.isEmpty() && whenDone.isPresent()) {
      Runnable now = whenDone.get();
      whenDone = Optional.empty();
      now.run();
    }
  }
}
