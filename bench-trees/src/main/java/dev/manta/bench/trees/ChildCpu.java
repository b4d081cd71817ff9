package dev.manta.bench.trees;

import dev.manta.bench.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// The processor time of the processes that this one started and that have ended, and of theirs.
final class ChildCpu {
  private static final Path STATUS = Path.of("/proc/self/stat");
  private static final double TICKS_PER_SECOND = 100;

  /// Places behind the name, which may have spaces in it.
  private static final int USER = 13;

  private static final int SYSTEM = 14;

  private ChildCpu() {}

  /// The subject with a figure `cpu`: the seconds of all its processes.
  static Subject counted(Subject subject) {
    return () -> {
      double before = seconds();
      Map<String, Double> figures = new TreeMap<>(subject.measure());
      figures.put("cpu", seconds() - before);
      return figures;
    };
  }

  private static double seconds() throws IOException {
    String status = Files.readString(STATUS);
    String[] words = status.substring(status.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(words[USER]) + Long.parseLong(words[SYSTEM])) / TICKS_PER_SECOND;
  }
}
