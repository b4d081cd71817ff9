package dev.manta.internal.code;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.LocalDateTime;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// A directory of classes as a jar whose bytes depend on names and contents alone: files in the
/// order of their names, stored as they are, without times.
final class DirectoryJar {
  private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  private final Path directory;
  private final SortedMap<String, Path> files;

  /// All files below the directory.
  DirectoryJar(Path directory) throws IOException {
    this(directory, all(directory));
  }

  /// @param files those that are meant, by their names in the jar
  DirectoryJar(Path directory, SortedMap<String, Path> files) {
    this.directory = directory;
    this.files = files;
  }

  /// The jar in a directory of such jars, made unless it is there: it is named by the names, sizes
  /// and times of the files.
  Path in(Path jars) throws IOException {
    Path jar = jars.resolve("directory-" + Sha256.of(listing()) + ".jar");
    if (!Files.exists(jar)) {
      Files.createDirectories(jars);
      Path fresh = Files.createTempFile(jars, "directory-", ".new");
      write(fresh);
      Files.move(fresh, jar, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
    return jar;
  }

  void write(Path jar) throws IOException {
    try (var file = new BufferedOutputStream(Files.newOutputStream(jar));
        var out = new ZipOutputStream(file)) {
      for (var each : files.entrySet()) {
        byte[] content = Files.readAllBytes(each.getValue());
        out.putNextEntry(entry(each.getKey(), content));
        out.write(content);
        out.closeEntry();
      }
    }
  }

  private static ZipEntry entry(String name, byte[] content) {
    var crc = new CRC32();
    crc.update(content);
    var entry = new ZipEntry(name);
    entry.setTimeLocal(NO_TIME);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(content.length);
    entry.setCrc(crc.getValue());
    return entry;
  }

  private byte[] listing() throws IOException {
    var text = new StringBuilder(directory + "\n");
    for (var file : files.entrySet()) {
      var now = Files.readAttributes(file.getValue(), BasicFileAttributes.class);
      text.append(file.getKey()).append(' ').append(now.size()).append(' ');
      text.append(now.lastModifiedTime()).append('\n');
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static SortedMap<String, Path> all(Path directory) throws IOException {
    SortedMap<String, Path> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(directory)) {
      List<Path> found = all.filter(Files::isRegularFile).toList();
      found.forEach(file -> files.put(name(directory, file), file));
    }
    return files;
  }

  private static String name(Path directory, Path file) {
    return directory.relativize(file).toString().replace(file.getFileSystem().getSeparator(), "/");
  }
}
