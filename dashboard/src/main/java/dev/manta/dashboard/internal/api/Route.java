package dev.manta.dashboard.internal.api;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What can be asked for, and who answers.
///
/// @param pattern the path; a name in braces stands for any name
/// @param summary what comes back, or what it changes
/// @param answered what comes back where all is well
/// @param parameters of the query, or fields of the body where it changes something
record Route(
    String method,
    String pattern,
    String summary,
    List<Parameter> parameters,
    Endpoint endpoint,
    Answered answered) {
  /// What it answers with.
  ///
  /// @param mediaType what kind of file that is
  /// @param type what is written as JSON, where it is that
  /// @param several whether it is a list of those
  record Answered(String mediaType, Class<?> type, boolean several) {
    private static final String JSON = "application/json";
    private static final Answered ANY = new Answered(JSON, Object.class, false);

    boolean isJson() {
      return mediaType.equals(JSON);
    }
  }

  /// @param type as JSON's schema names it
  record Parameter(String name, String type, String description) {}

  static Route get(String pattern, String summary, Endpoint endpoint, Parameter... parameters) {
    return new Route("GET", pattern, summary, List.of(parameters), endpoint, Answered.ANY);
  }

  static Route post(String pattern, String summary, Endpoint endpoint, Parameter... parameters) {
    return new Route("POST", pattern, summary, List.of(parameters), endpoint, Answered.ANY);
  }

  /// The same, which answers with a record as JSON.
  Route answers(Class<?> type) {
    return answered(new Answered(Answered.JSON, type, false));
  }

  /// The same, which answers with a list of such.
  Route answersAll(Class<?> type) {
    return answered(new Answered(Answered.JSON, type, true));
  }

  /// The same, which answers with a file of this kind.
  Route answersFile(String mediaType) {
    return answered(new Answered(mediaType, Object.class, false));
  }

  private Route answered(Answered next) {
    return new Route(method, pattern, summary, parameters, endpoint, next);
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
