package dev.manta.djl.internal.engine;

import ai.djl.util.Platform;
import ai.djl.util.Utils;
import dev.manta.spi.natives.SharedUnpacking;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Where DJL unpacks its native libraries, which all programs of a user share. The first process
/// that unpacks them must be alone: DJL deletes what is there when it finds it half done, also
/// where another process is still at it.
final class EngineCache {
  private EngineCache() {}

  /// The one for what this process would load.
  static SharedUnpacking choose() {
    Platform platform = Platform.detectPlatform("pytorch");
    String name =
        String.join(
            "-",
            "manta",
            platform.getVersion(),
            platform.getFlavor(),
            platform.getClassifier(),
            platform.getApiVersion());
    return new SharedUnpacking(Utils.getEngineCacheDir("pytorch"), name);
  }

  /// What lies in the directory that libraries were loaded from.
  static List<Path> files(Path libraries) throws IOException {
    try (Stream<Path> all = Files.list(libraries)) {
      return all.sorted().toList();
    }
  }
}
