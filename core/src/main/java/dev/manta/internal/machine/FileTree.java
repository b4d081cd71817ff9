package dev.manta.internal.machine;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.ArrayList;
import java.util.List;

/// Removes directories. A link is removed, never followed, even one that somebody puts in the place
/// of a directory meanwhile: every step begins at an open directory.
public final class FileTree {
  private FileTree() {}

  /// Removes a file or directory with all it holds; what cannot be removed stays.
  public static void delete(Path root) {
    Path file = root.toAbsolutePath();
    Path parent = file.getParent();
    if (parent == null) {
      return;
    }
    try (DirectoryStream<Path> around = Files.newDirectoryStream(parent)) {
      if (around instanceof SecureDirectoryStream<Path> secure) {
        delete(secure, file.getFileName());
      } else {
        walk(file);
      }
    } catch (NoSuchFileException gone) {
      // somebody else has removed it
    } catch (IOException | DirectoryIteratorException left) {
      System.getLogger("dev.manta.machine")
          .log(System.Logger.Level.DEBUG, "cannot remove " + root, left);
    }
  }

  private static void delete(SecureDirectoryStream<Path> parent, Path name) throws IOException {
    var view = parent.getFileAttributeView(name, BasicFileAttributeView.class, NOFOLLOW_LINKS);
    if (!view.readAttributes().isDirectory()) {
      parent.deleteFile(name);
      return;
    }
    try (SecureDirectoryStream<Path> inside = parent.newDirectoryStream(name, NOFOLLOW_LINKS)) {
      each(names(inside), one -> deleteIfThere(inside, one));
    }
    parent.deleteDirectory(name);
  }

  private static void deleteIfThere(SecureDirectoryStream<Path> parent, Path name)
      throws IOException {
    try {
      delete(parent, name);
    } catch (NoSuchFileException gone) {
      // somebody else has removed it
    }
  }

  private interface Removal {
    void of(Path name) throws IOException;
  }

  /// What cannot be removed keeps nothing beside it; the first failure is thrown at the end.
  private static void each(List<Path> names, Removal removal) throws IOException {
    IOException first = null;
    for (Path name : names) {
      try {
        removal.of(name);
      } catch (DirectoryIteratorException e) {
        first = first == null ? e.getCause() : first;
      } catch (IOException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }

  /// All at once, as what a directory lists while it is emptied is not said.
  private static List<Path> names(DirectoryStream<Path> directory) {
    List<Path> names = new ArrayList<>();
    directory.forEach(path -> names.add(path.getFileName()));
    return names;
  }

  /// Where directories cannot be held open.
  private static void walk(Path file) throws IOException {
    if (Files.isDirectory(file, NOFOLLOW_LINKS)) {
      List<Path> inside;
      try (DirectoryStream<Path> files = Files.newDirectoryStream(file)) {
        inside = names(files);
      }
      each(inside, one -> walk(file.resolve(one)));
    }
    Files.deleteIfExists(file);
  }
}
