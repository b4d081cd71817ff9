package dev.manta.cluster.daemon;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.machine.PortRange;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/// The two ports of a daemon, for links and for membership, out of those that it may take.
record DaemonPorts(PortRange range, InetAddress host) {
  /// Reads what `--ports` says.
  static PortRange parse(String text) {
    try {
      PortRange range = PortRange.parse(text);
      if (range.first() < range.last()) {
        return range;
      }
    } catch (IllegalArgumentException e) {
      throw new MantaException(ErrorCode.USER, "--ports: " + e.getMessage(), e);
    }
    throw new MantaException(
        ErrorCode.USER,
        "--ports is %s: a daemon takes two ports, and each worker one; write a range like 40000-40999"
            .formatted(text));
  }

  /// One that nobody listens at; the wished one if it can be.
  int free(int wished) {
    if (wished > 0 && isFree(wished)) {
      return wished;
    }
    if (range.equals(PortRange.ANY)) {
      return any();
    }
    for (int port = range.first(); port <= range.last(); port++) {
      if (isFree(port)) {
        return port;
      }
    }
    throw new MantaException(
        ErrorCode.USER,
        "every port from %s to %s is taken on %s; give others with --ports"
            .formatted(range.first(), range.last(), host.getHostAddress()));
  }

  /// The same, and another one than that which is taken.
  int freeBeside(int taken, int wished) {
    PortRange rest = range.first() == taken ? new PortRange(taken + 1, range.last()) : range;
    var ports = new DaemonPorts(rest, host);
    int port = ports.free(wished);
    return port == taken ? ports.free(0) : port;
  }

  private boolean isFree(int port) {
    try (var socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(host, port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }

  private int any() {
    try (var socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(host, 0));
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.CLUSTER, "no port is free on %s: %s".formatted(host.getHostAddress(), e), e);
    }
  }
}
