package dev.manta.internal.worker;

import dev.manta.internal.collective.group.Rendezvous;
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

  /// Calls `told` when the worker is told by a signal that it will be ended.
  void onTermination(Runnable told);

  /// How many milliseconds the worker goes on without a controller, as long as none has said so.
  default long aloneMillis() {
    return 0;
  }

  /// Calls the controller again, or the one that has taken its place, and says where this worker
  /// stands; throws where nobody answers.
  Link callAgain(int attempt, int rank, long acknowledged) throws IOException;

  /// Ends the worker at once.
  void exit(int status);

  /// The controller is gone and the time to go on without it is over: removes what nobody else will
  /// and ends the worker.
  void orphaned();
}
