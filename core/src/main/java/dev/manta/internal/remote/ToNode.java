package dev.manta.internal.remote;

import dev.manta.cluster.WorkerSpec;
import dev.manta.cluster.WorkerVariables;
import dev.manta.internal.code.Code;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a driver says to a node. A node that hears something twice does it once: a driver that
/// calls again says everything again.
public sealed interface ToNode {
  /// The version of what drivers and nodes say to each other.
  int VERSION = 3;

  /// Something about one of the driver's runs.
  sealed interface OfGroup extends ToNode {
    /// The driver's number for the run.
    int group();
  }

  /// Who calls.
  ///
  /// @param java the feature version of its JDK
  record Hello(int java, String release) implements ToNode {}

  /// The code of a program, by a number of the driver's; the node says what it lacks.
  record Prepare(int number, Code code) implements ToNode {}

  /// A piece of a file that the node lacks.
  record Chunk(String sha256, byte[] bytes, boolean last) implements ToNode {}

  /// Whether a process still runs.
  record Look(int question, long pid) implements ToNode {}

  /// Opens a run's group here, on code that was prepared; what is said of the group meanwhile
  /// waits.
  ///
  /// @param first how many entries of the code are Manta's own and frameworks'
  /// @param kept the workers that the run still has here, where it has been here before: the node
  ///   ends all others
  record Open(
      int group, RunTerms terms, int code, int first, Start start, Optional<List<String>> kept)
      implements OfGroup {}

  /// Whose workers they are, and how long they continue without their controller.
  ///
  /// @param lease how long the node may have them without an answer from the controller, counted
  ///   from its asking; zero where it need not ask
  record RunTerms(String run, int term, Duration orphanLimit, Duration lease) {
    public boolean isLeased() {
      return lease.isPositive();
    }
  }

  /// How workers are started.
  ///
  /// @param directory where relative paths of the program begin
  /// @param wished variables that the program's frameworks want
  record Start(
      Workers workers, WorkerVariables variables, Map<String, String> wished, String directory) {
    public Start {
      wished = Map.copyOf(wished);
    }
  }

  /// What workers are.
  sealed interface Workers {
    /// JVMs with these options.
    record Jvms(List<String> options) implements Workers {
      public Jvms {
        options = List.copyOf(options);
      }
    }

    /// Interpreters that the node has where the driver has them.
    ///
    /// @param variables what they need in their environment, beside those of their folders
    /// @param folders the variables in which they find what they read: the last entries of the
    ///   code, in this order
    record Interpreters(List<String> command, Map<String, String> variables, List<String> folders)
        implements Workers {
      public Interpreters {
        command = List.copyOf(command);
        variables = Map.copyOf(variables);
        folders = List.copyOf(folders);
      }
    }
  }

  record Ready(int group, WorkerSpec worker) implements OfGroup {}

  record Begin(int group, WorkerSpec worker) implements OfGroup {}

  record Seat(int group, WorkerSpec worker) implements OfGroup {}

  record Send(int group, String worker, byte[] frame) implements OfGroup {}

  record Kill(int group, String worker) implements OfGroup {}

  /// Whether a worker has worked since this was last asked.
  record AskBusy(int group, String worker) implements OfGroup {}

  record GiveUp(int group, WorkerSpec worker, long pid) implements OfGroup {}

  record Fence(int group, WorkerSpec worker, long pid) implements OfGroup {}

  /// Takes over a worker that an earlier group has left.
  ///
  /// @param printed how much of its log the driver has; less than 0 where it does not know
  record Adopt(int group, WorkerSpec worker, long pid, long printed) implements OfGroup {}

  /// The answer to [FromNode.AskLease].
  record Lease(int group, int number) implements OfGroup {}

  record Release(int group) implements OfGroup {}

  record Close(int group) implements OfGroup {}
}
