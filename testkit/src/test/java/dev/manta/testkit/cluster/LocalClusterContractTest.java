package dev.manta.testkit.cluster;

import dev.manta.cluster.Cluster;
import dev.manta.internal.local.LocalCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Child processes of this one.
final class LocalClusterContractTest extends ProcessClusterContract {
  @Override
  protected Cluster newCluster() {
    return new LocalCluster();
  }

  @Override
  protected Set<Path> files() throws IOException {
    String mine = "manta-" + ProcessHandle.current().pid() + "-";
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(mine))
          .collect(Collectors.toSet());
    }
  }
}
