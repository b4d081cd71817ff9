package dev.manta.internal.run;

import java.util.ArrayList;
import java.util.List;

/// A stop in progress.
///
/// @param by who asked
/// @param at where ranks leave, as a count that each rank keeps; 0 is through the collectives
/// @param lead how far ahead the next one to try would be
/// @param accepted the workers that can still leave there
public record Stopping(String by, long at, long lead, List<String> accepted) {
  public Stopping {
    accepted = List.copyOf(accepted);
  }

  Stopping next(long later) {
    return new Stopping(by, later, 2 * lead, List.of());
  }

  Stopping accept(String worker) {
    List<String> more = new ArrayList<>(accepted);
    more.add(worker);
    return new Stopping(by, at, lead, more);
  }
}
