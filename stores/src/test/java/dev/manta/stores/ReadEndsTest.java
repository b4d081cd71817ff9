package dev.manta.stores;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.stores.internal.objects.Backoff;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Answers whose bytes all come, and whose end does not.
@Timeout(300)
class ReadEndsTest {
  private static final Backoff SHORT =
      new Backoff(3, Duration.ofSeconds(20), Duration.ofMillis(1), Duration.ofMillis(2));

  private final List<String> ranges = new CopyOnWriteArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private HttpServer server;

  private interface End {
    void of(HttpExchange exchange) throws IOException;
  }

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  @AfterEach
  void close() {
    over.countDown();
    server.stop(0);
  }

  /// Reads an object whose first answer ends like this.
  private String read(End first) {
    server.createContext("/", exchange -> serve(exchange, first));
    URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    Storage storage = TestS3.storage(endpoint, Map.of(), SHORT, Duration.ofMillis(500));
    byte[] into = new byte[10];
    storage.read(Location.parse("s3://manta-test/x"), 0, MemorySegment.ofArray(into));
    return new String(into, StandardCharsets.UTF_8);
  }

  private void serve(HttpExchange exchange, End first) throws IOException {
    ranges.add(exchange.getRequestHeaders().getFirst("Range"));
    exchange.getResponseHeaders().set("Content-Range", "bytes 0-9/10");
    exchange.getResponseHeaders().set("ETag", "e");
    exchange.sendResponseHeaders(206, 0);
    exchange.getResponseBody().write("0123456789".getBytes(StandardCharsets.UTF_8));
    exchange.getResponseBody().flush();
    if (ranges.size() == 1) {
      first.of(exchange);
    }
    exchange.close();
  }

  @Test
  void bytesThatHaveAllComeAreNotAskedForAgain() {
    String read =
        read(
            _ -> {
              throw new IOException("the connection is closed without an end");
            });
    assertThat(read).isEqualTo("0123456789");
    assertThat(ranges).containsExactly("bytes=0-9");
  }

  @Test
  void anAnswerThatNeverEndsIsReadAgainFromItsBeginning() {
    assertThat(read(_ -> awaitOver())).isEqualTo("0123456789");
    assertThat(ranges).containsExactly("bytes=0-9", "bytes=0-9");
  }

  private void awaitOver() {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
