package dev.manta.internal.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// Files of another user.
public final class Foreign {
  private static final int NOBODY = 65534;

  private Foreign() {}

  /// Gives a file away; false where this user may not.
  public static boolean give(Path file) {
    try {
      Files.setAttribute(file, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
      return true;
    } catch (IOException notRoot) {
      return false;
    }
  }
}
