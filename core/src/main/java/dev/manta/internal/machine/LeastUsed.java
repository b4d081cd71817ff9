package dev.manta.internal.machine;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Files by the time they were last used, so that a cache does not grow without end.
public final class LeastUsed {
  private record Used(Path file, FileTime at) {}

  private LeastUsed() {}

  /// Deletes what nobody has used for so long, and all but the `kept` that were used last.
  public static void delete(Path directory, String glob, int kept, Duration unused)
      throws IOException {
    FileTime oldest = FileTime.from(Instant.now().minus(unused));
    List<Used> files = newestFirst(directory, glob);
    for (int i = 0; i < files.size(); i++) {
      if (i >= kept || files.get(i).at().compareTo(oldest) < 0) {
        Files.deleteIfExists(files.get(i).file());
      }
    }
  }

  private static List<Used> newestFirst(Path directory, String glob) throws IOException {
    List<Used> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, glob)) {
      for (Path file : all) {
        addIfThere(files, file);
      }
    }
    files.sort(Comparator.comparing(Used::at).reversed());
    return files;
  }

  /// Another driver may delete at the same time.
  private static void addIfThere(List<Used> files, Path file) throws IOException {
    try {
      var attributes = Files.readAttributes(file, BasicFileAttributes.class);
      files.add(new Used(file, attributes.lastAccessTime()));
    } catch (NoSuchFileException gone) {
      return;
    }
  }
}
