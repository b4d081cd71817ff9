package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.run.state.Limits;
import dev.manta.it.docs.Docs;
import dev.manta.it.docs.Page;
import dev.manta.it.site.Links;
import dev.manta.train.FailureConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The pages show code that is compiled and tested, and their links lead somewhere.
class DocsTest {
  private static final Pattern TYPE = Pattern.compile("class=\"type\"[^>]*>\\d (\\w+)<");
  private static final List<Page> PAGES = Docs.pages(Sources.root());

  @TempDir Path root = Path.of("");

  @Test
  void codeInPagesIsTheCodeOfItsSource() {
    assertThat(PAGES.stream().flatMap(page -> page.staleSnippets().stream())).isEmpty();
  }

  @Test
  void allJavaCodeInPagesHasASource() {
    assertThat(PAGES.stream().flatMap(page -> page.looseCode().stream())).isEmpty();
  }

  /// `java.lang` has a module too, and JavaCPP has a result and an optimizer.
  @Test
  void importsInPagesAreUnambiguous() {
    Map<String, String> packages =
        Map.of("dev.manta.torch.nn", "Module", "org.bytedeco.pytorch", "a star");
    assertThat(PAGES.stream().flatMap(page -> page.ambiguousImports(packages).stream())).isEmpty();
  }

  @Test
  void anAmbiguousImportIsNamed() throws Exception {
    Page page = page("```java\nimport a.b.*;\n```\n```java\nimport a.b.*;\nimport a.b.C;\n```\n");
    assertThat(page.ambiguousImports(Map.of("a.b", "C")))
        .containsExactly("page.md imports a.b.* without C");
  }

  @Test
  void tablesOfTypesAreTrue() {
    assertThat(PAGES.stream().flatMap(page -> page.staleTables().stream())).isEmpty();
  }

  @Test
  void everyPublicTypeOfALibraryIsInATable() {
    Set<String> listed =
        PAGES.stream()
            .flatMap(page -> page.listedDirectories().stream())
            .collect(Collectors.toSet());
    assertThat(Sources.main())
        .filteredOn(
            file ->
                file.toString()
                    .matches(
                        ".*/(core|formats|stores(-opendal)?|tune|dashboard|spark|frameworks/\\w+)"
                            + "/src/main/.*"))
        .filteredOn(file -> !file.toString().contains("/internal/"))
        .extracting(file -> Sources.root().relativize(file.getParent()).toString())
        .isSubsetOf(listed);
  }

  @Test
  void linksBetweenPagesResolve() {
    assertThat(Links.broken(Sources.root())).isEmpty();
  }

  @Test
  void classesThatPicturesNameAreThere() throws Exception {
    List<String> sources =
        Sources.main().stream().map(file -> file.getFileName().toString()).toList();
    List<String> named = new ArrayList<>();
    try (var pictures = Files.list(Sources.root().resolve("docs/pictures"))) {
      for (Path picture : pictures.filter(file -> file.toString().endsWith(".svg")).toList()) {
        Matcher found = TYPE.matcher(Files.readString(picture));
        while (found.find()) {
          named.add(found.group(1) + ".java");
        }
      }
    }
    assertThat(named).hasSize(6).isSubsetOf(sources);
  }

  @Test
  void theLimitsOnThePageAreThoseOfTheRules() {
    Limits limits = Limits.DEFAULT;
    assertThat(Sources.root().resolve("docs/reference/configuration.md"))
        .content()
        .contains(
            "| from the first process to the last rank in its function | %s min |"
                .formatted(limits.start().toMinutes()),
            "| for ranks to leave when the attempt is aborted | %s s,"
                .formatted(limits.unwind().toSeconds()),
            "| for a cooperative stop | %s s,".formatted(limits.stop().toSeconds()),
            "| unanswered pings, one every %s ms, until a worker counts as frozen | %s; up to %s more while "
                .formatted(
                    limits.ping().toMillis(), limits.pingsMissedMax(), Limits.PINGS_EXCUSED_MAX),
            "until it is named / replaced | %s s / %s min |"
                .formatted(
                    limits.naming().toSeconds(), FailureConfig.retries(3).lateMax().toMinutes()));
  }

  @Test
  void aPageThatDiffersFromItsSourceIsNamedAndRewritten() throws Exception {
    Files.writeString(
        root.resolve("A.java"), "class A {\n  // region: one\n  int a;\n  // endregion\n}\n");
    Page page = page("<!-- snippet: A.java#one -->\n```java\nint b;\n```\n");
    assertThat(page.staleSnippets())
        .containsExactly("page.md shows other code than A.java#one; ./dev docs rewrites it");
    Docs.main(new String[] {root.toString()});
    assertThat(root.resolve("page.md"))
        .hasContent(
            """
            <!-- snippet: A.java#one -->
            ```java
            int a;
            ```

            *[A.java](A.java) has the imports.*
            """);
  }

  @Test
  void aWholeFileOfAnyLanguageIsASnippetWithoutALinkToItsImports() throws Exception {
    Files.writeString(root.resolve("a.py"), "import a\n");
    page("<!-- snippet: a.py -->\n```python\nimport b\n```\n");
    Docs.main(new String[] {root.toString()});
    assertThat(root.resolve("page.md"))
        .hasContent("<!-- snippet: a.py -->\n```python\nimport a\n```\n");
  }

  @Test
  void aTableThatLacksATypeIsNamedAndRewritten() throws Exception {
    Files.writeString(
        root.resolve("A.java"),
        "/// What [B] is: a letter.\n///\n/// More.\npublic final class A {}\n");
    Files.writeString(root.resolve("B.java"), "/// Hidden.\nclass B {}\n");
    Page page = page("<!-- types: . -->\n| type | |\n|---|---|\n\nText\n");
    assertThat(page.staleTables())
        .containsExactly("page.md lists other types than . has; ./dev docs rewrites it");
    Docs.main(new String[] {root.toString()});
    assertThat(root.resolve("page.md"))
        .hasContent("<!-- types: . -->\n| type | |\n|---|---|\n| `A` | What `B` is |\n\nText\n");
  }

  @Test
  void recipesAreATableOfBothLanguages() throws Exception {
    Files.writeString(
        root.resolve("A.java"),
        """
        class A {
          // region: one
          recipe("x[0] | y", index(x, "0"));
          recipe(
              "x.sum()", sum(x, 1));
          // endregion
        }
        """);
    Page page = page("<!-- recipes: A.java#one -->\n\nText\n");
    assertThat(page.staleTables())
        .containsExactly("page.md lists other recipes than A.java#one has; ./dev docs rewrites it");
    Docs.main(new String[] {root.toString()});
    assertThat(root.resolve("page.md"))
        .hasContent(
            """
            <!-- recipes: A.java#one -->
            | Python | Java |
            |---|---|
            | `x[0] \\| y` | `index(x, "0")` |
            | `x.sum()` | `sum(x, 1)` |

            Text
            """);
  }

  @Test
  void codeWithoutASourceIsNamed() throws Exception {
    Page page = page("# Here\n```java\nint b;\n```\n");
    assertThat(page.looseCode()).singleElement().asString().contains("page.md", "int b;");
  }

  @Test
  void linksToNowhereAreNamed() throws Exception {
    page(
        """
        # Here
        [up](#here) [no](#there) [gone](gone.md) ![](gone.svg) [title](gone.md "A title")
        `[code](code.md)` [out](https://example.org) <img src="gone.png"> [reference]

        ## Twice
        ## Twice
        [second](#twice-1) [third](#twice-2) [sources](docs)

        [reference]: other.md#x
        """);
    assertThat(Links.broken(root))
        .containsExactly(
            "page.md links to #there, which is not there",
            "page.md links to gone.md, which is not there",
            "page.md links to gone.svg, which is not there",
            "page.md links to gone.md, which is not there",
            "page.md links to gone.png, which is not there",
            "page.md links to other.md#x, which is not there",
            "page.md links to #twice-2, which is not there",
            "page.md links to docs, which is not there");
  }

  @Test
  void aPageThatTheTableOfContentsDoesNotNameIsNamed() throws Exception {
    page("# Here\n");
    Files.writeString(root.resolve("docs/README.md"), "# All\n[there](there.md)\n");
    Files.writeString(root.resolve("docs/there.md"), "# There\n");
    Files.writeString(root.resolve("docs/lost.md"), "# Lost\n");
    assertThat(Links.broken(root)).containsExactly("docs/lost.md is not in docs/README.md");
  }

  private Page page(String text) throws Exception {
    Files.createDirectories(root.resolve("docs"));
    Files.writeString(root.resolve("page.md"), text);
    return Docs.pages(root).getFirst();
  }
}
