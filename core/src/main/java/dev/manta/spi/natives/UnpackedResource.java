package dev.manta.spi.natives;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.machine.UserCache;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/// A native library that lies in a jar, as a file: unpacked once for each user and content.
///
/// It is written under another name and moved, so that a process finds all of it or nothing; those
/// that start together move the same bytes to the same place.
public final class UnpackedResource {
  private static final String OWN = "rwx------";

  private final URL resource;
  private final Path cache;

  /// @param cache where directories for libraries are made
  UnpackedResource(URL resource, Path cache) {
    this.resource = resource;
    this.cache = cache;
  }

  /// The file of a resource in this user's cache, unpacked if it is not there.
  ///
  /// @param library what errors call it
  public static Path file(URL resource, String library) {
    Path cache = UserCache.directory().resolve("native");
    try {
      return new UnpackedResource(resource, cache).file();
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.USER,
          "%s's native library cannot be unpacked into %s: %s; set XDG_CACHE_HOME to a directory that you can write, with space"
              .formatted(library, cache, e),
          e);
    }
  }

  /// What another program has shortened, or put a link in the place of, is unpacked again.
  Path file() throws IOException {
    URLConnection connection = resource.openConnection();
    connection.setUseCaches(false);
    try (InputStream content = connection.getInputStream()) {
      Path directory = directory(connection);
      Path file = directory.resolve(name());
      if (!isWhole(file, connection.getContentLengthLong())) {
        unpack(content, directory, file);
      }
      return file;
    }
  }

  private String name() {
    return resource.getPath().substring(resource.getPath().lastIndexOf('/') + 1);
  }

  /// Another for each content, wherever the jar lies.
  private Path directory(URLConnection connection) throws IOException {
    long mark =
        connection instanceof JarURLConnection jar
            ? jar.getJarEntry().getCrc()
            : connection.getLastModified();
    String plain = name().replaceFirst("\\..*", "").replaceFirst("^lib_?", "");
    return cache.resolve(
        "%s-%s-%s".formatted(plain, connection.getContentLengthLong(), Long.toHexString(mark)));
  }

  private static boolean isWhole(Path file, long size) throws IOException {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) == size;
  }

  private static void unpack(InputStream content, Path directory, Path file) throws IOException {
    makeOwn(directory);
    Path fresh = Files.createTempFile(directory, "unpacking", ".tmp");
    try {
      Files.copy(content, fresh, StandardCopyOption.REPLACE_EXISTING);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  /// Nobody else can put a file into it.
  private static void makeOwn(Path directory) throws IOException {
    Files.createDirectories(Objects.requireNonNull(directory.getParent()));
    try {
      var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWN));
      Files.createDirectory(directory, mode);
    } catch (FileAlreadyExistsException _) {
      // made by a process that started at the same time, or before
    }
  }
}
