package dev.manta.internal.collective.tcp.link;

import java.net.InetSocketAddress;
import java.util.List;

/// Where a process listens for the members of its next group, the secret that only they know, and
/// the print of its certificate (empty: links are plain). It travels as the address of an offer.
public record GroupEndpoint(String host, int port, String secret, String print) {
  private static final String SEPARATOR = "#";

  /// Reads what [#text] wrote.
  public static GroupEndpoint parse(String text) {
    List<String> parts = List.of(text.split(SEPARATOR, -1));
    int colon = parts.getFirst().lastIndexOf(':');
    if (parts.size() != 3 || colon < 0) {
      throw new IllegalArgumentException("a member listens nowhere: '" + parts.getFirst() + "'");
    }
    String address = parts.getFirst();
    int port = Integer.parseInt(address.substring(colon + 1));
    return new GroupEndpoint(address.substring(0, colon), port, parts.get(1), parts.get(2));
  }

  public String text() {
    return String.join(SEPARATOR, place(), secret, print);
  }

  /// Host and port.
  String place() {
    return host + ":" + port;
  }

  public InetSocketAddress address() {
    return new InetSocketAddress(host, port);
  }

  @Override
  public String toString() {
    return place();
  }
}
