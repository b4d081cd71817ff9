package dev.manta.dashboard.internal.api;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The routes as OpenAPI describes them.
final class OpenApi {
  private OpenApi() {}

  private final AnswerSchemas schemas = new AnswerSchemas();

  static Json describe(List<Route> routes) {
    return new OpenApi().all(routes);
  }

  private Json all(List<Route> routes) {
    Map<String, JsonObject> paths = new LinkedHashMap<>();
    for (Route route : routes) {
      JsonObject known = paths.getOrDefault(route.pattern(), JsonObject.EMPTY);
      String method = route.method().toLowerCase(Locale.ROOT);
      paths.put(route.pattern(), known.with(method, operation(route)));
    }
    JsonObject.Builder all = JsonObject.builder();
    paths.forEach(all::put);
    return JsonObject.builder()
        .put("openapi", "3.1.0")
        .put("info", JsonObject.builder().put("title", "Manta").put("version", "1").build())
        .put("paths", all.build())
        .put("security", JsonArray.of(JsonObject.builder().put("token", JsonArray.of()).build()))
        .put("components", components())
        .build();
  }

  private Json components() {
    JsonObject token = JsonObject.builder().put("type", "http").put("scheme", "bearer").build();
    return JsonObject.builder()
        .put("securitySchemes", JsonObject.builder().put("token", token).build())
        .put("schemas", schemas.named())
        .build();
  }

  /// Who looks at the answers of a route finds what is wrong with a question too.
  private JsonObject responses(Route route) {
    Route.Answered answered = route.answered();
    return JsonObject.builder()
        .put("200", content(route.summary(), answered.mediaType(), schema(answered)))
        .put("default", content("what is wrong", "application/json", schemas.of(Refused.class)))
        .build();
  }

  private record Refused(String error) {}

  private JsonObject schema(Route.Answered answered) {
    if (!answered.isJson()) {
      return JsonObject.builder().put("type", "string").build();
    }
    JsonObject one = schemas.of(answered.type());
    return answered.several()
        ? JsonObject.builder().put("type", "array").put("items", one).build()
        : one;
  }

  private static JsonObject content(String description, String mediaType, JsonObject schema) {
    JsonObject content = JsonObject.builder().put("schema", schema).build();
    return JsonObject.builder()
        .put("description", description)
        .put("content", JsonObject.builder().put(mediaType, content).build())
        .build();
  }

  private JsonObject operation(Route route) {
    List<Json> parameters = new ArrayList<>();
    route.names().forEach(name -> parameters.add(parameter(name, "path", "string", name)));
    boolean reads = route.method().equals("GET");
    if (reads) {
      route
          .parameters()
          .forEach(p -> parameters.add(parameter(p.name(), "query", p.type(), p.description())));
    }
    JsonObject operation =
        JsonObject.builder()
            .put("summary", route.summary())
            .put("parameters", new JsonArray(parameters))
            .put("responses", responses(route))
            .build();
    return reads ? operation : operation.with("requestBody", body(route));
  }

  private static Json parameter(String name, String in, String type, String description) {
    return JsonObject.builder()
        .put("name", name)
        .put("in", in)
        .put("required", in.equals("path"))
        .put("description", description)
        .put("schema", JsonObject.builder().put("type", type).build())
        .build();
  }

  private static Json body(Route route) {
    JsonObject.Builder fields = JsonObject.builder();
    route
        .parameters()
        .forEach(
            p ->
                fields.put(
                    p.name(),
                    JsonObject.builder()
                        .put("type", p.type())
                        .put("description", p.description())
                        .build()));
    JsonObject schema =
        JsonObject.builder().put("type", "object").put("properties", fields.build()).build();
    JsonObject json = JsonObject.builder().put("schema", schema).build();
    return JsonObject.builder()
        .put("content", JsonObject.builder().put("application/json", json).build())
        .build();
  }
}
