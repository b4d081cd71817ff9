package dev.manta.internal.data.source;

import dev.manta.data.Type;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Dates and moments as ISO 8601 writes them, with `T` or a space between date and time.
final class Timestamps {
  private static final Pattern FORM =
      Pattern.compile(
          "(\\d{4}-\\d{2}-\\d{2})(?:[T ](\\d{2}:\\d{2}(?::\\d{2}(?:\\.(\\d{1,9}))?)?)"
              + "(Z|[+-]\\d{2}:\\d{2})?)?");

  private Timestamps() {}

  /// The type of a text that is a date or a moment.
  static Optional<Type> type(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    if (form.group(2) == null) {
      return Optional.of(Type.Scalar.DATE);
    }
    boolean fine = form.group(3) != null && form.group(3).length() > 6;
    Type.Unit unit = fine ? Type.Unit.NANOS : Type.Unit.MICROS;
    return Optional.of(new Type.Timestamp(unit, form.group(4) != null));
  }

  /// A moment since 1970, as UTC has it where the text names no zone.
  static long moment(String text, Type.Unit unit) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(text);
    }
    String local = form.group(1) + "T" + (form.group(2) == null ? "00:00" : form.group(2));
    OffsetDateTime moment =
        form.group(4) == null
            ? LocalDateTime.parse(local).atOffset(ZoneOffset.UTC)
            : OffsetDateTime.parse(local + form.group(4));
    return count(moment.toEpochSecond(), moment.getNano(), unit);
  }

  /// A time since midnight.
  static long time(String text, Type.Unit unit) {
    LocalTime time = LocalTime.parse(text);
    return exactly(time.toNanoOfDay(), unit);
  }

  private static long count(long seconds, int nano, Type.Unit unit) {
    long perSecond = Type.Unit.SECONDS.nanos() / unit.nanos();
    return Math.addExact(Math.multiplyExact(seconds, perSecond), exactly(nano, unit));
  }

  private static long exactly(long nanos, Type.Unit unit) {
    if (nanos % unit.nanos() != 0) {
      throw new IllegalArgumentException(nanos + " ns are not a whole number of " + unit);
    }
    return nanos / unit.nanos();
  }
}
