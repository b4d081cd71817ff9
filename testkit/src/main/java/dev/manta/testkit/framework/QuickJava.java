package dev.manta.testkit.framework;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How a test starts a JVM that lives for seconds: it compiles only what runs a thousand times, and
/// makes no classes for reflection and no second copy of the JDK's cache.
public final class QuickJava {
  private static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:CompileThresholdScaling=5",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:ArchiveRelocationMode=0",
          "-Djdk.reflect.useNativeAccessorOnly=true");

  private QuickJava() {}

  /// The first words of the command, to which options and a class are added.
  public static List<String> words() {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(FLAGS);
    return words;
  }
}
