package dev.manta.tune.internal.stop;

import dev.manta.tune.Stopper;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Several stoppers as one.
///
/// @param stoppers the stoppers
/// @param every whether all must agree
public record Combined(List<Stopper> stoppers, boolean every) implements Stopper {
  public Combined {
    stoppers = List.copyOf(stoppers);
    if (stoppers.isEmpty()) {
      throw new IllegalArgumentException("at least one stopper must be given, not none");
    }
  }

  public static Combined any(List<Stopper> stoppers) {
    return new Combined(stoppers, false);
  }

  public static Combined all(List<Stopper> stoppers) {
    return new Combined(stoppers, true);
  }

  @Override
  public Optional<String> reason(Progress progress) {
    List<String> reasons =
        stoppers.stream().flatMap(each -> each.reason(progress).stream()).toList();
    boolean stops = every ? reasons.size() == stoppers.size() : !reasons.isEmpty();
    return stops
        ? Optional.of(reasons.stream().collect(Collectors.joining(" and ")))
        : Optional.empty();
  }
}
