package dev.manta.dashboard;

import dev.manta.storage.Location;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/// What a dashboard shows, and where it listens.
///
/// @param storage where the runs and experiments are
/// @param run the run that is shown alone; empty for all of them
/// @param host the address or name at which it listens; what is not of this machine alone is
///   encrypted
/// @param port 0 for any that is free
public record DashboardConfig(Location storage, Optional<String> run, String host, int port) {
  public static final String LOOPBACK = "127.0.0.1";
  private static final int PORT_MAX = 65_535;

  public DashboardConfig {
    if (port < 0 || port > PORT_MAX) {
      throw new IllegalArgumentException(
          "a port is from 0 to %s, not %s".formatted(PORT_MAX, port));
    }
    if (host.isBlank()) {
      throw new IllegalArgumentException(
          "the host to listen at is blank; " + LOOPBACK + " is usual");
    }
  }

  /// All runs and experiments of a storage, on this machine alone, at any port that is free.
  public static DashboardConfig of(Location storage) {
    return new DashboardConfig(storage, Optional.empty(), LOOPBACK, 0);
  }

  /// One run alone.
  ///
  /// @param run where its directory lies
  public static DashboardConfig ofRun(Location run) {
    String path = run.path();
    String above = path.substring(0, Math.max(0, path.lastIndexOf('/')));
    return of(new Location(run.scheme(), above)).run(run.name());
  }

  /// One run of that storage alone.
  public DashboardConfig run(String name) {
    return new DashboardConfig(storage, Optional.of(name), host, port);
  }

  /// Listens there.
  public DashboardConfig host(String name) {
    return new DashboardConfig(storage, run, name, port);
  }

  /// Listens at that port.
  public DashboardConfig port(int number) {
    return new DashboardConfig(storage, run, host, number);
  }

  InetAddress address() {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(
          "there is no host \"" + host + "\"; use an address of this machine", e);
    }
  }
}
