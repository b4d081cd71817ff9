package dev.manta.xgboost.internal.ring;

/// Where a rank is reached while ranks connect to each other.
record Peer(String host, int port) {
  String text() {
    return host + " " + port;
  }

  static Peer parse(String text) {
    int space = text.lastIndexOf(' ');
    return new Peer(text.substring(0, space), Integer.parseInt(text.substring(space + 1)));
  }
}
