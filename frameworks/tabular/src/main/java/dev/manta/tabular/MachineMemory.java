package dev.manta.tabular;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/// How much memory this process may use.
final class MachineMemory {
  private static final long UNKNOWN = 4L << 30;

  private MachineMemory() {}

  /// That of the machine, or of the container where there is a limit.
  static long bytes() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : UNKNOWN;
  }
}
