package dev.manta.tune.internal.experiment;

import java.util.List;

/// What follows from something that happened: entries to be written, then orders to be carried out.
public record Turn(List<Entry> entries, List<Order> orders) {
  public Turn {
    entries = List.copyOf(entries);
    orders = List.copyOf(orders);
  }
}
