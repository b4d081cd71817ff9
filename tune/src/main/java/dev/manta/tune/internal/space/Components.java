package dev.manta.tune.internal.space;

import dev.manta.tune.Domain;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// The components of a config record by name, those of nested records with dots; none for a space
/// without a record.
public record Components(String type, Map<String, RecordComponent> leaves) {
  /// Those of no record: every name is allowed.
  public static final Components NONE = new Components("", Map.of());

  /// Those of a record.
  public static Components of(Class<? extends Record> type) {
    var leaves = new LinkedHashMap<String, RecordComponent>();
    collect(type, "", leaves);
    if (leaves.isEmpty()) {
      throw new IllegalArgumentException(
          "the record " + type.getName() + " has no components to search over");
    }
    return new Components(type.getSimpleName(), leaves);
  }

  private static void collect(Class<?> type, String prefix, Map<String, RecordComponent> leaves) {
    for (RecordComponent each : type.getRecordComponents()) {
      if (each.getType().isRecord()) {
        collect(each.getType(), prefix + each.getName() + ".", leaves);
      } else {
        leaves.put(prefix + each.getName(), each);
      }
    }
  }

  /// Whether there is no record.
  public boolean anything() {
    return leaves.isEmpty();
  }

  /// Refuses a name that the record does not have.
  public void require(String name) {
    if (!anything() && !leaves.containsKey(name)) {
      throw new IllegalArgumentException(
          type + " has no component " + name + "; it has " + names());
    }
  }

  /// All names.
  public Set<String> names() {
    return leaves.keySet();
  }

  /// The domain with values of the component's type, or an error where it cannot hold them.
  public Domain fit(String name, Domain domain, boolean conditional) {
    require(name);
    RecordComponent component = leaves.get(name);
    if (component == null) {
      return domain;
    }
    var slot = new Slot(type + "." + name, component);
    if (conditional) {
      slot.requireOptional();
    }
    return slot.fit(domain);
  }
}
