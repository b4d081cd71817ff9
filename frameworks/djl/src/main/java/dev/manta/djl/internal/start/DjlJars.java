package dev.manta.djl.internal.start;

import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The jars that DJL's classes come from, found without loading anything.
final class DjlJars {
  private static final List<String> HELD =
      List.of(
          "dev/manta/djl/internal/start/DjlJars.class",
          "ai/djl/Model.class",
          "ai/djl/pytorch/engine/PtEngine.class",
          "com/google/gson/Gson.class",
          "com/sun/jna/Native.class",
          "org/slf4j/Logger.class");

  private DjlJars() {}

  static List<Path> all() {
    List<Path> jars = new ArrayList<>();
    HELD.forEach(resource -> holder(resource).ifPresent(jars::add));
    return jars.stream().distinct().toList();
  }

  /// Of `jar:file:/a.jar!/b`; a file that lies in no jar of its own has none.
  private static Optional<Path> holder(String resource) {
    URL found = DjlJars.class.getClassLoader().getResource(resource);
    String url = String.valueOf(found);
    int end = url.indexOf("!/");
    return url.startsWith("jar:file:") && end > 0
        ? Optional.of(Path.of(URI.create(url.substring("jar:".length(), end))))
        : Optional.empty();
  }
}
