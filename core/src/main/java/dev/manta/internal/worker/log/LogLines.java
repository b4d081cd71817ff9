package dev.manta.internal.worker.log;

import java.time.temporal.ChronoUnit;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/// A record of `java.util.logging` as a line: when in UTC, level as `System.Logger` names it,
/// logger, message; and below it the stack of what was thrown. The rank is the name of the log.
public final class LogLines extends Formatter {
  @Override
  public String format(LogRecord record) {
    String line =
        "%s %s %s: %s%n"
            .formatted(
                record.getInstant().truncatedTo(ChronoUnit.MILLIS),
                level(record.getLevel()),
                record.getLoggerName(),
                formatMessage(record));
    return record.getThrown() == null ? line : line + JsonLine.stack(record.getThrown());
  }

  static String level(Level level) {
    return switch (level.getName()) {
      case "FINEST", "FINER" -> "TRACE";
      case "FINE" -> "DEBUG";
      case "SEVERE" -> "ERROR";
      default -> level.getName();
    };
  }
}
