package dev.manta.dashboard.internal.curve;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;

/// Reads times such as `2026-01-31T12:00:00.125Z`. Most are of the same day as the one before.
final class LineTime {
  private static final int DATE = 10;
  private static final int TO_SECONDS = 19;
  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();
  private static final int NANO_DIGITS = 9;

  private final LineCursor line;
  private int datePlace = -1;
  private long dateMillis;

  LineTime(LineCursor line) {
    this.line = line;
  }

  /// The time that comes next, in milliseconds since 1970.
  long millis() {
    long date = date();
    int begin = line.at();
    if (!line.fits() || !line.has(TO_SECONDS)) {
      line.refuse();
      return 0;
    }
    int hours = line.twoDigits(begin + 11);
    int minutes = line.twoDigits(begin + 14);
    int seconds = line.twoDigits(begin + 17);
    line.skip(DATE);
    line.expect('T');
    line.skip(2);
    line.expect(':');
    line.skip(2);
    line.expect(':');
    line.skip(2);
    boolean onClock = hours >= 0 && hours < 24 && isSixtieth(minutes) && isSixtieth(seconds);
    if (!onClock) {
      line.refuse();
    }
    long millis = date + 1000L * (3600L * hours + 60L * minutes + seconds) + fraction();
    line.expect('Z');
    return millis;
  }

  private static boolean isSixtieth(int value) {
    return value >= 0 && value < 60;
  }

  private long date() {
    if (datePlace >= 0 && line.isSame(datePlace, DATE)) {
      return dateMillis;
    }
    try {
      dateMillis = LocalDate.parse(line.ahead(DATE)).toEpochDay() * DAY_MILLIS;
      datePlace = line.at();
    } catch (DateTimeException otherForm) {
      line.refuse();
    }
    return dateMillis;
  }

  /// What is below a millisecond is left out.
  private int fraction() {
    if (!line.take('.')) {
      return 0;
    }
    int millis = 0;
    int digits = 0;
    for (; line.here() >= '0' && line.here() <= '9'; digits++) {
      millis = digits < 3 ? millis * 10 + (line.here() - '0') : millis;
      line.skip(1);
    }
    if (digits == 0 || digits > NANO_DIGITS) {
      line.refuse();
    }
    return digits == 1 ? millis * 100 : digits == 2 ? millis * 10 : millis;
  }
}
