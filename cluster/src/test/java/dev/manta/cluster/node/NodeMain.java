package dev.manta.cluster.node;

import dev.manta.cluster.Resources;
import dev.manta.cluster.head.NodeAllocation;
import dev.manta.internal.link.LinkGuard;
import dev.manta.internal.link.LinkListener;
import dev.manta.internal.link.LinkTerms;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.link.ProcessIdentity;
import dev.manta.internal.link.Purpose;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// A node in a process of its own, which begins with the first byte that it reads. Takes its name,
/// its directory with its key, the directory for code, the address and port to listen at, and the
/// print of the driver that it lets in.
final class NodeMain {
  private NodeMain() {}

  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[1]);
    var tls = new PinnedTls(identity(directory));
    System.out.println("is up");
    System.in.read();
    var settings =
        new NodeSettings(
            arguments[0], directory, Path.of(arguments[2]), Map.of("ON", arguments[0]));
    var share = new NodeAllocation.Share(8, Resources.cpus(1), List.of());
    var agent = new NodeAgent(settings, (_, _) -> Optional.of(share));
    var guard = new LinkGuard();
    guard.introduce(arguments[5]);
    var at = new InetSocketAddress(arguments[3], Integer.parseInt(arguments[4]));
    try (var listener =
        LinkListener.open(
            at,
            tls,
            guard,
            LinkTerms.DEFAULT,
            (peer, link) -> {
              try {
                agent.serve(peer, link, Purpose.heard(link, Duration.ofSeconds(5)));
              } catch (IOException e) {
                link.close(String.valueOf(e.getMessage()));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            })) {
      System.out.println("listens at " + listener.port());
      new CountDownLatch(1).await();
    }
  }

  /// Writes a new key and its certificate; gives the print.
  static String newIdentity(Path directory) throws IOException {
    ProcessIdentity identity = ProcessIdentity.create();
    try {
      Files.write(directory.resolve("key"), identity.key().getEncoded());
      Files.write(directory.resolve("certificate"), identity.certificate().getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
    return identity.print();
  }

  static ProcessIdentity identity(Path directory) throws IOException, GeneralSecurityException {
    byte[] key = Files.readAllBytes(directory.resolve("key"));
    byte[] certificate = Files.readAllBytes(directory.resolve("certificate"));
    return new ProcessIdentity(
        KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(key)),
        (X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(certificate)));
  }
}
