package dev.manta.bench.dashboard;

import dev.manta.bench.Statistics;
import dev.manta.dashboard.Dashboard;
import dev.manta.dashboard.DashboardConfig;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import dev.manta.storage.Location;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;

/// A dashboard that is asked over HTTP, and how long its answers take.
record OpenedDashboard(Dashboard dashboard, HttpClient client) implements AutoCloseable {
  private static final int QUESTIONS = 15;

  static OpenedDashboard of(Path storage) {
    var config = DashboardConfig.of(Location.of(storage));
    return new OpenedDashboard(Dashboard.open(config), HttpClient.newHttpClient());
  }

  HttpRequest request(String path) {
    URI address = URI.create("http://" + dashboard.address().getAuthority() + path);
    return HttpRequest.newBuilder(address)
        .header("Authorization", "Bearer " + dashboard.token())
        .build();
  }

  private JsonObject ask(String path) throws IOException, InterruptedException {
    HttpResponse<byte[]> answer =
        client.send(request(path), HttpResponse.BodyHandlers.ofByteArray());
    if (answer.statusCode() != HttpURLConnection.HTTP_OK) {
      throw new IOException(path + " was answered with " + answer.statusCode());
    }
    return Json.parse(answer.body()).asObject();
  }

  /// Seconds until the answer is complete.
  private double complete(String path) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    while (!ask(path).get("complete").asBoolean()) {
      Thread.onSpinWait();
    }
    return (System.nanoTime() - begin) / 1e9;
  }

  /// Seconds until all reports of a run were read.
  double open(String run) throws IOException, InterruptedException {
    return complete(curves(run));
  }

  private static String curves(String run) {
    return "/api/runs/" + run + "/curves?metric=metric-0&points=1500";
  }

  /// Milliseconds of a chart of a part, once all was read.
  double chart(String run) throws IOException, InterruptedException {
    double[] charts = new double[QUESTIONS];
    for (int i = 0; i < QUESTIONS; i++) {
      charts[i] = millis(curves(run) + "&from=" + i * 1_000 + "&to=" + (1_000_000 - i * 20_000));
    }
    return Statistics.median(charts);
  }

  /// Milliseconds of the list of a run's metrics, once all was read.
  double names(String run, int count) throws IOException, InterruptedException {
    String path = "/api/runs/" + run + "/metrics";
    complete(path);
    double[] lists = new double[QUESTIONS];
    for (int i = 0; i < QUESTIONS; i++) {
      lists[i] = millis(path);
    }
    int there = ask(path).get("metrics").asArray().size();
    if (there != count) {
      throw new IOException("the run has %s metrics of %s".formatted(there, count));
    }
    return Statistics.median(lists);
  }

  double millis(String path) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    ask(path);
    return (System.nanoTime() - begin) / 1e6;
  }

  /// @param first seconds until all runs were read
  /// @param again milliseconds of a list after that
  record Lists(double first, double again) {}

  static Lists list(Path storage, int runs) throws IOException, InterruptedException {
    try (OpenedDashboard opened = of(storage)) {
      double first = opened.complete("/api/runs?limit=100");
      double[] lists = new double[QUESTIONS];
      for (int i = 0; i < QUESTIONS; i++) {
        lists[i] = opened.millis("/api/runs?limit=100&sort=-metrics/loss&search=run-0&offset=" + i);
      }
      int total = opened.ask("/api/runs").get("total").asInt();
      if (total != runs) {
        throw new IOException("the list has %s runs of %s".formatted(total, runs));
      }
      return new Lists(first, Statistics.median(lists));
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
    dashboard.close();
  }
}
