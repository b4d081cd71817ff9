package dev.manta.it.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.commonmark.node.Node;

/// A Markdown page of the repository, as the site shows it.
///
/// @param path from the repository's root, with slashes
record SitePage(String path, String text) {
  static SitePage read(Path root, Path file) {
    try {
      return new SitePage(pathOf(root, file), Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String pathOf(Path root, Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  Node document() {
    return Markdown.parse(text);
  }

  Outline outline() {
    return Outline.of(document());
  }

  /// Its first heading.
  String title() {
    return outline().entries().stream()
        .findFirst()
        .map(Outline.Entry::text)
        .orElseThrow(() -> new IllegalStateException(path + " has no heading"));
  }

  Section section() {
    return Section.of(path);
  }

  String address() {
    return Addresses.of(path);
  }

  /// The path that a link of this page means, from the repository's root.
  String target(String link) {
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    Path here = Path.of("/" + path);
    Path target = file.isEmpty() ? here : here.resolveSibling(file).normalize();
    return target.toString().replace('\\', '/').substring(1);
  }

  /// The anchor that a link means; empty where it means a whole page.
  static String anchor(String link) {
    int hash = link.indexOf('#');
    return hash < 0 ? "" : link.substring(hash + 1);
  }
}
