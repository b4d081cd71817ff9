package dev.manta.it.site;

import dev.manta.it.docs.Docs;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/// All pages of the repository, each section in the order in which the table of contents,
/// `docs/README.md`, names them.
///
/// @param listed the paths that the table of contents links to, in its order
record Manual(List<SitePage> pages, List<String> listed) {
  private static final String CONTENTS = "docs/README.md";

  static Manual read(Path root) {
    List<SitePage> pages =
        Docs.pages(root).stream().map(page -> SitePage.read(root, page.file())).toList();
    List<String> listed =
        pages.stream()
            .filter(page -> page.path().equals(CONTENTS))
            .flatMap(page -> Markdown.links(page.document()).stream().map(page::target))
            .toList();
    return new Manual(pages.stream().sorted(order(listed)).toList(), listed);
  }

  private static Comparator<SitePage> order(List<String> listed) {
    return Comparator.comparing((SitePage page) -> page.path().startsWith("docs/"))
        .thenComparingInt(
            page -> listed.contains(page.path()) ? listed.indexOf(page.path()) : Integer.MAX_VALUE)
        .thenComparing(SitePage::path);
  }

  List<SitePage> of(Section section) {
    return pages.stream().filter(page -> page.section() == section).toList();
  }

  /// Pages below `docs/` that the table of contents does not name. Decisions are listed by their
  /// directory.
  List<String> unlisted() {
    return pages.stream()
        .filter(page -> page.path().startsWith("docs/") && !page.path().equals(CONTENTS))
        .filter(page -> page.section() != Section.DECISIONS && !listed.contains(page.path()))
        .map(page -> page.path() + " is not in " + CONTENTS)
        .toList();
  }
}
