package dev.manta.bench.stores;

import dev.manta.stores.internal.sign.Credential;
import dev.manta.stores.internal.sign.Signer;
import dev.manta.stores.internal.sign.SigningScheme;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;

/// A request as it goes over a socket.
///
/// @param range the bytes that are read, as its header has them; empty for all
/// @param hash of its body: the server compares it, as it does for any client
record RawCall(URI server, String method, String key, String query, String range, String hash) {
  RawCall(URI server, String method, String key, String query) {
    this(server, method, key, query, "", Signer.UNSIGNED);
  }

  RawCall range(long from, long to) {
    return new RawCall(server, method, key, query, "bytes=" + from + "-" + to, hash);
  }

  /// With the hash of its body, which is known already.
  RawCall signed(String known) {
    return new RawCall(server, method, key, query, range, known);
  }

  /// What completes an upload with these parts.
  static byte[] document(String... tags) {
    StringBuilder out = new StringBuilder("<CompleteMultipartUpload>");
    for (int i = 0; i < tags.length; i++) {
      out.append("<Part><PartNumber>").append(i + 1).append("</PartNumber><ETag>");
      out.append(tags[i]).append("</ETag></Part>");
    }
    return out.append("</CompleteMultipartUpload>").toString().getBytes(StandardCharsets.UTF_8);
  }

  /// Its first line and headers.
  byte[] head(int length) {
    String target = key + (query.isEmpty() ? "" : "?" + query);
    SortedMap<String, String> headers = new TreeMap<>();
    if (!range.isEmpty()) {
      headers.put("range", range);
    }
    StringBuilder out = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
    out.append("host: ").append(server.getAuthority()).append("\r\n");
    signed(URI.create(server + target), headers)
        .forEach((name, value) -> out.append(name + ": " + value + "\r\n"));
    out.append("content-length: ").append(length).append("\r\n\r\n");
    return out.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private SortedMap<String, String> signed(URI uri, SortedMap<String, String> headers) {
    var request = new Signer.Request(method, uri, headers, hash);
    return new Signer(SigningScheme.AMAZON, System.getenv("AWS_REGION"), "s3")
        .sign(
            request,
            Credential.KeyPair.of(
                System.getenv("AWS_ACCESS_KEY_ID"), System.getenv("AWS_SECRET_ACCESS_KEY")),
            Instant.now());
  }
}
