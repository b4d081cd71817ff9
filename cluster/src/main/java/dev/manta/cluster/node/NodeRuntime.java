package dev.manta.cluster.node;

import dev.manta.cluster.WorkerRuntime;
import dev.manta.internal.code.SourceFolder;
import dev.manta.internal.remote.ToNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What a run's workers are on this node.
///
/// @param directory the run's directory here
/// @param code the program's code behind Manta's own and frameworks' jars
record NodeRuntime(String node, Path directory, List<Path> code) {
  WorkerRuntime of(ToNode.Workers workers) throws IOException {
    return switch (workers) {
      case ToNode.Workers.Jvms(List<String> options) -> new WorkerRuntime.Jvm(texts(code), options);
      case ToNode.Workers.Interpreters interpreters -> interpreter(interpreters);
    };
  }

  private WorkerRuntime interpreter(ToNode.Workers.Interpreters asked) throws IOException {
    requireProgram(asked.command());
    int classPath = code.size() - asked.folders().size();
    if (classPath < 0) {
      throw new IllegalStateException("the driver names more folders than it has sent");
    }
    List<WorkerRuntime.Folder> folders = new ArrayList<>();
    for (int i = 0; i < asked.folders().size(); i++) {
      Path copy = SourceFolder.unpacked(code.get(classPath + i), directory.resolve("folders"));
      folders.add(new WorkerRuntime.Folder(asked.folders().get(i), copy.toString(), ""));
    }
    return new WorkerRuntime.Interpreter(
        asked.command(), asked.variables(), folders, texts(code.subList(0, classPath)), false);
  }

  private void requireProgram(List<String> command) {
    if (command.isEmpty() || !Files.isExecutable(Path.of(command.getFirst()))) {
      throw new IllegalStateException(
          "node %s has no interpreter %s: nodes need the driver's at the same path, with the same packages"
              .formatted(node, command.isEmpty() ? "" : command.getFirst()));
    }
  }

  private static List<String> texts(List<Path> paths) {
    return paths.stream().map(Path::toString).toList();
  }
}
