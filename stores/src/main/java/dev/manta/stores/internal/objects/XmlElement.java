package dev.manta.stores.internal.objects;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// An element of what a store answers; attributes and name spaces are left out.
public record XmlElement(String name, String text, List<XmlElement> children) {
  static final XmlElement NONE = new XmlElement("", "", List.of());

  /// The text of the first child of a name, or the empty text.
  String get(String child) {
    return find(child).map(XmlElement::text).orElse("");
  }

  Optional<XmlElement> find(String child) {
    return all(child).findFirst();
  }

  Stream<XmlElement> all(String child) {
    return children.stream().filter(element -> element.name().equals(child));
  }
}
