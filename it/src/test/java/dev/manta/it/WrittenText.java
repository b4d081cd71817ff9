package dev.manta.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/// What people read of a file: pages are whole, of code there are comments and strings.
///
/// @param file below the root
/// @param text the same lines without code
record WrittenText(String file, String text, String whole) {
  /// Pages, and what the main code of all modules says.
  static List<WrittenText> all() {
    return files(Sources.root()).parallelStream().map(WrittenText::read).toList();
  }

  private static List<Path> files(Path root) {
    List<Path> files = new ArrayList<>();
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes is) {
              String name = directory.getFileName().toString();
              boolean ours = directory.equals(root) || !name.startsWith(".");
              return ours && !name.equals("target")
                  ? FileVisitResult.CONTINUE
                  : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes is) {
              if (isRead(root.relativize(file).toString())) {
                files.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  private static boolean isRead(String file) {
    return file.endsWith(".md")
        || file.contains("src/main/")
            && (file.endsWith(".java") || file.endsWith(".py") || file.endsWith(".js"));
  }

  private static WrittenText read(Path file) {
    try {
      return of(Sources.root().relativize(file).toString(), Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static WrittenText of(String file, String content) {
    return new WrittenText(
        file,
        switch (file.substring(file.lastIndexOf('.') + 1)) {
          case "java", "js" -> new CodeText(content, "//").written();
          case "py" -> new CodeText(content, "#").written();
          default -> content;
        },
        content);
  }

  static int line(String text, int at) {
    return 1 + (int) text.chars().limit(at).filter(c -> c == '\n').count();
  }
}
