package dev.manta.dashboard.internal.inspect;

import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.stored.StoredRun;
import java.io.IOException;

/// Where the threads of a worker are.
public final class WorkerStacks {
  private WorkerStacks() {}

  /// As the worker's runtime prints them.
  ///
  /// @param all all threads, rather than those that run the training function
  public static String of(StoredRun run, LocalWorker worker, boolean all)
      throws IOException, InterruptedException {
    if (!worker.isJava()) {
      return PythonStacks.of(worker, RunSite.of(run.name(), run.location()).logs());
    }
    String text = JavaCommand.of(worker.pid(), "Thread.print", "-l");
    return all ? text : new JavaStacks(text).training();
  }
}
