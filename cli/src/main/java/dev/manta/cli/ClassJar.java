package dev.manta.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/// A directory of classes as a jar, with the same bytes for the same classes.
final class ClassJar {
  private static final String CLASS = ".class";
  private static final FileTime NO_TIME = FileTime.from(Instant.parse("2000-01-01T00:00:00Z"));

  private ClassJar() {}

  /// Writes a jar into a directory and returns it; the main class is the one that is named like the
  /// file.
  static Path write(Path classes, String stem, Path directory) throws IOException {
    List<Path> files = files(classes);
    Path jar = Files.createTempFile(directory, stem, ".unfinished");
    try (var out =
        new JarOutputStream(Files.newOutputStream(jar), manifest(classes, stem, files))) {
      for (Path file : files) {
        out.putNextEntry(entry(classes.relativize(file)));
        Files.copy(file, out);
      }
    }
    return jar;
  }

  private static List<Path> files(Path classes) throws IOException {
    try (Stream<Path> all = Files.walk(classes)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static JarEntry entry(Path name) {
    var entry = new JarEntry(name.toString().replace('\\', '/'));
    entry.setLastModifiedTime(NO_TIME);
    return entry;
  }

  private static Manifest manifest(Path classes, String stem, List<Path> files) {
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    mainClass(classes, stem, files)
        .ifPresent(name -> manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, name));
    return manifest;
  }

  private static Optional<String> mainClass(Path classes, String stem, List<Path> files) {
    List<String> names = files.stream().map(file -> className(classes.relativize(file))).toList();
    return names.stream()
        .filter(name -> name.equals(stem) || name.endsWith("." + stem))
        .findFirst()
        .or(() -> names.stream().filter(name -> !name.contains("$")).findFirst());
  }

  private static String className(Path file) {
    String path = file.toString();
    return path.substring(0, path.length() - CLASS.length()).replace('/', '.').replace('\\', '.');
  }

  static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
