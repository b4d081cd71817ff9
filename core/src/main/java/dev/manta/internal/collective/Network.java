package dev.manta.internal.collective;

import java.net.InetAddress;
import java.net.UnknownHostException;

/// How other processes reach this one over sockets: the address of this node, and how the links are
/// protected.
public record Network(InetAddress address, Links links) {
  /// How what travels between ranks is protected. A token is needed either way.
  public enum Links {
    /// TLS 1.3, both sides known by their certificates.
    TLS,
    /// As it is: for networks that nobody else can see.
    PLAIN
  }

  /// Only this host, unless the property `manta.collective.address` names an address of this node;
  /// TLS, unless the property `manta.collective.links` says `PLAIN`.
  public static Network ofProcess() {
    String address = System.getProperty("manta.collective.address", "");
    Links links = Links.valueOf(System.getProperty("manta.collective.links", "TLS"));
    return new Network(address.isEmpty() ? InetAddress.getLoopbackAddress() : of(address), links);
  }

  private static InetAddress of(String address) {
    try {
      return InetAddress.getByName(address);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(
          "manta.collective.address names no address of this node: '" + address + "'", e);
    }
  }

  public Network withLinks(Links links) {
    return new Network(address, links);
  }

  /// Whether other hosts can reach this process.
  boolean reachesOut() {
    return !address.isLoopbackAddress();
  }
}
