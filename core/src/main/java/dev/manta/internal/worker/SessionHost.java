package dev.manta.internal.worker;

import dev.manta.internal.collective.group.Rendezvous;
import dev.manta.internal.data.SampledByAbsolutePath;
import dev.manta.internal.wire.Link;
import java.io.IOException;
import java.nio.file.Path;

/// What a session runs in: a process of its own, or a thread of the driver's.
public interface SessionHost {
  /// A directory for temporary files of this worker.
  Path temp();

  /// Where the user's classes are.
  ClassLoader loader();

  /// A way into a group of a run.
  Rendezvous rendezvous(String run);

  /// The user's program is about to run in this session: whatever else it does to the process is to
  /// be told.
  void watch(WorkerSession session);

  /// The session has a rank of a run from now on: what a logging configuration may name.
  default void seated(String run, int rank) {}

  /// Says on a function's thread whether its run chooses samples by the absolute paths of files: so
  /// does every dataset that the function opens.
  default void sampleByAbsolutePath(boolean byAbsolutePath) {
    SampledByAbsolutePath.onThisThread(byAbsolutePath);
  }

  /// Calls `told` when the worker is told by a signal that it will be ended.
  void onTermination(Runnable told);

  /// How many milliseconds the worker continues without a controller, as long as none has said so.
  default long aloneMillis() {
    return 0;
  }

  /// Calls the controller again, or the one that has taken its place, and says where this worker
  /// stands; throws where nobody answers.
  Link callAgain(int attempt, int rank, long acknowledged) throws IOException;

  /// Removes what the session's run has left beside it, as another run may use the process.
  default void clear() {}

  /// Writes into the worker's log what the controller is told too.
  default void log(String text) {
    System.err.print(text);
  }

  /// Ends the worker at once.
  void exit(int status);

  /// The controller is gone and the time to continue without it is over: removes what nobody else
  /// will and ends the worker.
  void orphaned();
}
