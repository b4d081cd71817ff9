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
  private AmazonCredentials() {}

  /// The chain in an environment.
  public static CredentialChain chain(
      Environment environment, Supplier<HttpClient> client, InstantSource clock) {
    return chain(environment, client, clock, ServiceLimits.DEFAULT);
  }

  static CredentialChain chain(
      Environment environment,
      Supplier<HttpClient> client,
      InstantSource clock,
      ServiceLimits limits) {
    if (environment.flag("MANTA_S3_ANONYMOUS").orElse(false)) {
      return new CredentialChain(
          List.of(
              CredentialSource.of(
                  "MANTA_S3_ANONYMOUS", () -> Optional.of(new Credential.Anonymous()))),
          clock);
    }
    var calls = new PlainCalls(client, limits.service());
    var container = new MetadataServices(environment, near(environment, limits.service()));
    var instance = new MetadataServices(environment, near(environment, limits.machine()));
    var program = new CredentialProgram(limits.program());
    Profiles atFirst = Profiles.of(environment);
    var tokens = new SecurityTokens(environment, atFirst, calls, clock);
    return new CredentialChain(
        List.of(
            CredentialSource.of("AWS_ACCESS_KEY_ID", () -> EnvironmentKeys.find(environment)),
            CredentialSource.of("AWS_WEB_IDENTITY_TOKEN_FILE", tokens::webIdentity),
            CredentialSource.of(
                described(atFirst),
                () -> {
                  Profiles now = Profiles.read(environment);
                  var lent = new SecurityTokens(environment, now, calls, clock);
                  return new ProfileCredentials(now, lent, instance, program).find();
                }),
            CredentialSource.of("the container's service", container::container),
            CredentialSource.of("the machine's service", instance::instance)),
        clock);
  }

  /// What goes to services of this machine is nobody else's: no proxy hears of it.
  private static PlainCalls near(Environment environment, Duration limit) {
    return new PlainCalls(new LazyClient(() -> Clients.direct(environment, limit)), limit);
  }

  private static String described(Profiles profiles) {
    String name = profiles.chosen();
    return "profile " + name + " of ~/.aws" + (profiles.has(name) ? "" : " (not there)");
  }
}
