package dev.manta.cluster.desk;

import dev.manta.internal.head.HeadAddress;
import dev.manta.internal.head.HeadInput;
import dev.manta.internal.head.HeadOutput;
import dev.manta.internal.remote.NodeAddress;

/// A daemon that belongs to a cluster.
///
/// @param name that of its node
/// @param print the print of its certificate
/// @param host where it is reached
/// @param port where drivers and newcomers call it
/// @param memberPort where other daemons do
/// @param candidate whether it may become the head
public record Member(
    String name, String print, String host, int port, int memberPort, boolean candidate) {
  public NodeAddress address() {
    return new NodeAddress(name, host, port, print);
  }

  public HeadAddress head() {
    return new HeadAddress(host, port, print);
  }

  /// Whether other daemons reach it there.
  public boolean isAt(String otherHost, int otherPort) {
    return host.equals(otherHost) && memberPort == otherPort;
  }

  void write(HeadOutput out) {
    out.text(name).text(print).text(host).count(port).count(memberPort).flag(candidate);
  }

  static Member read(HeadInput in) {
    return new Member(in.text(), in.text(), in.text(), in.count(), in.count(), in.flag());
  }
}
