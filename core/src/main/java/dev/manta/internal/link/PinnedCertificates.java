package dev.manta.internal.link;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// Trusts exactly the certificates with known prints.
final class PinnedCertificates extends X509ExtendedTrustManager {
  private final PeerPrints prints;

  PinnedCertificates(PeerPrints prints) {
    this.prints = prints;
  }

  private void check(X509Certificate[] chain) throws CertificateException {
    try {
      if (chain.length != 1 || !prints.take(ProcessIdentity.print(chain[0]))) {
        throw new CertificateException("it shows a certificate that nobody told of");
      }
      chain[0].verify(chain[0].getPublicKey());
    } catch (GeneralSecurityException e) {
      throw e instanceof CertificateException known ? known : new CertificateException(e);
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    check(chain);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
