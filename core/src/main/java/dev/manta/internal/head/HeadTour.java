package dev.manta.internal.head;

import java.util.ArrayList;
import java.util.List;

/// Which head is called next: the one that was heard of last, then every other that is known, then
/// all of them again.
final class HeadTour {
  private final HeadAddress first;
  private List<HeadAddress> known;
  private int at;

  HeadTour(HeadAddress first) {
    this.first = first;
    this.known = List.of(first);
  }

  HeadAddress next() {
    HeadAddress next = known.get(at % known.size());
    at++;
    return next;
  }

  /// Somebody has said where heads are; the first of them is the one to call. What the user has
  /// said is never forgotten.
  void hear(List<HeadAddress> heads) {
    List<HeadAddress> places = new ArrayList<>(heads);
    if (heads.stream().noneMatch(first::isAt)) {
      places.add(first);
    }
    known = places;
    at = 0;
  }

  @Override
  public String toString() {
    return String.join(", ", known.stream().map(HeadAddress::text).toList());
  }
}
