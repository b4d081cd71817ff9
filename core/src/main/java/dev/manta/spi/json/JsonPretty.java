package dev.manta.spi.json;

import java.util.Map;

/// Writes JSON over several lines for people.
final class JsonPretty {
  private final StringBuilder out = new StringBuilder();

  String write(Json json) {
    value(json, "\n");
    return out.toString();
  }

  private void value(Json json, String lineBreak) {
    if (json instanceof JsonObject object && !object.fields().isEmpty()) {
      object(object, lineBreak);
    } else if (json instanceof JsonArray array && !array.items().isEmpty()) {
      array(array, lineBreak);
    } else {
      out.append(json.text());
    }
  }

  private void object(JsonObject object, String lineBreak) {
    String inner = lineBreak + "  ";
    char before = '{';
    for (Map.Entry<String, Json> field : object.fields().entrySet()) {
      out.append(before).append(inner);
      out.append(Json.of(field.getKey()).text()).append(": ");
      value(field.getValue(), inner);
      before = ',';
    }
    out.append(lineBreak).append('}');
  }

  private void array(JsonArray array, String lineBreak) {
    String inner = lineBreak + "  ";
    char before = '[';
    for (Json item : array) {
      out.append(before).append(inner);
      value(item, inner);
      before = ',';
    }
    out.append(lineBreak).append(']');
  }
}
