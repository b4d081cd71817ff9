package dev.manta.it.site;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/// The headings of a page, with the anchors that links use: those that GitHub gives them.
final class Outline {
  private final List<Entry> entries = new ArrayList<>();
  private final IdentityHashMap<Node, Entry> byNode = new IdentityHashMap<>();

  record Entry(int level, String text, String anchor) {}

  private Outline() {}

  static Outline of(Node document) {
    var outline = new Outline();
    Map<String, Integer> seen = new HashMap<>();
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Heading heading) {
            String text = textOf(heading);
            String slug = slug(text);
            int before = seen.merge(slug, 1, Integer::sum) - 1;
            String anchor = before == 0 ? slug : slug + "-" + before;
            var entry = new Entry(heading.getLevel(), text, anchor);
            outline.entries.add(entry);
            outline.byNode.put(heading, entry);
          }
        });
    return outline;
  }

  List<Entry> entries() {
    return List.copyOf(entries);
  }

  /// The entry of a heading of the document.
  Entry of(Heading heading) {
    Entry entry = byNode.get(heading);
    if (entry == null) {
      throw new IllegalArgumentException("a heading of another document: " + textOf(heading));
    }
    return entry;
  }

  boolean hasAnchor(String anchor) {
    return entries.stream().anyMatch(entry -> entry.anchor().equals(anchor));
  }

  /// The words below a node, without their markup.
  static String textOf(Node node) {
    var text = new StringBuilder();
    node.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text part) {
            text.append(part.getLiteral());
          }

          @Override
          public void visit(Code part) {
            text.append(part.getLiteral());
          }

          @Override
          public void visit(SoftLineBreak part) {
            text.append(' ');
          }
        });
    return text.toString();
  }

  private static String slug(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }
}
