package dev.manta.tune.internal.experiment;

import java.util.List;
import java.util.Optional;

/// What follows from something that happened: entries to be written, then orders to be carried out.
///
/// @param failure what a searcher or scheduler threw afterwards, which ends the experiment once the
///   entries are written
public record Turn(List<Entry> entries, List<Order> orders, Optional<RuntimeException> failure) {
  public Turn {
    entries = List.copyOf(entries);
    orders = List.copyOf(orders);
  }

  Turn(List<Entry> entries, List<Order> orders) {
    this(entries, orders, Optional.empty());
  }
}
