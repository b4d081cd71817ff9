package dev.manta.stores.internal.objects;

import dev.manta.stores.internal.sign.SigningScheme;
import java.util.Map;

/// In what the interfaces of two kinds of stores differ: Amazon's, which many servers speak, and
/// Google's XML interface.
public enum Dialect {
  AMAZON(SigningScheme.AMAZON, "s3"),
  GOOGLE(SigningScheme.GOOGLE, "storage");

  private final SigningScheme scheme;
  private final String service;

  Dialect(SigningScheme scheme, String service) {
    this.scheme = scheme;
    this.service = service;
  }

  SigningScheme scheme() {
    return scheme;
  }

  String service() {
    return service;
  }

  /// The header that lets a put fail where there is an object.
  Map.Entry<String, String> onlyIfAbsent() {
    return switch (this) {
      case AMAZON -> Map.entry("if-none-match", "*");
      case GOOGLE -> Map.entry("x-goog-if-generation-match", "0");
    };
  }

  /// The header with which a server checks a body.
  Map.Entry<String, String> checksum(String crc32c) {
    return switch (this) {
      case AMAZON -> Map.entry("x-amz-checksum-crc32c", crc32c);
      case GOOGLE -> Map.entry("x-goog-hash", "crc32c=" + crc32c);
    };
  }

  /// A header of the user's own.
  String own(String name) {
    return scheme.header("meta-" + name);
  }
}
