package dev.manta.it.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The site has every page, and everything on it leads somewhere.
class DocsSiteTest {
  private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]+)\"");

  @TempDir Path temp = Path.of("");
  private Path root = Path.of("");
  private Path target = Path.of("");

  @BeforeEach
  void directories() {
    root = temp.resolve("root");
    target = temp.resolve("site");
  }

  @Test
  void everyLinkOfTheRealSiteLeadsToAFileAndAnAnchor() throws Exception {
    Site.write(repository(), target);
    List<String> dead = new ArrayList<>();
    for (Path page : htmlPages()) {
      Matcher links = LINK.matcher(Files.readString(page));
      while (links.find()) {
        if (!leadsSomewhere(page, links.group(1))) {
          dead.add(target.relativize(page) + " -> " + links.group(1));
        }
      }
    }
    assertThat(htmlPages()).hasSizeGreaterThan(70);
    assertThat(dead).isEmpty();
  }

  /// What javadoc writes is not there in this test.
  private boolean leadsSomewhere(Path page, String link) throws IOException {
    if (Addresses.isElsewhere(link) || link.contains("api/index.html")) {
      return true;
    }
    String path = link.replaceAll("#.*", "");
    Path file = path.isEmpty() ? page : page.resolveSibling(path).normalize();
    String anchor = SitePage.anchor(link);
    return Files.isRegularFile(file)
        && (anchor.isEmpty() || Files.readString(file).contains("id=\"" + anchor + "\""));
  }

  private List<Path> htmlPages() throws IOException {
    try (var files = Files.walk(target)) {
      return files.filter(file -> file.toString().endsWith(".html")).toList();
    }
  }

  /// The build's compiler does not say so: it runs within Maven, where it checks no references.
  @Test
  void whatTheApiRefersToIsThere() {
    List<String> arguments =
        new ArrayList<>(List.of("-proc:none", "-nowarn", "-Xdoclint:reference"));
    arguments.addAll(List.of("-cp", Javadoc.classPath(repository()), "-d", temp.toString()));
    Javadoc.sources(repository()).forEach(file -> arguments.add(file.toString()));
    var said = new StringWriter();
    ToolProvider compiler = ToolProvider.findFirst("javac").orElseThrow();
    int status =
        compiler.run(
            new PrintWriter(said), new PrintWriter(said), arguments.toArray(String[]::new));
    assertThat(status).as(said.toString()).isZero();
  }

  @Test
  void linksToPagesSectionsPicturesAndSourcesBecomeThoseOfTheSite() throws Exception {
    page("README.md", "# A\n[b](docs/how-to/b.md#x) [all](docs/how-to) ![p](docs/pictures/p.svg)");
    page("docs/how-to/b.md", "# B\n## X\n[a](../../README.md) [code](../../src/A.java)");
    file("docs/pictures/p.svg", "<svg/>");
    file("src/A.java", "class A { int x = 1; } // one");
    Site.write(root, target);
    assertThat(target.resolve("index.html"))
        .content()
        .contains("href=\"how-to/b.html#x\"", "href=\"how-to/index.html\"")
        .contains("src=\"pictures/p.svg\"");
    assertThat(target.resolve("how-to/b.html"))
        .content()
        .contains("<h2 id=\"x\">", "href=\"../index.html\"", "href=\"../source/src/A.java.html\"");
    assertThat(target.resolve("pictures/p.svg")).exists();
    assertThat(target.resolve("source/src/A.java.html"))
        .content()
        .contains("<span class=\"keyword\">class</span>", "<span class=\"comment\">// one</span>");
  }

  @Test
  void codeIsMarkedAndItsTextStaysWhatItWas() {
    assertThat(Highlighter.of("java").html("var s = \"<a>\"; // 1 < 2"))
        .isEqualTo(
            "<span class=\"keyword\">var</span> s = <span class=\"string\">&quot;&lt;a&gt;&quot;"
                + "</span>; <span class=\"comment\">// 1 &lt; 2</span>");
    assertThat(Highlighter.of("").html("./manta demo   # \"two\" workers"))
        .isEqualTo("./manta demo   <span class=\"comment\"># &quot;two&quot; workers</span>");
    assertThat(Highlighter.of("cobol").html("MOVE \"A\" TO B."))
        .isEqualTo("MOVE &quot;A&quot; TO B.");
  }

  @Test
  void aPageIsFoundBySectionsWithTheirTextTablesAndCode() {
    var index = new SearchIndex();
    String text = "# Page\nintro\n\n## One\n| a | b |\n|---|---|\n| c | `d` |\n\n```\ncode\n```\n";
    index.add(new SitePage("docs/how-to/page.md", text));
    assertThat(index.entries())
        .containsExactly(
            new SearchIndex.Entry("how-to/page.html", "How-to guides", "Page", "Page", "intro"),
            new SearchIndex.Entry(
                "how-to/page.html#one", "How-to guides", "Page", "One", "a b c d code"));
  }

  @Test
  void theSearchIndexIsAScriptThatNoTextCanEndEarly() {
    var index = new SearchIndex();
    index.add(new SitePage("README.md", "# A \"b\"\n`</script>` \\ \n"));
    assertThat(index.script()).startsWith("window.searchIndex = [").doesNotContain("</script>");
    assertThat(index.script()).contains("A \\u0022b\\u0022", "\\u003c/script> \\u005c");
  }

  @Test
  void sectionsHaveTheOrderOfTheTableOfContents() throws Exception {
    page("docs/README.md", "# All\n[z](concepts/z.md) [a](concepts/a.md)");
    page("docs/concepts/a.md", "# A");
    page("docs/concepts/z.md", "# Z");
    assertThat(Manual.read(root).of(Section.CONCEPTS))
        .extracting(SitePage::title)
        .containsExactly("Z", "A");
  }

  private void page(String path, String text) throws IOException {
    Files.createDirectories(root.resolve("docs"));
    file(path, text);
  }

  private void file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, text);
  }

  private static Path repository() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.exists(here.resolve(".mvn"))) {
      here = Objects.requireNonNull(here.getParent(), "not below the project's root");
    }
    return here;
  }
}
