package dev.manta.tune.internal.experiment;

import java.util.List;

/// One line of an experiment's journal: what happened, and what was decided because of it.
///
/// @param at milliseconds that the experiment has run, over all its drivers
public record Entry(long at, ExperimentEvent happening, List<TrialRuling> rulings) {
  public Entry {
    rulings = List.copyOf(rulings);
  }
}
