package dev.manta.internal.local;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/// How workers log: what the driver was told about its own logging, so that both do the same, and
/// Manta's lines for `java.util.logging` where it was told nothing.
final class LoggingProperties {
  private static final String JAVA_LOGGING =
      "-Djava.util.logging.config.class=dev.manta.internal.worker.log.JavaLogging";

  /// Where java.util.logging, Logback and Log4j look for their configuration.
  private static final List<String> CONFIGURATIONS =
      List.of(
          "java.util.logging.config.file",
          "logback.configurationFile",
          "log4j2.configurationFile",
          "log4j.configurationFile");

  private LoggingProperties() {}

  /// Arguments of a worker's JVM; its own options, which come after them, win.
  static List<String> of(Properties driver) {
    List<String> arguments = new ArrayList<>(List.of(JAVA_LOGGING));
    for (String name : CONFIGURATIONS) {
      String value = driver.getProperty(name);
      if (value != null) {
        arguments.add("-D" + name + "=" + absolute(value));
      }
    }
    return arguments;
  }

  /// A worker has a directory of its own; what is not a file, such as a URL, is left as it is.
  private static String absolute(String value) {
    try {
      Path file = Path.of(value).toAbsolutePath();
      return Files.exists(file) ? file.toString() : value;
    } catch (InvalidPathException noFile) {
      return value;
    }
  }
}
