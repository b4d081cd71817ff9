package dev.manta.cluster;

import java.time.Duration;
import java.util.List;

/// What is equal for all workers of a run on a host: command line, environment, where they write.
///
/// @param run the run's id, unique among living runs
/// @param classPath the user's class path, in order, without Manta's own jars
/// @param jvmOptions options of the worker's JVM, heap included
/// @param variables what workers have in their environment, beside what their node has
/// @param directory the run's local directory: logs, working and temp directories of workers are
///   made under it
/// @param term which controller of the run this is
/// @param orphanLimit how long a worker goes on without its controller
public record GroupSettings(
    String run,
    List<String> classPath,
    List<String> jvmOptions,
    WorkerVariables variables,
    String directory,
    int term,
    Duration orphanLimit) {
  public GroupSettings {
    classPath = List.copyOf(classPath);
    jvmOptions = List.copyOf(jvmOptions);
  }
}
