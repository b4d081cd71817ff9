package dev.manta.tune.internal.schedule;

import dev.manta.tune.Scheduler;
import dev.manta.tune.internal.space.Coding;

/// Population based training (Jaderberg and others, 2017): at each interval a trial of the worst
/// part takes over the checkpoint and the parameters of one of the best part, and changes them.
///
/// @param interval how many steps lie between two exchanges of a trial
/// @param part how large the best and the worst part are
/// @param resampled how likely a parameter is drawn anew rather than changed a little
public record PopulationTraining(long interval, double part, double resampled)
    implements Scheduler {
  public PopulationTraining {
    var _ = new Population.Rules(interval, part);
    if (!(resampled >= 0 && resampled <= 1)) {
      throw new IllegalArgumentException("resampled must be from 0 to 1, not " + resampled);
    }
  }

  @Override
  public boolean isSideBySide() {
    return true;
  }

  @Override
  public Schedule open(Setting setting) {
    var exploration = new RandomExploration(new Coding(setting.space()), resampled);
    return new Population(setting, new Population.Rules(interval, part), exploration);
  }
}
