package dev.manta.it.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// All pages: those at the root, and those below `docs/`.
public final class Docs {
  private Docs() {}

  /// Writes the code of every snippet into its page anew. The argument is the repository's root.
  public static void main(String[] args) throws IOException {
    for (Page page : pages(Path.of(args[0]))) {
      String fresh = page.refreshed();
      if (!fresh.equals(page.text())) {
        Files.writeString(page.file(), fresh);
        System.out.println("rewrote " + page.name());
      }
    }
  }

  /// The pages of the repository at a root.
  public static List<Page> pages(Path root) {
    try (var top = Files.list(root);
        var below = Files.walk(root.resolve("docs"))) {
      return Stream.concat(top, below)
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .map(file -> Page.read(root, file))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
