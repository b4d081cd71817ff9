package dev.manta.internal.collective;

import java.net.InetAddress;
import java.net.UnknownHostException;

/// How other processes reach this one over sockets: the address of this node, how the links are
/// protected, and whether other hosts may be part of a group at all.
public record NetworkSettings(InetAddress address, Links links, boolean manyHosts) {
  /// How what travels between ranks is protected. A token is needed either way.
  public enum Links {
    /// TLS 1.3, both sides known by their certificates.
    TLS,
    /// As it is: for networks that nobody else can see.
    PLAIN
  }

  /// Only this host, unless the property `manta.collective.address` names the address of this node;
  /// TLS, unless the property `manta.collective.links` says `PLAIN`.
  public static NetworkSettings ofProcess() {
    String address = System.getProperty("manta.collective.address", "");
    Links links = Links.valueOf(System.getProperty("manta.collective.links", "TLS"));
    return address.isEmpty()
        ? new NetworkSettings(InetAddress.getLoopbackAddress(), links, false)
        : at(of(address), links);
  }

  /// Groups may span hosts, which reach this one at an address.
  public static NetworkSettings at(InetAddress address, Links links) {
    return new NetworkSettings(address, links, true);
  }

  private static InetAddress of(String address) {
    try {
      return InetAddress.getByName(address);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(
          "manta.collective.address names no address of this node: '" + address + "'", e);
    }
  }

  public NetworkSettings withLinks(Links links) {
    return new NetworkSettings(address, links, manyHosts);
  }
}
