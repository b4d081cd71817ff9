package dev.manta.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import java.net.http.HttpResponse;

/// The answers of a dashboard beside what its description says of them.
record DescribedAnswers(Asked asked, JsonObject description) {
  static DescribedAnswers of(Asked asked) {
    return new DescribedAnswers(asked, asked.json("/api/openapi.json").asObject());
  }

  JsonObject paths() {
    return description.get("paths").asObject();
  }

  /// Fails where an answer is not as described.
  void check(String method, String pattern, HttpResponse<byte[]> answer) {
    JsonObject operation = paths().get(pattern).asObject().get(method).asObject();
    JsonObject responses = operation.get("responses").asObject();
    JsonObject response = responses.get(answer.statusCode() == 200 ? "200" : "default").asObject();
    JsonObject content = response.get("content").asObject();
    String mediaType = content.keys().iterator().next();
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .as(pattern)
        .startsWith(mediaType);
    if (mediaType.equals("application/json")) {
      JsonObject schema = content.get(mediaType).asObject().get("schema").asObject();
      Json value = Json.parse(answer.body());
      assertThat(SchemaCheck.problems(description, schema, value)).as(pattern).isEmpty();
    }
  }
}
