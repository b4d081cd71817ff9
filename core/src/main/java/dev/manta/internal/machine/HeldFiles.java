package dev.manta.internal.machine;

import java.nio.file.Path;

/// The lock files that this process has open. The kernel takes a process's locks of a file back as
/// soon as anybody in it closes that file, so whoever takes one here is the only one to open it.
///
/// Where several class loaders of a process have Manta, they share this: it is kept in system
/// properties.
public final class HeldFiles {
  private static final String PREFIX = "manta.held:";
  private static final String BUSY = "busy";
  private static final String SETTLED = "settled";

  private HeldFiles() {}

  /// Takes a file, unless somebody in this process has it.
  public static boolean take(Path file) {
    return System.getProperties().putIfAbsent(key(file), BUSY) == null;
  }

  /// Says that whoever took the file keeps its lock until the process ends, for all in it.
  public static void settle(Path file) {
    System.setProperty(key(file), SETTLED);
  }

  /// Whether somebody keeps the file's lock until the process ends.
  public static boolean isSettled(Path file) {
    return SETTLED.equals(System.getProperty(key(file)));
  }

  /// Gives a file back, which must be closed.
  public static void leave(Path file) {
    System.clearProperty(key(file));
  }

  private static String key(Path file) {
    return PREFIX + file.toAbsolutePath().normalize();
  }
}
