package dev.manta.it.site;

import java.util.Map;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Node;
import org.commonmark.renderer.html.AttributeProvider;

/// Gives headings the anchors of the outline.
record Anchors(Outline outline) implements AttributeProvider {
  @Override
  public void setAttributes(Node node, String tag, Map<String, String> attributes) {
    if (node instanceof Heading heading) {
      attributes.put("id", outline.of(heading).anchor());
    } else if (node instanceof Image) {
      attributes.put("class", "picture");
    }
  }
}
