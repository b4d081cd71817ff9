package dev.manta.it.site;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/// Markdown as the pages use it: CommonMark with tables.
final class Markdown {
  private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
  private static final Pattern ATTRIBUTE = Pattern.compile("(?:href|src|srcset)=\"([^\"]+)\"");

  private Markdown() {}

  static Node parse(String text) {
    return PARSER.parse(text);
  }

  /// Where the links, pictures and HTML of a document lead to.
  static List<String> links(Node document) {
    List<String> links = new ArrayList<>();
    document.accept(
        new LinkVisitor(
            link -> {
              links.add(link);
              return link;
            }));
    return links;
  }

  /// HTML with every link turned into another. The document is changed.
  static String html(Node document, UnaryOperator<String> links) {
    Outline outline = Outline.of(document);
    document.accept(new LinkVisitor(links));
    return HtmlRenderer.builder()
        .extensions(EXTENSIONS)
        .attributeProviderFactory(context -> new Anchors(outline))
        .nodeRendererFactory(CodeRenderer::new)
        .build()
        .render(document);
  }

  private static final class LinkVisitor extends AbstractVisitor {
    private final UnaryOperator<String> change;

    LinkVisitor(UnaryOperator<String> change) {
      this.change = change;
    }

    @Override
    public void visit(Link link) {
      link.setDestination(change.apply(link.getDestination()));
      super.visit(link);
    }

    @Override
    public void visit(Image image) {
      image.setDestination(change.apply(image.getDestination()));
      super.visit(image);
    }

    @Override
    public void visit(HtmlBlock html) {
      html.setLiteral(changed(html.getLiteral()));
    }

    @Override
    public void visit(HtmlInline html) {
      html.setLiteral(changed(html.getLiteral()));
    }

    private String changed(String html) {
      return ATTRIBUTE
          .matcher(html)
          .replaceAll(
              found ->
                  Matcher.quoteReplacement(
                      found.group().replace(found.group(1), change.apply(found.group(1)))));
    }
  }
}
