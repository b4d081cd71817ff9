package dev.manta.bench.chaos;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// What is done to a run while it trains.
enum Fault {
  /// A worker is killed.
  KILL("kill -9", 40),
  /// Two workers are killed at once: where there are no more, the checkpoint is all that is left.
  KILL_TWO("kill -9 of two ranks", 6),
  /// A worker is killed, and another one while the run restarts.
  KILL_AGAIN("kill -9 in a restart", 8),
  /// A worker sleeps for less than it takes to count as frozen: nothing may come of it.
  PAUSE("kill -STOP, then -CONT", 8),
  /// A worker is stopped for good: it must be found frozen and replaced.
  FREEZE("kill -STOP", 4),
  /// The function takes more memory than its heap has.
  HEAP("out of heap", 6),
  /// The function ends its process.
  EXIT("System.exit", 6),
  /// The function throws.
  THROW("an exception", 6),
  /// For a moment nothing can be written to storage.
  FULL_DISK("full disk", 6),
  /// For a moment storage takes its time.
  SLOW_DISK("slow disk", 6),
  /// For a moment every other call of storage fails.
  STORAGE_ERRORS("storage errors", 6),
  /// It is said that a worker will be taken away.
  PREEMPT("preemption notice", 8),
  /// A worker's process is asked to end, which is a notice too.
  TERMINATE("SIGTERM to a worker", 6),
  /// It is said that two workers will be taken away: where there are no more, the run stops, and is
  /// started again.
  PREEMPT_TWO("notices for two ranks", 4),
  /// It is said that the machine will be taken away: the run stops, and is started again.
  NOTICE_FILE("notice file", 4),
  /// The controller of the run is killed: another one must take its workers over.
  CONTROLLER("kill -9 of the controller", 8),
  /// The number of workers changes; only where that cannot change the weights.
  RESIZE("change of size", 20);

  private final String text;
  private final int weight;

  Fault(String text, int weight) {
    this.text = text;
    this.weight = weight;
  }

  /// Those that leave weights as they are.
  static List<Fault> of(boolean elastic) {
    return Arrays.stream(values()).filter(fault -> elastic || fault != RESIZE).toList();
  }

  static Fault choose(List<Fault> among, RandomGenerator random) {
    int ticket = random.nextInt(among.stream().mapToInt(fault -> fault.weight).sum());
    for (Fault fault : among) {
      ticket -= fault.weight;
      if (ticket < 0) {
        return fault;
      }
    }
    throw new IllegalStateException("weights do not add up");
  }

  @Override
  public String toString() {
    return text;
  }
}
