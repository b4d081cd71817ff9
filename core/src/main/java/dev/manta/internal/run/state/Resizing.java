package dev.manta.internal.run.state;

import java.util.List;

/// A change of size in progress.
///
/// @param seats where ranks will sit
/// @param told whether ranks were told to leave at their next commit; until then newcomers get warm
public record Resizing(List<Seat> seats, boolean told) {
  public Resizing {
    seats = List.copyOf(seats);
  }

  public Resizing tell() {
    return new Resizing(seats, true);
  }

  /// How many ranks will sit on a node.
  public int on(String node) {
    return (int) seats.stream().filter(seat -> seat.node().equals(node)).count();
  }
}
