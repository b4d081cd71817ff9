package dev.manta.tune.internal.stop;

import dev.manta.tune.Stopper;
import java.util.List;
import java.util.Optional;

/// Stops once the last values hardly differ.
///
/// @param reports how many values are looked at
/// @param deviation the standard deviation below which they do not differ
/// @param grace how many values there must be in all
public record Plateau(int reports, double deviation, int grace) implements Stopper {
  public Plateau {
    if (reports < 2 || !(deviation >= 0)) {
      throw new IllegalArgumentException(
          "a plateau has at least 2 reports and a deviation of at least 0, not "
              + reports
              + " and "
              + deviation);
    }
  }

  @Override
  public Optional<String> reason(Progress progress) {
    List<Double> values = progress.values();
    if (values.size() < Math.max(reports, grace)) {
      return Optional.empty();
    }
    List<Double> last = values.subList(values.size() - reports, values.size());
    double mean = last.stream().mapToDouble(each -> each).average().orElse(0);
    double variance =
        last.stream().mapToDouble(each -> (each - mean) * (each - mean)).sum() / reports;
    return Math.sqrt(variance) <= deviation
        ? Optional.of("the last " + reports + " values differ by less than " + deviation)
        : Optional.empty();
  }
}
