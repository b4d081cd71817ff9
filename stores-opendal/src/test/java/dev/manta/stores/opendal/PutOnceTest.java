package dev.manta.stores.opendal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.manta.storage.Location;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.opendal.AsyncOperator;
import org.apache.opendal.OpenDALException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class PutOnceTest {
  private final AtomicInteger asked = new AtomicInteger();
  private final CountDownLatch over = new CountDownLatch(1);

  /// Who has patience tries again; it is not spent by one call.
  @Test
  void aServerThatIsSilentIsAskedOnce() throws IOException {
    HttpServer server = silent();
    try {
      Target target = target("http://127.0.0.1:" + server.getAddress().getPort() + "/account");
      NativeCode.load();
      AsyncOperator operator = AsyncOperator.of(target.service(), target.options());
      var once = new PutOnce(operator, new Objects(operator, operator), Duration.ofMillis(300));
      assertThatThrownBy(() -> once.put("record", new byte[] {1}))
          .isInstanceOf(OpenDALException.class)
          .hasMessageContaining("no answer within");
      assertThat(asked).hasValue(1);
    } finally {
      over.countDown();
      server.stop(0);
    }
  }

  private HttpServer silent() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          asked.incrementAndGet();
          try {
            over.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          exchange.close();
        });
    server.start();
    return server;
  }

  private static Target target(String endpoint) {
    Map<String, String> variables =
        Map.of("AZURE_STORAGE_ENDPOINT", endpoint, "AZURE_STORAGE_KEY", Azurite.KEY);
    return Targets.of(Location.parse("az://account/container/runs"), new Environment(variables));
  }
}
