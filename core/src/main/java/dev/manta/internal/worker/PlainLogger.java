package dev.manta.internal.worker;

import java.io.PrintStream;
import java.text.MessageFormat;
import java.util.Arrays;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/// Writes plain lines to the worker's log; Java's own logging is never loaded.
final class PlainLogger implements System.Logger {
  /// Names the lowest level that is logged.
  static final String VARIABLE = "MANTA_LOG_LEVEL";

  private static final Level LEAST = level(System.getenv().getOrDefault(VARIABLE, "INFO"));

  private final String name;
  private final PrintStream out;

  PlainLogger(String name, PrintStream out) {
    this.name = name;
    this.out = out;
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public boolean isLoggable(Level level) {
    return level.getSeverity() >= LEAST.getSeverity() && level != Level.OFF;
  }

  /// What is no level is as good as none.
  static Level level(String text) {
    return Arrays.stream(Level.values())
        .filter(level -> level.name().equalsIgnoreCase(text.strip()))
        .findFirst()
        .orElse(Level.INFO);
  }

  @Override
  public void log(
      Level level,
      @Nullable ResourceBundle bundle,
      @Nullable String message,
      @Nullable Throwable thrown) {
    if (isLoggable(level)) {
      line(level, message);
      if (thrown != null) {
        thrown.printStackTrace(out);
      }
    }
  }

  @Override
  public void log(
      Level level,
      @Nullable ResourceBundle bundle,
      @Nullable String format,
      @Nullable Object @Nullable ... arguments) {
    if (isLoggable(level)) {
      boolean plain = format == null || arguments == null || arguments.length == 0;
      line(level, plain ? format : MessageFormat.format(format, arguments));
    }
  }

  private void line(Level level, @Nullable String message) {
    out.println(level == Level.INFO ? message : level + ": " + message);
  }
}
