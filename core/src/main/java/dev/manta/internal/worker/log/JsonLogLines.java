package dev.manta.internal.worker.log;

import java.util.Objects;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/// A record of `java.util.logging` as a line of JSON.
public final class JsonLogLines extends Formatter {
  @Override
  public String format(LogRecord record) {
    var line =
        new JsonLine(
            record.getInstant(),
            LogLines.level(record.getLevel()),
            Objects.requireNonNullElse(record.getLoggerName(), ""),
            Objects.requireNonNullElse(formatMessage(record), ""),
            record.getThrown());
    return line.text(LogPlace.current()) + System.lineSeparator();
  }
}
