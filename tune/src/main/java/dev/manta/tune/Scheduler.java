package dev.manta.tune;

import dev.manta.train.WorkerCount;
import dev.manta.tune.internal.schedule.Asha;
import dev.manta.tune.internal.schedule.Fifo;
import dev.manta.tune.internal.schedule.HyperBand;
import dev.manta.tune.internal.schedule.MedianStopping;
import dev.manta.tune.internal.schedule.PopulationBandits;
import dev.manta.tune.internal.schedule.PopulationTraining;
import dev.manta.tune.internal.schedule.ResourceChanging;
import java.util.List;

/// Decides which trials are worth continuing with, while they run.
///
/// It has no state itself: `open` begins one for an experiment. Implementations extend
/// `SchedulerContract` of the test kit.
public interface Scheduler {
  /// What an experiment is about.
  ///
  /// @param space where points lie
  /// @param goal what is to be small or large
  /// @param seed what random numbers begin with
  /// @param workers how many workers a trial may have: the range of its trainer, 1 for a function
  record Setting(Space space, Goal goal, long seed, WorkerCount workers) {
    /// One of plain functions.
    public Setting(Space space, Goal goal, long seed) {
      this(space, goal, seed, new WorkerCount(1, 1));
    }
  }

  /// The state of a scheduler in one experiment. Only events change it: the same events in the same
  /// order give the same decisions, so that an experiment is restored by hearing its events again.
  interface Schedule {
    /// What follows from an event; the decision on a trial that reports is among them.
    List<Decision> hear(TrialEvent event);
  }

  /// Refuses trials that it could do nothing with.
  ///
  /// @param workers how many workers a trial may have
  default void check(WorkerCount workers) {}

  /// Whether it compares trials while they run, so that those which run at a time begin together.
  default boolean isSideBySide() {
    return false;
  }

  /// Whether it decides by the metric of the first goal, so that trials must report that.
  default boolean needsMetric() {
    return true;
  }

  /// The state at the start of an experiment.
  Schedule open(Setting setting);

  /// Every trial runs to its end.
  static Scheduler fifo() {
    return new Fifo();
  }

  /// Asynchronous successive halving of trials that end by themselves: after 1, 4, 16, 64 and more
  /// steps the best quarter continues.
  static Scheduler asha() {
    return new Asha(1, Long.MAX_VALUE, 4);
  }

  /// Asynchronous successive halving: at each rung the best part continues. Trials run for at most
  /// `most` steps, and for 1 at least.
  static Scheduler asha(long most) {
    return new Asha(1, most, 4);
  }

  /// The same with the first rung and the part that continues: one of `factor`.
  static Scheduler asha(long least, long most, int factor) {
    return new Asha(least, most, factor);
  }

  /// HyperBand: brackets of trials that wait for each other at each rung, of which the best part is
  /// resumed.
  static Scheduler hyperBand(long most) {
    return new HyperBand(most, 3);
  }

  /// Stops a trial whose best value so far is worse than the median of the means of others at the
  /// same step, after so many steps and with so many others.
  static Scheduler medianStopping(long grace, int others) {
    return new MedianStopping(grace, others);
  }

  /// Population based training: every `interval` steps the worst quarter takes over checkpoints of
  /// the best quarter, with changed parameters.
  static Scheduler populationBased(long interval) {
    return new PopulationTraining(interval, 0.25, 0.25);
  }

  /// Population based bandits, which others call PB2: population based training that learns which
  /// numbers made the loss fall, and when, and chooses by that instead of at random. For small
  /// populations; numbers need bounds that hold all good values.
  static Scheduler populationBandits(long interval) {
    return new PopulationBandits(interval, 0.25, 0.25);
  }

  /// Another scheduler, with trials that change their number of workers while they train, as an
  /// allocation says at each report. For trainers with a range, such as `workers(1, 8)`; a trial
  /// begins with the least number.
  static Scheduler resourceChanging(Scheduler inside, Allocation allocation) {
    return new ResourceChanging(inside, allocation);
  }
}
