package dev.manta.it.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.commonmark.node.Block;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Node;

/// What the search in the browser looks through: the text of every page, cut at its headings, and
/// the names of public types. It is a script, so that it is there without a server.
final class SearchIndex {
  private final List<Entry> entries = new ArrayList<>();

  /// @param address from the site's root
  /// @param kind the page's section, or "API"
  record Entry(String address, String kind, String page, String heading, String text) {}

  void add(SitePage page) {
    Node document = page.document();
    Outline outline = Outline.of(document);
    String heading = page.title();
    String anchor = "";
    var text = new StringBuilder();
    for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading next && next.getLevel() > 1) {
        add(page, anchor, heading, text);
        heading = outline.of(next).text();
        anchor = "#" + outline.of(next).anchor();
      } else if (!(node instanceof Heading)) {
        collect(node, text);
      }
    }
    add(page, anchor, heading, text);
  }

  private void add(SitePage page, String anchor, String heading, StringBuilder text) {
    String address = page.address() + anchor;
    String words = text.toString().replaceAll("\\s+", " ").strip();
    entries.add(new Entry(address, page.section().title(), page.title(), heading, words));
    text.setLength(0);
  }

  /// Paragraphs and cells are kept apart by a space; code is looked through too.
  private static void collect(Node node, StringBuilder text) {
    if (node instanceof FencedCodeBlock code) {
      text.append(code.getLiteral()).append(' ');
      return;
    }
    boolean hasBlocks = false;
    for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
      if (child instanceof Block || node.getClass().getPackageName().contains(".tables")) {
        hasBlocks = true;
        collect(child, text);
      }
    }
    if (!hasBlocks && !(node instanceof HtmlBlock)) {
      text.append(Outline.textOf(node)).append(' ');
    }
  }

  /// A public type, by its address and its qualified name.
  void addType(String address, String name) {
    String simple = name.substring(name.lastIndexOf('.') + 1);
    entries.add(new Entry(address, "API", simple, simple, name));
  }

  List<Entry> entries() {
    return List.copyOf(entries);
  }

  /// The script that the pages load when somebody searches.
  String script() {
    return entries.stream()
        .map(SearchIndex::json)
        .collect(Collectors.joining(",\n", "window.searchIndex = [\n", "\n];\n"));
  }

  private static String json(Entry entry) {
    return "[%s,%s,%s,%s,%s]"
        .formatted(
            quoted(entry.address()),
            quoted(entry.kind()),
            quoted(entry.page()),
            quoted(entry.heading()),
            quoted(entry.text()));
  }

  private static String quoted(String text) {
    var quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\' || c == '<' || c == '\u2028' || c == '\u2029') {
        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
