package dev.manta.internal.worker;

import dev.manta.internal.json.Json;
import dev.manta.internal.json.JsonArray;
import dev.manta.internal.json.JsonObject;
import dev.manta.train.Part;
import java.util.ArrayList;
import java.util.List;

/// What the files of a snapshot hold: `live/index.json` beside one file per state.
///
/// A file is the bytes of the state's parts one after the other, in the order of the index, numbers
/// as they lie in memory (little-endian). State that is saved by copying is one part of type
/// `bytes`.
record LiveIndex(List<State> states) {
  static final String DIRECTORY = "live";
  static final String FILE = "index.json";

  private static final int VERSION = 1;

  /// One named state and the parts in its file.
  record State(String name, List<Piece> parts) {
    String file() {
      return name + ".bin";
    }
  }

  /// A part without its memory.
  record Piece(String name, String type, List<Long> shape, long bytes) {
    static Piece of(Part part) {
      return new Piece(part.name(), part.type(), part.shape(), part.memory().byteSize());
    }

    @Override
    public String toString() {
      return name + " " + type + shape;
    }
  }

  static LiveIndex parse(byte[] utf8) {
    JsonObject json = Json.parse(utf8).asObject();
    int version = json.get("version").asInt();
    if (version != VERSION) {
      throw new IllegalArgumentException(
          "live state of version " + version + "; this Manta reads version " + VERSION);
    }
    List<State> states = new ArrayList<>();
    for (Json each : json.get("states").asArray()) {
      JsonObject state = each.asObject();
      states.add(new State(state.get("name").asText(), pieces(state.get("parts").asArray())));
    }
    return new LiveIndex(states);
  }

  private static List<Piece> pieces(JsonArray json) {
    List<Piece> pieces = new ArrayList<>();
    for (Json each : json) {
      JsonObject part = each.asObject();
      List<Long> shape = new ArrayList<>();
      part.get("shape").asArray().forEach(n -> shape.add(n.asLong()));
      pieces.add(
          new Piece(
              part.get("name").asText(),
              part.get("type").asText(),
              shape,
              part.get("bytes").asLong()));
    }
    return pieces;
  }

  String text() {
    List<Json> list = new ArrayList<>();
    states.forEach(state -> list.add(json(state)));
    return JsonObject.builder()
            .put("version", VERSION)
            .put("states", new JsonArray(list))
            .build()
            .pretty()
        + "\n";
  }

  private static Json json(State state) {
    List<Json> parts = new ArrayList<>();
    for (Piece piece : state.parts()) {
      List<Json> shape = new ArrayList<>();
      piece.shape().forEach(n -> shape.add(Json.of(n)));
      parts.add(
          JsonObject.builder()
              .put("name", piece.name())
              .put("type", piece.type())
              .put("shape", new JsonArray(shape))
              .put("bytes", piece.bytes())
              .build());
    }
    return JsonObject.builder()
        .put("name", state.name())
        .put("file", state.file())
        .put("parts", new JsonArray(parts))
        .build();
  }
}
