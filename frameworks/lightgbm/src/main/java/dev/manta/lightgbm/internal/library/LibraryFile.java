package dev.manta.lightgbm.internal.library;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// LightGBM's library as a file: unpacked from its jar once per user, under a name that says what
/// is in it.
///
/// It is written under another name and moved, so that a process finds all of it or nothing; those
/// that start together move the same bytes to the same place.
final class LibraryFile {
  private static final String JAR = "io.github.metarank:lightgbm4j";
  private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwx------");

  private final String resource;
  private final Path cache;

  /// @param resource the library in its jar
  /// @param cache where this user's caches are
  LibraryFile(String resource, Path cache) {
    this.resource = resource;
    this.cache = cache;
  }

  /// The one for this machine.
  static LibraryFile ofThisMachine() {
    return new LibraryFile(resource(property("os.name"), property("os.arch")), userCache());
  }

  private static String property(String name) {
    return System.getProperty(name).toLowerCase(Locale.ROOT);
  }

  /// The library's place in the jar; what there is none for fails when it is looked for.
  static String resource(String system, String processor) {
    String os = system.contains("mac") ? "osx" : system.contains("win") ? "windows" : "linux";
    String arch = processor.matches("aarch64|arm64") ? "aarch64" : "x86_64";
    String file =
        switch (os) {
          case "osx" -> "lib_lightgbm.dylib";
          case "windows" -> "lib_lightgbm.dll";
          default -> "lib_lightgbm.so";
        };
    return "lightgbm4j/%s/%s/%s".formatted(os, arch, file);
  }

  private static Path userCache() {
    @Nullable String configured = System.getenv("XDG_CACHE_HOME");
    return configured != null && configured.startsWith("/")
        ? Path.of(configured, "manta")
        : Path.of(System.getProperty("user.home"), ".cache", "manta");
  }

  /// The file, unpacked if need be.
  Path unpacked() {
    try {
      Path directory = cache.resolve("lightgbm-" + digest());
      Path file = directory.resolve(resource.substring(resource.lastIndexOf('/') + 1));
      if (!isWhole(file)) {
        unpack(directory, file);
      }
      return file;
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.USER,
          "LightGBM's library cannot be unpacked into %s: %s; set XDG_CACHE_HOME to a directory that you can write"
              .formatted(cache, e),
          e);
    }
  }

  private String digest() throws IOException {
    try (InputStream digest = open(resource + ".md5")) {
      return new String(digest.readAllBytes(), StandardCharsets.US_ASCII).strip();
    }
  }

  /// What another program has shortened, or put a link in the place of, is unpacked again.
  private boolean isWhole(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (InputStream library = open(resource)) {
      return Files.size(file) == size(library);
    }
  }

  private long size(InputStream library) throws IOException {
    long known = resourceSize();
    return known >= 0 ? known : library.transferTo(java.io.OutputStream.nullOutputStream());
  }

  private long resourceSize() throws IOException {
    java.net.URL url = LibraryFile.class.getClassLoader().getResource(resource);
    return url == null ? -1 : url.openConnection().getContentLengthLong();
  }

  private void unpack(Path directory, Path file) throws IOException {
    Files.createDirectories(cache);
    if (!Files.isDirectory(directory)) {
      ownDirectory(directory);
    }
    Path fresh = Files.createTempFile(directory, "unpacking", ".tmp");
    try (InputStream library = open(resource)) {
      Files.copy(library, fresh, StandardCopyOption.REPLACE_EXISTING);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  /// One that nobody else can put a file into, whatever the mask of this process.
  private static void ownDirectory(Path directory) throws IOException {
    boolean posix = directory.getFileSystem().supportedFileAttributeViews().contains("posix");
    Files.createDirectories(directory);
    if (posix) {
      Files.setPosixFilePermissions(directory, OWN);
    }
  }

  private InputStream open(String name) throws IOException {
    InputStream stream = LibraryFile.class.getClassLoader().getResourceAsStream(name);
    if (stream == null) {
      throw new MantaException(
          ErrorCode.USER,
          "LightGBM has no library for %s on %s, or %s is not on the class path (%s was looked for)"
              .formatted(System.getProperty("os.name"), System.getProperty("os.arch"), JAR, name));
    }
    return stream;
  }
}
