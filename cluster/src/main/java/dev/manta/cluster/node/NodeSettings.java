package dev.manta.cluster.node;

import java.nio.file.Path;
import java.util.Map;

/// What a node is told when it begins.
///
/// @param name that of this node in its cluster
/// @param directory where it keeps the files of runs: workers' logs, their working directories
/// @param code where it keeps the code of programs; no other process has that directory
/// @param variables what all its workers have in their environment, such as where others reach them
public record NodeSettings(String name, Path directory, Path code, Map<String, String> variables) {
  /// The address of the interface by which workers on other nodes are reached.
  public static final String DATA_HOST = "MANTA_DATA_HOST";

  /// A node that keeps everything below one directory.
  public static NodeSettings in(Path directory, String name, Map<String, String> variables) {
    return new NodeSettings(name, directory, directory.resolve("code"), variables);
  }

  public NodeSettings {
    directory = directory.toAbsolutePath();
    code = code.toAbsolutePath();
    variables = Map.copyOf(variables);
  }
}
