package dev.manta.internal.link;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;

/// A file with a key and its certificate, which only its owner may read: a process that is started
/// again is known by the same print.
public record IdentityFile(Path path) {
  /// What the file holds; made and written where there is none.
  public ProcessIdentity readOrCreate() {
    try {
      if (!Files.exists(path)) {
        write(ProcessIdentity.create());
      }
      return read();
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw new MantaException(
          ErrorCode.USER,
          "the key in %s cannot be used (%s); delete it for a new one, and join again"
              .formatted(path, e),
          e);
    }
  }

  private void write(ProcessIdentity identity) throws IOException, GeneralSecurityException {
    Base64.Encoder text = Base64.getEncoder();
    FileAttribute<?> owner =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    Path written = Files.createTempFile(path.toAbsolutePath().getParent(), ".key", "", owner);
    try {
      Files.write(
          written,
          List.of(
              text.encodeToString(identity.key().getEncoded()),
              text.encodeToString(identity.certificate().getEncoded())));
      Files.move(written, path, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(written);
    }
  }

  private ProcessIdentity read() throws IOException, GeneralSecurityException {
    List<String> lines = Files.readAllLines(path);
    if (lines.size() != 2) {
      throw new IOException("it should have two lines");
    }
    byte[] key = Base64.getDecoder().decode(lines.get(0));
    byte[] certificate = Base64.getDecoder().decode(lines.get(1));
    PrivateKey read = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(key));
    return new ProcessIdentity(
        read,
        (X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(certificate)));
  }
}
