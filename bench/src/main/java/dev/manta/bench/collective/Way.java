package dev.manta.bench.collective;

/// A way from rank to rank.
enum Way {
  BORN("born in the group"),
  COPIED("arrays"),
  PLAIN("plain TCP"),
  TLS("TLS 1.3");

  private final String words;

  Way(String words) {
    this.words = words;
  }

  /// What it is called in results.
  String words() {
    return words;
  }

  /// What a size over so many ranks is called in samples.
  String figure(int ranks, Load load) {
    return this + "." + ranks + "." + load.label();
  }
}
