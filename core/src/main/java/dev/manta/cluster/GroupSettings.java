package dev.manta.cluster;

import java.time.Duration;
import java.util.List;

/// What is equal for all workers of a run on a host: command line, environment, where they write.
///
/// @param run the run's id, unique among living runs
/// @param runtime what the processes are
/// @param variables what workers have in their environment, beside what their node has
/// @param directory the run's local directory: logs, working and temp directories of workers are
///   made under it
/// @param term which controller of the run this is
/// @param orphanLimit how long a worker continues without its controller
/// @param lease how long a node on another machine may keep the run's workers without hearing from
///   its controller, which is longer than the orphan limit; zero where there is no such limit
public record GroupSettings(
    String run,
    WorkerRuntime runtime,
    WorkerVariables variables,
    String directory,
    int term,
    Duration orphanLimit,
    Duration lease) {
  /// Workers on other machines continue for so long at least without their controller: their node
  /// may be started again, or its cable be plugged in.
  public static final Duration ORPHAN_ELSEWHERE = Duration.ofSeconds(10);

  /// Those of a run whose workers are JVMs, and whose nodes need no lease.
  public GroupSettings(
      String run,
      List<String> classPath,
      List<String> jvmOptions,
      WorkerVariables variables,
      String directory,
      int term,
      Duration orphanLimit) {
    this(
        run,
        new WorkerRuntime.Jvm(classPath, jvmOptions),
        variables,
        directory,
        term,
        orphanLimit,
        Duration.ZERO);
  }
}
