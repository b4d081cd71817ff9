package dev.manta.internal.checkpoint;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The rules for a file's path below a checkpoint: relative, with `/` between its names, and the
/// same place on every system.
final class FilePath {
  private FilePath() {}

  /// Refuses a path that could lead out of the directory it is resolved against.
  static void require(String path) {
    String wrong = wrong(path);
    if (wrong != null) {
      throw new IllegalArgumentException(
          "\"" + path.replace("\0", "\\0") + "\" cannot name a file of a checkpoint: it " + wrong);
    }
  }

  private static @Nullable String wrong(String path) {
    if (path.startsWith("/")) {
      return "is absolute";
    }
    if (path.length() > 1 && path.charAt(1) == ':' && isLetter(path.charAt(0))) {
      return "begins with a drive";
    }
    if (path.indexOf('\\') >= 0 || path.indexOf('\0') >= 0) {
      return "has a backslash or a zero character";
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(path)) {
      return "has half a character";
    }
    for (String name : path.split("/", -1)) {
      if (name.isEmpty() || name.equals(".") || name.equals("..")) {
        return "has the name \"" + name + "\" in it";
      }
    }
    return null;
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  /// Refuses what cannot be files of one directory: a name twice, or a file where another needs a
  /// directory.
  static void requireDistinct(List<StoredFile> files) {
    Set<String> paths = new HashSet<>();
    for (StoredFile file : files) {
      if (!paths.add(file.path())) {
        throw new IllegalArgumentException("names \"" + file.path() + "\" twice");
      }
    }
    for (StoredFile file : files) {
      for (int slash = file.path().indexOf('/'); slash > 0; ) {
        String above = file.path().substring(0, slash);
        if (paths.contains(above)) {
          throw new IllegalArgumentException(
              "\"%s\" is a file and the directory of \"%s\"".formatted(above, file.path()));
        }
        slash = file.path().indexOf('/', slash + 1);
      }
    }
  }

  /// Refuses files outside the directory of their extent, and the manifest's name in it.
  static void requireWithin(Extent extent, List<StoredFile> files) {
    String prefix = extent.directory().isEmpty() ? "" : extent.directory() + "/";
    for (StoredFile file : files) {
      String path = file.path();
      if (!path.startsWith(prefix)) {
        throw new IllegalArgumentException(
            "\"%s\" is not in the directory of its %s, %s".formatted(path, extent, prefix));
      }
      String own = path.substring(prefix.length());
      if (own.equals(Manifest.FILE) || own.startsWith(Manifest.FILE + "/")) {
        throw new IllegalArgumentException(
            "\"" + path + "\" cannot name a file of a checkpoint: it is the manifest's name");
      }
    }
  }
}
