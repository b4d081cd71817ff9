package dev.manta.internal.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where this machine keeps what it can lose: `$MANTA_SCRATCH`, a fast disk of its own, or else its
/// temp directory.
public final class Scratch {
  /// Names the directory; it must be on a disk of this machine.
  public static final String VARIABLE = "MANTA_SCRATCH";

  /// Names the temp directory of the machine; a worker's own one is for this worker alone.
  private static final String TEMP_PROPERTY = "manta.node.temp";

  private Scratch() {}

  /// What the user has set.
  public static Optional<Path> configured() {
    return configured(System.getenv(VARIABLE));
  }

  static Optional<Path> configured(@Nullable String value) {
    if (value == null || value.isBlank()) {
      return Optional.empty();
    }
    Path directory = Path.of(value);
    if (!directory.isAbsolute()) {
      throw new IllegalArgumentException(
          "%s is \"%s\", which is not an absolute path".formatted(VARIABLE, value));
    }
    return Optional.of(directory);
  }

  /// The temp directory of the machine.
  public static Path temp() {
    return Path.of(System.getProperty(TEMP_PROPERTY, System.getProperty("java.io.tmpdir")));
  }

  /// The option by which a worker knows the temp directory of its machine.
  public static String option() {
    return "-D" + TEMP_PROPERTY + "=" + temp();
  }

  /// The directory, which is there from now on.
  public static Path directory() throws IOException {
    Optional<Path> set = configured();
    return set.isPresent() ? Files.createDirectories(set.get()) : temp();
  }
}
