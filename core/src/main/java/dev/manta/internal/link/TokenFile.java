package dev.manta.internal.link;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/// A file with a token that only its owner may read.
public record TokenFile(Path path) {
  private static final Set<PosixFilePermission> OWNER =
      Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
  private static final int BYTES_MAX = 1_024;

  /// Writes it, whole or not at all.
  public void write(LinkToken token) throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    FileAttribute<?> owner = PosixFilePermissions.asFileAttribute(OWNER);
    Path written = Files.createTempFile(directory, ".token", "", owner);
    try {
      Files.writeString(written, token.text() + "\n");
      Files.move(written, path, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(written);
    }
  }

  /// Reads it; one that others may read, too, is refused.
  public LinkToken read() {
    try {
      checkMode(Files.getPosixFilePermissions(path));
      return LinkToken.parse(text());
    } catch (NoSuchFileException e) {
      throw refused("does not exist", e);
    } catch (IOException e) {
      throw refused("cannot be read: " + e, e);
    } catch (IllegalArgumentException e) {
      throw refused("holds no token: " + e.getMessage(), e);
    }
  }

  private String text() throws IOException {
    try (var in = Files.newInputStream(path)) {
      return new String(in.readNBytes(BYTES_MAX), StandardCharsets.UTF_8);
    }
  }

  private void checkMode(Set<PosixFilePermission> mode) {
    EnumSet<PosixFilePermission> others = EnumSet.noneOf(PosixFilePermission.class);
    others.addAll(mode);
    others.removeAll(OWNER);
    if (!others.isEmpty()) {
      String shown = PosixFilePermissions.toString(mode);
      throw new MantaException(
          ErrorCode.USER,
          "the token file %s may be used by others (%s); if it was, make a new token, else: chmod 600 %s"
              .formatted(path, shown, path));
    }
  }

  private MantaException refused(String why, Exception cause) {
    return new MantaException(ErrorCode.USER, "the token file %s %s".formatted(path, why), cause);
  }
}
