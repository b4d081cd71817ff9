package dev.manta.cluster;

import java.util.List;
import java.util.function.Consumer;

/// Where workers run: this machine, or many. It moves frames and starts processes; it knows nothing
/// of training.
public interface Cluster extends AutoCloseable {
  /// The machines there are now.
  List<Node> nodes();

  /// Asks for what a run needs. `granted` hears which parts of which nodes are the run's own:
  /// before this returns where they are free, else when they are, and again whenever that changes.
  /// It is called from one thread at a time and must not block. What the cluster can never have is
  /// refused at once by a `MantaException` that names it.
  Claim claim(Demand demand, Consumer<Grant> granted);

  /// Opens the worker group of one run on what it was granted; later grants are its own too. `news`
  /// is called from the group's own threads, in order for each worker, and must not block for long.
  WorkerGroup open(Grant grant, GroupSettings settings, Consumer<WorkerNews> news);

  /// Whether the process of a worker that an earlier controller has started still runs; the
  /// worker's node looks.
  boolean isLeft(WorkerSpec worker, long pid);

  /// Whether workers may run on machines other than the driver's, which may not see its files.
  default boolean hasOtherMachines() {
    return false;
  }

  @Override
  void close();
}
