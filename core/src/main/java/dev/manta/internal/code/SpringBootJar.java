package dev.manta.internal.code;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.machine.FileErrors;
import dev.manta.internal.machine.UserCache;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/// An executable jar or war of Spring Boot: classes and jars within a jar, which only its own
/// launcher reads. Unpacked once per content into this user's cache, it is a plain class path.
///
/// @param file the jar
/// @param classes the directory of classes within it
/// @param libraries the directory of jars within it
/// @param mainClass where the program begins; empty where the jar does not say
public record SpringBootJar(Path file, String classes, String libraries, String mainClass) {
  private static final String INDEX = "classpath.idx";
  private static final Map<SpringBootJar, Path> UNPACKED = new ConcurrentHashMap<>();

  /// What the manifest says; empty for any other file.
  public static Optional<SpringBootJar> read(Path file) {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try (var jar = new JarFile(file.toFile())) {
      return Optional.ofNullable(jar.getManifest()).flatMap(manifest -> of(file, manifest));
    } catch (IOException noJar) {
      return Optional.empty();
    }
  }

  static Optional<SpringBootJar> of(Path file, Manifest manifest) {
    Attributes main = manifest.getMainAttributes();
    String classes = main.getValue("Spring-Boot-Classes");
    String libraries = main.getValue("Spring-Boot-Lib");
    String mainClass = main.getValue("Start-Class");
    return classes == null || libraries == null
        ? Optional.empty()
        : Optional.of(
            new SpringBootJar(file, classes, libraries, mainClass == null ? "" : mainClass));
  }

  /// Its classes, then its libraries in order, as files.
  public List<Path> classPath() {
    return entries(unpacked());
  }

  List<Path> entries(Path root) {
    List<Path> entries = new ArrayList<>();
    entries.add(root.resolve(classes));
    try (var jar = new ZipFile(file.toFile())) {
      names(jar).forEach(name -> entries.add(root.resolve(name)));
    } catch (IOException e) {
      throw unreadable(e);
    }
    return entries.stream().filter(Files::exists).toList();
  }

  /// The directory that holds the unpacked files under the names that they have in the jar.
  public Path unpacked() {
    return UNPACKED.computeIfAbsent(this, jar -> jar.unpackedBelow(UserCache.directory()));
  }

  Path unpackedBelow(Path cache) {
    try {
      return new UnpackedJars(cache.resolve("unpacked"))
          .get(JarHash.of(file, cache), this::unpackTo);
    } catch (ZipException damaged) {
      throw unreadable(damaged);
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.USER,
          "%s is a Spring Boot jar, and it cannot be unpacked for workers into %s: %s; name a directory with enough space in the variable XDG_CACHE_HOME, or unpack it yourself with `java -Djarmode=tools -jar %s extract` and start what that makes"
              .formatted(file, cache, FileErrors.words(e), file.getFileName()),
          e);
    }
  }

  private MantaException unreadable(IOException e) {
    return new MantaException(
        ErrorCode.USER, "%s cannot be read: %s".formatted(file, FileErrors.words(e)), e);
  }

  private void unpackTo(Path directory) throws IOException {
    try (var jar = new ZipFile(file.toFile())) {
      for (ZipEntry entry : jar.stream().filter(this::isWanted).toList()) {
        Path target = directory.resolve(entry.getName()).normalize();
        if (!target.startsWith(directory)) {
          throw new ZipException("it holds a file with the name " + entry.getName());
        }
        Files.createDirectories(target.getParent());
        try (InputStream in = jar.getInputStream(entry)) {
          Files.copy(in, target);
        }
      }
    }
  }

  private boolean isWanted(ZipEntry entry) {
    String name = entry.getName();
    return !entry.isDirectory() && (name.startsWith(classes) || isLibrary(name));
  }

  /// A war has what only its launcher needs beside the other libraries.
  private boolean isLibrary(String name) {
    String provided = libraries.replaceFirst("/$", "-provided/");
    return name.endsWith(".jar") && (name.startsWith(libraries) || name.startsWith(provided));
  }

  /// The libraries: in the order of the index where there is one, which is that of the build.
  private Set<String> names(ZipFile jar) throws IOException {
    Set<String> names = new LinkedHashSet<>();
    ZipEntry index = jar.getEntry(libraries.replaceFirst("[^/]+/$", "") + INDEX);
    if (index != null) {
      try (InputStream in = jar.getInputStream(index)) {
        new String(in.readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .filter(line -> line.startsWith("- \"") && line.endsWith("\""))
            .forEach(line -> names.add(line.substring(3, line.length() - 1)));
      }
    }
    jar.stream().map(ZipEntry::getName).filter(this::isLibrary).forEach(names::add);
    return names;
  }
}
