package dev.manta.torch.internal;

import dev.manta.spi.natives.SharedUnpacking;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.ZipFile;
import org.bytedeco.javacpp.Loader;

/// Where JavaCPP unpacks the native libraries of this program, and a name for these libraries, by
/// which the first process that unpacks them is alone.
///
/// JavaCPP's cache has a directory for each jar, named like it. That tells apart its own jars,
/// whose names have versions. One that a build has merged from many may be called `app.jar`
/// whatever it holds, so it gets a cache of its own, named by the libraries in it.
final class NativeDirectory {
  private static final String CACHE_PROPERTY = "org.bytedeco.javacpp.cachedir";
  private static final Pattern VERSIONED =
      Pattern.compile("(javacpp|openblas|pytorch|cuda)-\\d.*-[a-z]+-[a-z0-9_]+(-gpu)?\\.jar");

  private NativeDirectory() {}

  /// The one for what this process would load. JavaCPP must not have looked for its cache yet.
  static SharedUnpacking choose() throws IOException {
    Set<String> jars = versioned(System.getProperty("java.class.path", ""));
    boolean merged = jars.stream().noneMatch(jar -> jar.startsWith("pytorch-"));
    List<URL> libraries = merged ? libraries() : List.of();
    libraries.forEach(library -> jars.add(jarName(library.toString())));
    if (isVersioned(jars)) {
      return new SharedUnpacking(Loader.getCacheDir().toPath(), named(jars, ""));
    }
    String name = named(jars, contents(libraries));
    Path chosen = Path.of(System.getProperty(CACHE_PROPERTY, usualCache())).resolve(name);
    System.setProperty(CACHE_PROPERTY, chosen.toString());
    return new SharedUnpacking(Loader.getCacheDir().toPath(), name);
  }

  private static String usualCache() {
    return System.getProperty("user.home") + "/.javacpp/cache";
  }

  /// JavaCPP's own jars of native libraries on a class path, by name.
  static Set<String> versioned(String classPath) {
    return Stream.of(classPath.split(File.pathSeparator, -1))
        .map(entry -> entry.substring(entry.lastIndexOf('/') + 1))
        .filter(jar -> VERSIONED.matcher(jar).matches())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  static boolean isVersioned(Collection<String> jars) {
    return jars.stream().allMatch(jar -> VERSIONED.matcher(jar).matches());
  }

  /// One library of each jar that JavaCPP will load from.
  private static List<URL> libraries() {
    String platform = Loader.getPlatform();
    return Stream.of(
            "/org/bytedeco/javacpp/%s/libjnijavacpp.so",
            "/org/bytedeco/openblas/%s/libjniopenblas.so",
            "/org/bytedeco/pytorch/%s/libjnitorch.so",
            "/org/bytedeco/pytorch/%s-gpu/libjnitorch.so",
            "/org/bytedeco/cuda/%s/libjnicudart.so")
        .map(name -> Loader.class.getResource(name.formatted(platform)))
        .filter(Objects::nonNull)
        .toList();
  }

  /// Of `jar:file:/b.jar!/c.so`, and of a jar within a jar; the URL itself where there is no jar.
  static String jarName(String url) {
    int end = url.lastIndexOf("!/");
    return end < 0 ? url : url.substring(url.lastIndexOf('/', end - 1) + 1, end).replace("!", "");
  }

  /// Changes with the names, sizes, times and checksums of all native libraries in the jars.
  static String contents(List<URL> libraries) throws IOException {
    var checksum = new CRC32C();
    Set<String> jars = new TreeSet<>();
    libraries.forEach(library -> jars.add(library.toString().replaceFirst("!/[^!]*$", "")));
    for (String jar : jars) {
      checksum.update(jar(jar).getBytes(StandardCharsets.UTF_8));
    }
    return HexFormat.of().toHexDigits((int) checksum.getValue());
  }

  private static String jar(String url) throws IOException {
    if (!url.startsWith("jar:file:") || url.indexOf('!') >= 0) {
      return url;
    }
    try (var jar = new ZipFile(Path.of(URI.create(url.substring("jar:".length()))).toFile())) {
      return jar.stream()
          .filter(entry -> entry.getName().startsWith("org/bytedeco/"))
          .filter(entry -> entry.getName().contains(".so"))
          .map(e -> e.getName() + " " + e.getSize() + " " + e.getTime() + " " + e.getCrc())
          .sorted()
          .collect(Collectors.joining("\n"));
    }
  }

  /// The jar that PyTorch comes from, and what tells this set of jars from others with it.
  static String named(Set<String> jars, String contents) {
    var checksum = new CRC32C();
    checksum.update((String.join("\n", jars) + contents).getBytes(StandardCharsets.UTF_8));
    String last = jars.isEmpty() ? "none" : List.copyOf(jars).getLast();
    return last.replaceAll("[^A-Za-z0-9._-]", "_")
        + "-"
        + HexFormat.of().toHexDigits((int) checksum.getValue());
  }
}
