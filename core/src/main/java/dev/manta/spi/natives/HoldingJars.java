package dev.manta.spi.natives;

import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The jars that classes and native libraries come from, found without loading anything.
public final class HoldingJars {
  private HoldingJars() {}

  /// Those that hold these resources, each once. What is nowhere is left out.
  public static List<Path> of(ClassLoader loader, List<String> resources) {
    return resources.stream()
        .flatMap(resource -> Optional.ofNullable(loader.getResource(resource)).stream())
        .map(URL::toString)
        .flatMap(url -> jar(url).stream())
        .distinct()
        .toList();
  }

  /// Of `jar:file:/a.jar!/b`; a file that lies in no jar has none. One in a jar within a jar, as
  /// Spring Boot's launcher names it, has a path that only tells the inner jar's name.
  public static Optional<Path> jar(String url) {
    int inner = url.lastIndexOf("!/");
    if (url.startsWith("jar:nested:") && inner > 0) {
      return Optional.of(Path.of(url.substring("jar:nested:".length(), inner)));
    }
    int end = url.indexOf("!/");
    return url.startsWith("jar:file:") && end > 0
        ? Optional.of(Path.of(URI.create(url.substring("jar:".length(), end))))
        : Optional.empty();
  }
}
