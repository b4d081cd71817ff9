package dev.manta.cluster.daemon;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.head.HeadAddress;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;

/// Under which address of this machine others reach it.
final class OwnAddress {
  /// A network for documentation.
  private static final String ELSEWHERE = "192.0.2.1";

  private OwnAddress() {}

  /// The one that the user has named, which must be here.
  static InetAddress named(String option, String host) {
    try {
      InetAddress address = InetAddress.getByName(host);
      if (NetworkInterface.getByInetAddress(address) == null) {
        throw new MantaException(
            ErrorCode.USER,
            "%s %s is not an address of this machine; its addresses are %s"
                .formatted(option, host, all()));
      }
      return address;
    } catch (UnknownHostException | SocketException e) {
      throw new MantaException(
          ErrorCode.USER, "%s %s is not known: %s".formatted(option, host, e.getMessage()), e);
    }
  }

  private static String all() throws SocketException {
    return String.join(
        ", ",
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .map(InetAddress::getHostAddress)
            .sorted()
            .toList());
  }

  /// The one from which a head is reached.
  static InetAddress towards(HeadAddress head) {
    return towards(new InetSocketAddress(head.host(), head.port()));
  }

  /// The one from which the rest of the world is reached; loopback where there is none.
  static InetAddress towardsOthers() {
    return towards(new InetSocketAddress(ELSEWHERE, 9));
  }

  /// Nothing is sent: the system only says which way it would be.
  private static InetAddress towards(InetSocketAddress other) {
    try (var socket = new DatagramSocket()) {
      socket.connect(other);
      InetAddress found = socket.getLocalAddress();
      return found.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : found;
    } catch (IOException | RuntimeException alone) {
      return InetAddress.getLoopbackAddress();
    }
  }
}
