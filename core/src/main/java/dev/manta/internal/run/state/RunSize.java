package dev.manta.internal.run.state;

import dev.manta.cluster.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// How large a run should be, and what is known of the room it has.
///
/// @param asked the size that somebody asked for; without it room alone decides
/// @param nodes the machines when they were last looked at
/// @param changes how often the size has changed lately because room came or went
/// @param last when it did
/// @param stays the attempt that cannot change its size, if one cannot
/// @param waits what the run waits for, if it does
public record RunSize(
    OptionalInt asked,
    List<Node> nodes,
    int changes,
    Optional<Instant> last,
    OptionalInt stays,
    Optional<String> waits) {
  static final RunSize NONE =
      new RunSize(
          OptionalInt.empty(),
          List.of(),
          0,
          Optional.empty(),
          OptionalInt.empty(),
          Optional.empty());

  private static final Duration CALM = Duration.ofMinutes(10);
  private static final int DOUBLINGS_MAX = 6;

  public RunSize {
    nodes = List.copyOf(nodes);
    // Records of older versions have 0 and an empty text for none.
    asked = asked.orElse(0) == 0 ? OptionalInt.empty() : asked;
    stays = stays.orElse(0) == 0 ? OptionalInt.empty() : stays;
    waits = waits.filter(what -> !what.isEmpty());
  }

  /// Somebody asks for a size: what an attempt said of another one counts no more.
  public RunSize asked(int workers) {
    return new RunSize(OptionalInt.of(workers), nodes, changes, last, OptionalInt.empty(), waits);
  }

  public RunSize nodes(List<Node> now) {
    return new RunSize(asked, now, changes, last, stays, waits);
  }

  public RunSize stays(int attempt) {
    return new RunSize(asked, nodes, changes, last, OptionalInt.of(attempt), waits);
  }

  public RunSize waits(Optional<String> what) {
    return new RunSize(asked, nodes, changes, last, stays, what);
  }

  /// The size has changed, or could not be changed.
  public RunSize changed(Instant now) {
    return new RunSize(asked, nodes, recent(now) + 1, Optional.of(now), stays, waits);
  }

  private int recent(Instant now) {
    return last.filter(then -> then.plus(CALM).isAfter(now)).isPresent() ? changes : 0;
  }

  /// How long room must be there, or be gone, before the size follows: longer each time, so that
  /// room that comes and goes does not keep the run from training.
  public Duration patience(Duration first, Instant now) {
    return first.multipliedBy(1L << Math.min(recent(now), DOUBLINGS_MAX));
  }
}
