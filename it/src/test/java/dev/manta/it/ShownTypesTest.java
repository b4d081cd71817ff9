package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.it.docs.Docs;
import dev.manta.it.docs.Page;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A public type has a reader: a page on its subject or an example names it. The tables of types
/// that are written by `./dev docs` name all of them, and so prove nothing.
class ShownTypesTest {
  private static final Pattern PUBLISHED =
      Pattern.compile(
          ".*/(core|formats|stores|stores-opendal|tune|dashboard|spark|frameworks/\\w+)"
              + "/src/main/java/.*");
  private static final Pattern PUBLIC =
      Pattern.compile("(?m)^public [a-z -]*(?:class|record|@?interface|enum) (\\w+)");
  private static final Pattern IMPORT = Pattern.compile("(?m)^import .*$");
  private static final Pattern WORD = Pattern.compile("\\W+");

  @Test
  void everyPublicTypeIsInAPageThatSomebodyWroteOrInAnExample() {
    Set<String> shown = shown();
    Set<String> unseen = new TreeSet<>();
    List<Path> types = publicTypes();
    for (Path type : types) {
      if (!shown.contains(name(type))) {
        unseen.add(Sources.room(type) + "." + name(type));
      }
    }
    assertThat(types).hasSizeGreaterThan(300);
    assertThat(unseen)
        .as("public types in no page and no example: show them or hide them")
        .isEmpty();
  }

  @Test
  void aTableThatIsWrittenFromTheSourcesShowsNothing() {
    Path root = Path.of("");
    var page = new Page(root, root.resolve("page.md"), "<!-- types: x -->\n| `A` | B |\n\n`C`\n");

    assertThat(page.written()).contains("C").doesNotContain("A");
  }

  /// The sources of all public types that programs may use.
  static List<Path> publicTypes() {
    return Sources.main().stream()
        .filter(file -> isApi(file) && isPublic(file, name(file)))
        .toList();
  }

  private static String name(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }

  private static boolean isApi(Path file) {
    return PUBLISHED.matcher(file.toString()).matches()
        && !file.toString().contains("/internal/")
        && !file.endsWith("package-info.java");
  }

  private static boolean isPublic(Path file, String name) {
    return PUBLIC.matcher(text(file)).results().anyMatch(found -> found.group(1).equals(name));
  }

  private static Set<String> shown() {
    Stream<String> pages = Docs.pages(Sources.root()).stream().map(Page::written);
    Stream<String> examples =
        Sources.main().stream()
            .filter(file -> Sources.module(file).getFileName().toString().startsWith("examples"))
            .map(file -> IMPORT.matcher(text(file)).replaceAll(""));
    Set<String> words = new HashSet<>();
    Stream.concat(pages, examples).forEach(text -> words.addAll(Arrays.asList(WORD.split(text))));
    return words;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
