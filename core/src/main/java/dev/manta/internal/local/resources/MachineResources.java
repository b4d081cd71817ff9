package dev.manta.internal.local.resources;

import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What this machine has: cores and memory as this process may use them, NVIDIA GPUs, and what its
/// owner declared.
public final class MachineResources {
  private MachineResources() {}

  /// This machine as a node.
  public static Node node() {
    List<String> gpus = Gpus.visible();
    int cores = Runtime.getRuntime().availableProcessors();
    var total =
        new Resources(cores, gpus.size(), AvailableMemory.bytes(), DeclaredResources.resources());
    return new Node(name(), total, gpus, DeclaredResources.labels());
  }

  private static String name() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException notLinux) {
      return "localhost";
    }
  }
}
