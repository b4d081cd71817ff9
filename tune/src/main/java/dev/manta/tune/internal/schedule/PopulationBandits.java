package dev.manta.tune.internal.schedule;

import dev.manta.tune.Scheduler;
import dev.manta.tune.internal.space.Coding;

/// Population based bandits, PB2 (Parker-Holder and others, 2020): population based training that
/// chooses numbers by a Gaussian process of how much the loss fell with which, and when.
///
/// @param interval how many steps lie between two exchanges of a trial
/// @param part how large the best and the worst part are
/// @param resampled how likely a choice is drawn anew rather than changed to a neighbour
public record PopulationBandits(long interval, double part, double resampled) implements Scheduler {
  public PopulationBandits {
    var _ = new PopulationTraining(interval, part, resampled);
  }

  @Override
  public boolean isSideBySide() {
    return true;
  }

  @Override
  public Schedule open(Setting setting) {
    var exploration = new BanditExploration(new Coding(setting.space()), interval, resampled);
    return new Population(setting, new Population.Rules(interval, part), exploration);
  }
}
