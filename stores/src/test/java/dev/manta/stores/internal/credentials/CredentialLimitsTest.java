package dev.manta.stores.internal.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import dev.manta.error.MantaException;
import dev.manta.stores.internal.http.Clients;
import dev.manta.stores.internal.http.Environment;
import dev.manta.stores.internal.sign.Credential;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Services and programs that hang, and who hears of a token.
@Timeout(300)
class CredentialLimitsTest {
  private static final Duration LIMIT = Duration.ofMillis(500);
  private static final ServiceLimits SHORT = new ServiceLimits(LIMIT, LIMIT, LIMIT);
  private static final Map<String, String> NO_MACHINE = Map.of("AWS_EC2_METADATA_DISABLED", "true");

  @TempDir private Path home;

  private CredentialChain chain(Map<String, String> variables) {
    var environment = new Environment(variables, home);
    return AmazonCredentials.chain(
        environment, () -> Clients.of(environment), InstantSource.system(), SHORT);
  }

  private void config(String text) throws IOException {
    Files.createDirectories(home.resolve(".aws"));
    Files.writeString(home.resolve(".aws/config"), text);
  }

  @Test
  void aProgramThatHangsIsGivenUpWithAllThatItStarted() throws Exception {
    Path pid = home.resolve("pid");
    config(
        "[default]\ncredential_process = sh -c 'echo $$ > %s; sleep 85; true' secret-word\n"
            .formatted(pid));
    assertThat(catchThrowable(chain(NO_MACHINE)::get))
        .hasMessage("the profile's credential_process did not end within 500 ms");
    var started = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
    assertThat(started.stream().map(ProcessHandle::onExit))
        .allSatisfy(exit -> exit.get(10, TimeUnit.SECONDS));
  }

  @Test
  void aProgramHasNobodyToAsk() throws Exception {
    config(
        "[default]\ncredential_process = read line; echo '{\"Version\":1,\"AccessKeyId\":\"a\",\"SecretAccessKey\":\"b\"}'\n");
    assertThat(chain(NO_MACHINE).get()).hasToString("KeyPair[a, ends never]");
  }

  @Test
  void theCommandOfAProgramThatFailsIsNotShown() throws Exception {
    config("[default]\ncredential_process = exit 3; echo secret-word\n");
    assertThat(catchThrowable(chain(NO_MACHINE)::get))
        .hasMessage("the profile's credential_process ended with the status 3");
  }

  @Test
  void aServiceThatStopsInTheMiddleIsGivenUp() throws Exception {
    try (ServerSocket service = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  while (true) {
                    var socket = service.accept();
                    socket
                        .getOutputStream()
                        .write(
                            "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"AccessKeyId\""
                                .getBytes(StandardCharsets.US_ASCII));
                    socket.getOutputStream().flush();
                  }
                } catch (IOException closed) {
                  // The test is over.
                }
              });
      String base = "http://127.0.0.1:" + service.getLocalPort();
      var chain = chain(Map.of("AWS_CONTAINER_CREDENTIALS_FULL_URI", base + "/creds"));
      assertThat(catchThrowable(chain::get)).isInstanceOf(HttpTimeoutException.class);
    }
  }

  @Test
  void theContainersTokenGoesThroughNoProxy() throws IOException {
    List<String> heard = new CopyOnWriteArrayList<>();
    HttpServer proxy =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    proxy.createContext(
        "/",
        exchange -> {
          heard.add(
              exchange.getRequestURI()
                  + " "
                  + exchange.getRequestHeaders().getFirst("Authorization"));
          exchange.sendResponseHeaders(502, -1);
          exchange.close();
        });
    proxy.start();
    try {
      var chain =
          chain(
              Map.of(
                  "HTTP_PROXY",
                  "http://127.0.0.1:" + proxy.getAddress().getPort(),
                  "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
                  "/v2/credentials/1",
                  "AWS_CONTAINER_AUTHORIZATION_TOKEN",
                  "secret-of-the-container"));
      assertThat(catchThrowable(chain::get)).isInstanceOf(IOException.class);
      assertThat(heard).isEmpty();
    } finally {
      proxy.stop(0);
    }
  }

  @Test
  void aHostWhoseNameBeginsLikeThisMachinesIsNotNear() {
    var chain =
        chain(
            Map.of(
                "AWS_CONTAINER_CREDENTIALS_FULL_URI",
                "http://127.0.0.1.invalid/creds",
                "AWS_CONTAINER_AUTHORIZATION_TOKEN",
                "secret-of-the-container"));
    assertThat(catchThrowable(chain::get)).hasMessageContaining("must be https or of this machine");
  }

  @Test
  void aTokenThatNoHeaderCanHaveIsNotShown() {
    var chain =
        chain(
            Map.of(
                "AWS_CONTAINER_CREDENTIALS_FULL_URI",
                "http://127.0.0.1:1/creds",
                "AWS_CONTAINER_AUTHORIZATION_TOKEN",
                "first-line\nsecret-of-the-container"));
    assertThat(catchThrowable(chain::get))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("the container's token has a line break")
        .hasMessageNotContaining("secret-of-the-container");
  }

  @Test
  void anAddressThatIsNoneIsAMistakeOfTheUser() {
    assertThat(
            catchThrowable(chain(Map.of("AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://a b/"))::get))
        .isInstanceOf(MantaException.class);
  }

  @Test
  void chinasRegionsHaveAServiceOfTheirOwn() {
    var environment = new Environment(Map.of("AWS_REGION", "cn-north-1"), home);
    var calls = new PlainCalls(() -> Clients.of(environment), LIMIT);
    var tokens =
        new SecurityTokens(environment, Profiles.of(environment), calls, InstantSource.system());
    assertThat(tokens.endpoint()).isEqualTo("https://sts.cn-north-1.amazonaws.com.cn/");
  }

  /// On a machine of another kind nobody answers either: only who has had some knows better.
  @Test
  void whoHasHadCredentialsWaitsForTheNextOnes() throws Exception {
    AtomicBoolean there = new AtomicBoolean(true);
    Credential lent = new Credential.Bearer("t", Optional.of(Instant.now().plusSeconds(60)));
    CredentialSource machine =
        CredentialSource.of(
            "the machine", () -> there.get() ? Optional.of(lent) : Optional.empty());
    var chain = new CredentialChain(List.of(machine), InstantSource.system());
    there.set(false);
    assertThat(catchThrowable(chain::get)).isInstanceOf(CredentialChain.NoCredentials.class);
    there.set(true);
    chain.refused(chain.get());
    there.set(false);
    assertThat(catchThrowable(chain::get))
        .hasMessage("there are no credentials any more; looked at the machine")
        .isNotInstanceOf(CredentialChain.NoCredentials.class);
  }

  @Test
  void keysInAFileThatWereRenewedAreFoundWhenTheOldOnesAreRefused() throws Exception {
    Files.createDirectories(home.resolve(".aws"));
    Path file = home.resolve(".aws/credentials");
    String text =
        "[default]\naws_access_key_id = %s\naws_secret_access_key = s\naws_session_token = t\n";
    Files.writeString(file, text.formatted("OLD"));
    var chain = chain(NO_MACHINE);
    var old = chain.get();
    Files.writeString(file, text.formatted("NEW"));
    chain.refused(old);
    assertThat(chain.get()).hasToString("KeyPair[NEW, ends never]");
  }

  @Test
  void aTimeThatIsNoneIsAnErrorOfCredentials() throws Exception {
    config(
        "[default]\ncredential_process = echo '{\"Version\":1,\"AccessKeyId\":\"a\",\"SecretAccessKey\":\"b\",\"Expiration\":\"soon\"}'\n");
    assertThat(catchThrowable(chain(NO_MACHINE)::get))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("2030-01-01T00:00:00Z");
  }
}
