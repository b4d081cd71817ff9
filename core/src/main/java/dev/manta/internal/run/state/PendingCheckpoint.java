package dev.manta.internal.run.state;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A checkpoint that is being put together.
///
/// @param committing whether its manifest is being written
public record PendingCheckpoint(int ordinal, long step, List<RankPart> parts, boolean committing) {
  public PendingCheckpoint {
    parts = List.copyOf(parts);
  }

  /// Parts in rank order; a part that came twice counts once.
  public PendingCheckpoint with(RankPart part) {
    List<RankPart> more = new ArrayList<>(parts);
    more.removeIf(other -> other.rank() == part.rank());
    more.add(part);
    more.sort(Comparator.comparingInt(RankPart::rank));
    return new PendingCheckpoint(ordinal, step, more, committing);
  }

  public PendingCheckpoint commit() {
    return new PendingCheckpoint(ordinal, step, parts, true);
  }

  public boolean has(int rank) {
    return parts.stream().anyMatch(part -> part.rank() == rank);
  }
}
