package dev.manta.cli.runs;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Opens a link in the user's browser, where there is a desktop.
final class Browser {
  private Browser() {}

  /// Opens the link if it can; whoever reads it in the terminal can open it himself.
  static void open(URI link) {
    opener(
            System.getProperty("os.name"),
            System.getenv("DISPLAY"),
            System.getenv("WAYLAND_DISPLAY"))
        .ifPresent(command -> start(command, link));
  }

  static Optional<String> opener(
      String system, @Nullable String display, @Nullable String wayland) {
    if (system.startsWith("Mac")) {
      return Optional.of("open");
    }
    return display == null && wayland == null ? Optional.empty() : Optional.of("xdg-open");
  }

  /// Other users see the words of a command, so the link, which has a token, is in a file that only
  /// this user can read.
  private static void start(String command, URI link) {
    try {
      Path page = Files.createTempFile("manta-dashboard-", ".html");
      page.toFile().deleteOnExit();
      Files.writeString(page, page(link));
      new ProcessBuilder(List.of(command, page.toString()))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException noBrowser) {
      System.getLogger("dev.manta.cli")
          .log(System.Logger.Level.DEBUG, "no browser was opened", noBrowser);
    }
  }

  /// A link has only letters that mean nothing in HTML, besides the `&` that it has none of.
  private static String page(URI link) {
    return "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=" + link + "\">";
  }
}
