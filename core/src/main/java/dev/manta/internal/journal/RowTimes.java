package dev.manta.internal.journal;

import dev.manta.spi.json.JsonException;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/// Reads times such as `2026-01-31T12:00:00.125Z`, most of which are of the same minute as the one
/// before: reading a whole one is the dearest part of a row.
final class RowTimes {
  private static final int TO_MINUTE = 16;
  private static final int TO_SECOND = 19;
  private static final int LONGEST = 30;
  private static final int MINUTE_SECONDS = 60;
  private static final int NANO_DIGITS = 9;

  private String minute = "none";
  private long minuteBegins;

  Instant read(String text) {
    boolean isKnown = text.startsWith(minute) && isInMinute(text);
    int seconds = isKnown ? digits(text, TO_MINUTE + 1, TO_SECOND) : MINUTE_SECONDS;
    return seconds < MINUTE_SECONDS
        ? Instant.ofEpochSecond(minuteBegins + seconds, nanos(text))
        : whole(text);
  }

  private Instant whole(String text) {
    Instant at = parsed(text);
    if (isInMinute(text)) {
      minute = text.substring(0, TO_MINUTE);
      minuteBegins = Math.floorDiv(at.getEpochSecond(), MINUTE_SECONDS) * MINUTE_SECONDS;
    }
    return at;
  }

  static Instant parsed(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new JsonException("\"" + text + "\" is not a time", e);
    }
  }

  /// Whether a minute is followed by seconds, perhaps a fraction, and the Z.
  private static boolean isInMinute(String text) {
    int end = text.length() - 1;
    return end >= TO_SECOND
        && end < LONGEST
        && text.charAt(TO_MINUTE) == ':'
        && areDigits(text, TO_MINUTE + 1, TO_SECOND)
        && (end == TO_SECOND || isFraction(text, end))
        && text.charAt(end) == 'Z';
  }

  private static boolean isFraction(String text, int end) {
    return text.charAt(TO_SECOND) == '.'
        && end > TO_SECOND + 1
        && areDigits(text, TO_SECOND + 1, end);
  }

  private static boolean areDigits(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  private static int digits(String text, int from, int to) {
    int value = 0;
    for (int i = from; i < to; i++) {
      value = 10 * value + text.charAt(i) - '0';
    }
    return value;
  }

  private static int nanos(String text) {
    int end = text.length() - 1;
    int from = Math.min(TO_SECOND + 1, end);
    int nanos = digits(text, from, end);
    for (int i = end - from; i < NANO_DIGITS; i++) {
      nanos *= 10;
    }
    return nanos;
  }
}
