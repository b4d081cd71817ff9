package dev.manta.stores.internal.credentials;

import dev.manta.stores.internal.http.Environment;
import dev.manta.stores.internal.sign.Credential;
import java.util.Optional;

/// Keys in variables.
final class EnvironmentKeys {
  private EnvironmentKeys() {}

  static Optional<Credential> find(Environment environment) {
    Optional<String> token = environment.get("AWS_SESSION_TOKEN");
    return environment
        .get("AWS_ACCESS_KEY_ID")
        .flatMap(
            id ->
                environment
                    .get("AWS_SECRET_ACCESS_KEY")
                    .map(secret -> new Credential.KeyPair(id, secret, token, Optional.empty())));
  }
}
