package dev.manta.stores.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
