package dev.manta.it.starts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/// Writes a jar as build tools do.
final class JarWriter implements AutoCloseable {
  private final JarOutputStream out;

  JarWriter(Path jar, Map<String, String> manifest) throws IOException {
    var all = new Manifest();
    all.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.forEach(all.getMainAttributes()::putValue);
    this.out = new JarOutputStream(Files.newOutputStream(jar), all);
  }

  /// The files of a directory, below a directory of the jar.
  JarWriter directory(Path files, String below) throws IOException {
    return directory(files, below, _ -> true);
  }

  JarWriter directory(Path files, String below, Predicate<String> wanted) throws IOException {
    try (var all = Files.walk(files)) {
      for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
        String name = files.relativize(file).toString();
        if (wanted.test(name)) {
          put(below + name, Files.readAllBytes(file));
        }
      }
    }
    return this;
  }

  /// What is in another jar, but for its manifest and signatures.
  JarWriter content(Path jar) throws IOException {
    try (var from = new JarFile(jar.toFile())) {
      for (var entry : from.stream().filter(e -> !e.isDirectory()).toList()) {
        if (isCode(entry.getName())) {
          try (var in = from.getInputStream(entry)) {
            put(entry.getName(), in.readAllBytes());
          }
        }
      }
    }
    return this;
  }

  private static boolean isCode(String name) {
    return !name.startsWith("META-INF/") || name.startsWith("META-INF/services/");
  }

  /// A file as it is: Spring Boot's launcher reads jars within a jar only so.
  JarWriter stored(String name, Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    var crc = new CRC32();
    crc.update(bytes);
    var entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(bytes.length);
    entry.setCrc(crc.getValue());
    out.putNextEntry(entry);
    out.write(bytes);
    return this;
  }

  JarWriter directory(String name) throws IOException {
    out.putNextEntry(new ZipEntry(name));
    return this;
  }

  private void put(String name, byte[] bytes) throws IOException {
    out.putNextEntry(new ZipEntry(name));
    out.write(bytes);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
