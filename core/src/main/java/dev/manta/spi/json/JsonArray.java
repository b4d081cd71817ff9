package dev.manta.spi.json;

import java.util.Iterator;
import java.util.List;

/// A JSON array.
public record JsonArray(List<Json> items) implements Json, Iterable<Json> {
  public JsonArray {
    items = List.copyOf(items);
  }

  /// An array of these values.
  public static JsonArray of(Json... items) {
    return new JsonArray(List.of(items));
  }

  /// How many values it has.
  public int size() {
    return items.size();
  }

  /// A value by its index, from 0 on.
  public Json get(int index) {
    return items.get(index);
  }

  @Override
  public Iterator<Json> iterator() {
    return items.iterator();
  }

  @Override
  public void writeTo(JsonBytes out) {
    out.raw('[');
    for (int i = 0; i < items.size(); i++) {
      if (i > 0) {
        out.raw(',');
      }
      items.get(i).writeTo(out);
    }
    out.raw(']');
  }

  @Override
  public String describe() {
    return "an array";
  }

  @Override
  public String toString() {
    return text();
  }
}
