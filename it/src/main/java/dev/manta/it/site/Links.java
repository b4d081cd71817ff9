package dev.manta.it.site;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Checks where the links and pictures of pages lead to.
public final class Links {
  private Links() {}

  /// Links of the repository's pages to files or headings that are not there, and pages that the
  /// table of contents does not name.
  public static List<String> broken(Path root) {
    Manual manual = Manual.read(root);
    List<String> broken = new ArrayList<>(manual.unlisted());
    for (SitePage page : manual.pages()) {
      for (String link : Markdown.links(page.document())) {
        if (!Addresses.isElsewhere(link) && !resolves(root, page, link)) {
          broken.add(page.path() + " links to " + link + ", which is not there");
        }
      }
    }
    return broken;
  }

  private static boolean resolves(Path root, SitePage page, String link) {
    String target = page.target(link);
    Path file = root.resolve(target);
    String anchor = SitePage.anchor(link);
    if (Files.isDirectory(file)) {
      return anchor.isEmpty() && Addresses.isSection(target);
    }
    return Files.isRegularFile(file) && (anchor.isEmpty() || hasAnchor(root, file, anchor));
  }

  private static boolean hasAnchor(Path root, Path file, String anchor) {
    return file.toString().endsWith(".md") && SitePage.read(root, file).outline().hasAnchor(anchor);
  }
}
