package dev.manta.internal.code;

import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where classes were loaded from: a jar or directory, or a jar within a jar.
///
/// @param file the jar or directory
/// @param within what is meant within that jar; empty for all of it
record CodeLocation(Path file, String within) {
  /// `jar:nested:/a.jar/!b.jar!/`, and `jar:file:/a.jar!/b.jar!/` as older launchers write it.
  private static final Pattern NESTED =
      Pattern.compile("jar:(?:nested|file):(.+?)(?:/!|!/)([^!]+?)(?:!?/)?");

  private static final Pattern JAR = Pattern.compile("jar:(file:.+?)(?:!/)?");

  /// Where a class came from, if from a file.
  static Optional<CodeLocation> of(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source == null || source.getLocation() == null
        ? Optional.empty()
        : parse(source.getLocation());
  }

  static Optional<CodeLocation> parse(URL url) {
    String text = url.toString();
    Matcher nested = NESTED.matcher(text);
    if (nested.matches()) {
      return path("file:" + nested.group(1))
          .map(jar -> new CodeLocation(jar, nested.group(2).replaceFirst("/$", "")));
    }
    Matcher jar = JAR.matcher(text);
    return path(jar.matches() ? jar.group(1) : text).map(file -> new CodeLocation(file, ""));
  }

  private static Optional<Path> path(String url) {
    try {
      URI uri = URI.create(url.replace(" ", "%20"));
      return "file".equals(uri.getScheme())
          ? Optional.of(Path.of(uri).toAbsolutePath().normalize())
          : Optional.empty();
    } catch (IllegalArgumentException | FileSystemNotFoundException noFile) {
      return Optional.empty();
    }
  }

  /// A file that a class path can name: a jar within a jar is unpacked first.
  Path plain() {
    if (within.isEmpty()) {
      return file;
    }
    return SpringBootJar.read(file).map(jar -> jar.unpacked().resolve(within)).orElse(file);
  }
}
