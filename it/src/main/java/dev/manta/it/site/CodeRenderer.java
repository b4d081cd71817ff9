package dev.manta.it.site;

import java.util.Map;
import java.util.Set;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlWriter;

/// Writes fenced code with its syntax marked.
final class CodeRenderer implements NodeRenderer {
  private final HtmlWriter html;

  CodeRenderer(HtmlNodeRendererContext context) {
    this.html = context.getWriter();
  }

  @Override
  public Set<Class<? extends Node>> getNodeTypes() {
    return Set.of(FencedCodeBlock.class);
  }

  @Override
  public void render(Node node) {
    var code = (FencedCodeBlock) node;
    html.line();
    html.tag("pre", Map.of("class", "code"));
    html.tag("code");
    html.raw(Highlighter.of(code.getInfo()).html(code.getLiteral()));
    html.tag("/code");
    html.tag("/pre");
    html.line();
  }
}
