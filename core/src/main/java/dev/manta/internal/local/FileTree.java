package dev.manta.internal.local;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// Removes directories; links are removed, never followed.
final class FileTree {
  private FileTree() {}

  /// Removes a directory with all it holds; what cannot be removed stays.
  static void delete(Path root) {
    try {
      Files.walkFileTree(root, new Deleter());
    } catch (IOException left) {
      System.getLogger("dev.manta.local")
          .log(System.Logger.Level.DEBUG, "cannot remove " + root, left);
    }
  }

  private static final class Deleter extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException why) throws IOException {
      if (why instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw why;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException why)
        throws IOException {
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
