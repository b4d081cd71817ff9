package dev.manta.internal.local.resources;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// How much memory this process may use: the machine's, or less where a control group says so.
final class AvailableMemory {
  private static final String GROUPS = "/sys/fs/cgroup";
  private static final long NO_LIMIT = Long.MAX_VALUE;

  private AvailableMemory() {}

  static long bytes() {
    long limit = Math.min(machine(), group());
    return limit == NO_LIMIT ? Runtime.getRuntime().maxMemory() : limit;
  }

  private static long machine() {
    return lines("/proc/meminfo").stream()
        .filter(line -> line.startsWith("MemTotal:"))
        .mapToLong(line -> 1024 * number(line.replaceAll("\\D", "")))
        .findFirst()
        .orElse(NO_LIMIT);
  }

  private static long group() {
    long limit = NO_LIMIT;
    for (String line : lines("/proc/self/cgroup")) {
      limit = Math.min(limit, limit(line.split(":", 3)));
    }
    return limit;
  }

  /// A line reads `0::/path` for the unified hierarchy, `4:memory:/path` for the older one.
  private static long limit(String[] line) {
    if (line.length < 3) {
      return NO_LIMIT;
    }
    if (line[1].isEmpty()) {
      return narrowest(GROUPS, line[2], "memory.max");
    }
    return List.of(line[1].split(",", -1)).contains("memory")
        ? narrowest(GROUPS + "/memory", line[2], "memory.limit_in_bytes")
        : NO_LIMIT;
  }

  /// The smallest limit from the group up to the root, as each level binds; in a container the
  /// group's own path is often not there and the root is the container's.
  private static long narrowest(String root, String group, String file) {
    long limit = NO_LIMIT;
    Path at = Path.of(root, group);
    while (at != null && at.startsWith(root)) {
      for (String line : lines(at.resolve(file).toString())) {
        limit = Math.min(limit, number(line.strip()));
      }
      at = at.getParent();
    }
    return limit;
  }

  private static long number(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException max) {
      return NO_LIMIT;
    }
  }

  private static List<String> lines(String file) {
    try {
      return Files.readAllLines(Path.of(file));
    } catch (IOException absent) {
      return List.of();
    }
  }
}
