package dev.manta.internal.control.record;

import dev.manta.internal.code.Coordinates;
import dev.manta.internal.machine.GitCommit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What the driver of a run was started on last.
///
/// @param host the name of its machine
/// @param cpus how many processors its JVM has
/// @param os the operating system with its version and architecture
/// @param java the JVM with its version
/// @param manta the version of Manta; empty where it does not run from a jar
/// @param commit of the Git repository in whose directory it was started; empty where there is none
public record StartedOn(
    String host, int cpus, String os, String java, String manta, Optional<String> commit) {
  private static final Path HOST = Path.of("/proc/sys/kernel/hostname");

  static StartedOn here() {
    return new StartedOn(
        hostName(),
        Runtime.getRuntime().availableProcessors(),
        "%s %s %s".formatted(property("os.name"), property("os.version"), property("os.arch")),
        "%s %s".formatted(property("java.vm.name"), property("java.runtime.version")),
        Coordinates.version(),
        GitCommit.of(Path.of("")));
  }

  private static String property(String name) {
    return System.getProperty(name, "unknown");
  }

  private static String hostName() {
    try {
      return Files.readString(HOST).strip();
    } catch (IOException elsewhere) {
      return Optional.ofNullable(System.getenv("HOSTNAME")).orElse("unknown");
    }
  }
}
