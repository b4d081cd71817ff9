package dev.manta.internal.collective;

import dev.manta.internal.machine.PortRange;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How other processes reach this one over sockets: the address of this node and the ports it may
/// use, how the links are protected, and whether other hosts may be part of a group at all.
public record NetworkSettings(
    InetAddress address, PortRange ports, Links links, boolean manyHosts) {
  /// The variable in which a node tells its workers the address of the interface by which other
  /// hosts reach them.
  public static final String HOST_VARIABLE = "MANTA_DATA_HOST";

  private static final String PROPERTY = "manta.collective.address";

  /// How what travels between ranks is protected. A token is needed either way.
  public enum Links {
    /// TLS 1.3, both sides known by their certificates.
    TLS,
    /// As it is: for networks that nobody else can see.
    PLAIN
  }

  /// Only this host, unless the property `manta.collective.address` or the variable
  /// `MANTA_DATA_HOST` names the address of this node; TLS, unless the property
  /// `manta.collective.links` says `PLAIN`.
  public static NetworkSettings ofProcess() {
    Links links = Links.valueOf(System.getProperty("manta.collective.links", "TLS"));
    return said(PROPERTY, System.getProperty(PROPERTY))
        .or(() -> said(HOST_VARIABLE, System.getenv(HOST_VARIABLE)))
        .map(address -> new NetworkSettings(address, PortRange.ofProcess(), links, true))
        .orElseGet(() -> here(links));
  }

  /// Nobody but processes of this host reaches this one.
  private static NetworkSettings here(Links links) {
    return new NetworkSettings(InetAddress.getLoopbackAddress(), PortRange.ANY, links, false);
  }

  /// Groups may span hosts, which reach this one at an address.
  public static NetworkSettings at(InetAddress address, Links links) {
    return new NetworkSettings(address, PortRange.ANY, links, true);
  }

  private static Optional<InetAddress> said(String where, @Nullable String address) {
    if (address == null || address.isBlank()) {
      return Optional.empty();
    }
    try {
      return Optional.of(reachable(where, InetAddress.getByName(address.strip())));
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(
          "%s names no address of this node: '%s'".formatted(where, address), e);
    }
  }

  /// Others are told this address, so it must be one and not all of them.
  private static InetAddress reachable(String where, InetAddress address) {
    if (address.isAnyLocalAddress()) {
      throw new IllegalArgumentException(
          "%s is %s, at which nobody is reached: name the address of one interface"
              .formatted(where, address.getHostAddress()));
    }
    return address;
  }

  public NetworkSettings withLinks(Links links) {
    return new NetworkSettings(address, ports, links, manyHosts);
  }

  public NetworkSettings withPorts(PortRange ports) {
    return new NetworkSettings(address, ports, links, manyHosts);
  }
}
