package dev.manta.stores.opendal;

import java.util.HashMap;
import java.util.Map;

/// Options of a service that are found one by one.
final class Options {
  private final Map<String, String> all = new HashMap<>();

  Options put(String name, String value) {
    all.put(name, value);
    return this;
  }

  Map<String, String> all() {
    return Map.copyOf(all);
  }
}
