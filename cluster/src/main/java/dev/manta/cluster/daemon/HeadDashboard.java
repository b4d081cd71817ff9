package dev.manta.cluster.daemon;

import dev.manta.Manta;
import dev.manta.cluster.desk.Member;
import dev.manta.dashboard.Dashboard;
import dev.manta.dashboard.DashboardConfig;
import dev.manta.dashboard.internal.api.CalledHead;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.head.HeadAddress;
import dev.manta.internal.link.LinkToken;
import dev.manta.internal.link.TokenFile;
import dev.manta.storage.Location;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The dashboard of a daemon that may be the head: the runs of the cluster's storage, and its
/// nodes.
record HeadDashboard(DaemonSettings settings, DataDirectory directory, Member own) {
  private static final System.Logger LOG = System.getLogger("dev.manta.daemon");

  /// Serves it where the settings say so. Its link has a token, so it is not in the log but in a
  /// file of its own, which only this user reads.
  ///
  /// @param again whether this daemon has been a member before: then it runs without a dashboard
  ///   rather than end
  Optional<Dashboard> open(boolean again) {
    directory.drop(directory.dashboard());
    if (settings.dashboardPort().isEmpty()) {
      return Optional.empty();
    }
    Optional<Dashboard> dashboard = listening(again);
    dashboard.ifPresent(this::told);
    return dashboard;
  }

  private Optional<Dashboard> listening(boolean again) {
    try {
      return Optional.of(Dashboard.open(config(), head()));
    } catch (MantaException | IllegalArgumentException e) {
      String why =
          "the dashboard cannot be served as --dashboard-port and --dashboard-host say: "
              + e.getMessage();
      if (!again) {
        throw new MantaException(ErrorCode.USER, why, e);
      }
      LOG.log(
          System.Logger.Level.WARNING,
          "{0}. The cluster is served without it until this daemon is started again.",
          why);
      return Optional.empty();
    }
  }

  private DashboardConfig config() {
    String storage = settings.storage().isEmpty() ? Manta.DEFAULT_STORAGE : settings.storage();
    return DashboardConfig.of(Location.parse(storage))
        .host(settings.dashboardHost())
        .port(settings.dashboardPort().orElseThrow());
  }

  private void told(Dashboard dashboard) {
    String link = dashboard.address().toString();
    directory.keep(directory.dashboard(), link.getBytes(StandardCharsets.UTF_8));
    dashboard
        .certificatePrint()
        .ifPresent(
            print ->
                LOG.log(
                    System.Logger.Level.INFO,
                    "the dashboard is encrypted: SHA-256 fingerprint of its certificate {0}",
                    print));
  }

  /// This daemon, which knows who is the head now.
  private CalledHead head() {
    LinkToken token = new TokenFile(directory.userToken()).read();
    return new CalledHead(HeadAddress.parse(own.head().text(), token.print()), token);
  }
}
