package dev.manta.dashboard.internal.api;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What can be asked for, and who answers.
///
/// @param pattern the path; a name in braces stands for any name
/// @param summary what comes back
/// @param parameters of the query, or fields of the body where it changes something
record Route(
    String method, String pattern, String summary, List<Parameter> parameters, Endpoint endpoint) {
  /// @param type as JSON's schema names it
  record Parameter(String name, String type, String description) {}

  static Route get(String pattern, String summary, Endpoint endpoint, Parameter... parameters) {
    return new Route("GET", pattern, summary, List.of(parameters), endpoint);
  }

  static Route post(String pattern, String summary, Endpoint endpoint, Parameter... parameters) {
    return new Route("POST", pattern, summary, List.of(parameters), endpoint);
  }

  static Parameter text(String name, String description) {
    return new Parameter(name, "string", description);
  }

  static Parameter whole(String name, String description) {
    return new Parameter(name, "integer", description);
  }

  static Parameter number(String name, String description) {
    return new Parameter(name, "number", description);
  }

  /// The names of its pattern.
  List<String> names() {
    return segments().stream().filter(Route::isName).map(Route::inner).toList();
  }

  private List<String> segments() {
    return List.of(pattern.substring(1).split("/", -1));
  }

  private static boolean isName(String segment) {
    return segment.startsWith("{");
  }

  private static String inner(String segment) {
    return segment.substring(1, segment.length() - 1);
  }

  /// What stands for its names in a path; empty where the path is another one.
  Optional<Map<String, String>> match(List<String> path) {
    List<String> segments = segments();
    if (segments.size() != path.size()) {
      return Optional.empty();
    }
    Map<String, String> names = new HashMap<>();
    for (int i = 0; i < path.size(); i++) {
      String segment = segments.get(i);
      if (isName(segment)) {
        names.put(inner(segment), path.get(i));
      } else if (!segment.equals(path.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(names);
  }
}
