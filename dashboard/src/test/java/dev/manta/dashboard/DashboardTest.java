package dev.manta.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.dashboard.SmallRuns.Config;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import dev.manta.storage.Location;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class DashboardTest {
  @TempDir static Path storage;

  /// What a page or a script loads.
  private static final Pattern USED =
      Pattern.compile("(?:src|href)(?:=|: )\"([a-z][^\"#:]*)\"|from \"\\./([^\"]+)\"");

  private static Dashboard dashboard;
  private static Asked asked;

  @BeforeAll
  static void train() {
    SmallRuns.fit(storage, "steady", new Config(0.1, 120, 0, "plain"));
    SmallRuns.fit(storage, "broken", new Config(0.2, 120, 80, SmallRuns.SCRIPT));
    SmallRuns.tune(storage, "search");
    dashboard = Dashboard.open(DashboardConfig.of(Location.of(storage)));
    asked = Asked.of(dashboard);
  }

  @AfterAll
  static void close() {
    dashboard.close();
  }

  @Test
  void runsAreListedWithConfigAndLastMetrics() {
    JsonObject list = asked.json("/api/runs?sort=name").asObject();

    assertThat(list.get("total").asInt()).isEqualTo(2);
    JsonObject first = list.get("runs").asArray().get(0).asObject();
    assertThat(first.get("id").asText()).isEqualTo("broken");
    assertThat(first.get("run").asObject().get("status").asText()).isEqualTo("finished");
    assertThat(first.get("config").asObject().get("lr").asDouble()).isEqualTo(0.2);
    assertThat(first.get("run").asObject().get("metrics").asObject().get("rows").asDouble())
        .isEqualTo(64);
  }

  @Test
  void aRunTellsItsAttemptsWorkersCheckpointsAndWhatHappened() {
    JsonObject detail = asked.json("/api/runs/broken").asObject().get("detail").asObject();

    assertThat(detail.get("run").asObject().get("attempts").asInt()).isEqualTo(2);
    assertThat(detail.get("workers").asArray().size()).isEqualTo(2);
    assertThat(detail.get("checkpoints").asArray().size()).isEqualTo(2);
    assertThat(detail.get("checkpoints").asArray().get(0).asObject().get("bytes").asLong())
        .isEqualTo(2);
    assertThat(detail.get("history").text()).contains("a sample was broken");
    assertThat(detail.get("seconds").asObject().has("useful")).isTrue();
  }

  @Test
  void whatRanksLoggedIsListedByNameAndRead() throws Exception {
    Json names = asked.json("/api/runs/broken/logged");
    assertThat(names.asArray().items().stream().map(each -> each.asObject().get("name").asText()))
        .containsExactly("confusion", "note", "samples", "weights/first");
    JsonObject note = names.asArray().get(1).asObject();
    assertThat(note.get("kind").asText()).isEqualTo("text");
    assertThat(note.get("total").asInt()).isEqualTo(4);
    JsonObject last = note.get("items").asArray().get(3).asObject();
    assertThat(last.get("step").asLong()).isEqualTo(100);
    assertThat(last.get("attempt").asInt()).isEqualTo(2);

    String values = "/api/runs/broken/logged-values?name=weights/first&rank=1";
    JsonObject histogram = asked.json(values).asArray().get(0).asObject().get("value").asObject();
    assertThat(histogram.get("counts").asArray().size()).isEqualTo(64);

    String image = "/api/runs/broken/logged-image?name=samples&step=50&attempt=1&rank=0";
    HttpResponse<byte[]> png = asked.get(image);
    assertThat(png.headers().firstValue("Content-Type")).contains("image/png");
    assertThat(png.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
  }

  @Test
  void kindsOfOneNameAreReadApartAndADamagedFileLeavesTheOthers() throws Exception {
    Path mixed = storage.resolve("steady/media/mixed");
    Files.createDirectories(mixed);
    Files.writeString(mixed.resolve("000000000001-1-0.txt"), "a text");
    Files.writeString(
        mixed.resolve("000000000002-1-0.table.json"), "{\"columns\":[\"a\"],\"rows\":[[1]]}");
    Files.writeString(mixed.resolve("000000000003-1-0.table.json"), "{\"columns\":");
    String values = "/api/runs/steady/logged-values?name=mixed&kind=";
    assertThat(asked.json(values + "text").asArray().size()).isEqualTo(1);
    assertThat(asked.json(values + "table").text())
        .isEqualTo("[{\"step\":2,\"rank\":0,\"value\":{\"columns\":[\"a\"],\"rows\":[[1]]}}]");
  }

  @Test
  void whatWasNotLoggedIsNotFoundAndNoNameLeadsElsewhere() throws Exception {
    String image = "/api/runs/broken/logged-image?step=50&attempt=1&rank=0&name=";
    assertThat(asked.get(image + "others").statusCode()).isEqualTo(404);
    assertThat(asked.get(image + "..%2F..%2Fsteady").statusCode()).isEqualTo(400);
    assertThat(asked.get("/api/runs/broken/logged-values").statusCode()).isEqualTo(400);
    assertThat(asked.json("/api/runs/broken/logged-values?name=others").text()).isEqualTo("[]");
    assertThat(asked.get("/api/runs/broken/logged-values?name=..%2Flogs").statusCode())
        .isEqualTo(400);
  }

  @Test
  void aRunTellsWhatItWasToldWithoutSecrets() {
    JsonObject detail = asked.json("/api/runs/steady").asObject().get("detail").asObject();
    JsonObject scaling = detail.get("scaling").asObject();
    JsonObject options = detail.get("options").asObject();

    assertThat(scaling.get("workers").asObject().get("max").asInt()).isEqualTo(2);
    assertThat(scaling.get("jvm").asObject().get("options").text())
        .isEqualTo("[\"-Dkey\",\"-Xss2m\"]");
    assertThat(options.get("environment").text()).isEqualTo("[\"TOKEN\"]");
    assertThat(options.get("tags").asObject().get("team").asText()).isEqualTo("vision");
    assertThat(detail.text()).doesNotContain("hidden");
  }

  @Test
  void runsAreGroupedByTagsAndByValuesOfTheirConfigs() {
    JsonObject byRate = asked.json("/api/run-groups?by=config/lr").asObject();
    JsonObject group = byRate.get("groups").asArray().get(0).asObject();

    assertThat(byRate.get("groups").asArray().size()).isEqualTo(2);
    assertThat(group.get("value").asText()).isEqualTo("0.1");
    assertThat(group.get("runs").asInt()).isEqualTo(1);
    assertThat(group.get("metrics").asObject().get("rows").asObject().get("mean").asDouble())
        .isEqualTo(64);
    assertThat(asked.json("/api/run-groups?by=tag&filter=name%3Dbroken").text())
        .contains("\"value\":\"team=vision\"", "\"finished\":1");
    assertThat(asked.json("/api/runs?filter=tag%3Dteam%3Dvision&search=VISION").text())
        .contains("\"total\":2");
    assertThat(asked.get("/api/run-groups?by=nothing").statusCode()).isEqualTo(400);
  }

  @Test
  void theTimeLineHasAFailureAndARecovery() {
    JsonObject line = asked.json("/api/runs/broken/timeline").asObject();

    assertThat(line.get("spans").text()).contains("\"training\"", "\"attempt\":2");
    assertThat(line.get("marks").text())
        .contains("\"failure\"", "\"checkpoint\"", "\"kind\":\"attempt\"");
    int checkpoints =
        asked
            .json("/api/runs/steady")
            .asObject()
            .get("detail")
            .asObject()
            .get("checkpoints")
            .asArray()
            .size();
    assertThat(marks("steady", "checkpoint")).isEqualTo(checkpoints);
  }

  private static long marks(String run, String kind) {
    Json marks = asked.json("/api/runs/" + run + "/timeline").asObject().get("marks");
    return marks.asArray().items().stream()
        .filter(mark -> mark.asObject().get("kind").asText().equals(kind))
        .count();
  }

  @Test
  void curvesAreReducedOrThoseOfARank() {
    JsonObject answer = asked.json("/api/runs/steady/curves?metric=rows&metric=loss").asObject();
    JsonObject rows = answer.get("curves").asArray().get(0).asObject();
    JsonObject segment = rows.get("segments").asArray().get(0).asObject();
    JsonObject rank =
        asked
            .json("/api/runs/steady/curves?metric=rows&rank=1")
            .asObject()
            .get("curves")
            .asArray()
            .get(0)
            .asObject();

    assertThat(answer.get("complete").asBoolean()).isTrue();
    assertThat(answer.get("rows").asLong()).isEqualTo(240);
    assertThat(segment.get("x").asArray().size()).isEqualTo(120);
    assertThat(segment.get("mean").asArray().get(7).asDouble()).isEqualTo(64);
    assertThat(
            rank.get("segments")
                .asArray()
                .get(0)
                .asObject()
                .get("mean")
                .asArray()
                .get(7)
                .asDouble())
        .isEqualTo(32);
  }

  @Test
  void aCurveInFewPointsKeepsMinimaAndMaxima() {
    JsonObject whole = segment("/api/runs/steady/curves?metric=loss");
    JsonObject few = segment("/api/runs/steady/curves?metric=loss&points=10");
    double least = least(whole.get("mean"));

    assertThat(few.get("x").asArray().size()).isEqualTo(10);
    assertThat(least(few.get("min"))).isEqualTo(least);
  }

  private static JsonObject segment(String path) {
    JsonObject curve = asked.json(path).asObject().get("curves").asArray().get(0).asObject();
    return curve.get("segments").asArray().get(0).asObject();
  }

  private static double least(Json values) {
    return values.asArray().items().stream().mapToDouble(Json::asDouble).min().orElseThrow();
  }

  @Test
  void whatAFailureHasUndoneIsMarked() {
    JsonObject first = segment("/api/runs/broken/curves?metric=loss");
    assertThat(first.get("undoneFrom").asLong()).isEqualTo(51);
  }

  @Test
  void everyReportCanBeHadAsCsv() {
    String csv = text(asked.get("/api/runs/steady/metrics.csv"));
    assertThat(csv.lines()).hasSize(241);
    assertThat(csv).startsWith("attempt,rank,step");
  }

  private static String text(HttpResponse<byte[]> answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }

  @Test
  void aCheckpointIsAnArchive() throws IOException {
    JsonObject detail = asked.json("/api/runs/steady").asObject().get("detail").asObject();
    String name = detail.get("checkpoints").asArray().get(0).asObject().get("name").asText();
    HttpResponse<byte[]> answer = asked.get("/api/runs/steady/checkpoints/" + name);

    assertThat(answer.headers().firstValue("Content-Disposition"))
        .hasValue("attachment; filename=\"steady-" + name + ".zip\"");
    try (var zip = new ZipInputStream(new ByteArrayInputStream(answer.body()))) {
      assertThat(zip.getNextEntry().getName()).isEqualTo("step.txt");
      assertThat(new String(zip.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("50");
    }
    assertThat(asked.get("/api/runs/steady/checkpoints/none").statusCode()).isEqualTo(404);
  }

  @Test
  void logsAreReadInPartsAndSearched() throws IOException {
    Path logs = Files.createDirectories(storage.resolve("steady/logs"));
    Files.writeString(logs.resolve("rank-0-w0.log"), "one\ntwo\nthree Fünf\nfour\n");
    Files.writeString(logs.resolve("rank-1-w1.log"), "a warning about fünf\n");
    Files.createSymbolicLink(logs.resolve("rank-2-w2.log"), Path.of("/etc/passwd"));

    assertThat(asked.json("/api/runs/steady/logs").asArray().size()).isEqualTo(2);
    JsonObject part = asked.json("/api/runs/steady/logs/rank-0-w0.log?from=4&bytes=9").asObject();
    assertThat(part.get("text").asText()).isEqualTo("two\n");
    assertThat(part.get("to").asLong()).isEqualTo(8);
    JsonObject tail = asked.json("/api/runs/steady/logs/rank-0-w0.log?from=-9").asObject();
    assertThat(tail.get("text").asText()).isEqualTo("four\n");
    JsonObject found = asked.json("/api/runs/steady/log-search?text=F%C3%9CNF").asObject();
    assertThat(found.get("matches").asArray().size()).isEqualTo(2);
    assertThat(found.get("complete").asBoolean()).isTrue();
    assertThat(asked.get("/api/runs/steady/logs/rank-2-w2.log").statusCode()).isEqualTo(404);
  }

  @Test
  void tagsAndNotesAreKeptWithTheRun() throws IOException {
    assertThat(
            asked
                .post("/api/runs/steady/notes", "{\"tags\":[\"best\"],\"note\":\"keep <b>it</b>\"}")
                .statusCode())
        .isEqualTo(200);
    JsonObject found = asked.json("/api/runs?filter=tag%3Dbest").asObject();

    assertThat(found.get("total").asInt()).isEqualTo(1);
    assertThat(asked.json("/api/runs/steady").asObject().get("note").asText())
        .isEqualTo("keep <b>it</b>");
    assertThat(storage.resolve("steady/notes.json")).exists();
    assertThat(asked.post("/api/runs/steady/notes", "{\"tags\":[\"\"],\"note\":\"\"}").statusCode())
        .isEqualTo(400);
  }

  @Test
  void aRunThatHasEndedIsNotStoppedAgain() {
    HttpResponse<byte[]> answer = asked.post("/api/runs/steady/stop", "{\"now\":false}");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(text(answer)).contains("not under way");
  }

  @Test
  void aRunSaysWhatItWasStartedOn() {
    JsonObject detail = asked.json("/api/runs/steady").asObject().get("detail").asObject();
    JsonObject on = detail.get("startedOn").asObject();
    assertThat(on.get("java").asText()).contains(Runtime.version().toString());
    assertThat(on.get("os").asText()).contains(System.getProperty("os.name"));
    assertThat(on.get("cpus").asInt()).isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(on.get("host").asText()).isNotEmpty();
    assertThat(on.keys()).contains("manta");
  }

  @Test
  void runsAreComparedSideBySide() {
    Json sides = asked.json("/api/compare?run=steady&run=broken");
    assertThat(sides.asArray().size()).isEqualTo(2);
    assertThat(sides.text()).contains("\\\"lr\\\":0.1", "\\\"lr\\\":0.2");
    assertThat(asked.get("/api/compare?run=none").statusCode()).isEqualTo(404);
  }

  @Test
  void anExperimentHasTrialsImportancesAndAFront() {
    assertThat(asked.json("/api/experiments").text()).isEqualTo("[\"search\"]");
    JsonObject search = asked.json("/api/experiments/search").asObject();

    assertThat(search.get("trials").asArray().size()).isEqualTo(24);
    assertThat(search.get("front").asArray().size()).isEqualTo(1);
    assertThat(search.get("spans").asArray().size()).isEqualTo(24);
    assertThat(search.get("spans").asArray().get(0).asObject().get("end").asText())
        .isEqualTo("returned");
    assertThat(search.get("importances").asObject().get("lr").asDouble()).isGreaterThan(0.5);
    assertThat(search.get("parameters").text()).contains("{\"name\":\"lr\",\"log\":true}");
    assertThat(asked.get("/api/experiments/steady").statusCode()).isEqualTo(404);
  }

  @Test
  void theDescriptionNamesEveryPath() {
    JsonObject paths = asked.json("/api/openapi.json").asObject().get("paths").asObject();
    assertThat(paths.keys())
        .contains("/api/runs", "/api/runs/{run}/curves", "/api/runs/{run}/stop", "/api/compare");
  }

  @Test
  void theLinkGivesACookieAndTheTokenIsGoneFromTheAddress() throws Exception {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(dashboard.address()).build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(303);
    assertThat(answer.headers().firstValue("Location")).hasValue("/");
    String cookie = answer.headers().firstValue("Set-Cookie").orElseThrow();
    assertThat(cookie).contains("HttpOnly", "SameSite=Strict");

    HttpRequest.Builder listing =
        HttpRequest.newBuilder(asked.at("/api/runs")).header("Cookie", cookie.split(";")[0]);
    assertThat(asked.send(listing.build()).statusCode()).isEqualTo(200);
    assertThat(asked.send(HttpRequest.newBuilder(asked.at("/api/runs")).build()).statusCode())
        .isEqualTo(401);
    assertThat(asked.send(HttpRequest.newBuilder(asked.at("/?token=wrong")).build()).statusCode())
        .isEqualTo(403);
  }

  @Test
  void aPageOfAnotherSiteChangesNothing() throws Exception {
    String cookie = "manta-%s=%s".formatted(dashboard.address().getPort(), dashboard.token());
    String stop = "/api/runs/steady/notes";
    String body = "{\"tags\":[],\"note\":\"taken over\"}";
    for (String origin : List.of("http://evil.example", "null", "http://localhost:1")) {
      HttpRequest request =
          HttpRequest.newBuilder(asked.at(stop))
              .header("Cookie", cookie)
              .header("Origin", origin)
              .POST(HttpRequest.BodyPublishers.ofString(body))
              .build();
      assertThat(asked.send(request).statusCode()).as(origin).isEqualTo(403);
    }
    HttpRequest nameless =
        HttpRequest.newBuilder(asked.at(stop))
            .header("Cookie", cookie)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    assertThat(asked.send(nameless).statusCode()).isEqualTo(403);
    assertThat(asked.json("/api/runs/steady").asObject().get("note").asText())
        .isNotEqualTo("taken over");
  }

  @Test
  void everyAnswerSaysWhatThePageMayDo() {
    for (String path : List.of("/", "/main.js", "/api/runs", "/nothing")) {
      var headers = asked.get(path).headers();
      assertThat(headers.firstValue("Content-Security-Policy").orElse(""))
          .as(path)
          .contains("default-src 'none'", "script-src 'self'")
          .doesNotContain("unsafe");
      assertThat(headers.firstValue("X-Content-Type-Options")).as(path).hasValue("nosniff");
    }
  }

  @Test
  void thePageIsSmallAndNeedsNoOtherServer() {
    Set<String> files = new TreeSet<>(Set.of(""));
    long bytes = 0;
    for (Queue<String> left = new ArrayDeque<>(files); !left.isEmpty(); ) {
      HttpResponse<byte[]> file = asked.get("/" + left.remove());
      assertThat(file.statusCode()).isEqualTo(200);
      bytes += file.body().length;
      Matcher names = USED.matcher(text(file));
      while (names.find()) {
        String name = names.group(1) == null ? names.group(2) : names.group(1);
        assertThat(name).doesNotContain("//");
        if (files.add(name)) {
          left.add(name);
        }
      }
    }
    assertThat(files).contains("uplot.js", "main.js", "curves.js", "experiments.js", "style.css");
    assertThat(bytes).isLessThan(300_000);
  }

  @Test
  void pathsDoNotLeadOutOfTheStorage() throws IOException {
    Files.writeString(storage.resolveSibling("outside.txt"), "secret");
    for (String name : List.of("..", "%2e%2e", "..%2foutside", "%2fetc", "a%00b", ".", "%5c..")) {
      int status = asked.get("/api/runs/" + name).statusCode();
      assertThat(status).as(name).isIn(400, 404);
    }
    assertThat(asked.get("/api/runs/steady/logs/..%2frun.json").statusCode()).isEqualTo(400);
    assertThat(asked.get("/..%2f..%2fDashboard.class").statusCode()).isEqualTo(404);
  }

  @Test
  void theWorkersOfALiveRunAreLookedInto(@TempDir Path place) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        Dashboard own = Dashboard.open(DashboardConfig.of(Location.of(place)))) {
      Asked live = Asked.of(own);
      var running =
          threads.submit(() -> SmallRuns.fit(place, "live", new Config(0.1, 1_000_000, 0, "")));
      while (!text(live.get("/api/runs/live/curves?metric=loss")).contains("mean")) {
        Thread.onSpinWait();
      }
      String stacks = text(live.post("/api/runs/live/stacks", "{\"rank\":1,\"all\":false}"));
      String profile = text(live.post("/api/runs/live/profile", "{\"rank\":0,\"seconds\":1}"));
      int tooLong = live.post("/api/runs/live/profile", "{\"seconds\":3600}").statusCode();
      live.post("/api/runs/live/stop", "{\"now\":true}");
      running.get();

      assertThat(stacks).contains("SmallRuns.train", "\"rank\":1");
      assertThat(
              Json.parse(profile.getBytes(StandardCharsets.UTF_8))
                  .asObject()
                  .get("profiles")
                  .text())
          .contains("\"hottest\"", "\"callees\"");
      assertThat(tooLong).isEqualTo(400);
      assertThat(text(live.post("/api/runs/live/stacks", "{\"all\":false}")))
          .contains("no workers any more");
    }
  }

  @Test
  void aHugeLineAndThousandsOfLogsAreSearchedInBoundedMemory(@TempDir Path place) throws Exception {
    SmallRuns.fit(place, "chatty", new Config(0.1, 60, 0, ""));
    Path logs = Files.createDirectories(place.resolve("chatty/logs"));
    for (int rank = 0; rank < 2_000; rank++) {
      Files.writeString(logs.resolve("rank-%s-w%s.log".formatted(rank, rank)), "nothing\n");
    }
    Files.writeString(
        logs.resolve("rank-3-w3.log"), "x".repeat(20 << 20) + "needle\nthe needle is here\n");
    Files.createFile(logs.resolve("rank-99999999999999999999-w1.log"));
    try (Dashboard own = Dashboard.open(DashboardConfig.of(Location.of(place)))) {
      Asked asks = Asked.of(own);
      JsonObject found = asks.json("/api/runs/chatty/log-search?text=needle").asObject();
      JsonObject match = found.get("matches").asArray().get(0).asObject();

      assertThat(found.get("matches").asArray().size()).isEqualTo(1);
      assertThat(match.get("line").asInt()).isEqualTo(2);
      assertThat(match.get("at").asLong()).isEqualTo((20 << 20) + 7);
      assertThat(asks.json("/api/runs/chatty/logs").asArray().size()).isEqualTo(2_000);
    }
  }

  /// Reads events until the run has ended and all of its reports were told.
  @Test
  void aDashboardOfOneRunShowsNoOther() {
    DashboardConfig one = DashboardConfig.of(Location.of(storage)).run("steady");
    try (Dashboard single = Dashboard.open(one)) {
      Asked alone = Asked.of(single);
      assertThat(alone.json("/api/runs").asObject().get("total").asInt()).isEqualTo(1);
      assertThat(alone.get("/api/runs/broken").statusCode()).isEqualTo(404);
      assertThat(alone.get("/api/compare?run=broken").statusCode()).isEqualTo(404);
      assertThat(alone.get("/api/experiments").statusCode()).isEqualTo(404);
      assertThat(single.address().getFragment()).isEqualTo("/runs/steady");
    }
  }
}
