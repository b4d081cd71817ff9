package dev.manta.internal.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// What this process has used.
///
/// @param cpu the processor time of all its threads
/// @param memoryBytes its resident memory; 0 where the system does not say
public record ProcessUse(Duration cpu, long memoryBytes) {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String RESIDENT = "VmRSS:";

  public static ProcessUse now() {
    Duration cpu = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    return new ProcessUse(cpu, resident());
  }

  private static long resident() {
    try {
      return Files.readAllLines(STATUS).stream()
              .filter(line -> line.startsWith(RESIDENT))
              .mapToLong(ProcessUse::kilobytes)
              .findFirst()
              .orElse(0)
          * 1024;
    } catch (IOException | RuntimeException elsewhere) {
      return 0;
    }
  }

  private static long kilobytes(String line) {
    return Long.parseLong(line.substring(RESIDENT.length()).replace("kB", "").strip());
  }
}
