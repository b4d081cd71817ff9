package dev.manta.internal.local;

import dev.manta.cluster.WorkerVariables;
import dev.manta.internal.code.ProgramLoader;
import dev.manta.storage.Location;
import dev.manta.train.Framework;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// What workers on this machine are started from: this program, or one that another machine sent.
///
/// @param first Manta's own code and then the frameworks' jars: they come first on the class path,
///   and workers start faster from a cache of them
/// @param directory where relative paths of the program begin
/// @param variables what a worker has in its environment beside this machine's; asked at each start
/// @param main the main class, which calls as a worker does
public record WorkerProgram(
    List<Path> first,
    Path directory,
    Function<WorkerVariables, Map<String, String>> variables,
    String main) {
  private static final String TRAINS = "dev.manta.internal.worker.WorkerMain";

  public WorkerProgram {
    first = List.copyOf(first);
  }

  /// One whose workers train.
  public WorkerProgram(
      List<Path> first, Path directory, Function<WorkerVariables, Map<String, String>> variables) {
    this(first, directory, variables, TRAINS);
  }

  /// The same with workers that do something else.
  public WorkerProgram running(String other) {
    return new WorkerProgram(first, directory, variables, other);
  }

  /// This program.
  public static WorkerProgram ofThisProcess() {
    return new WorkerProgram(
        FrameworkJars.afterOwn(), Location.directory(), WorkerProgram::variables);
  }

  private static Map<String, String> variables(WorkerVariables asked) {
    return new NodeVariables(System.getenv(), wishes(asked)).of(asked);
  }

  /// What the frameworks of this program want in the environment of workers.
  public static Map<String, String> wishes(WorkerVariables asked) {
    return NodeVariables.wishes(Framework.installed(ProgramLoader.current()), asked);
  }
}
