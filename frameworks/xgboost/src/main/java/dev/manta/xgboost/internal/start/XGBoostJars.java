package dev.manta.xgboost.internal.start;

import dev.manta.tabular.Table;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The jars that classes of training with XGBoost come from, found without loading anything.
final class XGBoostJars {
  private XGBoostJars() {}

  static List<Path> all() {
    return Stream.of(XGBoostJars.class, Table.class)
        .map(XGBoostJars::jar)
        .flatMap(Optional::stream)
        .toList();
  }

  /// None where classes lie in a directory.
  private static Optional<Path> jar(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    try {
      return source == null
          ? Optional.empty()
          : path(source.getLocation().toURI()).filter(Files::isRegularFile);
    } catch (URISyntaxException e) {
      throw new IllegalStateException("a jar has no path", e);
    }
  }

  private static Optional<Path> path(URI jar) {
    return "file".equals(jar.getScheme()) ? Optional.of(Path.of(jar)) : Optional.empty();
  }
}
