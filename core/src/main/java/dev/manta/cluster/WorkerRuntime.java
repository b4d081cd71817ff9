package dev.manta.cluster;

import java.util.List;
import java.util.Map;

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

  /// Interpreters of another language, on the driver's machine.
  ///
  /// @param command what starts one; it is also given the directory of the controller's socket, the
  ///   worker's id, how many milliseconds it goes on without a controller, and words by which it is
  ///   known again
  /// @param variables what it needs in its environment beside what the run says
  record Interpreter(List<String> command, Map<String, String> variables) implements WorkerRuntime {
    public Interpreter {
      command = List.copyOf(command);
      variables = Map.copyOf(variables);
    }
  }
}
