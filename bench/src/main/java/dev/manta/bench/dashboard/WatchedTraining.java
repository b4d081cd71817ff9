package dev.manta.bench.dashboard;

import dev.manta.Trainer;
import dev.manta.bench.Scratch;
import dev.manta.bench.Statistics;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/// How much slower a run gets when a dashboard in its own process shows it, and many pages listen.
final class WatchedTraining {
  private static final String RUN = "watched";
  private static final int STEPS = 600;
  private static final int WORK = 400_000;
  private static final int PAGES = 200;
  private static final int TURNS = 5;
  private static final long LIMIT_SECONDS = 60;

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
      fit(scratch.path());
      return SECONDS.get();
    }
  }

  private static double watched() throws IOException, InterruptedException {
    var opens = new CountDownLatch(1);
    LISTENING.set(opens);
    try (var scratch = Scratch.make();
        OpenedDashboard opened = OpenedDashboard.of(scratch.path())) {
      Thread training = Thread.ofPlatform().start(() -> fit(scratch.path()));
      List<InputStream> pages = listen(opened);
      opens.countDown();
      training.join();
      for (InputStream page : pages) {
        page.close();
      }
      return SECONDS.get();
    }
  }

  private static void fit(Path storage) {
    Trainer.of(WatchedTraining::train, new Config(STEPS))
        .scaling(ScalingConfig.inProcess(1))
        .run(RunConfig.named(RUN).storage(storage.toString()).quiet())
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
