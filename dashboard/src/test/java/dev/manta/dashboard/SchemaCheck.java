package dev.manta.dashboard;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonBoolean;
import dev.manta.spi.json.JsonNumber;
import dev.manta.spi.json.JsonObject;
import dev.manta.spi.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Compares answers with the schemas of a description.
final class SchemaCheck {
  private static final String OWN = "#/components/schemas/";

  private final JsonObject schemas;
  private final List<String> problems = new ArrayList<>();

  private SchemaCheck(JsonObject description) {
    this.schemas = description.get("components").asObject().get("schemas").asObject();
  }

  /// What is wrong with a value; nothing where it is as described.
  static List<String> problems(JsonObject description, JsonObject schema, Json value) {
    var check = new SchemaCheck(description);
    check.check(schema, value, "answer");
    return check.problems;
  }

  private void check(JsonObject schema, Json value, String at) {
    Optional<String> reference = schema.find("$ref").map(Json::asText);
    if (reference.isPresent()) {
      check(schemas.get(reference.get().substring(OWN.length())).asObject(), value, at);
      return;
    }
    String type = schema.find("type").map(Json::asText).orElse("");
    if (!isOf(type, value)) {
      problems.add(at + " is no " + type + ": " + value.text());
    } else if (value instanceof JsonObject object) {
      object(schema, object, at);
    } else if (value instanceof JsonArray array) {
      int index = 0;
      for (Json item : array.items()) {
        check(schema.get("items").asObject(), item, at + "[" + index++ + "]");
      }
    }
  }

  private static boolean isOf(String type, Json value) {
    return switch (type) {
      case "string" -> value instanceof JsonString;
      case "boolean" -> value instanceof JsonBoolean;
      case "number" -> value instanceof JsonNumber;
      case "integer" ->
          value instanceof JsonNumber number
              && number.value().doubleValue() == Math.rint(number.value().doubleValue());
      case "array" -> value instanceof JsonArray;
      case "object" -> value instanceof JsonObject;
      default -> true;
    };
  }

  private void object(JsonObject schema, JsonObject value, String at) {
    JsonObject known = schema.find("properties").map(Json::asObject).orElse(JsonObject.EMPTY);
    schema
        .find("required")
        .ifPresent(
            names ->
                names.asArray().items().stream()
                    .map(Json::asText)
                    .filter(name -> !value.has(name))
                    .forEach(name -> problems.add(at + " has no " + name)));
    for (Map.Entry<String, Json> field : value.fields().entrySet()) {
      String name = at + "." + field.getKey();
      Optional<Json> own = known.find(field.getKey());
      Optional<Json> others = schema.find("additionalProperties");
      if (own.isPresent()) {
        check(own.get().asObject(), field.getValue(), name);
      } else if (others.filter(JsonObject.class::isInstance).isPresent()) {
        check(others.get().asObject(), field.getValue(), name);
      } else if (others.isPresent()) {
        problems.add(name + " is not described");
      }
    }
  }
}
