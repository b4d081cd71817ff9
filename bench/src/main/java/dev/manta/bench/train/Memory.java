package dev.manta.bench.train;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What a process occupies, as Linux says.
///
/// @param residentMegabytes pages in memory, shared ones in full (RSS)
/// @param proportionalMegabytes the same, a page shared by n processes counted as 1/n (PSS)
record Memory(double residentMegabytes, double proportionalMegabytes) {
  private static final double KIBIBYTE_IN_MEGABYTES = 1024 / 1e6;

  static Memory of(long pid) throws IOException {
    Path process = Path.of("/proc", String.valueOf(pid));
    return new Memory(
        line(process.resolve("status"), "VmRSS:"), line(process.resolve("smaps_rollup"), "Pss:"));
  }

  private static double line(Path file, String key) throws IOException {
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith(key)) {
        String[] words = line.substring(key.length()).strip().split(" ", 2);
        return Double.parseDouble(words[0]) * KIBIBYTE_IN_MEGABYTES;
      }
    }
    throw new IOException(file + " has no line " + key);
  }
}
