package dev.manta.stores.internal.http;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/// The authorities of a PEM file as those whose certificates are believed.
public final class TrustedAuthorities {
  private TrustedAuthorities() {}

  /// A context that believes only the authorities in a file.
  public static SSLContext of(Path bundle) {
    try {
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store(bundle));
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new MantaException(
          ErrorCode.USER,
          "cannot read certificates from %s: %s; AWS_CA_BUNDLE must name a PEM file"
              .formatted(bundle, e.getMessage()),
          e);
    }
  }

  /// A context that believes those whom the JDK believes.
  static SSLContext usual() {
    try {
      return SSLContext.getDefault();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has TLS", e);
    }
  }

  /// A context that believes nobody.
  static SSLContext none() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[0], null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has TLS", e);
    }
  }

  private static KeyStore store(Path bundle) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    int number = 0;
    try (InputStream in = Files.newInputStream(bundle)) {
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("authority-" + number++, each);
      }
    }
    if (number == 0) {
      throw new IOException("there is no certificate in it");
    }
    return store;
  }
}
