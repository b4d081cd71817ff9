package dev.manta.cli;

import dev.manta.internal.code.SpringBootJar;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/// A user's program: a source file, a jar, or a directory of classes, and where it begins.
///
/// @param entries what it adds to the class path
/// @param mainClass where it begins, if that is known
record Program(List<Path> entries, Optional<String> mainClass) {
  Program {
    entries = List.copyOf(entries);
  }

  /// A program given as a path; a source file is compiled first, its messages going to `errors`.
  static Program at(Path path, List<Path> libraries, PrintWriter errors) throws IOException {
    if (!Files.exists(path)) {
      throw new IllegalArgumentException(
          "no file " + path + "; give a .java file, a .jar, or a directory of classes");
    }
    return path.toString().endsWith(".java")
        ? source(path, libraries, errors)
        : packed(path, libraries);
  }

  private static Program source(Path path, List<Path> libraries, PrintWriter errors)
      throws IOException {
    List<String> classPath = new ArrayList<>();
    classPath.add(System.getProperty("java.class.path", ""));
    libraries.forEach(library -> classPath.add(library.toAbsolutePath().toString()));
    var sources =
        new SourceJar(Caches.sources(), String.join(java.io.File.pathSeparator, classPath), errors);
    return packed(sources.of(path), libraries);
  }

  private static Program packed(Path path, List<Path> libraries) throws IOException {
    Optional<SpringBootJar> boot = SpringBootJar.read(path);
    List<Path> entries = new ArrayList<>(boot.map(SpringBootJar::classPath).orElse(List.of(path)));
    entries.addAll(libraries);
    return new Program(entries, boot.isPresent() ? boot.flatMap(Program::main) : main(path));
  }

  /// A Spring Boot jar is not begun by its launcher, whose class loader would have Manta's classes
  /// a second time.
  private static Optional<String> main(SpringBootJar jar) {
    return jar.mainClass().isEmpty() ? Optional.empty() : Optional.of(jar.mainClass());
  }

  private static Optional<String> main(Path path) throws IOException {
    return Files.isDirectory(path) ? Optional.empty() : manifestMain(path);
  }

  private static Optional<String> manifestMain(Path jar) throws IOException {
    try (var file = new JarFile(jar.toFile())) {
      return Optional.ofNullable(file.getManifest())
          .map(Manifest::getMainAttributes)
          .map(attributes -> attributes.getValue("Main-Class"));
    } catch (java.util.zip.ZipException unreadable) {
      throw new IllegalArgumentException(
          jar + " is neither a .java file nor a readable jar", unreadable);
    }
  }
}
