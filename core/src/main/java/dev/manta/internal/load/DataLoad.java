package dev.manta.internal.load;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What reading a dataset has done.
///
/// @param stalledSeconds how long training waited for rows
/// @param fullSeconds how long reading waited for training; empty where that is not measured
/// @param workSeconds the time of all threads that read and transformed; empty where that is not
///   measured
/// @param operators how much of the work went into each operator, by what it is called; nothing for
///   what processes beside the trainers did
public record DataLoad(
    String dataset,
    long rows,
    long bytes,
    double stalledSeconds,
    Optional<Double> fullSeconds,
    Optional<Double> workSeconds,
    Map<String, Double> operators) {
  public DataLoad {
    operators = Map.copyOf(operators);
  }

  /// Both together.
  DataLoad plus(DataLoad more) {
    return combined(more, 1);
  }

  /// What was done since then.
  public DataLoad since(DataLoad before) {
    return combined(before, -1);
  }

  private DataLoad combined(DataLoad other, int sign) {
    Map<String, Double> all = new TreeMap<>(operators);
    other.operators.forEach((name, seconds) -> all.merge(name, sign * seconds, Double::sum));
    return new DataLoad(
        dataset,
        rows + sign * other.rows,
        bytes + sign * other.bytes,
        stalledSeconds + sign * other.stalledSeconds,
        LoadPoint.sum(fullSeconds, other.fullSeconds.map(each -> sign * each)),
        LoadPoint.sum(workSeconds, other.workSeconds.map(each -> sign * each)),
        all);
  }
}
