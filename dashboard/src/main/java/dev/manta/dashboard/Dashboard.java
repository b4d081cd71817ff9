package dev.manta.dashboard;

import dev.manta.dashboard.internal.api.CalledHead;
import dev.manta.dashboard.internal.api.DashboardApi;
import dev.manta.dashboard.internal.web.WebServer;
import dev.manta.internal.link.ProcessIdentity;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;

/// A page in the browser that shows runs and experiments, from their files alone: those that are
/// under way, those that have ended, and those of other people.
///
/// Whoever has its address, which has a token in it, can read everything that is shown, and stop
/// runs of this machine. Beyond this machine connections are encrypted.
public final class Dashboard implements AutoCloseable {
  private static final int TOKEN_BYTES = 24;

  private final DashboardConfig config;
  private final DashboardApi api;
  private final WebServer server;
  private final String token;
  private final Optional<ProcessIdentity> identity;

  private Dashboard(DashboardConfig config, Optional<CalledHead> head) {
    this.config = config;
    InetAddress address = config.address();
    this.token = randomToken();
    this.identity =
        address.isLoopbackAddress() ? Optional.empty() : Optional.of(ProcessIdentity.create());
    this.api = DashboardApi.open(config.storage(), config.run(), head);
    try {
      var entrance = new WebServer.Entrance(token, Set.of(config.host().toLowerCase(Locale.ROOT)));
      var where = new InetSocketAddress(address, config.port());
      this.server = WebServer.open(where, identity.map(Dashboard::tls), entrance, api);
    } catch (RuntimeException e) {
      api.close();
      throw e;
    }
  }

  /// Listens, until it is closed.
  public static Dashboard open(DashboardConfig config) {
    return new Dashboard(config, Optional.empty());
  }

  /// The same, and shows the cluster of a head, which is closed with it.
  public static Dashboard open(DashboardConfig config, CalledHead head) {
    return new Dashboard(config, Optional.of(head));
  }

  private static String randomToken() {
    byte[] bytes = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static SSLContext tls(ProcessIdentity identity) {
    try {
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      context.init(identity.keys(), null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no TLS 1.3", e);
    }
  }

  /// The address to open in a browser, which has the token; at the run, where it shows one alone.
  public URI address() {
    return address(config.run());
  }

  /// The address of a run's page.
  public URI address(String run) {
    return address(Optional.of(run));
  }

  private URI address(Optional<String> run) {
    String page =
        run.map(name -> URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20"))
            .map(name -> "#/runs/" + name)
            .orElse("");
    return URI.create(base() + "/?token=" + token + page);
  }

  private String base() {
    InetAddress listens = server.address().getAddress();
    String host = listens.isAnyLocalAddress() ? hostName() : config.host();
    String written = host.contains(":") ? "[" + host + "]" : host;
    return (identity.isPresent() ? "https://" : "http://")
        + written
        + ":"
        + server.address().getPort();
  }

  /// An address by which others reach this machine, where it listens at all of them.
  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostAddress();
    } catch (UnknownHostException e) {
      return DashboardConfig.LOOPBACK;
    }
  }

  /// What programs send as `Authorization: Bearer`.
  public String token() {
    return token;
  }

  /// The SHA-256 fingerprint of the certificate that browsers ask about; empty where connections
  /// are those of this machine, and plain.
  public Optional<String> certificatePrint() {
    return identity.map(ProcessIdentity::print);
  }

  @Override
  public void close() {
    server.close();
    api.close();
  }
}
