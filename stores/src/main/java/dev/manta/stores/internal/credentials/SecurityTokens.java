package dev.manta.stores.internal.credentials;

import dev.manta.stores.internal.http.Environment;
import dev.manta.stores.internal.sign.Credential;
import dev.manta.stores.internal.sign.Hashes;
import dev.manta.stores.internal.sign.Signer;
import dev.manta.stores.internal.sign.SigningScheme;
import dev.manta.stores.internal.sign.UriText;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Roles that Amazon's security token service (STS) lends.
record SecurityTokens(
    Environment environment, Profiles profiles, PlainCalls calls, InstantSource clock) {
  private static final String FORM = "application/x-www-form-urlencoded";

  /// The role of the environment, proved by the token that its platform keeps in a file.
  Optional<Credential> webIdentity() throws IOException, InterruptedException {
    Optional<String> file = environment.get("AWS_WEB_IDENTITY_TOKEN_FILE");
    Optional<String> role = environment.get("AWS_ROLE_ARN");
    if (file.isEmpty() || role.isEmpty()) {
      return Optional.empty();
    }
    String session = environment.get("AWS_ROLE_SESSION_NAME").orElse("manta");
    return Optional.of(webIdentity(role.get(), file.get(), session));
  }

  Credential webIdentity(String role, String tokenFile, String session)
      throws IOException, InterruptedException {
    SortedMap<String, String> form = form("AssumeRoleWithWebIdentity", role, session);
    form.put("WebIdentityToken", Files.readString(Path.of(tokenFile)).strip());
    return lent(role, calls.post(endpoint(), Map.of("Content-Type", FORM), UriText.query(form)));
  }

  /// A role that other keys may take.
  Credential assume(String role, Credential.KeyPair by, SortedMap<String, String> more)
      throws IOException, InterruptedException {
    SortedMap<String, String> form = form("AssumeRole", role, "manta");
    form.putAll(more);
    String body = UriText.query(form);
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    SortedMap<String, String> headers = new TreeMap<>(Map.of("content-type", FORM));
    var request =
        new Signer.Request(
            "POST", URI.create(endpoint()), headers, Hashes.sha256(bytes, bytes.length));
    var signer = new Signer(SigningScheme.AMAZON, region(), "sts");
    return lent(role, calls.post(endpoint(), signer.sign(request, by, clock.instant()), body));
  }

  private static SortedMap<String, String> form(String action, String role, String session) {
    return new TreeMap<>(
        Map.of(
            "Action",
            action,
            "Version",
            "2011-06-15",
            "RoleArn",
            role,
            "RoleSessionName",
            session));
  }

  private String region() {
    return environment
        .get("AWS_REGION", "AWS_DEFAULT_REGION")
        .or(() -> profiles.get("region"))
        .orElse("us-east-1");
  }

  String endpoint() {
    return environment
        .get("AWS_ENDPOINT_URL_STS")
        .or(() -> profiles.endpoint("sts"))
        .orElse("https://sts." + region() + domain());
  }

  private String domain() {
    return region().startsWith("cn-") ? ".amazonaws.com.cn/" : ".amazonaws.com/";
  }

  private static Credential lent(String role, PlainCalls.Said said) throws IOException {
    if (!said.isFine()) {
      throw new IOException(
          "STS refused the role %s (%s %s): %s"
              .formatted(role, said.status(), field(said, "Code"), field(said, "Message")));
    }
    String id = field(said, "AccessKeyId");
    String secret = field(said, "SecretAccessKey");
    if (id.isEmpty() || secret.isEmpty()) {
      throw new IOException("STS answered with something else than credentials");
    }
    String ends = field(said, "Expiration");
    Optional<Instant> end = ends.isEmpty() ? Optional.empty() : Optional.of(PlainCalls.time(ends));
    return new Credential.KeyPair(id, secret, Optional.of(field(said, "SessionToken")), end);
  }

  private static String field(PlainCalls.Said said, String name) {
    Matcher found = Pattern.compile("<" + name + ">([^<]*)</" + name + ">").matcher(said.text());
    return found.find() ? found.group(1).strip() : "";
  }
}
