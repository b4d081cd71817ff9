package dev.manta.stores.internal.credentials;

import dev.manta.stores.internal.sign.Credential;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// What the chosen profile says: keys, a role and whose keys may take it, or a program to ask.
record ProfileCredentials(
    Profiles profiles,
    SecurityTokens tokens,
    MetadataServices services,
    CredentialProgram credentialProgram) {
  Optional<Credential> find() throws IOException, InterruptedException {
    return of(profiles.chosen(), new HashSet<>());
  }

  private Optional<Credential> of(String profile, Set<String> above)
      throws IOException, InterruptedException {
    if (!above.add(profile)) {
      return keys(profile);
    }
    Optional<String> role = profiles.get(profile, "role_arn");
    if (role.isPresent()) {
      return Optional.of(role(profile, role.get(), above));
    }
    Optional<Credential> keys = keys(profile);
    return keys.isPresent() ? keys : program(profile);
  }

  private Optional<Credential> keys(String profile) {
    return profiles
        .get(profile, "aws_access_key_id")
        .flatMap(
            id ->
                profiles
                    .get(profile, "aws_secret_access_key")
                    .map(
                        secret ->
                            new Credential.KeyPair(
                                id,
                                secret,
                                profiles.get(profile, "aws_session_token"),
                                Optional.empty())));
  }

  private Credential role(String profile, String role, Set<String> above)
      throws IOException, InterruptedException {
    Optional<String> file = profiles.get(profile, "web_identity_token_file");
    String session = profiles.get(profile, "role_session_name").orElse("manta");
    if (file.isPresent()) {
      return tokens.webIdentity(role, file.get(), session);
    }
    SortedMap<String, String> more = new TreeMap<>();
    more.put("RoleSessionName", session);
    profiles.get(profile, "external_id").ifPresent(id -> more.put("ExternalId", id));
    return tokens.assume(role, source(profile, above), more);
  }

  private Credential.KeyPair source(String profile, Set<String> above)
      throws IOException, InterruptedException {
    Optional<String> other = profiles.get(profile, "source_profile");
    Optional<Credential> found =
        other.isPresent()
            ? of(other.get(), above)
            : service(profiles.get(profile, "credential_source").orElse(""));
    if (found.isPresent() && found.get() instanceof Credential.KeyPair keys) {
      return keys;
    }
    throw new IOException(
        "profile %s has a role_arn, and its source_profile %s has no keys"
            .formatted(profile, other.orElse("(none)")));
  }

  private Optional<Credential> service(String name) throws IOException, InterruptedException {
    return switch (name) {
      case "Ec2InstanceMetadata" -> services.instance();
      case "EcsContainer" -> services.container();
      case "Environment" -> EnvironmentKeys.find(services.environment());
      default -> Optional.empty();
    };
  }

  private Optional<Credential> program(String profile) throws IOException, InterruptedException {
    Optional<String> command = profiles.get(profile, "credential_process");
    if (command.isPresent()) {
      return Optional.of(credentialProgram.ask(command.get()));
    }
    if (profiles
        .get(profile, "sso_session")
        .or(() -> profiles.get(profile, "sso_start_url"))
        .isPresent()) {
      throw new IOException(
          "profile %1$s signs in by SSO, which this client cannot: add credential_process = aws configure export-credentials --profile %1$s --format process to a profile of its own"
              .formatted(profile));
    }
    return Optional.empty();
  }
}
