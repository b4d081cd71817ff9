package dev.manta.internal.load;

import java.util.Optional;
import java.util.stream.Stream;

/// What a rank has done and used for a while.
///
/// @param at when the while ended, in milliseconds since 1970
/// @param seconds how long it was
/// @param cpuSeconds the processor time of its process
/// @param memoryBytes the most resident memory that its process was seen with; 0 where the system
///   does not say
/// @param steps commits or reports, whichever were more
/// @param dataSeconds how long training waited for rows
/// @param collectiveSeconds how long training was held up by collectives; empty where the rank does
///   not measure it
/// @param rows how many rows of datasets were read
public record LoadPoint(
    long at,
    double seconds,
    double cpuSeconds,
    long memoryBytes,
    long steps,
    double dataSeconds,
    Optional<Double> collectiveSeconds,
    long rows) {
  static final LoadPoint NOTHING = new LoadPoint(0, 0, 0, 0, 0, 0, Optional.empty(), 0);

  /// Both together.
  LoadPoint plus(LoadPoint later) {
    return new LoadPoint(
        Math.max(at, later.at),
        seconds + later.seconds,
        cpuSeconds + later.cpuSeconds,
        Math.max(memoryBytes, later.memoryBytes),
        steps + later.steps,
        dataSeconds + later.dataSeconds,
        sum(collectiveSeconds, later.collectiveSeconds),
        rows + later.rows);
  }

  /// What is known of both.
  static Optional<Double> sum(Optional<Double> one, Optional<Double> other) {
    return Stream.of(one, other).flatMap(Optional::stream).reduce(Double::sum);
  }
}
