package dev.manta.cli;

import java.util.Optional;

/// What runs here: Manta, its JDK, the machine.
record Version(String manta, String jdk, String os, int cores) {
  static Version here() {
    return new Version(
        Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
            .orElse("development"),
        Runtime.version() + " (" + System.getProperty("java.vendor") + ")",
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors());
  }

  String text() {
    return "manta  %s%njdk    %s%nos     %s%ncores  %d".formatted(manta, jdk, os, cores);
  }
}
