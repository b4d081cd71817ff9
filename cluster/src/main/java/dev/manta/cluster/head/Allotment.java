package dev.manta.cluster.head;

import java.util.List;

/// Which part of which node is a run's own; a newer one takes the place of an older one.
///
/// @param term that of the head that granted it
/// @param version which one it is of those of the claim
public record Allotment(long term, int version, List<AllottedPart> parts) {
  public Allotment {
    parts = List.copyOf(parts);
  }

  /// Whether it takes the place of another one: heads that were followed by others are not heard.
  public boolean isNewerThan(Allotment other) {
    return term != other.term ? term > other.term : version > other.version;
  }

  /// How many workers there is capacity for.
  public int workers() {
    return parts.stream().mapToInt(AllottedPart::workers).sum();
  }
}
