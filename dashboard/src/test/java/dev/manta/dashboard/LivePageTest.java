package dev.manta.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.dashboard.SmallRuns.Config;
import dev.manta.storage.Location;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What changes under the eyes of somebody, and many runs at once, in a real browser.
@Timeout(600)
class LivePageTest {
  private static final int COMPARED = 12;

  @TempDir static Path storage;

  private static Dashboard dashboard;
  private static Chromium browser;

  @BeforeAll
  static void open() {
    browser = Chromium.open(false, 1280, 900);
    for (int i = 1; i <= COMPARED; i++) {
      SmallRuns.fit(storage, "one-of-" + i, new Config(0.05 * i, 60, 0, "plain"));
    }
    dashboard = Dashboard.open(DashboardConfig.of(Location.of(storage)));
    browser.driver.get(dashboard.address().toString());
    browser.await("tbody tr");
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
    if (dashboard != null) {
      dashboard.close();
    }
  }

  private static void visit(String place) {
    browser.driver.get(dashboard.address().resolve("/") + "#" + place);
    browser.driver.navigate().refresh();
  }

  private static Object ask(String script, Object... arguments) {
    return Objects.requireNonNull(browser.driver.executeAsyncScript(script, arguments));
  }

  @Test
  void moreRunsAreComparedThanABrowserOpensConnections() {
    String names =
        IntStream.rangeClosed(1, COMPARED)
            .mapToObj(i -> "run=one-of-" + i)
            .collect(Collectors.joining("&"));
    visit("/compare?" + names);
    browser.await(".chart canvas");
    browser.awaitText(".chart .key", "one-of-12");
    browser.screenshot("compare-twelve-light-1280");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void theHeadAndTheWorkersFollowReportsThatNoRecordTellsOf() {
    var asked = Asked.of(dashboard);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads.submit(() -> SmallRuns.fit(storage, "live", new Config(0.1, 1_000_000, -1, "")));
      try {
        while (asked.get("/api/runs/live").statusCode() == 404) {
          Thread.onSpinWait();
        }
        visit("/runs/live/workers");
        browser.await("tbody tr");
        Object steps =
            ask(
                """
                const done = arguments[0];
                const read = () => [document.querySelector(".facts dd"), document.querySelector("tbody tr td:nth-child(7)")]
                  .map((each) => Number(each?.textContent.replaceAll(",", "") ?? NaN));
                const until = async (what) => { while (!what()) await new Promise(requestAnimationFrame); };
                (async () => {
                  await until(() => read().every((step) => step > 50));
                  const first = read();
                  await until(() => read().every((step, i) => step > first[i] + 50));
                  done("both continued");
                })();
                """);
        assertThat(steps).isEqualTo("both continued");
      } finally {
        asked.post("/api/runs/live/stop", "{\"now\":true}");
      }
    }
  }

  @Test
  void marksAreAskedForAgainOnceTheirEpochsWereRead() {
    visit("/runs");
    Object asked =
        ask(
            """
            const done = arguments[0];
            const ask = window.fetch;
            let marks = 0;
            let whole = false;
            window.fetch = async (where, how) => {
              const answer = await ask(where, how);
              if (where.endsWith("/metrics") && !whole) {
                const body = await answer.json();
                return new Response(JSON.stringify({ ...body, complete: false, rows: 1 }), { headers: { "Content-Type": "application/json" } });
              }
              if (where.endsWith("/timeline")) {
                marks++;
                if (whole) { window.fetch = ask; done("again"); }
                whole = true;
              }
              return answer;
            };
            location.hash = "#/runs/one-of-1/curves?axis=epoch";
            """);
    assertThat(asked).isEqualTo("again");
  }

  @Test
  void aKeptChartHasItsWholeLegendBesideItsTitle() {
    visit("/runs");
    Object problems =
        ask(
            """
            const done = arguments[0];
            (async () => {
              const { svgChart } = await import("/svg.js");
              const lines = Array.from({ length: 9 }, (_, i) => ({ label: "a run with a long name " + i, colour: "#000", x: [1.7e12, 1.7e12 + 2e8], y: [i, i + 1] }));
              const place = document.createElement("div");
              document.body.append(place);
              place.innerHTML = svgChart("a metric with quite a long name, such as validation/accuracy/of/the/third/fold", lines, { axis: "time" });
              const svg = place.querySelector("svg");
              svg.setAttribute("width", svg.viewBox.baseVal.width);
              const found = [];
              const all = [...svg.querySelectorAll("text")].map((text) => ({ text: text.textContent, box: text.getBBox() }));
              const { width, height } = svg.viewBox.baseVal;
              for (const { text, box } of all) if (box.x < 0 || box.x + box.width > width || box.y < 0 || box.y + box.height > height) found.push(text + " is outside");
              for (const one of all) for (const other of all) {
                const apart = one === other || one.box.x + one.box.width <= other.box.x || other.box.x + other.box.width <= one.box.x || one.box.y + one.box.height <= other.box.y + 1 || other.box.y + other.box.height <= one.box.y + 1;
                if (!apart) found.push(one.text + " is over " + other.text);
              }
              if (!all.some(({ text }) => text === "2023-11-15")) found.push("there is no date");
              place.remove();
              done(found);
            })();
            """);
    assertThat(problems).asString().isEqualTo("[]");
  }
}
