package dev.manta.stores.internal.sign;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The examples of Amazon's page "Signature Calculations for the Authorization Header", with their
/// signatures.
class SignerTest {
  private static final Signer SIGNER = new Signer(SigningScheme.AMAZON, "us-east-1", "s3");
  private static final Instant WHEN = Instant.parse("2013-05-24T00:00:00Z");
  private static final String HOST = "https://examplebucket.s3.amazonaws.com";
  private static final Credential.KeyPair KEYS =
      Credential.KeyPair.of("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY");

  private static String signature(
      String method, String uri, Map<String, String> headers, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    var request =
        new Signer.Request(
            method,
            URI.create(HOST + uri),
            new TreeMap<>(headers),
            Hashes.sha256(bytes, bytes.length));
    String text = SIGNER.sign(request, KEYS, WHEN).getOrDefault("authorization", "");
    return text.substring(text.lastIndexOf('=') + 1);
  }

  @Test
  void aRangeOfAnObject() {
    assertThat(signature("GET", "/test.txt", Map.of("range", "bytes=0-9"), ""))
        .isEqualTo("f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
  }

  @Test
  void anObjectWithAKeyThatIsEncoded() {
    Map<String, String> headers =
        Map.of(
            "date", "Fri, 24 May 2013 00:00:00 GMT",
            "x-amz-storage-class", "REDUCED_REDUNDANCY");
    String path = "/" + UriText.path("test$file.text");
    assertThat(signature("PUT", path, headers, "Welcome to Amazon S3."))
        .isEqualTo("98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
  }

  @Test
  void aParameterWithoutAValue() {
    assertThat(signature("GET", "/?lifecycle=", Map.of(), ""))
        .isEqualTo("fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
  }

  @Test
  void aListOfObjects() {
    SortedMap<String, String> query = new TreeMap<>(Map.of("prefix", "J", "max-keys", "2"));
    assertThat(signature("GET", "/?" + UriText.query(query), Map.of(), ""))
        .isEqualTo("34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
  }

  @Test
  void aSessionTokenIsSignedToo() {
    var lent = new Credential.KeyPair("id", "secret", Optional.of("token"), Optional.empty());
    var request = new Signer.Request("GET", URI.create(HOST + "/x"), new TreeMap<>(), "hash");
    SortedMap<String, String> headers = SIGNER.sign(request, lent, WHEN);
    assertThat(headers).containsEntry("x-amz-security-token", "token");
    assertThat(headers.get("authorization"))
        .contains("SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token");
  }

  @Test
  void googleHasItsOwnWords() {
    var request = new Signer.Request("GET", URI.create(HOST + "/x"), new TreeMap<>(), "hash");
    SortedMap<String, String> headers =
        new Signer(SigningScheme.GOOGLE, "auto", "storage").sign(request, KEYS, WHEN);
    assertThat(headers).containsEntry("x-goog-date", "20130524T000000Z");
    assertThat(headers.get("authorization"))
        .startsWith(
            "GOOG4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/auto/storage/goog4_request,");
  }

  @Test
  void aTokenIsShownAsItIsAndNobodyShowsNothing() {
    var request = new Signer.Request("GET", URI.create(HOST + "/x"), new TreeMap<>(), "hash");
    assertThat(SIGNER.sign(request, new Credential.Bearer("t", Optional.empty()), WHEN))
        .containsExactly(Map.entry("authorization", "Bearer t"));
    assertThat(SIGNER.sign(request, new Credential.Anonymous(), WHEN)).isEmpty();
  }

  @Test
  void noSecretIsInATextOfCredentials() {
    var lent =
        new Credential.KeyPair("id", "s3cret", Optional.of("t0ken"), Optional.of(Instant.EPOCH));
    assertThat(lent.toString()).contains("id").doesNotContain("s3cret", "t0ken");
    assertThat(new Credential.Bearer("t0ken", Optional.empty()).toString()).doesNotContain("t0ken");
  }
}
