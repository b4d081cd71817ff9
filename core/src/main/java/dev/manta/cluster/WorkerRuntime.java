package dev.manta.cluster;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What the worker processes of a run are: JVMs, or interpreters that speak the same protocol.
public sealed interface WorkerRuntime {
  /// JVMs, which train in Java.
  ///
  /// @param classPath the user's class path, in order, without Manta's own jars
  /// @param options options of the JVM, heap included
  record Jvm(List<String> classPath, List<String> options) implements WorkerRuntime {
    public Jvm {
      classPath = List.copyOf(classPath);
      options = List.copyOf(options);
    }
  }

  /// Interpreters of another language, which have the same path on every node.
  ///
  /// @param command what starts one; it is also given the directory of the controller's socket, the
  ///   worker's id, how many milliseconds it continues without a controller, and words by which it
  ///   is known again
  /// @param variables what it needs in its environment beside what the run says
  /// @param folders what it reads; nodes on other machines get copies
  /// @param classPath that of the JVM that the workers of a node share for what needs Java, without
  ///   Manta's own jars; empty for that of this program
  /// @param makesEnvironment whether it first makes what it runs in, which takes minutes on a node
  ///   that does not have it
  record Interpreter(
      List<String> command,
      Map<String, String> variables,
      List<Folder> folders,
      List<String> classPath,
      boolean makesEnvironment)
      implements WorkerRuntime {
    public Interpreter {
      command = List.copyOf(command);
      variables = Map.copyOf(variables);
      folders = List.copyOf(folders);
      classPath = List.copyOf(classPath);
    }

    /// One whose JVMs have the class path of this program.
    public Interpreter(List<String> command, Map<String, String> variables, List<Folder> folders) {
      this(command, variables, folders, List.of(), false);
    }

    /// All that it needs in its environment, the places of its folders included.
    public Map<String, String> environment() {
      Map<String, String> all = new TreeMap<>(variables);
      folders.forEach(folder -> all.put(folder.variable(), folder.directory()));
      return all;
    }
  }

  /// A directory that an interpreter reads.
  ///
  /// @param variable the one in which the interpreter finds where it is
  /// @param ending how the names of the files end that it needs
  record Folder(String variable, String directory, String ending) {}
}
