package dev.manta.bench.dashboard;

import dev.manta.Trainer;
import dev.manta.bench.Scratch;
import dev.manta.bench.Statistics;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.train.tracker.Mlflow;
import dev.manta.train.tracker.OpenTelemetry;
import dev.manta.train.tracker.Prometheus;
import dev.manta.train.tracker.TensorBoard;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/// How much slower a run gets with all of it on: a dashboard in its own process that many pages
/// listen to, TensorBoard, MLflow, Prometheus, which is asked once a second, and traces.
final class WatchedTraining {
  private static final String RUN = "watched";
  private static final int STEPS = 600;
  private static final int WORK = 400_000;
  private static final int PAGES = 200;
  private static final int TURNS = 5;
  private static final long LIMIT_SECONDS = 60;
  private static final long SCRAPE_MILLIS = 1_000;

  /// The run is on a thread of this process, so it can be told that all pages listen.
  private static final AtomicReference<CountDownLatch> LISTENING =
      new AtomicReference<>(new CountDownLatch(0));

  private static final AtomicReference<Double> SECONDS = new AtomicReference<>(0.0);

  private WatchedTraining() {}

  record Config(int steps) {}

  static void train(TrainContext<Config> ctx) throws InterruptedException {
    ctx.report(Metrics.of("loss", 1));
    if (!LISTENING.get().await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the pages did not open");
    }
    long begin = System.nanoTime();
    double state = 0.5;
    for (int step = 0; step < ctx.config().steps(); step++) {
      for (int i = 0; i < WORK; i++) {
        state = 3.7 * state * (1 - state);
      }
      ctx.report(Metrics.of("loss", state));
    }
    SECONDS.set((System.nanoTime() - begin) / 1e9);
  }

  /// What is left of a run's speed, in percent: the best of some turns with pages, by the best
  /// without.
  static double kept() throws IOException, InterruptedException {
    double[] alone = new double[TURNS];
    double[] watched = new double[TURNS];
    alone();
    for (int turn = 0; turn < TURNS; turn++) {
      alone[turn] = alone();
      watched[turn] = watched();
    }
    return 100 * Statistics.quantile(alone, 0) / Statistics.quantile(watched, 0);
  }

  private static double alone() throws IOException {
    try (var scratch = Scratch.make()) {
      fit(quiet(scratch.path()));
      return SECONDS.get();
    }
  }

  private static double watched() throws IOException, InterruptedException {
    var opens = new CountDownLatch(1);
    LISTENING.set(opens);
    int port = freePort();
    try (var scratch = Scratch.make();
        AnsweringServer server = AnsweringServer.open();
        OpenedDashboard opened = OpenedDashboard.of(scratch.path())) {
      RunConfig all =
          quiet(scratch.path())
              .tracker(TensorBoard.inRunDirectory())
              .tracker(Mlflow.at(server.address()))
              .tracker(OpenTelemetry.at(server.address()))
              .tracker(Prometheus.onPort(port));
      Thread training = Thread.ofPlatform().start(() -> fit(all));
      List<InputStream> pages = listen(opened);
      Thread scraping = Thread.ofVirtual().start(() -> scrape(port, opened.client()));
      opens.countDown();
      training.join();
      scraping.interrupt();
      scraping.join();
      for (InputStream page : pages) {
        page.close();
      }
      if (server.bytes() == 0) {
        throw new IOException("no tracker has sent anything");
      }
      return SECONDS.get();
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /// Asks for what Prometheus asks for, once a second.
  private static void scrape(int port, HttpClient client) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build();
    try {
      while (true) {
        client.send(request, HttpResponse.BodyHandlers.discarding());
        Thread.sleep(SCRAPE_MILLIS);
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RunConfig quiet(Path storage) {
    return RunConfig.named(RUN).storage(storage.toString()).quiet();
  }

  private static void fit(RunConfig run) {
    Trainer.of(WatchedTraining::train, new Config(STEPS))
        .scaling(ScalingConfig.inProcess(1))
        .run(run)
        .fit();
  }

  private static List<InputStream> listen(OpenedDashboard opened)
      throws IOException, InterruptedException {
    List<InputStream> pages = new ArrayList<>();
    while (pages.size() < PAGES) {
      HttpResponse<InputStream> page =
          opened
              .client()
              .send(
                  opened.request("/api/runs/" + RUN + "/events"),
                  HttpResponse.BodyHandlers.ofInputStream());
      if (page.statusCode() == HttpURLConnection.HTTP_OK) {
        pages.add(page.body());
      } else {
        // The run has not begun yet.
        page.body().close();
      }
    }
    return pages;
  }
}
