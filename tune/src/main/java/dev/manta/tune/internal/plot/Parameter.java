package dev.manta.tune.internal.plot;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.tune.Dimension;
import dev.manta.tune.ResultGrid;
import java.util.List;
import java.util.Optional;

/// A parameter that has more than one value, and its axis.
record Parameter(String name, Scale scale) {
  /// Those of an experiment; at least one.
  static List<Parameter> of(ResultGrid grid) {
    List<Parameter> found =
        grid.dimensions().stream()
            .filter(Dimension::isSearched)
            .map(each -> of(each, grid))
            .toList();
    if (found.isEmpty()) {
      throw new MantaException(
          ErrorCode.USER,
          grid.name()
              + " has no parameter with more than one value, so there is nothing to draw but Plot.HISTORY");
    }
    return found;
  }

  private static Parameter of(Dimension each, ResultGrid grid) {
    List<Object> tried =
        grid.trials().stream()
            .map(trial -> trial.point().find(each.name()))
            .flatMap(Optional::stream)
            .toList();
    return new Parameter(each.name(), Scale.of(each.domain(), tried));
  }

  /// Where a trial lies; NaN where it does not have the parameter.
  double place(PlottedTrial trial) {
    return trial.point().find(name).map(scale::place).orElse(Double.NaN);
  }
}
