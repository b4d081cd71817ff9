package dev.manta.internal.head;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.net.InetSocketAddress;

/// Where a head, or a node that may become one, is called, and the print of the certificate that it
/// must show.
public record HeadAddress(String host, int port, String print) {
  /// Where heads listen unless told otherwise.
  public static final int PORT = 6_379;

  private static final String SCHEME = "manta://";
  private static final int PORT_MAX = 65_535;

  /// Reads `manta://host:port` or `host:port`; the port may be left out.
  public static HeadAddress parse(String text, String print) {
    String place = text.startsWith(SCHEME) ? text.substring(SCHEME.length()) : text;
    int colon = place.lastIndexOf(':');
    boolean bracketed = place.endsWith("]");
    String host = colon < 0 || bracketed ? place : place.substring(0, colon);
    int port = colon < 0 || bracketed ? PORT : port(text, place.substring(colon + 1));
    if (host.isBlank() || host.contains("/")) {
      throw wrong(text);
    }
    return new HeadAddress(host, port, print);
  }

  private static int port(String text, String port) {
    if (!port.matches("\\d{1,5}") || Integer.parseInt(port) > PORT_MAX) {
      throw wrong(text);
    }
    return Integer.parseInt(port);
  }

  private static MantaException wrong(String text) {
    return new MantaException(
        ErrorCode.USER,
        "\"" + text + "\" is not the address of a head; write it as manta://host:6379");
  }

  /// Looked up now: a name may lead elsewhere later.
  InetSocketAddress socket() {
    return new InetSocketAddress(host, port);
  }

  /// Whether it is the same place.
  boolean isAt(HeadAddress other) {
    return host.equals(other.host) && port == other.port;
  }

  /// As users type it.
  public String text() {
    return SCHEME + host + ":" + port;
  }
}
