package dev.manta.spi.json;

import org.jspecify.annotations.Nullable;

/// Where in a document a value is, for messages: `config.layers[2].size`.
///
/// @param older whether the document may be of an older version, which lacks fields
record Place(@Nullable Place parent, String name, int index, boolean older) {
  private static final int NO_INDEX = -1;

  static Place root(String name) {
    return new Place(null, name, NO_INDEX, false);
  }

  static Place rootOfOlder(String name) {
    return new Place(null, name, NO_INDEX, true);
  }

  Place field(String field) {
    return new Place(this, field, NO_INDEX, older);
  }

  Place item(int item) {
    return new Place(this, "", item, older);
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
