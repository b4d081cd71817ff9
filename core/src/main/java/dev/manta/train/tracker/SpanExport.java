package dev.manta.train.tracker;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/// Posts spans to a collector, on a thread of its own. What does not fit into its queue, or is not
/// taken, is dropped: a trace is worth no disk.
final class SpanExport {
  private static final int SPANS_MAX = 2_000;
  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final System.Logger LOGGER = System.getLogger("dev.manta.trackers");

  private final OpenTelemetry settings;
  private final BlockingQueue<JsonObject> spans = new ArrayBlockingQueue<>(SPANS_MAX);
  private final Thread thread;
  private volatile boolean closing;
  private boolean warned;

  SpanExport(OpenTelemetry settings) {
    this.settings = settings;
    this.thread = Thread.ofVirtual().name("manta-traces").start(this::run);
  }

  void add(JsonObject span) {
    if (!spans.offer(span)) {
      warn("is too slow: spans are dropped");
    }
  }

  private void run() {
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(LIMIT).build()) {
      while (!closing || !spans.isEmpty()) {
        JsonObject first = spans.poll(EVERY.toMillis(), TimeUnit.MILLISECONDS);
        if (first != null) {
          List<Json> batch = new ArrayList<>(List.of(first));
          spans.drainTo(batch);
          post(client, batch);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void post(HttpClient client, List<Json> batch) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(settings.endpoint())
            .timeout(LIMIT)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(body(batch).bytes()));
    settings.headers().forEach(request::header);
    try {
      HttpResponse<Void> response = client.send(request.build(), BodyHandlers.discarding());
      if (response.statusCode() / 100 != 2) {
        warn("answers with status " + response.statusCode() + ": spans are dropped");
      }
    } catch (IOException e) {
      warn("does not take spans, which are dropped: " + e);
    }
  }

  private JsonObject body(List<Json> batch) {
    JsonObject scope =
        JsonObject.builder()
            .put("scope", JsonObject.builder().put("name", "dev.manta").build())
            .put("spans", new JsonArray(batch))
            .build();
    JsonArray service = Span.attributes(Map.of("service.name", settings.service()));
    JsonObject resource =
        JsonObject.builder()
            .put("resource", JsonObject.builder().put("attributes", service).build())
            .put("scopeSpans", JsonArray.of(scope))
            .build();
    return JsonObject.builder().put("resourceSpans", JsonArray.of(resource)).build();
  }

  /// Said once: traces are a by-product.
  private synchronized void warn(String what) {
    if (!warned) {
      warned = true;
      LOGGER.log(
          System.Logger.Level.WARNING, "the collector at {0} {1}", settings.endpoint(), what);
    }
  }

  /// Waits, within a limit, until all spans are sent.
  void close() {
    closing = true;
    try {
      if (!thread.join(LIMIT.plus(EVERY))) {
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }
}
