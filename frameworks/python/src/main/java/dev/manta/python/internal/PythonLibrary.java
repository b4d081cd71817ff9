package dev.manta.python.internal;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What scripts import from Manta, as files that an interpreter can read: unpacked from this
/// module's jar into a directory that is named by their content, once for all runs of a user.
public final class PythonLibrary {
  /// The variable in which interpreters find the directory.
  public static final String VARIABLE = "MANTA_LIBRARY";

  private static final String LIST = "FILES";
  private static final String RESOURCES = "/dev/manta/python/lib/";
  private static final int HASH_CHARACTERS = 16;

  private PythonLibrary() {}

  /// The directory that holds them.
  public static Path directory() {
    Path caches = UserCaches.python();
    try {
      Map<String, byte[]> files = files();
      Path directory = caches.resolve("lib-" + hash(files));
      if (Files.isDirectory(directory)) {
        mend(files, directory);
      } else {
        unpack(files, directory);
      }
      return directory;
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.USER,
          "what Python ranks need cannot be kept in %s: %s; set XDG_CACHE_HOME to a directory that you can write"
              .formatted(caches, e.getMessage()),
          e);
    }
  }

  /// Whoever cleans caches may take away some files and not others. Ranks of other runs may read
  /// those that are there.
  private static void mend(Map<String, byte[]> files, Path directory) throws IOException {
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Path path = directory.resolve(file.getKey());
      if (!Files.isRegularFile(path) || Files.size(path) != file.getValue().length) {
        Files.createDirectories(path.resolveSibling(""));
        Path fresh = Files.createTempFile(path.resolveSibling(""), "new-", "");
        Files.write(fresh, file.getValue());
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  private static Map<String, byte[]> files() throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    String list = new String(resource(LIST), StandardCharsets.UTF_8);
    for (String name : list.lines().toList()) {
      files.put(name, resource(name));
    }
    return files;
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = PythonLibrary.class.getResourceAsStream(RESOURCES + name)) {
      if (in == null) {
        throw new IOException(name + " is missing in Manta's jar");
      }
      return in.readAllBytes();
    }
  }

  private static String hash(Map<String, byte[]> files) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      files.forEach(
          (name, bytes) -> {
            digest.update((name + " " + bytes.length + "\n").getBytes(StandardCharsets.UTF_8));
            digest.update(bytes);
          });
      return HexFormat.of().formatHex(digest.digest()).substring(0, HASH_CHARACTERS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /// Under another name first: whoever finds the directory finds all of it. Another process may be
  /// quicker with the same.
  private static void unpack(Map<String, byte[]> files, Path directory) throws IOException {
    Files.createDirectories(directory.getParent());
    Path fresh = Files.createTempDirectory(directory.getParent(), "new-");
    try {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        Path path = fresh.resolve(file.getKey());
        Files.createDirectories(path.getParent());
        Files.write(path, file.getValue());
      }
      Files.move(fresh, directory, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      delete(fresh);
      if (!Files.isDirectory(directory)) {
        throw e;
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> inside = Files.walk(directory)) {
      for (Path each : inside.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(each);
      }
    }
  }
}
