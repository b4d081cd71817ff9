package dev.manta.dashboard.internal.api;

import dev.manta.dashboard.internal.web.WebRequest;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import java.util.Map;

/// A request that a route stands for.
///
/// @param names what stands in the path in place of the names of its pattern
record ApiCall(WebRequest request, Map<String, String> names) {
  /// A name of the path: of one thing, never a way to another place.
  String name(String variable) {
    String name = names.getOrDefault(variable, "");
    boolean plain =
        !name.isEmpty() && !name.startsWith(".") && name.chars().noneMatch(ApiCall::leadsElsewhere);
    if (!plain) {
      throw new IllegalArgumentException("\"" + name + "\" is not the name of a " + variable);
    }
    return name;
  }

  private static boolean leadsElsewhere(int character) {
    return character == '/' || character == '\\' || character < ' ';
  }

  /// What was sent along, as a record.
  <T> T body(Class<T> type) {
    return Bind.read(Json.parse(request.body()), type);
  }
}
