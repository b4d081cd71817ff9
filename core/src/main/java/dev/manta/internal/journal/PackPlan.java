package dev.manta.internal.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Decides which objects are put together: as many neighbours of a kind as make a pack, segments
/// first, then packs. The newest segments stay as they are, as controllers may still number theirs
/// like those.
record PackPlan(Sealing.Packing packing) {
  /// What is put together next; nothing where there is not enough of it.
  ///
  /// @param aside what stays as it is
  List<SealedObject> next(SealedListing listing, Set<SealedObject> aside) {
    List<SealedObject> old =
        listing.objects().stream()
            .filter(object -> object.range().last() <= listing.last() - packing.spared())
            .filter(object -> listing.coverOf(object).isEmpty() && !aside.contains(object))
            .toList();
    List<SealedObject> segments = neighbours(old, 0);
    return segments.isEmpty() ? neighbours(old, 1) : segments;
  }

  private List<SealedObject> neighbours(List<SealedObject> objects, int kind) {
    List<SealedObject> run = new ArrayList<>();
    for (SealedObject object : objects) {
      if (kind(object) != kind) {
        run.clear();
      } else if (isFull(run, object)) {
        return run;
      } else {
        run.add(object);
      }
      if (run.size() == packing.fanIn()) {
        return run;
      }
    }
    return List.of();
  }

  /// Whether there is no space for one more; two have space, as each is less than half a pack.
  private boolean isFull(List<SealedObject> run, SealedObject next) {
    long bytes = run.stream().mapToLong(SealedObject::bytes).sum();
    return bytes + next.bytes() > packing.bytesMax();
  }

  /// 0 is a segment, 1 a pack of segments, 2 what stays as it is.
  private int kind(SealedObject object) {
    long full = (long) packing.fanIn() * packing.fanIn();
    if (object.bytes() >= packing.bytesMax() / 2 || object.range().size() >= full) {
      return 2;
    }
    return object.pack() ? 1 : 0;
  }
}
