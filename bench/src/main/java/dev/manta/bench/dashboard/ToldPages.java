package dev.manta.bench.dashboard;

import dev.manta.Trainer;
import dev.manta.bench.Scratch;
import dev.manta.bench.Statistics;
import dev.manta.spi.json.Json;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// How long after a function has called `ctx.report` somebody sees it: on the page in a browser, or
/// where there is none, in the answer that a page would draw.
final class ToldPages {
  private static final String RUN = "told";
  private static final int REPORTS = 40;
  private static final long LIMIT_SECONDS = 60;
  private static final String PREFIX = "data: ";

  /// What the page shows of the last report; it looks at each of its pictures.
  private static final String SHOWN =
      """
      window.shown = new Promise((done) => {
        const look = () => {
          const value = document.querySelector(".chart .key b")?.textContent;
          if (Number(value) >= %s) done(performance.timeOrigin + performance.now());
          else requestAnimationFrame(look);
        };
        look();
      });
      """;

  /// The run is on a thread of this process, and reports when it is told to.
  private static final Semaphore TURNS = new Semaphore(0);

  private static final BlockingQueue<Double> REPORTED = new LinkedBlockingQueue<>();

  private ToldPages() {}

  record Config(int reports) {}

  static void train(TrainContext<Config> ctx) throws InterruptedException {
    for (int i = 0; i <= ctx.config().reports(); i++) {
      ctx.report(Metrics.of("seen", i));
      if (!TURNS.tryAcquire(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody has seen report " + i);
      }
      REPORTED.add(millisNow());
    }
  }

  private static double millisNow() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()) / 1e3;
  }

  /// Milliseconds from a report until it is seen.
  static double median() throws IOException, InterruptedException {
    TURNS.drainPermits();
    REPORTED.clear();
    try (var scratch = Scratch.make();
        var profile = Scratch.make();
        OpenedDashboard opened = OpenedDashboard.of(scratch.path())) {
      Thread training = Thread.ofPlatform().start(() -> fit(scratch.path()));
      HttpResponse<InputStream> events = events(opened);
      Optional<ChromiumPage> browser = ChromiumPage.open(profile.path());
      try {
        return browser.isPresent()
            ? Statistics.median(onPage(browser.get(), opened))
            : Statistics.median(asAnswer(events, opened));
      } finally {
        browser.ifPresent(ChromiumPage::close);
        events.body().close();
        TURNS.release(2 * REPORTS);
        training.join();
      }
    }
  }

  private static void fit(Path storage) {
    Trainer.of(ToldPages::train, new Config(REPORTS))
        .scaling(ScalingConfig.inProcess(1))
        .run(RunConfig.named(RUN).storage(storage.toString()).quiet())
        .fit();
  }

  /// Those of the run, once it has begun.
  private static HttpResponse<InputStream> events(OpenedDashboard opened)
      throws IOException, InterruptedException {
    while (true) {
      HttpResponse<InputStream> events =
          opened
              .client()
              .send(
                  opened.request("/api/runs/" + RUN + "/events"),
                  HttpResponse.BodyHandlers.ofInputStream());
      if (events.statusCode() == HttpURLConnection.HTTP_OK) {
        return events;
      }
      events.body().close();
    }
  }

  private static double[] onPage(ChromiumPage page, OpenedDashboard opened)
      throws IOException, InterruptedException {
    double[] millis = new double[REPORTS];
    page.visit(opened.dashboard().address(RUN));
    page.await("document.querySelector('.chart canvas')");
    for (int i = 1; i <= REPORTS; i++) {
      page.evaluate(SHOWN.formatted(i) + "undefined");
      double begin = report();
      millis[i - 1] = page.evaluate("window.shown").asDouble() - begin;
    }
    return millis;
  }

  private static double[] asAnswer(HttpResponse<InputStream> events, OpenedDashboard opened)
      throws IOException, InterruptedException {
    double[] millis = new double[REPORTS];
    try (var lines =
        new BufferedReader(new InputStreamReader(events.body(), StandardCharsets.UTF_8))) {
      awaitRows(lines, 1);
      for (int i = 1; i <= REPORTS; i++) {
        double begin = report();
        awaitRows(lines, i + 1);
        opened.millis("/api/runs/" + RUN + "/curves?metric=seen");
        millis[i - 1] = millisNow() - begin;
      }
    }
    return millis;
  }

  /// Lets the function report once more, and says when it did.
  private static double report() throws IOException, InterruptedException {
    TURNS.release();
    Double at = REPORTED.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    if (at == null) {
      throw new IOException("the run does not report");
    }
    return at;
  }

  private static void awaitRows(BufferedReader lines, long rows) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(PREFIX)
          && Json.parse(line.substring(PREFIX.length())).asObject().get("rows").asLong() >= rows) {
        return;
      }
    }
    throw new IOException("the events have ended");
  }
}
