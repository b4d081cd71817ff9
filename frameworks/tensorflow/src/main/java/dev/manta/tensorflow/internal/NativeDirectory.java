package dev.manta.tensorflow.internal;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
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
///
/// @param cache the directory that JavaCPP keeps its directories in
/// @param name that of the library
record NativeDirectory(Path cache, String name) {
  private static final String CACHE_PROPERTY = "org.bytedeco.javacpp.cachedir";
  private static final Pattern VERSIONED =
      Pattern.compile("tensorflow-core-native-\\d.*-[a-z]+-[a-z0-9_]+(-gpu)?\\.jar");

  /// Unpacks the library if need be and loads it.
  interface Loading {
    void load();
  }

  /// The one for what this process would load. JavaCPP must not have looked for its cache yet.
  static NativeDirectory choose() throws IOException {
    URL library = Loader.class.getResource(resource());
    String jar = library == null ? "none" : jarName(library.toString());
    if (VERSIONED.matcher(jar).matches()) {
      return new NativeDirectory(Loader.getCacheDir().toPath(), jar);
    }
    String name = "tensorflow-" + contents(library == null ? "" : library.toString());
    String usual = System.getProperty("user.home") + "/.javacpp/cache";
    Path chosen = Path.of(System.getProperty(CACHE_PROPERTY, usual)).resolve(name);
    System.setProperty(CACHE_PROPERTY, chosen.toString());
    return new NativeDirectory(Loader.getCacheDir().toPath(), name);
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

  private Path mark() {
    return cache.resolve("." + name + ".ready");
  }

  /// Whether all that was unpacked once is still there.
  boolean isReady() throws IOException {
    try {
      List<String> files = Files.readAllLines(mark());
      return !files.isEmpty() && files.stream().map(Path::of).allMatch(Files::exists);
    } catch (NoSuchFileException unmarked) {
      return false;
    }
  }

  /// Unpacks and loads the library: alone until it is all there, as JavaCPP's own unpacking is not
  /// safe between processes; then leaves a mark that names the files.
  void load(Loading loading) throws IOException {
    if (isReady()) {
      loading.load();
      return;
    }
    Files.createDirectories(cache);
    Path lock = cache.resolve("." + name + ".lock");
    try (var channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var _ = channel.lock()) {
      if (isReady()) {
        loading.load();
      } else {
        unpack(loading);
      }
    }
  }

  /// The mark goes first: a file that is being written is there, and not complete.
  private void unpack(Loading loading) throws IOException {
    Files.deleteIfExists(mark());
    loading.load();
    Path fresh = Files.write(cache.resolve("." + name + ".new"), unpacked());
    Files.move(fresh, mark(), StandardCopyOption.ATOMIC_MOVE);
  }

  private static List<String> unpacked() {
    return Loader.getLoadedLibraries().values().stream()
        .filter(file -> Files.exists(Path.of(file)))
        .sorted()
        .toList();
  }
}
