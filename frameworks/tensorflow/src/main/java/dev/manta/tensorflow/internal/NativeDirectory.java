package dev.manta.tensorflow.internal;

import dev.manta.spi.natives.SharedUnpacking;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import java.util.zip.ZipFile;
import org.bytedeco.javacpp.Loader;

/// Where JavaCPP unpacks TensorFlow's native library, 650 MB for each user of a machine, and a name
/// for it, by which the first process that unpacks it is alone.
///
/// JavaCPP's cache has a directory for each jar, named like it. That tells apart TensorFlow's own
/// jars, whose names have versions. One that a build has merged from many gets a cache of its own,
/// named by the library in it.
final class NativeDirectory {
  private static final String CACHE_PROPERTY = "org.bytedeco.javacpp.cachedir";
  private static final Pattern VERSIONED =
      Pattern.compile("tensorflow-core-native-\\d.*-[a-z]+-[a-z0-9_]+(-gpu)?\\.jar");

  private NativeDirectory() {}

  /// The one for what this process would load. JavaCPP must not have looked for its cache yet.
  static SharedUnpacking choose() throws IOException {
    URL library = Loader.class.getResource(resource());
    String jar = library == null ? "none" : jarName(library.toString());
    if (VERSIONED.matcher(jar).matches()) {
      return new SharedUnpacking(Loader.getCacheDir().toPath(), jar);
    }
    String name = "tensorflow-" + contents(library == null ? "" : library.toString());
    String usual = System.getProperty("user.home") + "/.javacpp/cache";
    Path chosen = Path.of(System.getProperty(CACHE_PROPERTY, usual)).resolve(name);
    System.setProperty(CACHE_PROPERTY, chosen.toString());
    return new SharedUnpacking(Loader.getCacheDir().toPath(), name);
  }

  private static String resource() {
    return "/org/tensorflow/internal/c_api/%s/libjnitensorflow.so".formatted(Loader.getPlatform());
  }

  /// Of `jar:file:/b.jar!/c.so`, and of a jar within a jar; the URL itself where there is no jar.
  static String jarName(String url) {
    int end = url.lastIndexOf("!/");
    return end < 0 ? url : url.substring(url.lastIndexOf('/', end - 1) + 1, end).replace("!", "");
  }

  /// Changes with the sizes, times and checksums of the native libraries in a jar.
  static String contents(String url) throws IOException {
    var checksum = new CRC32C();
    checksum.update(described(url).getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().toHexDigits((int) checksum.getValue());
  }

  private static String described(String url) throws IOException {
    int end = url.indexOf("!/");
    if (!url.startsWith("jar:file:") || url.lastIndexOf("!/") != end) {
      return url;
    }
    Path jar = Path.of(URI.create(url.substring("jar:".length(), end)));
    try (var zip = new ZipFile(jar.toFile())) {
      return zip.stream()
          .filter(entry -> entry.getName().startsWith("org/tensorflow/internal/c_api/"))
          .map(e -> e.getName() + " " + e.getSize() + " " + e.getTime() + " " + e.getCrc())
          .sorted()
          .toList()
          .toString();
    }
  }

  /// The files that JavaCPP has loaded.
  static List<Path> loaded() {
    return Loader.getLoadedLibraries().values().stream()
        .map(Path::of)
        .filter(Files::exists)
        .sorted()
        .toList();
  }
}
