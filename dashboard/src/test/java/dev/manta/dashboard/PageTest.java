package dev.manta.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.dashboard.SmallRuns.Config;
import dev.manta.storage.Location;
import dev.manta.testkit.storage.NodePackage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/// Every view in a real browser; pictures of them are in `target/screenshots`.
@Timeout(600)
class PageTest {
  /// @param place behind the `#` of the address
  /// @param drawn what is there once it is drawn
  private record View(String place, String drawn) {}

  private static final Map<String, View> VIEWS =
      Map.ofEntries(
          Map.entry("runs", new View("/runs", "tbody tr")),
          Map.entry("groups", new View("/runs?group=config/lr", "tbody tr")),
          Map.entry("run", new View("/runs/broken", ".chart canvas")),
          Map.entry("media", new View("/runs/broken/media", ".media .bin")),
          Map.entry("timeline", new View("/runs/broken/timeline", "svg.wide rect")),
          Map.entry("workers", new View("/runs/broken/workers", "tbody tr")),
          Map.entry("data", new View("/runs/broken/data", ".chart canvas")),
          Map.entry("checkpoints", new View("/runs/broken/checkpoints", "tbody tr")),
          Map.entry("logs", new View("/runs/broken/logs", ".log span")),
          Map.entry("config", new View("/runs/broken/config", ".pairs tr")),
          Map.entry("history", new View("/runs/broken/history", "tbody tr")),
          Map.entry("compare", new View("/compare?run=steady&run=broken", "tr.differs")),
          Map.entry("experiments", new View("/experiments", ".list a")),
          Map.entry("experiment", new View("/experiments/search", "svg .trial")),
          Map.entry("front", new View("/experiments/front", "[aria-label^='size over loss']")),
          Map.entry("cluster", new View("/cluster", "main code")));

  @TempDir static Path storage;

  private static Dashboard dashboard;
  private static Chromium browser;

  @BeforeAll
  static void open() throws IOException {
    browser = Chromium.open(false, 1280, 900);
    SmallRuns.fit(storage, "steady", new Config(0.1, 400, 0, "plain"));
    SmallRuns.fit(storage, "broken", new Config(0.2, 400, 280, SmallRuns.SCRIPT));
    SmallRuns.tune(storage, "search");
    SmallRuns.tuneForTwo(storage, "front");
    SmallRuns.writeLoad(storage.resolve("broken"));
    Path logs = Files.createDirectories(storage.resolve("broken/logs"));
    Files.writeString(
        logs.resolve("rank-0-w0.log"),
        "step 1\nWARN slow input\n" + SmallRuns.SCRIPT + "\nERROR a sample was broken\n");
    dashboard = Dashboard.open(DashboardConfig.of(Location.of(storage)));
    Asked.of(dashboard)
        .post(
            "/api/runs/broken/notes",
            "{\"tags\":[\"<b>bold</b>\"],\"note\":\"<img src=x"
                + " onerror=document.title='stolen'>\"}");
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

  private static void visit(String view) {
    View wanted = Objects.requireNonNull(VIEWS.get(view));
    at(wanted.place());
    browser.await(wanted.drawn());
  }

  private static void choose(String theme) {
    browser.driver.executeScript("localStorage.setItem('manta-theme', arguments[0])", theme);
  }

  /// How a page is looked at.
  private record Look(String theme, int width) {
    String named(String view) {
      return "%s-%s-%s".formatted(view, theme, width);
    }

    void take() {
      choose(theme);
      browser.size(width, width > 600 ? 900 : 844);
    }
  }

  private static final Look DESKTOP = new Look("light", 1280);
  private static final Look PHONE = new Look("dark", 390);

  @AfterEach
  void lookAsBefore() {
    DESKTOP.take();
  }

  @Test
  void everyViewFitsADesktopAndAPhone() {
    seeAll(List.of(DESKTOP, PHONE));
  }

  @Test
  @Tag("campaign")
  void everyViewFitsInTheOtherThemeToo() {
    seeAll(List.of(new Look("dark", 1280), new Look("light", 390)));
  }

  private static void seeAll(List<Look> looks) {
    for (Look look : looks) {
      look.take();
      for (String view : VIEWS.keySet()) {
        visit(view);
        browser.screenshot(look.named(view));
        assertThat(sideways()).as(look.named(view)).isLessThanOrEqualTo(0);
      }
    }
    assertThat(browser.complaints()).isEmpty();
  }

  /// By how much the page is wider than the window.
  private static long sideways() {
    return (Long)
        browser.driver.executeScript(
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth");
  }

  @Test
  void aScriptInNamesNotesAndLogsIsShownAsText() {
    for (String view :
        List.of(
            "run",
            "timeline",
            "workers",
            "data",
            "media",
            "logs",
            "config",
            "history",
            "checkpoints",
            "compare",
            "groups",
            "runs")) {
      visit(view);
      assertThat(browser.driver.getTitle()).as(view).doesNotContain("stolen");
      assertThat(
              browser.driver.findElements(
                  By.cssSelector("main script, main img[src=x], main b b, main td > b")))
          .as(view)
          .isEmpty();
    }
    visit("run");
    browser.awaitText("h3", SmallRuns.SCRIPT);
    browser.awaitText(".noted", "<img src=x");
    browser.awaitText(".tag", "<b>bold</b>");
    visit("logs");
    browser.awaitText(".log", SmallRuns.SCRIPT);
  }

  @Test
  void whatWasLoggedIsShownAndItsTextStaysText() {
    visit("media");
    browser.awaitText(".said", SmallRuns.SCRIPT + " at step 400");
    browser.awaitText(".media td", "<b>cat</b>");
    browser.awaitText(".media th", SmallRuns.SCRIPT);
    browser.await(".images img");
    assertThat(
            browser.driver.executeAsyncScript(
                "const done = arguments[0]; const img = document.querySelector('.images img');"
                    + " img.decode().then(() => done(img.naturalWidth), (e) => done(String(e)))"))
        .isEqualTo(16L);
    assertThat(browser.driver.findElements(By.cssSelector("main script, main td b"))).isEmpty();
    assertThat(browser.driver.getTitle()).doesNotContain("stolen");
  }

  @Test
  void aStepOfImagesIsChosenWithTheKeyboard() {
    visit("media");
    browser.await(".image input[type=range]");
    browser.driver.findElement(By.cssSelector(".image input[type=range]")).sendKeys(Keys.HOME);
    browser.awaitText(".image output", "step 50");
    browser.await(".images img[alt='samples, step 50, rank 1']");
  }

  @Test
  void noViewHasSeriousProblemsForPeopleWithDisabilities() throws IOException {
    for (Look look : List.of(DESKTOP, PHONE)) {
      look.take();
      for (String view : VIEWS.keySet()) {
        visit(view);
        noProblems(look.named(view));
      }
    }
  }

  private static void noProblems(String what) throws IOException {
    String axe = Files.readString(new NodePackage("axe-core", "4.10.3").file("axe.min.js"));
    browser.driver.executeScript(axe);
    assertThat(problems()).as(what).isEmpty();
  }

  private static void enlargeWithTheKeyboard() {
    browser.driver.executeScript("document.querySelectorAll('.flame g')[1].focus()");
    browser.driver.switchTo().activeElement().sendKeys(Keys.ENTER);
    browser.awaitText("button", "Show all");
  }

  private static List<?> problems() {
    Object found =
        browser.driver.executeAsyncScript(
            """
            const done = arguments[0];
            axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }).then((r) => done(
              r.violations.map((v) => v.impact + " " + v.id + ": " + v.nodes.map((n) => n.target + " " + n.failureSummary).join(" | "))));
            """);
    return (List<?>) Objects.requireNonNull(found);
  }

  @Test
  void aPartOfACurveIsChosenWithTheKeyboardAndKeptInTheLink() {
    visit("run");
    var plot = browser.driver.findElement(By.cssSelector(".chart .plot"));
    plot.sendKeys("+");
    browser.await("button:not([hidden])");
    assertThat(browser.driver.getCurrentUrl()).contains("from=", "to=");
    plot.sendKeys("0");
    assertThat(browser.driver.getCurrentUrl()).doesNotContain("from=");
  }

  @Test
  void theSearchNarrowsTheListOfRuns() {
    visit("runs");
    browser.driver.findElement(By.tagName("body")).sendKeys("/");
    browser.driver.switchTo().activeElement().sendKeys("stead", Keys.ENTER);
    browser.awaitText("p[role=status]", "1 run in");
    assertThat(browser.driver.getCurrentUrl()).contains("search=stead");
  }

  @Test
  void aSlowLoaderIsNamedAboveTheRunWithItsFigure() {
    visit("run");
    browser.awaitText(".advice", "rank 1 waited for rows for 40.5 % of its time in dataset");
  }

  @Test
  void theParetoFrontOfTwoGoalsIsDrawn() {
    visit("front");
    browser.awaitText("h2", "Pareto front");
    var picture = browser.await("[aria-label^='size over loss']");
    assertThat(picture.findElements(By.cssSelector("circle"))).hasSize(40);
    assertThat(picture.findElements(By.cssSelector("circle[r='5']"))).hasSizeBetween(2, 39);
    browser.driver.executeScript("arguments[0].scrollIntoView({block: 'center'})", picture);
    browser.screenshot("pareto-light-1280");
  }

  @Test
  void aLogIsSearchedOverAllRanks() {
    visit("logs");
    browser.driver.findElement(By.cssSelector("input[type=search]")).sendKeys("BROKEN", Keys.ENTER);
    browser.awaitText(".matches li", "rank 0, line 4");
  }

  @Test
  void aClickShowsWhatAWorkerDoes() throws Exception {
    var asked = Asked.of(dashboard);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads.submit(() -> SmallRuns.fit(storage, "live", new Config(0.1, 1_000_000, 0, "")));
      try {
        while (asked.get("/api/runs/live").statusCode() == 404) {
          Thread.onSpinWait();
        }
        browser.driver.get(dashboard.address().resolve("/") + "#/runs/live/workers");
        press("[aria-label='Stacks of rank 1']");
        browser.awaitText(".stacks", "SmallRuns.train");
        browser.screenshot("stacks-light-1280");
        noProblems("stacks");
        press("[aria-label^='Profile of rank 0']");
        browser.await(".flame rect");
        browser.screenshot("profile-light-1280");
        noProblems("profile");
        enlargeWithTheKeyboard();
      } finally {
        asked.post("/api/runs/live/stop", "{\"now\":true}");
      }
    }
  }

  /// What is drawn again while the run changes is another element.
  private static void press(String css) {
    browser.await(css);
    browser.driver.executeScript("document.querySelector(arguments[0]).click()", css);
  }

  @Test
  void aGroupLeadsToItsRuns() {
    visit("groups");
    press("tbody a.name");
    browser.awaitText("p[role=status]", " in " + storage);
    assertThat(browser.driver.getCurrentUrl()).contains("filter=config%2Flr%3D");
  }

  @Test
  void theClusterIsAskedForHoweverOftenItDoesNotAnswer() {
    visit("cluster");
    Object asked =
        browser.driver.executeAsyncScript(
            """
            const done = arguments[0];
            const { fetch: ask, setTimeout: wait } = window;
            let asked = 0;
            window.setTimeout = (what, millis) => wait(what, millis / 100);
            window.fetch = (where, how) => {
              if (!where.startsWith("/api/cluster")) return ask(where, how);
              if (++asked < 5) return Promise.reject(new TypeError("away"));
              Object.assign(window, { fetch: ask, setTimeout: wait });
              done(asked);
              return ask(where, how);
            };
            """);
    assertThat(asked).isEqualTo(5L);
  }

  @Test
  void aViewThatWasLeftDrawsNothingOverTheNext() {
    visit("runs");
    assertThat(leftWhileItAsks("/api/cluster", "#/cluster")).isEqualTo("Experiments");
    assertThat(leftWhileItAsks("/api/runs/broken", "#/runs/broken/config"))
        .isEqualTo("Experiments");
  }

  /// The title of the page when a view is answered that was left for the experiments.
  private static Object leftWhileItAsks(String path, String view) {
    return browser.driver.executeAsyncScript(
        """
        const [path, view, done] = arguments;
        const ask = window.fetch;
        const held = [];
        window.fetch = async (where, how) => {
          if (where === path) await new Promise((proceed) => held.push(proceed));
          return ask(where, how);
        };
        const until = async (what) => { while (!what()) await new Promise(requestAnimationFrame); };
        const title = () => document.querySelector("h1")?.textContent;
        (async () => {
          location.hash = view;
          await until(() => held.length);
          location.hash = "#/experiments";
          await until(() => title() === "Experiments");
          window.fetch = ask;
          held.forEach((proceed) => proceed());
          await ask(path).then((answer) => answer.text());
          setTimeout(() => done(title()), 200);
        })();
        """,
        path,
        view);
  }

  @Test
  void aLinkKeepsWhatWasChosen() {
    at("/runs?chosen=steady&chosen=broken");
    browser.awaitText("a.button", "Compare 2");
    at("/compare?run=steady&run=broken&over=failsAt&value=accuracy");
    browser.await(".picture[aria-label^='accuracy over failsAt']");
    at("/runs/broken/logs?level=errors&search=BROKEN&line=4");
    browser.awaitText(".found", "a sample was broken");
    assertThat(browser.driver.findElements(By.cssSelector(".log .warn"))).isEmpty();
    at("/runs/broken/curves?xlog=1&axis=step");
    browser.await(".chart canvas");
    assertThat(browser.complaints()).isEmpty();
  }

  private static void at(String place) {
    browser.driver.get(dashboard.address().resolve("/") + "#" + place);
    browser.driver.navigate().refresh();
  }

  @Test
  void everyPictureIsSavedAsItLooks() {
    for (String view : List.of("compare", "timeline", "experiment")) {
      visit(view);
      Object saved = browser.driver.executeAsyncScript(SAVED);
      assertThat(saved).as(view).asString().startsWith("<svg").doesNotContain("var(--");
    }
  }

  /// What the last button that keeps a picture saves.
  private static final String SAVED =
      """
      const done = arguments[0];
      const make = URL.createObjectURL;
      URL.createObjectURL = (blob) => { URL.createObjectURL = make; blob.text().then(done); return make(blob); };
      [...document.querySelectorAll(".keep")].at(-1).click();
      """;

  @Test
  void aPageWithoutTheTokenSaysHowToGetIn() {
    try (Chromium stranger = Chromium.open(false, 800, 600)) {
      stranger.driver.get(dashboard.address().resolve("/").toString());
      stranger.awaitText("main", "open the link that `manta dashboard` printed");
    }
  }
}
