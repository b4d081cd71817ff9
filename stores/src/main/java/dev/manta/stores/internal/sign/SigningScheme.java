package dev.manta.stores.internal.sign;

/// The words in which Amazon's and Google's signatures differ.
public enum SigningScheme {
  AMAZON("AWS4", "aws4_request", "x-amz-"),
  GOOGLE("GOOG4", "goog4_request", "x-goog-");

  private final String name;
  private final String terminator;
  private final String headerPrefix;

  SigningScheme(String name, String terminator, String headerPrefix) {
    this.name = name;
    this.terminator = terminator;
    this.headerPrefix = headerPrefix;
  }

  String algorithm() {
    return name + "-HMAC-SHA256";
  }

  String keyPrefix() {
    return name;
  }

  String terminator() {
    return terminator;
  }

  /// A header of this kind of store: `date` is `x-amz-date` or `x-goog-date`.
  public String header(String rest) {
    return headerPrefix + rest;
  }
}
