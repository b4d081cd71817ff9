package dev.manta.internal.worker.log;

import dev.manta.internal.wire.ToWorker;
import java.io.PrintStream;
import java.text.MessageFormat;
import java.util.Arrays;
import java.util.ResourceBundle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Writes plain lines to the worker's log; Java's own logging is never loaded.
public final class PlainLogger implements System.Logger {
  /// What is logged where the run says nothing about it.
  static final Level LEAST =
      level(System.getenv().getOrDefault(ToWorker.RunFacts.LOG_LEVEL, "INFO"));

  private final String name;
  private final PrintStream out;
  private final Level least;

  PlainLogger(String name, PrintStream out, Level least) {
    this.name = name;
    this.out = out;
    this.least = least;
  }

  /// The logger of a run's functions.
  public static PlainLogger of(ToWorker.RunFacts run) {
    @Nullable String level = run.settings().get(ToWorker.RunFacts.LOG_LEVEL);
    return new PlainLogger(run.name(), System.out, level == null ? LEAST : level(level));
  }

  /// Warns of what is the same on every rank: one of them says it.
  public static Consumer<String> onFirstRank(ToWorker.Join join) {
    return join.place().rank() == 0
        ? message -> of(join.run()).log(Level.WARNING, message)
        : _ -> {};
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public boolean isLoggable(Level level) {
    return level.getSeverity() >= least.getSeverity() && level != Level.OFF;
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
