package dev.manta.cluster;

import java.util.List;
import java.util.function.Consumer;

/// Where workers run: this machine, or many. It moves frames and starts processes; it knows nothing
/// of training.
public interface Cluster extends AutoCloseable {
  /// The machines there are now.
  List<Node> nodes();

  /// Opens the worker group of one run. `news` is called from the group's own threads, in order for
  /// each worker, and must not block for long.
  WorkerGroup open(GroupSettings settings, Consumer<WorkerNews> news);

  /// Whether the process of a worker that an earlier controller has started still runs; the
  /// worker's node looks.
  boolean isLeft(WorkerSpec worker, long pid);

  @Override
  void close();
}
