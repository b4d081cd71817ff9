package dev.manta.cli;

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
    List<Path> entries = new ArrayList<>(List.of(path));
    entries.addAll(libraries);
    return new Program(entries, Files.isDirectory(path) ? Optional.empty() : manifestMain(path));
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
