package dev.manta.internal.checkpoint;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// A directory that a checkpoint's files are copied into. It may be a link itself; links within it
/// are never followed.
record TargetDirectory(Path root) {
  /// A new file with the directories above it; what had its name is replaced.
  FileChannel create(String path) throws IOException {
    Path file = place(path);
    directory(path.substring(0, Math.max(0, path.lastIndexOf('/'))));
    if (Files.isDirectory(file, NOFOLLOW_LINKS)) {
      throw new FileSystemException(file.toString(), null, file + " is a directory");
    }
    Files.deleteIfExists(file);
    return FileChannel.open(file, Set.of(CREATE_NEW, WRITE, NOFOLLOW_LINKS));
  }

  void delete(String path) throws IOException {
    Files.deleteIfExists(place(path));
  }

  /// A directory with those above it; empty is the target itself.
  void directory(String path) throws IOException {
    Files.createDirectories(root);
    if (path.isEmpty()) {
      return;
    }
    Path at = root;
    for (String name : path.split("/", -1)) {
      at = at.resolve(name);
      try {
        Files.createDirectory(at);
      } catch (FileAlreadyExistsException e) {
        requireDirectory(at);
      }
    }
  }

  private static void requireDirectory(Path at) throws IOException {
    if (!Files.isDirectory(at, NOFOLLOW_LINKS)) {
      String found = Files.isSymbolicLink(at) ? " is a link, which is not followed" : " is a file";
      throw new FileSystemException(at.toString(), null, at + found + ": remove it");
    }
  }

  /// Refuses files that have become one, because the disk makes no difference between their names.
  void requireApart(List<StoredFile> files) throws IOException {
    Map<String, String> alike = new HashMap<>();
    for (StoredFile file : files) {
      String folded = Normalizer.normalize(file.path(), Normalizer.Form.NFKC);
      String other =
          alike.putIfAbsent(folded.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT), file.path());
      if (other != null && Files.isSameFile(place(other), place(file.path()))) {
        throw new IOException(
            "\"%s\" and \"%s\" are one file there: copy to a disk that keeps such names apart"
                .formatted(other, file.path()));
      }
    }
  }

  private Path place(String path) throws IOException {
    try {
      return root.resolve(path);
    } catch (InvalidPathException e) {
      throw new IOException("\"" + path + "\" cannot be a file's name on this system", e);
    }
  }
}
