package dev.manta.cli;

import dev.manta.cli.runs.TextTable;
import dev.manta.cluster.Node;
import dev.manta.internal.local.LocalCluster;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What runs here: Manta, its JDK, the machine.
record Version(
    String manta, String jdk, String os, int cores, long memoryBytes, List<String> gpus) {
  private static final double GIB = 1L << 30;

  Version {
    gpus = List.copyOf(gpus);
  }

  static Version here() {
    try (var machine = new LocalCluster()) {
      Node node = machine.nodes().getFirst();
      return new Version(
          ofManta(),
          Runtime.version() + " (" + System.getProperty("java.vendor") + ")",
          "%s %s %s".formatted(property("os.name"), property("os.version"), property("os.arch")),
          Runtime.getRuntime().availableProcessors(),
          node.total().memoryBytes(),
          node.gpuNames());
    }
  }

  /// Manta's own version.
  static String ofManta() {
    return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
        .orElse("development");
  }

  private static String property(String name) {
    return System.getProperty(name, "");
  }

  List<String> lines() {
    return new TextTable()
        .row("manta", manta)
        .row("jdk", jdk)
        .row("os", os)
        .row("cores", String.valueOf(cores))
        .row("memory", String.format(Locale.ROOT, "%.1f GiB", memoryBytes / GIB))
        .row("gpus", gpus.isEmpty() ? "none" : String.join(", ", gpus))
        .lines();
  }
}
