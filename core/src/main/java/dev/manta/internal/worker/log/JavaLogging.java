package dev.manta.internal.worker.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.LogManager;

/// Sets up `java.util.logging` in a worker when something first uses it: a line for each record, in
/// the worker's log. A configuration file that the worker was given stands.
public final class JavaLogging {
  private static final String FILE = "java.util.logging.config.file";

  private static final Map<System.Logger.Level, String> NAMES =
      Map.of(
          System.Logger.Level.TRACE, "FINER",
          System.Logger.Level.DEBUG, "FINE",
          System.Logger.Level.ERROR, "SEVERE");

  /// The log manager calls this.
  public JavaLogging() throws IOException {
    String file = System.getProperty(FILE);
    try (InputStream told = file == null ? lines() : Files.newInputStream(Path.of(file))) {
      LogManager.getLogManager().readConfiguration(told);
    } catch (IOException e) {
      System.err.println("manta: cannot read " + FILE + "=" + file + ": " + e);
      LogManager.getLogManager().readConfiguration(lines());
    }
  }

  private static InputStream lines() {
    Class<? extends Formatter> lines = JsonLine.isWanted() ? JsonLogLines.class : LogLines.class;
    return new ByteArrayInputStream(configuration(PlainLogger.LEAST, lines).getBytes(UTF_8));
  }

  static String configuration(System.Logger.Level least, Class<? extends Formatter> lines) {
    return """
    handlers=java.util.logging.ConsoleHandler
    .level=%s
    java.util.logging.ConsoleHandler.level=ALL
    java.util.logging.ConsoleHandler.encoding=UTF-8
    java.util.logging.ConsoleHandler.formatter=%s
    """
        .formatted(NAMES.getOrDefault(least, least.name()), lines.getName());
  }
}
