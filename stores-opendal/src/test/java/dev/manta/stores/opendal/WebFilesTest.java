package dev.manta.stores.opendal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class WebFilesTest {
  @TempDir Path directory;

  @Test
  void aFileOfAWebServerIsReadAndNothingIsWritten() throws Exception {
    Files.writeString(directory.resolve("data.csv"), "a,b\n1,2\n");
    var server =
        SimpleFileServer.createFileServer(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            directory.toRealPath(),
            SimpleFileServer.OutputLevel.NONE);
    server.start();
    try {
      Location root = Location.parse("http://127.0.0.1:" + server.getAddress().getPort());
      Location file = root.resolve("data.csv");
      Storage storage = new OpenDalProvider(Map.of()).open(file);
      assertThat(storage.size(file)).hasValue(8);
      assertThat(storage.read(file)).asString().isEqualTo("a,b\n1,2\n");
      assertThat(storage.list(file)).extracting(Entry::at).containsExactly(file);
      assertThat(storage.find(root.resolve("none"))).isEmpty();
      assertThatThrownBy(() -> storage.put(file, ByteSource.of(new byte[1])))
          .hasMessageContaining("cannot do that; choose another storage");
    } finally {
      server.stop(0);
    }
  }

  /// Answers those who sign in.
  private static void secured(HttpExchange exchange) throws IOException {
    String basic = Base64.getEncoder().encodeToString("ada:pa55".getBytes(UTF_8));
    boolean known =
        ("Basic " + basic).equals(exchange.getRequestHeaders().getFirst("Authorization"));
    byte[] body = "secured".getBytes(UTF_8);
    try (exchange) {
      exchange.sendResponseHeaders(known ? 200 : 403, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Test
  void thePasswordOfAnAddressSignsInAndIsNeverShown() throws Exception {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", WebFilesTest::secured);
    server.start();
    try {
      String host = "127.0.0.1:" + server.getAddress().getPort();
      Location known = Location.parse("http://ada:pa55@" + host + "/x");
      assertThat(new OpenDalProvider(Map.of()).open(known).find(known))
          .contains("secured".getBytes(UTF_8));
      Location unknown = Location.parse("http://ada:p@5555@" + host + "/x");
      assertThatThrownBy(() -> new OpenDalProvider(Map.of()).open(unknown).find(unknown))
          .hasMessageStartingWith("cannot read http://%s/x: http://%s refuses it", host, host)
          .hasStackTraceContaining("AccessDeniedException: http://" + host + "/x")
          .extracting(Throwables::getStackTrace, STRING)
          .doesNotContain("5555", "ada:");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void thePasswordOfAHostThatIsNotThereIsNotShown() {
    Location at = Location.parse("http://ada:pa55@127.0.0.1:1/x");
    assertThatThrownBy(() -> new OpenDalProvider(Map.of()).open(at).size(at))
        .hasMessageStartingWith("cannot look at http://127.0.0.1:1/x: http://127.0.0.1:1 cannot be")
        .extracting(Throwables::getStackTrace, STRING)
        .doesNotContain("pa55");
  }
}
