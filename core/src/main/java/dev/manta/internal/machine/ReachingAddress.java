package dev.manta.internal.machine;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;

/// The address by which another host reaches this one: that of the interface through which this
/// host would send to it. Nothing is sent to find out.
public final class ReachingAddress {
  /// Any will do, as nothing is sent.
  private static final int PORT = 9;

  private ReachingAddress() {}

  /// The own address on the way to a host, by name or address.
  public static InetAddress toward(String host) throws IOException {
    return toward(address(host));
  }

  public static InetAddress toward(InetAddress host) throws IOException {
    try (var socket = new DatagramSocket(null)) {
      socket.connect(new InetSocketAddress(host, PORT));
      InetAddress own = socket.getLocalAddress();
      if (own == null || own.isAnyLocalAddress()) {
        throw new SocketException("the system does not say which interface leads there");
      }
      return own;
    } catch (IOException e) {
      throw new IOException(
          "no interface of this machine leads to %s: %s; say by which address others reach this machine"
              .formatted(host.getHostAddress(), e.getMessage()),
          e);
    }
  }

  private static InetAddress address(String host) throws IOException {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new IOException("no host is known by the name \"%s\"".formatted(host), e);
    }
  }
}
