package dev.manta.internal.worker.live;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import dev.manta.train.Copied;
import dev.manta.train.InPlace;
import dev.manta.train.Live;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which files of a snapshot hold which state: `live.json` beside one file per state.
///
/// It also says how many commits the snapshot stands for, and how many workers made them.
///
/// State in memory is a safetensors file that other programs read too; what is saved by copying is
/// a file of its bytes.
public record LiveIndex(long commits, int workers, List<State> states) {
  static final String FILE = "live.json";

  private static final int VERSION = 2;

  /// One named state and its file.
  record State(String name, String file) {
    static State inPlace(String name) {
      return new State(name, name + ".safetensors");
    }

    static State copied(String name, String ending) {
      return new State(name, name + ending);
    }

    static State of(String name, Live state) {
      return switch (state) {
        case Copied copied -> copied(name, copied.ending());
        case InPlace _ -> inPlace(name);
      };
    }
  }

  Optional<State> named(String name) {
    return states.stream().filter(state -> state.name().equals(name)).findFirst();
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
      states.add(new State(state.get("name").asText(), state.get("file").asText()));
    }
    return new LiveIndex(
        json.find("commits").map(Json::asLong).orElse(0L),
        json.find("workers").map(Json::asInt).orElse(0),
        states);
  }

  public void write(Path snapshot) throws IOException {
    Files.writeString(snapshot.resolve(FILE), text());
  }

  private String text() {
    List<Json> list = new ArrayList<>();
    for (State state : states) {
      list.add(JsonObject.builder().put("name", state.name()).put("file", state.file()).build());
    }
    return JsonObject.builder()
            .put("version", VERSION)
            .put("commits", commits)
            .put("workers", workers)
            .put("states", new JsonArray(list))
            .build()
            .pretty()
        + "\n";
  }
}
