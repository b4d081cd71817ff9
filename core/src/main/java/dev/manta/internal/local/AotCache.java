package dev.manta.internal.local;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The cache that makes worker JVMs start faster.
final class AotCache {
  static AotCache ofThisUser() {
    return new AotCache();
  }

  Optional<Path> file(List<String> jvmOptions) {
    return Optional.empty();
  }
}
