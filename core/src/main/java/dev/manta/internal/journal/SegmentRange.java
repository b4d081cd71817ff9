package dev.manta.internal.journal;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The numbers of the segments that an object in storage stands for: one, or a pack of several.
record SegmentRange(long first, long last) {
  private static final Pattern NAME = Pattern.compile("(\\d{12})-(\\d{12})\\.jsonl");

  static SegmentRange single(long number) {
    return new SegmentRange(number, number);
  }

  /// The range that a name says; empty where it is not a segment's.
  static Optional<SegmentRange> of(String name) {
    Matcher pack = NAME.matcher(name);
    if (pack.matches()) {
      var range = new SegmentRange(Long.parseLong(pack.group(1)), Long.parseLong(pack.group(2)));
      return range.first <= range.last ? Optional.of(range) : Optional.empty();
    }
    OptionalLong number = SegmentNumber.of(name, Segments.SUFFIX);
    return number.stream()
        .filter(one -> name.equals(SegmentNumber.name(one, Segments.SUFFIX)))
        .mapToObj(SegmentRange::single)
        .findFirst();
  }

  /// The name of the pack of this range.
  String packName() {
    return SegmentNumber.name(first, "-") + SegmentNumber.name(last, Segments.SUFFIX);
  }

  boolean contains(long number) {
    return first <= number && number <= last;
  }

  boolean contains(SegmentRange other) {
    return first <= other.first && other.last <= last;
  }

  long size() {
    return last - first + 1;
  }
}
