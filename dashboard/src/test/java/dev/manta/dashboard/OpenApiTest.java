package dev.manta.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import dev.manta.storage.Location;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What the description says of answers, beside real ones.
@Timeout(300)
class OpenApiTest {
  @TempDir static Path storage = Path.of("");

  private static Dashboard dashboard;
  private static Asked asked;
  private static DescribedAnswers described;

  @BeforeAll
  static void open() throws Exception {
    SmallRuns.fit(storage, "steady", new SmallRuns.Config(0.1, 120, 0, "plain"));
    SmallRuns.fit(storage, "broken", new SmallRuns.Config(0.2, 120, 70, "plain"));
    SmallRuns.writeLoad(storage.resolve("broken"));
    SmallRuns.tune(storage, "search");
    Path logs = Files.createDirectories(storage.resolve("broken/logs"));
    Files.writeString(logs.resolve("rank-0-w0.log"), "one\ntwo\n");
    dashboard = Dashboard.open(DashboardConfig.of(Location.of(storage)));
    asked = Asked.of(dashboard);
    described = DescribedAnswers.of(asked);
  }

  @AfterAll
  static void close() {
    dashboard.close();
  }

  private static String checkpoint() {
    JsonObject detail = asked.json("/api/runs/broken").asObject().get("detail").asObject();
    return detail.get("checkpoints").asArray().get(0).asObject().get("name").asText();
  }

  /// What is asked of routes that must be asked something.
  private static final Map<String, String> QUERIES =
      Map.of(
          "/api/runs/{run}/curves", "?metric=loss&points=20",
          "/api/runs/{run}/log-search", "?text=two",
          "/api/runs/{run}/logged-values", "?name=confusion",
          "/api/runs/{run}/logged-image", "?name=samples&step=50&rank=0&attempt=1",
          "/api/run-groups", "?by=config/lr",
          "/api/compare", "?run=broken&run=steady");

  @Test
  void everyAnswerIsAsTheDescriptionSays() {
    String name = checkpoint();
    for (String pattern : described.paths().keys()) {
      JsonObject path = described.paths().get(pattern).asObject();
      if (path.has("get") && !pattern.endsWith("/events")) {
        String address =
            pattern
                    .replace("{run}", "broken")
                    .replace("{file}", "rank-0-w0.log")
                    .replace("{checkpoint}", name)
                    .replace("{experiment}", "search")
                + QUERIES.getOrDefault(pattern, "");
        var answer = asked.get(address);
        assertThat(answer.statusCode()).as(address).isEqualTo(200);
        described.check("get", pattern, answer);
      }
    }
  }

  @Test
  void whatIsRefusedIsAnsweredAsDescribedToo() {
    described.check("get", "/api/runs/{run}", asked.get("/api/runs/none"));
    for (String action : List.of("stop", "scale", "preempt", "stacks", "profile")) {
      var answer = asked.post("/api/runs/steady/" + action, "{\"workers\":1}");
      assertThat(answer.statusCode()).as(action).isEqualTo(400);
      described.check("post", "/api/runs/{run}/" + action, answer);
    }
  }

  @Test
  void whatIsWrittenIsAnsweredAsDescribed() {
    var answer = asked.post("/api/runs/steady/notes", "{\"tags\":[\"best\"],\"note\":\"kept\"}");
    assertThat(answer.statusCode()).isEqualTo(200);
    described.check("post", "/api/runs/{run}/notes", answer);
  }

  @Test
  void everyRouteSaysWhatItAnswers() {
    for (String pattern : described.paths().keys()) {
      described
          .paths()
          .get(pattern)
          .asObject()
          .fields()
          .forEach(
              (method, operation) -> {
                JsonObject responses = operation.asObject().get("responses").asObject();
                JsonObject content = responses.get("200").asObject().get("content").asObject();
                Json schema = content.fields().values().iterator().next();
                boolean isDescribed =
                    !schema.asObject().get("schema").asObject().keys().isEmpty()
                        || pattern.equals("/api/openapi.json");
                assertThat(isDescribed).as(method + " " + pattern).isTrue();
              });
    }
  }

  @Test
  void anAnswerThatIsOtherwiseIsFound() {
    JsonObject description = described.description();
    JsonObject schema = JsonObject.builder().put("$ref", "#/components/schemas/RunNotes").build();
    Json wrong = Json.parse("{\"tags\":[1],\"notes\":\"x\"}");
    assertThat(SchemaCheck.problems(description, schema, wrong))
        .containsExactlyInAnyOrder(
            "answer.tags[0] is no string: 1",
            "answer.notes is not described",
            "answer has no note");
  }
}
