package dev.manta.dashboard.internal.web;

import dev.manta.internal.code.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/// The files of the page, from the jar. They are the same for everybody, and tell nothing of runs.
final class PageFiles {
  private static final String ROOT = "/dev/manta/dashboard/page/";
  private static final int PRINT_BYTES = 8;
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*\\.([a-z]+)");
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "txt", "text/plain; charset=utf-8",
          "json", "application/json");

  private final Map<String, Optional<WebAnswer>> answers = new ConcurrentHashMap<>();

  /// @param name a file; empty for the page itself
  Optional<WebAnswer> find(String name) {
    String file = name.isEmpty() ? "index.html" : name;
    var parts = NAME.matcher(file);
    return parts.matches() && TYPES.containsKey(parts.group(1))
        ? answers.computeIfAbsent(file, each -> read(each, TYPES.get(parts.group(1))))
        : Optional.empty();
  }

  private static Optional<WebAnswer> read(String file, String type) {
    try (InputStream in = PageFiles.class.getResourceAsStream(ROOT + file)) {
      if (in == null) {
        return Optional.empty();
      }
      byte[] bytes = in.readAllBytes();
      Map<String, String> headers =
          Map.of(
              "Content-Type", type, "ETag", '"' + print(bytes) + '"', "Cache-Control", "no-cache");
      return Optional.of(new WebAnswer.Whole(WebAnswer.OK, headers, bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String print(byte[] bytes) {
    return HexFormat.of().formatHex(Sha256.digest().digest(bytes), 0, PRINT_BYTES);
  }
}
