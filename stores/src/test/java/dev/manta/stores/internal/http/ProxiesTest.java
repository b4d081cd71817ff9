package dev.manta.stores.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.net.Authenticator.RequestorType;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProxiesTest {
  private static String proxy(Map<String, String> variables, String uri) {
    var environment = new Environment(variables, Path.of("/nowhere"));
    return new Proxies(environment).address(URI.create(uri)).map(URI::toString).orElse("direct");
  }

  @Test
  void theProxyIsThatOfTheScheme() {
    Map<String, String> variables =
        Map.of("HTTPS_PROXY", "http://secure:1", "HTTP_PROXY", "plain:2");
    assertThat(proxy(variables, "https://s3.amazonaws.com")).isEqualTo("http://secure:1");
    assertThat(proxy(variables, "http://s3.amazonaws.com")).isEqualTo("http://plain:2");
    assertThat(proxy(Map.of(), "https://s3.amazonaws.com")).isEqualTo("direct");
  }

  @Test
  void someHostsAreReachedDirectly() {
    Map<String, String> variables =
        Map.of(
            "HTTPS_PROXY", "http://proxy:1", "NO_PROXY", "localhost, .corp.example,amazonaws.com");
    assertThat(proxy(variables, "https://s3.amazonaws.com")).isEqualTo("direct");
    assertThat(proxy(variables, "https://minio.corp.example")).isEqualTo("direct");
    assertThat(proxy(variables, "https://notamazonaws.com")).isEqualTo("http://proxy:1");
    assertThat(proxy(Map.of("HTTPS_PROXY", "http://p:1", "NO_PROXY", "*"), "https://x"))
        .isEqualTo("direct");
  }

  private static Optional<String> toldTo(Map<String, String> variables, String host, int port)
      throws MalformedURLException {
    var environment = new Environment(variables, Path.of("/nowhere"));
    URL asked = URI.create("http://store/").toURL();
    return Clients.of(environment)
        .authenticator()
        .map(
            from ->
                from.requestPasswordAuthenticationInstance(
                    host, null, port, "http", "", "basic", asked, RequestorType.PROXY))
        .map(user -> user.getUserName() + " " + new String(user.getPassword()));
  }

  @Test
  void eachProxyIsToldItsOwnUserAlone() throws MalformedURLException {
    Map<String, String> both =
        Map.of("HTTPS_PROXY", "http://ann:a@secure:1", "HTTP_PROXY", "http://bob:b@plain");
    assertThat(toldTo(both, "secure", 1)).hasValue("ann a");
    assertThat(toldTo(both, "plain", 3128)).hasValue("bob b");
    assertThat(toldTo(both, "another", 1)).isEmpty();
    Map<String, String> one = Map.of("HTTPS_PROXY", "http://ann:a@secure:1", "HTTP_PROXY", "p:2");
    assertThat(toldTo(one, "p", 2)).isEmpty();
  }

  @Test
  void aPlainStoreIsReachedThroughAProxyThatAsksForAUser() throws Exception {
    HttpServer proxy =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    proxy.createContext("/", ProxiesTest::requireUser);
    proxy.start();
    try {
      String address = "http://ann:secret@127.0.0.1:" + proxy.getAddress().getPort();
      var environment = new Environment(Map.of("HTTP_PROXY", address), Path.of("/nowhere"));
      HttpRequest asked = HttpRequest.newBuilder(URI.create("http://store.invalid/x")).build();
      HttpResponse<String> said =
          Clients.store(environment, true).send(asked, HttpResponse.BodyHandlers.ofString()).get();
      assertThat(said.statusCode()).isEqualTo(200);
    } finally {
      proxy.stop(0);
    }
  }

  private static void requireUser(HttpExchange exchange) throws IOException {
    boolean said = exchange.getRequestHeaders().containsKey("Proxy-Authorization");
    exchange.getResponseHeaders().set("Proxy-Authenticate", "Basic realm=\"proxy\"");
    exchange.sendResponseHeaders(said ? 200 : 407, -1);
    exchange.close();
  }

  @Test
  void whatIsWrongWithAProxyIsSaidWithoutItsPassword() {
    for (String wrong : List.of("http://ann:sec ret@proxy:1", "http://ann:sec%ret@", "http://:1")) {
      assertThatThrownBy(() -> proxy(Map.of("HTTPS_PROXY", wrong), "https://x"))
          .isInstanceOf(MantaException.class)
          .hasMessageContaining("HTTPS_PROXY")
          .hasMessageNotContaining("sec");
    }
  }

  @Test
  void aFileWithoutCertificatesIsNamed(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("ca.pem"), "");
    assertThatThrownBy(() -> TrustedAuthorities.of(file))
        .isInstanceOf(MantaException.class)
        .hasMessage(
            "cannot read certificates from %s: there is no certificate in it; AWS_CA_BUNDLE must name a PEM file"
                .formatted(file));
  }

  @Test
  void aFlagIsYesOrNo() {
    var environment = new Environment(Map.of("A", "true", "B", "perhaps"), Path.of("/nowhere"));
    assertThat(environment.flag("A")).hasValue(true);
    assertThat(environment.flag("C")).isEmpty();
    assertThatThrownBy(() -> environment.flag("B"))
        .hasMessage("B must be true or false, not perhaps");
  }
}
