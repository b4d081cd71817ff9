package dev.manta.cluster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.cluster.desk.Member;
import dev.manta.dashboard.Dashboard;
import dev.manta.error.MantaException;
import dev.manta.internal.link.ProcessIdentity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeadDashboardTest {
  private static final String PRINT = "ab".repeat(32);

  @TempDir Path root;

  private HeadDashboard at(int port) {
    return at(port, "127.0.0.1");
  }

  private HeadDashboard at(int port, String host) {
    var directory = new DataDirectory(root);
    DaemonTokens.of(directory, PRINT, true);
    Map<String, String> told =
        Map.of(
            DaemonSettings.DASHBOARD_PORT,
            Integer.toString(port),
            DaemonSettings.DASHBOARD_HOST,
            host,
            DaemonSettings.STORAGE,
            root.resolve("runs").toString());
    var own = new Member("a", PRINT, "127.0.0.1", 1, 2, true);
    return new HeadDashboard(new DaemonSettings(new Described(told)), directory, own);
  }

  private static ServerSocket taken() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  @Test
  void whoeverStartsAHeadWithATakenPortHearsWhichOptionToChange() throws IOException {
    try (ServerSocket taken = taken()) {
      HeadDashboard dashboard = at(taken.getLocalPort());
      assertThatThrownBy(() -> dashboard.open(false))
          .isInstanceOf(MantaException.class)
          .hasMessageContainingAll("--dashboard-port", "127.0.0.1:" + taken.getLocalPort());
    }
  }

  @Test
  void aHeadThatIsStartedAgainServesItsClusterWithoutThePage() throws IOException {
    try (ServerSocket taken = taken()) {
      assertThat(at(taken.getLocalPort()).open(true)).isEmpty();
    }
    assertThat(root.resolve("dashboard")).doesNotExist();
  }

  @Test
  void aHeadThatIsStartedAgainHasItsPageWhereThePortIsFree() {
    Optional<Dashboard> dashboard = at(0).open(true);
    assertThat(dashboard).isPresent();
    assertThat(root.resolve("dashboard")).content().startsWith("http://127.0.0.1:");
    dashboard.get().close();
  }

  @Test
  void aPageForOtherMachinesIsEncryptedWithTheCertificateWhosePrintIsTold() throws Exception {
    try (Dashboard dashboard = at(0, "0.0.0.0").open(false).orElseThrow();
        HttpClient browser = HttpClient.newBuilder().sslContext(trusting(dashboard)).build()) {
      URI link = URI.create(Files.readString(root.resolve("dashboard")));
      URI own = new URI("https", null, "127.0.0.1", link.getPort(), "/api/runs", null, null);
      HttpRequest request =
          HttpRequest.newBuilder(own)
              .header("Authorization", "Bearer " + dashboard.token())
              .build();

      assertThat(link).hasScheme("https");
      assertThat(browser.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(200);
      assertThatThrownBy(() -> plain(link.getPort())).isInstanceOf(IOException.class);
    }
  }

  /// Trusts the one certificate that somebody was told of.
  private static SSLContext trusting(Dashboard dashboard) throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        null, new TrustManager[] {new Told(dashboard.certificatePrint().orElseThrow())}, null);
    return context;
  }

  private static final class Told extends X509ExtendedTrustManager {
    private final String print;

    Told(String print) {
      this.print = print;
    }

    private void require(X509Certificate[] chain) throws CertificateException {
      try {
        assertThat(ProcessIdentity.print(chain[0])).isEqualTo(print);
      } catch (GeneralSecurityException e) {
        throw new CertificateException(e);
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      require(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      require(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      require(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  private static void plain(int port) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      URI page = URI.create("http://127.0.0.1:" + port + "/");
      client.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.discarding());
    }
  }
}
