package dev.manta.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.storage.Location;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/// The buttons of a run that trains, pressed in a real browser.
@Timeout(600)
class ButtonsTest {
  @TempDir Path storage = Path.of("");

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private Dashboard dashboard;
  private Asked asked;
  private Future<?> running;

  @BeforeEach
  void train() {
    running = threads.submit(() -> SmallRuns.fitObedient(storage, "obedient"));
    dashboard = Dashboard.open(DashboardConfig.of(Location.of(storage)));
    asked = Asked.of(dashboard);
    while (!text("/api/runs/obedient/curves?metric=made").contains("mean")) {
      Thread.onSpinWait();
    }
  }

  @AfterEach
  void end() throws Exception {
    asked.post("/api/runs/obedient/stop", "{\"now\":true}");
    running.get();
    dashboard.close();
    threads.close();
  }

  private String text(String path) {
    return new String(asked.get(path).body(), StandardCharsets.UTF_8);
  }

  private void awaitMark(String kind) {
    while (!text("/api/runs/obedient/timeline").contains("\"kind\":\"" + kind + "\"")) {
      Thread.onSpinWait();
    }
  }

  private Chromium open() {
    Chromium browser = Chromium.open(false, 1280, 900);
    browser.driver.get(dashboard.address("obedient").toString());
    return browser;
  }

  /// What is drawn again while the run changes is another element.
  private static void press(Chromium browser, String button) {
    browser.awaitText(".head .actions button", button);
    browser.driver.executeScript(
        "[...document.querySelectorAll('.head .actions button')].find((each) => each.textContent ==="
            + " arguments[0]).click()",
        button);
    browser.await("dialog[open]");
  }

  private static void say(Chromium browser, String field, String value) {
    WebElement input = browser.await("dialog input[name=" + field + "]");
    input.clear();
    input.sendKeys(value);
  }

  private static void answer(Chromium browser, String value) {
    browser.driver.findElement(By.cssSelector("dialog button[value=" + value + "]")).click();
  }

  @Test
  void theRunIsScaledToldOfAPreemptionAndStoppedAsThePageAsks() throws Exception {
    try (Chromium browser = open()) {
      press(browser, "Preempt");
      say(browser, "ranks", "1");
      say(browser, "seconds", "3600");
      browser.screenshot("preempt-light-1280");
      answer(browser, "yes");
      browser.awaitText("#toast", "told of the preemption");
      awaitMark("preemption");

      press(browser, "Scale");
      say(browser, "workers", "1");
      browser.screenshot("scale-light-1280");
      answer(browser, "yes");
      browser.awaitText("#toast", "asked to scale");
      awaitMark("scale");

      press(browser, "Stop");
      answer(browser, "no");
      assertThat(browser.driver.findElements(By.cssSelector("dialog"))).isEmpty();
      assertThat(text("/api/runs/obedient/timeline")).doesNotContain("\"kind\":\"stop\"");
      press(browser, "Stop");
      browser.screenshot("stop-light-1280");
      answer(browser, "yes");
      running.get();
      browser.awaitText(".head .pill", "stopped");
      assertThat(browser.driver.findElements(By.cssSelector(".head .actions button")))
          .extracting(WebElement::getText)
          .containsExactly("Tags and note");
      assertThat(text("/api/runs/obedient/timeline")).contains("dashboard");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void whatTheRunDoesNotTakeIsSaidOnThePage() throws IOException {
    try (Chromium browser = open()) {
      press(browser, "Scale");
      say(browser, "workers", "0");
      answer(browser, "yes");
      browser.awaitText("#toast", "workers must be at least 1, not 0");
      press(browser, "Preempt");
      say(browser, "ranks", "7");
      answer(browser, "yes");
      browser.awaitText("#toast", "there is no rank 7");
    }
  }

  @Test
  void aButtonOfAPageThatIsBehindSaysThatTheRunHasEnded() throws Exception {
    try (Chromium browser = open()) {
      press(browser, "Stop");
      asked.post("/api/runs/obedient/stop", "{\"now\":true}");
      running.get();
      answer(browser, "yes");
      browser.awaitText("#toast", "run obedient is not under way");
    }
  }

  @Test
  void whoeverHasAnotherTokenChangesNothing() {
    for (String action : List.of("stop", "scale", "preempt", "notes", "stacks", "profile")) {
      HttpRequest wrong =
          HttpRequest.newBuilder(asked.at("/api/runs/obedient/" + action))
              .header("Authorization", "Bearer " + "x".repeat(dashboard.token().length()))
              .POST(HttpRequest.BodyPublishers.ofString("{\"now\":true}"))
              .build();
      HttpResponse<byte[]> answer = asked.send(wrong);
      assertThat(answer.statusCode()).as(action).isEqualTo(401);
    }
    assertThat(running.isDone()).isFalse();
    assertThat(text("/api/runs/obedient/history")).doesNotContain("dashboard");
  }
}
