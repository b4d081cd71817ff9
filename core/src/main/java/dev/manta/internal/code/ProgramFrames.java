package dev.manta.internal.code;

import java.util.regex.Pattern;

/// Whose code a frame of a stack is. All of `dev.manta` is Manta's, also modules that come later,
/// except for the programs there: examples, benchmarks and what tests Manta from outside.
public final class ProgramFrames {
  private static final Pattern PROGRAMS =
      Pattern.compile("dev\\.manta\\.(bench|examples|it|testkit)\\..*");
  private static final Pattern MANTAS = Pattern.compile("dev\\.manta\\..*");
  private static final Pattern JDKS = Pattern.compile("(java|javax|jdk|sun)\\..*");

  private ProgramFrames() {}

  /// Whether the frame is Manta's own.
  public static boolean isMantas(StackTraceElement frame) {
    return isMantas(frame.getClassName());
  }

  private static boolean isMantas(String type) {
    return MANTAS.matcher(type).matches() && !PROGRAMS.matcher(type).matches();
  }

  /// Whether the frame is neither Manta's nor the JDK's.
  public static boolean isPrograms(StackTraceElement frame) {
    return isPrograms(frame.getClassName());
  }

  /// The same for a frame whose class has this name.
  public static boolean isPrograms(String type) {
    return !isMantas(type) && !JDKS.matcher(type).matches();
  }
}
