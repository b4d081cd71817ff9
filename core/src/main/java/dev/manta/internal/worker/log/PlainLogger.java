package dev.manta.internal.worker.log;

import dev.manta.internal.wire.ToWorker;
import java.io.PrintStream;
import java.text.MessageFormat;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Writes plain lines to the worker's log; Java's own logging is never loaded.
public final class PlainLogger implements System.Logger {
  /// What is logged where the run says nothing about it.
  static final Level LEAST =
      level(System.getenv().getOrDefault(ToWorker.RunFacts.LOG_LEVEL, "INFO"));

  private final String name;
  private final PrintStream out;
  private final Level least;
  private final Optional<LogPlace> json;

  /// @param json where it logs from, where lines are JSON objects; empty where they are plain
  PlainLogger(String name, PrintStream out, Level least, Optional<LogPlace> json) {
    this.name = name;
    this.out = out;
    this.least = least;
    this.json = json;
  }

  /// The logger of a run's functions; what this process logs otherwise is from the same place.
  ///
  /// @param step how many steps the rank has made
  public static PlainLogger of(ToWorker.Join join, LongSupplier step) {
    var place = new LogPlace(join.run().name(), join.place().rank(), step);
    place.enter();
    return at(place, join.run());
  }

  private static PlainLogger at(LogPlace place, ToWorker.RunFacts run) {
    @Nullable String level = run.settings().get(ToWorker.RunFacts.LOG_LEVEL);
    return new PlainLogger(
        place.run(),
        System.out,
        level == null ? LEAST : level(level),
        Optional.of(place).filter(_ -> JsonLine.isWanted()));
  }

  /// Warns of what is the same on every rank: one of them says it.
  public static Consumer<String> onFirstRank(ToWorker.Join join) {
    var place = new LogPlace(join.run().name(), 0, () -> join.start().step());
    return join.place().rank() == 0
        ? message -> at(place, join.run()).log(Level.WARNING, message)
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

  /// What is not a level is as good as none.
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
      line(level, message, thrown);
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
      line(level, plain ? format : MessageFormat.format(format, arguments), null);
    }
  }

  private void line(Level level, @Nullable String message, @Nullable Throwable thrown) {
    if (json.isPresent()) {
      String text = Objects.requireNonNullElse(message, "");
      out.println(new JsonLine(Instant.now(), level.name(), name, text, thrown).text(json));
      return;
    }
    out.println(level == Level.INFO ? message : level + ": " + message);
    if (thrown != null) {
      thrown.printStackTrace(out);
    }
  }
}
