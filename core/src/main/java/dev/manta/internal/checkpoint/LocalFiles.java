package dev.manta.internal.checkpoint;

import dev.manta.storage.Location;
import dev.manta.storage.StorageFailure;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The files and directories below a local directory that a checkpoint is made of, by their paths.
///
/// Links to files are followed. What else is not a file, such as a pipe, a device or a link to a
/// directory, is refused by name: left out, it would be missed only when training continues.
final class LocalFiles extends SimpleFileVisitor<Path> {
  private final Path root;
  private final SortedMap<String, Path> files = new TreeMap<>();
  private final SortedMap<String, Path> directories = new TreeMap<>();

  private LocalFiles(Path root) {
    this.root = root;
  }

  static LocalFiles below(Path directory) {
    try {
      LocalFiles found = new LocalFiles(directory.toRealPath());
      Files.walkFileTree(found.root, found);
      return found;
    } catch (IOException e) {
      throw StorageFailure.of("read the checkpoint in", Location.of(directory), e);
    }
  }

  SortedMap<String, Path> files() {
    return files;
  }

  /// All directories, so that empty ones can be made again.
  List<String> directories() {
    return List.copyOf(directories.keySet());
  }

  @Override
  public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
    if (!directory.equals(root)) {
      keep(directories, directory);
    }
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
    if (!attributes.isRegularFile() && !Files.isRegularFile(file)) {
      throw new FileSystemException(
          file.toString(),
          null,
          file + " is " + kind(file, attributes) + ", not a file: remove it");
    }
    keep(files, file);
    return FileVisitResult.CONTINUE;
  }

  private static String kind(Path file, BasicFileAttributes attributes) {
    if (!attributes.isSymbolicLink()) {
      return "a pipe, a socket or a device";
    }
    if (Files.isDirectory(file)) {
      return "a link to a directory";
    }
    return Files.exists(file) ? "a link to a pipe, a socket or a device" : "a link to nothing";
  }

  private void keep(SortedMap<String, Path> into, Path file) {
    String path = root.relativize(file).toString();
    FilePath.require(path);
    if (into.put(path, file) != null) {
      throw new IllegalArgumentException(
          "two files are called \"" + path + "\": their names are not readable in this encoding");
    }
  }
}
