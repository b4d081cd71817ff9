package dev.manta.internal.run.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A stop in progress.
///
/// @param by who asked
/// @param at where ranks leave, as a count that each rank keeps, unless they agree through
///   collectives
/// @param lead how far ahead the next one to try would be
/// @param accepted the workers that can still leave there
/// @param seconds how long it may take
/// @param end how the run ends then, where it does not end as stopped
public record Stopping(
    String by,
    OptionalLong at,
    long lead,
    List<String> accepted,
    long seconds,
    Optional<PendingEnd> end) {
  private static final long LEAD = 1;

  public Stopping {
    accepted = List.copyOf(accepted);
    // Records of older versions have 0 for none.
    at = at.orElse(0) == 0 ? OptionalLong.empty() : at;
  }

  /// One that ranks have yet to hear of.
  public static Stopping untold(String by, long seconds, Optional<PendingEnd> end) {
    return new Stopping(by, OptionalLong.empty(), LEAD, List.of(), seconds, end);
  }

  public Stopping untold() {
    return untold(by, seconds, end);
  }

  public Stopping next(long later) {
    return new Stopping(by, OptionalLong.of(later), 2 * lead, List.of(), seconds, end);
  }

  public Stopping accept(String worker) {
    List<String> more = new ArrayList<>(accepted);
    more.add(worker);
    return new Stopping(by, at, lead, more, seconds, end);
  }
}
