package dev.manta.cli.notebook;

import dev.manta.spi.json.JsonObject;
import dev.manta.train.Metrics;
import dev.manta.train.Report;
import dev.manta.train.TrackedRun;
import dev.manta.train.Tracker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// The metrics of one run as a picture that is drawn again while it trains.
final class LiveChart implements Tracker.Tracking {
  private static final Duration BETWEEN = Duration.ofMillis(500);

  private final Outputs outputs;
  private final String id;
  private final String name;
  private final Map<String, Curve> curves = new LinkedHashMap<>();
  private long drawnNanos;

  LiveChart(Outputs outputs, TrackedRun run) {
    this.outputs = outputs;
    this.id = run.id() + "-" + run.opened().toEpochMilli();
    this.name = run.name();
    run.earlier().forEach(this::add);
    outputs.shown(id, picture());
    drawnNanos = System.nanoTime();
  }

  @Override
  public void report(Report report) {
    add(report);
    if (System.nanoTime() - drawnNanos > BETWEEN.toNanos()) {
      draw();
    }
  }

  private void add(Report report) {
    Metrics metrics = report.metrics().flat();
    for (String key : metrics.keys()) {
      metrics
          .findNumber(key)
          .ifPresent(
              value -> curves.computeIfAbsent(key, _ -> new Curve()).add(report.step(), value));
    }
  }

  private void draw() {
    outputs.replaced(id, picture());
    drawnNanos = System.nanoTime();
  }

  private JsonObject picture() {
    return JsonObject.builder()
        .put("image/svg+xml", new ChartSvg(curves).document())
        .put("text/plain", "the metrics of " + name)
        .build();
  }

  @Override
  public void close() {
    draw();
  }
}
