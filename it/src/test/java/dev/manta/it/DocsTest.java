package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.run.Limits;
import dev.manta.it.docs.Docs;
import dev.manta.it.docs.Page;
import dev.manta.train.FailureConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The pages show code that is compiled and tested, and their links lead somewhere.
class DocsTest {
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

  @Test
  void linksBetweenPagesResolve() {
    assertThat(PAGES.stream().flatMap(page -> page.brokenLinks().stream())).isEmpty();
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
        .hasContent("<!-- snippet: A.java#one -->\n```java\nint a;\n```\n");
  }

  @Test
  void codeWithoutASourceAndLinksToNowhereAreNamed() throws Exception {
    Page page = page("# Here\n[up](#here) [no](#there) [gone](gone.md)\n```java\nint b;\n```\n");
    assertThat(page.looseCode()).singleElement().asString().contains("page.md", "int b;");
    assertThat(page.brokenLinks())
        .containsExactly(
            "page.md links to #there, which is not there",
            "page.md links to gone.md, which is not there");
  }

  private Page page(String text) throws Exception {
    Files.createDirectories(root.resolve("docs"));
    Files.writeString(root.resolve("page.md"), text);
    return Docs.pages(root).getFirst();
  }
}
