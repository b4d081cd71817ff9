package dev.manta.stores.internal.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.manta.stores.internal.http.Clients;
import dev.manta.stores.internal.http.Environment;
import dev.manta.stores.internal.sign.Credential;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Each source of the chain, with a service on this machine in place of the cloud's.
@Timeout(300)
class CredentialsTest {
  private static final String LENT =
      """
      {"AccessKeyId": "LENT", "SecretAccessKey": "s", "Token": "t", "Expiration": "2030-01-01T00:00:00Z"}
      """;

  private static final String STS =
      """
      <R><Credentials><AccessKeyId>STS</AccessKeyId><SecretAccessKey>s</SecretAccessKey>
      <SessionToken>t</SessionToken><Expiration>2030-01-01T00:00:00Z</Expiration></Credentials></R>
      """;

  @TempDir private Path home;
  private HttpServer service;
  private final Map<String, String> answers = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));

  @BeforeEach
  void start() throws IOException {
    service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    service.createContext("/", this::answer);
    service.start();
  }

  @AfterEach
  void stop() {
    service.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String call = exchange.getRequestMethod() + " " + exchange.getRequestURI();
    String token = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
    asked.add(call + " " + token + " " + body);
    String answer = answers.get(call);
    byte[] bytes = (answer == null ? "" : answer).getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer == null ? 404 : 200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private String at(String path) {
    return "http://127.0.0.1:" + service.getAddress().getPort() + path;
  }

  private CredentialChain chain(Map<String, String> variables) {
    Map<String, String> all = new HashMap<>(variables);
    all.putIfAbsent("AWS_EC2_METADATA_DISABLED", "true");
    var environment = new Environment(all, home);
    return AmazonCredentials.chain(environment, () -> Clients.of(environment), now::get);
  }

  private String id(Map<String, String> variables) throws Exception {
    return ((Credential.KeyPair) chain(variables).get()).id();
  }

  private void profile(String text) throws IOException {
    Files.createDirectories(home.resolve(".aws"));
    Files.writeString(home.resolve(".aws/credentials"), text);
  }

  @Test
  void variablesComeFirst() throws Exception {
    profile("[default]\naws_access_key_id=FILE\naws_secret_access_key=s\n");
    assertThat(id(Map.of("AWS_ACCESS_KEY_ID", "ENV", "AWS_SECRET_ACCESS_KEY", "s")))
        .isEqualTo("ENV");
  }

  @Test
  void aProfileHasKeys() throws Exception {
    profile(
        """
        # comment
        [default]
        aws_access_key_id = FILE
        aws_secret_access_key = s

        [other]
        aws_access_key_id=OTHER
        aws_secret_access_key=s
        aws_session_token=t
        """);
    assertThat(id(Map.of())).isEqualTo("FILE");
    assertThat(id(Map.of("AWS_PROFILE", "other"))).isEqualTo("OTHER");
  }

  @Test
  void aProfileMayTakeARoleWithTheKeysOfAnother() throws Exception {
    answers.put("POST /sts", STS);
    profile(
        """
        [default]
        role_arn = arn:aws:iam::1:role/train
        source_profile = base
        [base]
        aws_access_key_id = BASE
        aws_secret_access_key = s
        """);
    assertThat(id(Map.of("AWS_ENDPOINT_URL_STS", at("/sts")))).isEqualTo("STS");
    assertThat(asked.getFirst())
        .contains("AWS4-HMAC-SHA256 Credential=BASE/")
        .contains("RoleArn=arn%3Aaws%3Aiam%3A%3A1%3Arole%2Ftrain");
  }

  @Test
  void aProfileMayNameAProgram() throws Exception {
    profile(
        """
        [default]
        credential_process = echo '{"Version":1,"AccessKeyId":"PROGRAM","SecretAccessKey":"s"}'
        """);
    assertThat(id(Map.of())).isEqualTo("PROGRAM");
  }

  @Test
  void aTokenOfThePlatformBuysARole() throws Exception {
    answers.put("POST /sts", STS);
    Path token = Files.writeString(home.resolve("token"), "platform-token\n");
    String id =
        id(
            Map.of(
                "AWS_WEB_IDENTITY_TOKEN_FILE", token.toString(),
                "AWS_ROLE_ARN", "arn:aws:iam::1:role/train",
                "AWS_ENDPOINT_URL_STS", at("/sts")));
    assertThat(id).isEqualTo("STS");
    assertThat(asked.getFirst()).contains("WebIdentityToken=platform-token");
  }

  @Test
  void aContainerHasAService() throws Exception {
    answers.put("GET /container", LENT);
    String id =
        id(
            Map.of(
                "AWS_CONTAINER_CREDENTIALS_FULL_URI",
                at("/container"),
                "AWS_CONTAINER_AUTHORIZATION_TOKEN",
                "pod"));
    assertThat(id).isEqualTo("LENT");
    assertThat(asked).containsExactly("GET /container pod ");
  }

  @Test
  void aContainersTokenGoesToNobodyElse() {
    assertThatThrownBy(
            () -> id(Map.of("AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://example.com/x")))
        .hasMessage(
            "AWS_CONTAINER_CREDENTIALS_FULL_URI must be https or of this machine, not example.com");
  }

  @Test
  void aMachineHasAService() throws Exception {
    answers.put("PUT /latest/api/token", "session");
    answers.put("GET /latest/meta-data/iam/security-credentials/", "role");
    answers.put("GET /latest/meta-data/iam/security-credentials/role", LENT);
    Map<String, String> variables =
        Map.of("AWS_EC2_METADATA_SERVICE_ENDPOINT", at(""), "AWS_EC2_METADATA_DISABLED", "false");
    assertThat(id(variables)).isEqualTo("LENT");
  }

  @Test
  void withoutAnyAllPlacesAreNamed() {
    assertThatThrownBy(() -> id(Map.of()))
        .isInstanceOf(CredentialChain.NoCredentials.class)
        .hasMessage(
            "no credentials were found; looked at AWS_ACCESS_KEY_ID, AWS_WEB_IDENTITY_TOKEN_FILE,"
                + " profile default of ~/.aws (not there), the container's service, the machine's"
                + " service");
  }

  @Test
  void theyAreRenewedBeforeTheyEnd() throws Exception {
    AtomicInteger found = new AtomicInteger();
    CredentialChain chain = lending(found, Duration.ofHours(1));
    chain.get();
    now.set(now.get().plus(Duration.ofMinutes(54)));
    chain.get();
    assertThat(found).hasValue(1);
    now.set(now.get().plus(Duration.ofMinutes(2)));
    chain.get();
    assertThat(found).hasValue(2);
  }

  @Test
  void thoseThatServerRefusesAreFetchedAgain() throws Exception {
    AtomicInteger found = new AtomicInteger();
    CredentialChain chain = lending(found, Duration.ofHours(1));
    chain.refused(chain.get());
    chain.get();
    assertThat(found).hasValue(2);
  }

  @Test
  void aRenewalThatFailsDoesNoHarmUntilTheyEnd() throws Exception {
    AtomicInteger found = new AtomicInteger();
    Instant end = now.get().plus(Duration.ofHours(1));
    CredentialSource once =
        CredentialSource.of(
            "test",
            () -> {
              if (found.incrementAndGet() > 1) {
                throw new IOException("the service is away");
              }
              return Optional.of(new Credential.Bearer("t", Optional.of(end)));
            });
    var chain = new CredentialChain(List.of(once), now::get);
    Credential first = chain.get();
    now.set(end.minus(Duration.ofMinutes(1)));
    assertThat(chain.get()).isEqualTo(first);
    now.set(end);
    assertThatThrownBy(chain::get).hasMessage("the service is away");
  }

  private CredentialChain lending(AtomicInteger found, Duration life) {
    CredentialSource source =
        CredentialSource.of(
            "test",
            () ->
                Optional.of(
                    new Credential.Bearer(
                        "t" + found.incrementAndGet(), Optional.of(now.get().plus(life)))));
    return new CredentialChain(List.of(source), now::get);
  }

  @Test
  void googlesServiceAccountSignsForAToken() throws Exception {
    answers.put("POST /token", "{\"access_token\": \"google\", \"expires_in\": 3600}");
    var generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    var keys = generator.generateKeyPair();
    String pem =
        "-----BEGIN PRIVATE KEY-----\\n"
            + Base64.getEncoder().encodeToString(keys.getPrivate().getEncoded())
            + "\\n-----END PRIVATE KEY-----\\n";
    Path file =
        Files.writeString(
            home.resolve("account.json"),
            "{\"type\": \"service_account\", \"client_email\": \"a@b\", \"private_key\": \"%s\", \"token_uri\": \"%s\"}"
                .formatted(pem, at("/token")));
    assertThat(google(Map.of("GOOGLE_APPLICATION_CREDENTIALS", file.toString())))
        .isEqualTo(new Credential.Bearer("google", Optional.of(now.get().plusSeconds(3600))));
    assertThat(asked.getFirst())
        .contains("grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer");
  }

  @Test
  void googlesOtherSources() throws Exception {
    answers.put(
        "GET /computeMetadata/v1/instance/service-accounts/default/token",
        "{\"access_token\": \"machine\", \"expires_in\": 600}");
    assertThat(google(Map.of("GOOGLE_OAUTH_ACCESS_TOKEN", "t")))
        .isEqualTo(new Credential.Bearer("t", Optional.empty()));
    assertThat(google(Map.of("MANTA_GS_ACCESS_KEY_ID", "G", "MANTA_GS_SECRET_ACCESS_KEY", "s")))
        .isEqualTo(Credential.KeyPair.of("G", "s"));
    assertThat(google(Map.of("GCE_METADATA_HOST", at("").substring(7))))
        .isEqualTo(new Credential.Bearer("machine", Optional.of(now.get().plusSeconds(600))));
    assertThatThrownBy(() -> google(Map.of("NO_GCE_CHECK", "true")))
        .isInstanceOf(CredentialChain.NoCredentials.class);
  }

  private Credential google(Map<String, String> variables) throws Exception {
    var environment = new Environment(variables, home);
    return GoogleCredentials.chain(environment, () -> Clients.of(environment), now::get).get();
  }
}
