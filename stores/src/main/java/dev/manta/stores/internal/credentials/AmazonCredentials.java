package dev.manta.stores.internal.credentials;

import dev.manta.stores.internal.http.Clients;
import dev.manta.stores.internal.http.Environment;
import dev.manta.stores.internal.http.LazyClient;
import dev.manta.stores.internal.sign.Credential;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The chain that Amazon's own tools follow.
public final class AmazonCredentials {
  private static final Duration SERVICE = Duration.ofSeconds(10);

  /// Nobody answers at the address of a machine's service where there is none.
  private static final Duration INSTANCE = Duration.ofSeconds(1);

  private AmazonCredentials() {}

  /// The chain in an environment.
  public static CredentialChain chain(
      Environment environment, Supplier<HttpClient> client, InstantSource clock) {
    if (environment.flag("MANTA_S3_ANONYMOUS").orElse(false)) {
      return new CredentialChain(
          List.of(
              CredentialSource.of(
                  "MANTA_S3_ANONYMOUS", () -> Optional.of(new Credential.Anonymous()))),
          clock);
    }
    Profiles profiles = Profiles.of(environment);
    var calls = new PlainCalls(client, SERVICE);
    var tokens = new SecurityTokens(environment, profiles, calls, clock);
    var container = new MetadataServices(environment, calls);
    var instance =
        new MetadataServices(
            environment, new PlainCalls(new LazyClient(() -> Clients.direct(INSTANCE)), INSTANCE));
    var profile = new ProfileCredentials(profiles, tokens, instance);
    return new CredentialChain(
        List.of(
            CredentialSource.of("AWS_ACCESS_KEY_ID", () -> EnvironmentKeys.find(environment)),
            CredentialSource.of("AWS_WEB_IDENTITY_TOKEN_FILE", tokens::webIdentity),
            CredentialSource.of(described(profiles), profile::find),
            CredentialSource.of("the container's service", container::container),
            CredentialSource.of("the machine's service", instance::instance)),
        clock);
  }

  private static String described(Profiles profiles) {
    String name = profiles.chosen();
    return "profile " + name + " of ~/.aws" + (profiles.has(name) ? "" : " (not there)");
  }
}
