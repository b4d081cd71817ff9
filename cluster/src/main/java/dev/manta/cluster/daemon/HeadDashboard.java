package dev.manta.cluster.daemon;

import dev.manta.Manta;
import dev.manta.cluster.desk.Member;
import dev.manta.dashboard.Dashboard;
import dev.manta.dashboard.DashboardConfig;
import dev.manta.dashboard.internal.api.CalledHead;
import dev.manta.internal.head.HeadAddress;
import dev.manta.internal.link.LinkToken;
import dev.manta.internal.link.TokenFile;
import dev.manta.storage.Location;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The dashboard of a daemon that may be the head: the runs of the cluster's storage, and its
/// nodes.
final class HeadDashboard {
  private static final System.Logger LOG = System.getLogger("dev.manta.daemon");

  private HeadDashboard() {}

  /// Serves it where the settings say so. Its link has a token, so it is not in the log but in a
  /// file of its own, which only this user reads.
  static Optional<Dashboard> open(DaemonSettings settings, DataDirectory directory, Member own) {
    directory.drop(directory.dashboard());
    if (settings.dashboardPort().isEmpty()) {
      return Optional.empty();
    }
    String storage = settings.storage().isEmpty() ? Manta.DEFAULT_STORAGE : settings.storage();
    DashboardConfig config =
        DashboardConfig.of(Location.parse(storage))
            .host(settings.dashboardHost())
            .port(settings.dashboardPort().getAsInt());
    Dashboard dashboard = Dashboard.open(config, head(directory, own));
    String link = dashboard.address().toString();
    directory.keep(directory.dashboard(), link.getBytes(StandardCharsets.UTF_8));
    dashboard
        .certificatePrint()
        .ifPresent(
            print ->
                LOG.log(
                    System.Logger.Level.INFO,
                    "the certificate of the dashboard has the SHA-256 print {0}",
                    print));
    return Optional.of(dashboard);
  }

  /// This daemon, which knows who is the head now.
  private static CalledHead head(DataDirectory directory, Member own) {
    LinkToken token = new TokenFile(directory.userToken()).read();
    return new CalledHead(HeadAddress.parse(own.head().text(), token.print()), token);
  }
}
