package dev.manta.stores.internal.credentials;

import dev.manta.spi.json.JsonNumber;
import dev.manta.spi.json.JsonObject;
import dev.manta.stores.internal.http.Clients;
import dev.manta.stores.internal.http.Environment;
import dev.manta.stores.internal.http.LazyClient;
import dev.manta.stores.internal.sign.Credential;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Google's chain: HMAC keys, a token, the file of a service account, the machine's service.
public final class GoogleCredentials {
  private static final Duration SERVICE = Duration.ofSeconds(10);
  private static final Duration METADATA = Duration.ofSeconds(1);
  private static final Duration LIFE_MAX = Duration.ofDays(365);
  private static final String TOKEN_PATH =
      "/computeMetadata/v1/instance/service-accounts/default/token";

  private GoogleCredentials() {}

  /// The chain in an environment.
  public static CredentialChain chain(
      Environment environment, Supplier<HttpClient> client, InstantSource clock) {
    var accounts = new GoogleAccounts(environment, new PlainCalls(client, SERVICE), clock);
    var metadata =
        new PlainCalls(new LazyClient(() -> Clients.direct(environment, METADATA)), METADATA);
    return new CredentialChain(
        List.of(
            CredentialSource.of("MANTA_GS_ANONYMOUS", () -> anonymous(environment)),
            CredentialSource.of("MANTA_GS_ACCESS_KEY_ID", () -> keys(environment)),
            CredentialSource.of("GOOGLE_OAUTH_ACCESS_TOKEN", () -> token(environment)),
            CredentialSource.of("GOOGLE_APPLICATION_CREDENTIALS", accounts::find),
            CredentialSource.of(
                "the machine's service", () -> machine(environment, metadata, clock))),
        clock);
  }

  private static Optional<Credential> anonymous(Environment environment) {
    return environment
        .flag("MANTA_GS_ANONYMOUS")
        .filter(Boolean::booleanValue)
        .map(_ -> new Credential.Anonymous());
  }

  private static Optional<Credential> keys(Environment environment) {
    return environment
        .get("MANTA_GS_ACCESS_KEY_ID")
        .flatMap(
            id ->
                environment
                    .get("MANTA_GS_SECRET_ACCESS_KEY")
                    .map(secret -> Credential.KeyPair.of(id, secret)));
  }

  private static Optional<Credential> token(Environment environment) {
    return environment
        .get("GOOGLE_OAUTH_ACCESS_TOKEN", "CLOUDSDK_AUTH_ACCESS_TOKEN")
        .map(token -> new Credential.Bearer(token, Optional.empty()));
  }

  /// A machine of another kind has nobody there: that is not an error.
  private static Optional<Credential> machine(
      Environment environment, PlainCalls calls, InstantSource clock)
      throws IOException, InterruptedException {
    if (environment.flag("NO_GCE_CHECK").orElse(false)) {
      return Optional.empty();
    }
    String host = environment.get("GCE_METADATA_HOST").orElse("metadata.google.internal");
    try {
      PlainCalls.Said said =
          calls.get("http://" + host + TOKEN_PATH, Map.of("Metadata-Flavor", "Google"));
      said.requireAble("the machine's service");
      return said.isFine()
          ? Optional.of(bearer(said.json("the machine's service"), clock))
          : Optional.empty();
    } catch (PlainCalls.NotNow e) {
      throw e;
    } catch (IOException elsewhere) {
      if (environment.get("GCE_METADATA_HOST").isPresent()) {
        throw new IOException("the machine's service does not answer", elsewhere);
      }
      return Optional.empty();
    }
  }

  static Credential bearer(JsonObject said, InstantSource clock) throws IOException {
    String token = PlainCalls.text(said, "access_token").orElse("");
    if (token.isEmpty()) {
      throw new IOException("there is no access_token in what the service answered");
    }
    long seconds =
        said.find("expires_in")
            .map(value -> value instanceof JsonNumber number ? number.value().longValue() : 0L)
            .orElse(3600L);
    Instant end = clock.instant().plusSeconds(Math.clamp(seconds, 0, LIFE_MAX.toSeconds()));
    return new Credential.Bearer(token, Optional.of(end));
  }
}
