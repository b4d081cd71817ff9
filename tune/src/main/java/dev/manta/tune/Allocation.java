package dev.manta.tune;

import dev.manta.tune.internal.schedule.EvenAllocation;
import dev.manta.tune.internal.schedule.LeaderAllocation;
import java.util.List;

/// Decides how many workers a trial has; see [Scheduler#resourceChanging].
///
/// It has no state: the same trials give the same number.
@FunctionalInterface
public interface Allocation {
  /// A trial that runs.
  ///
  /// @param trial its number
  /// @param step how many reports it has made
  /// @param loss its last value, so that small is good; infinite before its first report
  /// @param workers how many workers it was last given
  record Running(int trial, long step, double loss, int workers) {}

  /// How many workers a trial is to have that has just reported. A number outside the range of its
  /// trainer counts as the nearest one inside.
  ///
  /// @param trial one of those that run
  /// @param running all that run, by number
  int workers(Running trial, List<Running> running);

  /// So many workers, shared evenly among the trials that run: those that are left at the end get
  /// what others had.
  static Allocation even(int workers) {
    return new EvenAllocation(workers);
  }

  /// So many workers, of which the trial with the best value gets all that the others, which shrink
  /// to the least number, do not have.
  static Allocation toBest(int workers) {
    return new LeaderAllocation(workers);
  }
}
