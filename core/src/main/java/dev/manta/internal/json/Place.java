package dev.manta.internal.json;

import org.jspecify.annotations.Nullable;

/// Where in a document a value is, for messages: `config.layers[2].size`.
record Place(@Nullable Place parent, String name, int index) {
  private static final int NO_INDEX = -1;

  static Place root(String name) {
    return new Place(null, name, NO_INDEX);
  }

  Place field(String field) {
    return new Place(this, field, NO_INDEX);
  }

  Place item(int item) {
    return new Place(this, "", item);
  }

  JsonException error(String problem) {
    String path = path();
    return new JsonException(path.isEmpty() ? problem : path + ": " + problem);
  }

  JsonException error(String problem, Throwable cause) {
    String path = path();
    return new JsonException(path.isEmpty() ? problem : path + ": " + problem, cause);
  }

  String path() {
    String before = parent == null ? "" : parent.path();
    if (index != NO_INDEX) {
      return before + "[" + index + "]";
    }
    return before.isEmpty() || name.isEmpty() ? before + name : before + "." + name;
  }
}
