package dev.manta.it;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How a test starts a JVM that can be stopped with Ctrl-C.
public final class JavaCommand {
  /// One for all tests: a cache for workers is made once, not by every test whose user has a home
  /// of their own.
  private static final Path CACHES = Path.of("target", "caches").toAbsolutePath();

  private JavaCommand() {}

  /// The command's first words. A test runner in the background ignores Ctrl-C and the end of its
  /// terminal, and so would what it starts. What lives for seconds needs no optimising compiler.
  public static List<String> words() {
    List<String> words = new ArrayList<>(before());
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    return words;
  }

  /// What stands before `java`.
  public static List<String> before() {
    return Files.isDirectory(Path.of("/proc/self"))
        ? List.of("env", "--default-signal=INT,HUP", "XDG_CACHE_HOME=" + CACHES)
        : List.of();
  }
}
