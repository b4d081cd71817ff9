package dev.manta.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import dev.manta.storage.Location;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;

/// What the processes of a real run use and wait for, in the API and on the page.
@Timeout(600)
class WorkerLoadTest {
  @TempDir static Path storage = Path.of("");

  private static final ExecutorService THREADS = Executors.newVirtualThreadPerTaskExecutor();
  private static Dashboard dashboard;
  private static Asked asked;
  private static Future<?> running;

  @BeforeAll
  @Timeout(180)
  static void train() throws IOException, InterruptedException {
    running = THREADS.submit(() -> SmallRuns.fitReader(storage, "reader"));
    dashboard = Dashboard.open(DashboardConfig.of(Location.of(storage)));
    asked = Asked.of(dashboard);
    while (!running.isDone() && ranks().stream().filter(WorkerLoadTest::isKnown).count() < 2) {
      Thread.onSpinWait();
    }
  }

  @AfterAll
  static void stop() throws ExecutionException, InterruptedException {
    asked.post("/api/runs/reader/stop", "{\"now\":true}");
    running.get();
    dashboard.close();
    THREADS.close();
  }

  private static List<JsonObject> ranks() {
    HttpResponse<byte[]> answer = asked.get("/api/runs/reader/load");
    return answer.statusCode() == 404
        ? List.of()
        : Json.parse(answer.body()).asObject().get("ranks").asArray().items().stream()
            .map(Json::asObject)
            .toList();
  }

  private static boolean isKnown(JsonObject rank) {
    JsonObject total = rank.get("total").asObject();
    return rank.get("points").asArray().size() > 1
        && total.get("rows").asLong() > 0
        && total.get("steps").asLong() > 0;
  }

  @Test
  void everyRankSaysWhatItUsesWhileItTrains() {
    assertThat(ranks())
        .allSatisfy(
            rank -> {
              JsonObject total = rank.get("total").asObject();
              assertThat(total.get("cpuSeconds").asDouble()).isPositive();
              assertThat(total.get("memoryBytes").asLong()).isGreaterThan(10_000_000);
              assertThat(total.get("steps").asLong()).isPositive();
              assertThat(total.get("collectiveSeconds").asDouble()).isPositive();
            });
  }

  @Test
  void aDatasetSaysHowLongTrainingWaitedAndWhichOperatorIsSlow() {
    assertThat(ranks())
        .allSatisfy(
            rank -> {
              JsonObject data = rank.get("data").asArray().get(0).asObject();
              JsonObject operators = data.get("operators").asObject();
              assertThat(data.get("dataset").asText()).isEqualTo("digits");
              assertThat(data.get("rows").asLong()).isPositive();
              assertThat(data.get("stalledSeconds").asDouble()).isPositive();
              assertThat(operators.get("Map SmallRuns.slow").asDouble())
                  .isGreaterThan(operators.get("Read").asDouble());
            });
  }

  @Test
  void thePageShowsWhatRanksUseAndWhichOperatorIsSlow() throws IOException {
    try (Chromium browser = Chromium.open(false, 1280, 900)) {
      browser.driver.get(dashboard.address().toString());
      browser.await("tbody tr");
      for (int width : List.of(1280, 390)) {
        browser.size(width, 900);
        at(browser, "workers");
        browser.awaitText("td", "MB");
        browser.await(".chart canvas");
        browser.screenshot("load-workers-" + width);
        at(browser, "data");
        browser.awaitText("td", "Map SmallRuns.slow");
        browser.await("meter");
        browser.await(".chart canvas");
        browser.screenshot("load-data-" + width);
        assertThat(browser.driver.findElements(By.cssSelector(".chart"))).hasSize(2);
      }
      assertThat(browser.complaints()).isEmpty();
    }
  }

  private static void at(Chromium browser, String tab) {
    browser.driver.get(dashboard.address().resolve("/") + "#/runs/reader/" + tab);
    browser.driver.navigate().refresh();
  }
}
