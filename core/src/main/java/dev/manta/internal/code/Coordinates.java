package dev.manta.internal.code;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/// What builds call a module of Manta, of the version that runs.
public final class Coordinates {
  private static final String OWN = "/META-INF/maven/dev.manta/manta-core/pom.properties";

  private Coordinates() {}

  /// As in `dev.manta:manta-formats:1.2.3`; without a version where Manta does not run from a jar.
  public static String of(String artifact) {
    String version = version();
    return "dev.manta:" + artifact + (version.isEmpty() ? "" : ":" + version);
  }

  /// The version that runs, as Maven writes it into the jar; empty where it does not run from one.
  public static String version() {
    try (InputStream in = Coordinates.class.getResourceAsStream(OWN)) {
      var properties = new Properties();
      if (in != null) {
        properties.load(in);
      }
      return properties.getProperty("version", "");
    } catch (IOException unreadable) {
      return "";
    }
  }
}
