package dev.manta.testkit.sim;

import java.util.Optional;

/// What a worker has on its way to storage, and what it does when that is there.
final class OnItsWay {
  private int count;
  private Optional<Runnable> task = Optional.empty();

  void begin() {
    count++;
  }

  boolean isAnything() {
    return count > 0;
  }

  void done() {
    count--;
    goOn();
  }

  /// The last task that was given is the one that is done, once nothing is on its way.
  void whenDone(Runnable next) {
    task = Optional.of(next);
    goOn();
  }

  /// Another attempt begins.
  void forget() {
    count = 0;
    task = Optional.empty();
  }

  private void goOn() {
    if (count == 0 && task.isPresent()) {
      Runnable now = task.get();
      task = Optional.empty();
      now.run();
    }
  }
}
