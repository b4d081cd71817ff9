package dev.manta.stores.internal.sign;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Signs requests with version 4 of Amazon's signatures, or Google's, which are built alike.
public record Signer(SigningScheme scheme, String region, String service) {
  /// In place of a body's hash: TLS and a checksum look after the body.
  public static final String UNSIGNED = "UNSIGNED-PAYLOAD";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  /// What is signed of a request.
  ///
  /// @param uri with a path and a query that are encoded and ordered already
  /// @param headers with names in lower case
  /// @param payloadHash of the body, or [#UNSIGNED]
  public record Request(
      String method, URI uri, SortedMap<String, String> headers, String payloadHash) {}

  /// The headers of a request with those that prove who sends it.
  public SortedMap<String, String> sign(Request request, Credential credential, Instant now) {
    SortedMap<String, String> headers = new TreeMap<>(request.headers());
    switch (credential) {
      case Credential.Anonymous _ -> {}
      case Credential.Bearer bearer -> headers.put("authorization", "Bearer " + bearer.token());
      case Credential.KeyPair keys -> sign(request, keys, TIME.format(now), headers);
    }
    return headers;
  }

  private void sign(
      Request request, Credential.KeyPair keys, String time, SortedMap<String, String> headers) {
    headers.put(scheme.header("date"), time);
    headers.put(scheme.header("content-sha256"), request.payloadHash());
    keys.sessionToken().ifPresent(token -> headers.put(scheme.header("security-token"), token));
    SortedMap<String, String> signed = new TreeMap<>(headers);
    signed.put("host", host(request.uri()));
    String names = String.join(";", signed.keySet());
    String scope = String.join("/", time.substring(0, 8), region, service, scheme.terminator());
    String toSign =
        String.join(
            "\n", scheme.algorithm(), time, scope, Hashes.sha256(canonical(request, signed)));
    String signature = HexFormat.of().formatHex(Hashes.hmac(key(keys.secret(), time), toSign));
    headers.put(
        "authorization",
        "%s Credential=%s/%s,SignedHeaders=%s,Signature=%s"
            .formatted(scheme.algorithm(), keys.id(), scope, names, signature));
  }

  private static String canonical(Request request, SortedMap<String, String> headers) {
    URI uri = request.uri();
    StringBuilder out = new StringBuilder(request.method()).append('\n');
    out.append(uri.getRawPath().isEmpty() ? "/" : uri.getRawPath()).append('\n');
    out.append(uri.getRawQuery() == null ? "" : uri.getRawQuery()).append('\n');
    for (Map.Entry<String, String> header : headers.entrySet()) {
      String value = header.getValue().strip().replaceAll(" +", " ");
      out.append(header.getKey()).append(':').append(value).append('\n');
    }
    out.append('\n').append(String.join(";", headers.keySet())).append('\n');
    return out.append(request.payloadHash()).toString();
  }

  private byte[] key(String secret, String time) {
    byte[] key = (scheme.keyPrefix() + secret).getBytes(StandardCharsets.UTF_8);
    for (String part : new String[] {time.substring(0, 8), region, service, scheme.terminator()}) {
      key = Hashes.hmac(key, part);
    }
    return key;
  }

  /// As the HTTP client will write it: without the port that the scheme has anyway.
  private static String host(URI uri) {
    int usual = uri.getScheme().equals("https") ? 443 : 80;
    boolean plain = uri.getPort() == -1 || uri.getPort() == usual;
    return plain ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
  }
}
