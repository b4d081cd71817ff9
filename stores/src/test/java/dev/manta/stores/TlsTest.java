package dev.manta.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.stores.ScriptedStore.Said;
import dev.manta.stores.internal.objects.Backoff;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A server whose certificate only its own authority knows.
@Timeout(300)
class TlsTest {
  private static final Location AT = Location.parse("s3://manta-test/x");
  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir private Path directory;

  @Test
  void anAuthorityOfOnesOwnIsTrustedAndBodiesAreNotHashed() throws Exception {
    try (var store = new ScriptedStore(context(), _ -> new Said(200, "", Map.of()))) {
      put(store.endpoint(), Map.of("AWS_CA_BUNDLE", directory.resolve("ca.pem").toString()));
      assertThat(store.asked().getFirst().headers())
          .containsEntry("x-amz-content-sha256", "UNSIGNED-PAYLOAD")
          .containsKey("x-amz-checksum-crc32c");
    }
  }

  @Test
  void aServerThatNobodyKnowsIsRefusedAtOnce() throws Exception {
    try (var store = new ScriptedStore(context(), _ -> new Said(200, "", Map.of()))) {
      assertThatThrownBy(() -> put(store.endpoint(), Map.of()))
          .isInstanceOf(MantaException.class)
          .hasMessageContaining("did not answer")
          .hasMessageEndingWith(
              "; its certificate is not trusted: name its authority's PEM file in AWS_CA_BUNDLE");
      assertThat(store.asked()).isEmpty();
    }
  }

  private static void put(URI endpoint, Map<String, String> more) {
    TestS3.storage(endpoint, more, Backoff.DEFAULT, Duration.ofSeconds(5))
        .put(AT, ByteSource.of(new byte[1]));
  }

  private SSLContext context() throws Exception {
    Path keys = directory.resolve("keys.p12");
    keytool(
        "-genkeypair",
        "-alias",
        "a",
        "-keyalg",
        "EC",
        "-dname",
        "CN=store",
        "-ext",
        "san=ip:127.0.0.1");
    keytool("-exportcert", "-rfc", "-alias", "a", "-file", directory.resolve("ca.pem").toString());
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys)) {
      store.load(in, PASSWORD);
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  private void keytool(String... words) throws Exception {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-keystore",
                directory.resolve("keys.p12").toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD)));
    command.addAll(List.of(words));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("keytool.log").toFile())
            .start();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(directory.resolve("keytool.log"))).isZero();
  }
}
