package dev.manta.internal.journal;

import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What of a run's metrics was in storage at a time.
final class SealedListing {
  private static final Comparator<SealedObject> IN_ORDER =
      Comparator.comparingLong((SealedObject object) -> object.range().first())
          .thenComparing(object -> object.range().last(), Comparator.reverseOrder())
          .thenComparing(object -> !object.pack());

  private final List<SealedObject> objects;
  private final List<SealedObject> packs;
  private final NavigableMap<Long, SealedObject> singles = new TreeMap<>();

  private SealedListing(List<SealedObject> objects) {
    this.objects = objects;
    this.packs = objects.stream().filter(SealedObject::pack).toList();
    objects.stream()
        .filter(object -> !object.pack())
        .forEach(object -> singles.put(object.range().first(), object));
  }

  static SealedListing of(List<Entry> entries) {
    return ordered(entries.stream().map(entry -> object(entry.at(), entry.size())));
  }

  /// Of objects whose sizes nobody has asked for.
  static SealedListing of(Location metrics, List<String> names) {
    return ordered(names.stream().map(name -> object(metrics.resolve(name), SealedObject.UNKNOWN)));
  }

  private static SealedListing ordered(Stream<Optional<SealedObject>> objects) {
    return new SealedListing(objects.flatMap(Optional::stream).sorted(IN_ORDER).toList());
  }

  private static Optional<SealedObject> object(Location at, long size) {
    String name = at.name();
    return SegmentRange.of(name)
        .map(range -> new SealedObject(range, isPack(range, name), at, size));
  }

  private static boolean isPack(SegmentRange range, String name) {
    return name.equals(range.packName());
  }

  /// All objects by their first number; of those with the same one the largest first.
  List<SealedObject> objects() {
    return objects;
  }

  /// Whether a segment is an object of its own.
  boolean hasSingle(long number) {
    return singles.containsKey(number);
  }

  /// The last number that there is.
  long last() {
    long last = singles.isEmpty() ? 0 : singles.lastKey();
    for (SealedObject pack : packs) {
      last = Math.max(last, pack.range().last());
    }
    return last;
  }

  /// The objects that may have a segment: one, or several when a packer was stopped in its work.
  List<SealedObject> covering(long number) {
    List<SealedObject> covering = new ArrayList<>(1);
    for (SealedObject pack : packs) {
      if (pack.range().contains(number)) {
        covering.add(pack);
      }
    }
    SealedObject single = singles.get(number);
    if (single != null) {
      covering.add(single);
    }
    return covering;
  }

  /// The next number that an object may have.
  OptionalLong after(long number) {
    Long single = singles.higherKey(number);
    long next = single == null ? Long.MAX_VALUE : single;
    for (SealedObject pack : packs) {
      if (pack.range().last() > number) {
        next = Math.min(next, Math.max(number + 1, pack.range().first()));
      }
    }
    return next == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(next);
  }

  /// The objects that lie within a larger one.
  List<SealedObject> covered() {
    return objects.stream().filter(object -> coverOf(object).isPresent()).toList();
  }

  /// The largest object that an object lies within.
  Optional<SealedObject> coverOf(SealedObject object) {
    return packs.stream()
        .filter(pack -> !pack.equals(object) && pack.range().contains(object.range()))
        .max(Comparator.comparingLong(pack -> pack.range().size()));
  }
}
