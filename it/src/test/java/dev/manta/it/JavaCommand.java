package dev.manta.it;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How a test starts a JVM that can be stopped with Ctrl-C.
public final class JavaCommand {
  private JavaCommand() {}

  /// The command's first words. A test runner in the background ignores Ctrl-C and the end of its
  /// terminal, and so would what it starts.
  public static List<String> words() {
    List<String> words = new ArrayList<>();
    if (Files.isDirectory(Path.of("/proc/self"))) {
      words.addAll(List.of("env", "--default-signal=INT,HUP"));
    }
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    return words;
  }
}
