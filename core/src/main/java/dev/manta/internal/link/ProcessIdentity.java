package dev.manta.internal.link;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.HexFormat;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/// The key of this process and the certificate that it signed for itself. Nobody trusts it for its
/// name or its dates: processes know each other by the prints of their certificates.
public record ProcessIdentity(PrivateKey key, X509Certificate certificate) {
  private static final byte[] ECDSA_SHA256 =
      DerEncoding.sequence(DerEncoding.identifier(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
  private static final byte[] COMMON_NAME = DerEncoding.identifier(0x55, 0x04, 0x03);

  /// A new key and its certificate.
  public static ProcessIdentity create() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair pair = generator.generateKeyPair();
      return new ProcessIdentity(pair.getPrivate(), certificate(pair));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK cannot make a certificate", e);
    }
  }

  private static X509Certificate certificate(KeyPair pair) throws GeneralSecurityException {
    byte[] content = content(pair.getPublic());
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(pair.getPrivate());
    signature.update(content);
    byte[] encoded =
        DerEncoding.sequence(content, ECDSA_SHA256, DerEncoding.bits(signature.sign()));
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    return (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(encoded));
  }

  private static byte[] content(PublicKey key) {
    byte[] name =
        DerEncoding.sequence(
            DerEncoding.set(DerEncoding.sequence(COMMON_NAME, DerEncoding.text("manta worker"))));
    byte[] validity =
        DerEncoding.sequence(DerEncoding.time("000101000000Z"), DerEncoding.time("491231235959Z"));
    byte[] serial = DerEncoding.integer(new BigInteger(64, new SecureRandom()).add(BigInteger.ONE));
    return DerEncoding.sequence(serial, ECDSA_SHA256, name, validity, name, key.getEncoded());
  }

  /// For the JDK's TLS.
  public KeyManager[] keys() {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      Certificate[] chain = {certificate};
      store.setKeyEntry("worker", key, new char[0], chain);
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, new char[0]);
      return factory.getKeyManagers();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this JDK cannot hold a key", e);
    }
  }

  /// What its certificate is known by.
  public String print() {
    try {
      return print(certificate);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no SHA-256", e);
    }
  }

  /// What a certificate is known by.
  public static String print(Certificate certificate) throws GeneralSecurityException {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
    return HexFormat.of().formatHex(digest);
  }
}
