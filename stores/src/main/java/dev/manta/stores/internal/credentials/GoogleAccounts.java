package dev.manta.stores.internal.credentials;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import dev.manta.stores.internal.http.Environment;
import dev.manta.stores.internal.sign.Credential;
import dev.manta.stores.internal.sign.UriText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Tokens for the account in a file: of a service, or of the user that `gcloud auth
/// application-default login` has left.
record GoogleAccounts(Environment environment, PlainCalls calls, InstantSource clock) {
  private static final String TOKENS = "https://oauth2.googleapis.com/token";
  private static final String SCOPE = "https://www.googleapis.com/auth/devstorage.read_write";
  private static final String GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";

  Optional<Credential> find() throws IOException, InterruptedException {
    Optional<String> named = environment.get("GOOGLE_APPLICATION_CREDENTIALS");
    Path usual = environment.home().resolve(".config/gcloud/application_default_credentials.json");
    Path file = named.map(Path::of).orElse(usual);
    if (named.isEmpty() && !Files.isReadable(file)) {
      return Optional.empty();
    }
    JsonObject account = new PlainCalls.Said(200, Files.readString(file)).json(file.toString());
    return Optional.of(token(account, file));
  }

  private Credential token(JsonObject account, Path file) throws IOException, InterruptedException {
    String uri = PlainCalls.text(account, "token_uri").orElse(TOKENS);
    String type = PlainCalls.text(account, "type").orElse("nothing");
    SortedMap<String, String> form =
        switch (type) {
          case "service_account" -> service(account, uri);
          case "authorized_user" -> user(account);
          default ->
              throw new IOException(
                  "%s is of the type %s: only service_account and authorized_user are known"
                      .formatted(file, type));
        };
    PlainCalls.Said said =
        calls.post(
            uri, Map.of("Content-Type", "application/x-www-form-urlencoded"), UriText.query(form));
    if (!said.isFine()) {
      throw new IOException(
          "%s refused the account in %s (%s)".formatted(uri, file, said.status()));
    }
    return GoogleCredentials.bearer(said.json(uri), clock);
  }

  private static SortedMap<String, String> user(JsonObject account) throws IOException {
    return new TreeMap<>(
        Map.of(
            "grant_type", "refresh_token",
            "client_id", field(account, "client_id"),
            "client_secret", field(account, "client_secret"),
            "refresh_token", field(account, "refresh_token")));
  }

  private SortedMap<String, String> service(JsonObject account, String uri) throws IOException {
    long now = clock.instant().getEpochSecond();
    Json claims =
        JsonObject.EMPTY
            .with("iss", Json.of(field(account, "client_email")))
            .with("scope", Json.of(SCOPE))
            .with("aud", Json.of(uri))
            .with("iat", Json.of(now))
            .with("exp", Json.of(now + 3600));
    String head = base64("{\"alg\":\"RS256\",\"typ\":\"JWT\"}".getBytes(StandardCharsets.UTF_8));
    String said = head + "." + base64(claims.bytes());
    String proof = base64(signature(field(account, "private_key"), said));
    return new TreeMap<>(Map.of("grant_type", GRANT, "assertion", said + "." + proof));
  }

  private static byte[] signature(String pem, String text) throws IOException {
    try {
      String body = pem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
      PrivateKey key =
          KeyFactory.getInstance("RSA")
              .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body)));
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(key);
      signature.update(text.getBytes(StandardCharsets.UTF_8));
      return signature.sign();
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IOException("the private_key of the account is not one");
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static String field(JsonObject account, String name) throws IOException {
    return PlainCalls.text(account, name)
        .orElseThrow(() -> new IOException("the account's file has no " + name));
  }
}
