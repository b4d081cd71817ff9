package dev.manta.internal.local;

import java.net.URISyntaxException;
import java.nio.file.Path;

/// Where Manta's own classes come from.
final class OwnCode {
  private static final Path LOCATION = find();

  private OwnCode() {}

  /// A jar, or a directory of classes.
  static Path location() {
    return LOCATION;
  }

  private static Path find() {
    try {
      return Path.of(OwnCode.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("Manta's jar has a location that is no path", e);
    }
  }
}
