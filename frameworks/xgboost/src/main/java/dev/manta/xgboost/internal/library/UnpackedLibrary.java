package dev.manta.xgboost.internal.library;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/// The library's file, unpacked from its jar once for each user and version.
final class UnpackedLibrary {
  private static final String CACHE_VARIABLE = "XDG_CACHE_HOME";

  private UnpackedLibrary() {}

  /// Where the file lies; it is unpacked now if it has not been.
  static Path path() {
    String resource = resource();
    URL url = UnpackedLibrary.class.getClassLoader().getResource(resource);
    if (url == null) {
      throw new MantaException(
          ErrorCode.USER,
          "XGBoost is not on the class path for this machine (%s): add the module manta-xgboost with the jar xgboost4j"
              .formatted(resource));
    }
    try {
      return unpacked(url, cache());
    } catch (IOException _) {
      return inTemp(url);
    }
  }

  /// Where the home directory cannot be written to.
  private static Path inTemp(URL url) {
    try {
      return unpacked(url, Path.of(System.getProperty("java.io.tmpdir")));
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE,
          "XGBoost's library cannot be unpacked to %s, nor to %s: %s; free space, or set %s to a directory with 20 MB"
              .formatted(
                  cache(), System.getProperty("java.io.tmpdir"), e.getMessage(), CACHE_VARIABLE),
          e);
    }
  }

  private static Path cache() {
    String configured = System.getenv(CACHE_VARIABLE);
    Path base =
        configured != null && configured.startsWith("/")
            ? Path.of(configured)
            : Path.of(System.getProperty("user.home"), ".cache");
    return base.resolve("manta").resolve("native");
  }

  /// Several processes may do it at once: each writes a file of its own and moves it.
  private static Path unpacked(URL url, Path directory) throws IOException {
    URLConnection connection = url.openConnection();
    Path target = directory.resolve("xgboost-" + connection.getLastModified() + "-" + name(url));
    if (Files.exists(target) && Files.size(target) == connection.getContentLengthLong()) {
      return target;
    }
    Files.createDirectories(directory);
    Path partial = Files.createTempFile(directory, "xgboost-", ".part");
    try (InputStream from = connection.getInputStream()) {
      Files.copy(from, partial, StandardCopyOption.REPLACE_EXISTING);
      Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
      return target;
    } finally {
      Files.deleteIfExists(partial);
    }
  }

  private static String name(URL url) {
    return url.getPath().substring(url.getPath().lastIndexOf('/') + 1);
  }

  /// As the jar names it.
  private static String resource() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    String processor = machine.equals("aarch64") || machine.equals("arm64") ? "aarch64" : "x86_64";
    return system.contains("mac")
        ? "lib/macos/" + processor + "/libxgboost4j.dylib"
        : "lib/linux/" + processor + "/libxgboost4j.so";
  }
}
