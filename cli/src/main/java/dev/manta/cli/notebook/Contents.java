package dev.manta.cli.notebook;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import java.util.List;

/// The contents of messages to a notebook.
final class Contents {
  private Contents() {}

  static JsonObject.Builder ok() {
    return JsonObject.builder().put("status", "ok");
  }

  static JsonObject status(String state) {
    return JsonObject.builder().put("execution_state", state).build();
  }

  static JsonObject.Builder counted(int cells) {
    return JsonObject.builder().put("execution_count", cells);
  }

  static JsonObject.Builder error(CellResult.Failed failed) {
    return JsonObject.builder()
        .put("ename", failed.name())
        .put("evalue", failed.message())
        .put("traceback", texts(failed.lines()));
  }

  static JsonArray texts(List<String> lines) {
    return new JsonArray(lines.stream().map(Json::of).toList());
  }

  /// Adds a text as a notebook shows values.
  static JsonObject valued(JsonObject.Builder around, String text) {
    return shown(around, JsonObject.builder().put("text/plain", text).build()).build();
  }

  /// @param id under which it can be replaced; empty where it is not
  static JsonObject display(String id, JsonObject forms) {
    JsonObject.Builder named = JsonObject.builder();
    if (!id.isEmpty()) {
      named.put("display_id", id);
    }
    return shown(JsonObject.builder(), forms).put("transient", named.build()).build();
  }

  private static JsonObject.Builder shown(JsonObject.Builder around, JsonObject forms) {
    return around.put("data", forms).put("metadata", JsonObject.EMPTY);
  }
}
