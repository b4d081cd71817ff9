package dev.manta.stores.internal.objects;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Reads the plain XML that stores answer with: no document types, no entities of their own.
///
/// The JDK's parser costs a short-lived process more to load than all that it reads here.
public final class XmlReader {
  private static final int DEPTH_MAX = 32;

  private final String text;
  private int at;

  private XmlReader(String text) {
    this.text = text;
  }

  /// The outermost element.
  public static XmlElement read(byte[] utf8) throws IOException {
    XmlReader reader = new XmlReader(new String(utf8, StandardCharsets.UTF_8));
    reader.skipTo("<");
    while (reader.isAhead("<?") || reader.isAhead("<!--")) {
      reader.skipPast(reader.isAhead("<?") ? "?>" : "-->");
      reader.skipTo("<");
    }
    return reader.element(0);
  }

  private XmlElement element(int depth) throws IOException {
    if (!isAhead("<") || isAhead("<!") || isAhead("</") || depth > DEPTH_MAX) {
      throw broken();
    }
    int end = text.indexOf('>', at);
    if (end < 0) {
      throw broken();
    }
    boolean empty = text.charAt(end - 1) == '/';
    String tag = text.substring(at + 1, empty ? end - 1 : end);
    at = end + 1;
    String name = local(tag);
    return empty ? new XmlElement(name, "", List.of()) : content(name, depth);
  }

  private XmlElement content(String name, int depth) throws IOException {
    StringBuilder inner = new StringBuilder();
    List<XmlElement> children = new ArrayList<>();
    while (!isAhead("</")) {
      if (isAhead("<![CDATA[")) {
        inner.append(text, at + 9, skipPast("]]>") - 3);
      } else if (isAhead("<!--")) {
        skipPast("-->");
      } else if (isAhead("<")) {
        children.add(element(depth + 1));
      } else {
        int from = at;
        skipTo("<");
        inner.append(unescaped(text.substring(from, at)));
      }
    }
    int from = at + 2;
    String closed = local(text.substring(from, skipPast(">") - 1));
    if (!closed.equals(name)) {
      throw broken();
    }
    return new XmlElement(name, inner.toString(), children);
  }

  private static String local(String tag) {
    String name = tag.strip().split("\\s", 2)[0];
    return name.substring(name.indexOf(':') + 1);
  }

  private boolean isAhead(String what) {
    return text.startsWith(what, at);
  }

  private void skipTo(String what) throws IOException {
    at = text.indexOf(what, at);
    if (at < 0) {
      throw broken();
    }
  }

  private int skipPast(String what) throws IOException {
    skipTo(what);
    at += what.length();
    return at;
  }

  private static String unescaped(String raw) throws IOException {
    if (raw.indexOf('&') < 0) {
      return raw;
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < raw.length(); i++) {
      if (raw.charAt(i) != '&') {
        out.append(raw.charAt(i));
        continue;
      }
      int end = raw.indexOf(';', i);
      if (end < 0) {
        throw broken();
      }
      out.appendCodePoint(character(raw.substring(i + 1, end)));
      i = end;
    }
    return out.toString();
  }

  private static int character(String entity) throws IOException {
    return switch (entity) {
      case "amp" -> '&';
      case "lt" -> '<';
      case "gt" -> '>';
      case "quot" -> '"';
      case "apos" -> '\'';
      default -> number(entity);
    };
  }

  private static int number(String entity) throws IOException {
    try {
      boolean hexadecimal = entity.startsWith("#x");
      int code = Integer.parseInt(entity.substring(hexadecimal ? 2 : 1), hexadecimal ? 16 : 10);
      if (entity.startsWith("#") && Character.isValidCodePoint(code)) {
        return code;
      }
    } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
      // Not a number.
    }
    throw broken();
  }

  private static IOException broken() {
    return new IOException("the store's answer is not the XML that it should be");
  }

  /// A text as it stands between tags.
  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
