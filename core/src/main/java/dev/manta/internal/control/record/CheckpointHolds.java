package dev.manta.internal.control.record;

import java.util.Set;

/// Which checkpoints somebody beside a run needs, though it does not keep them any more.
///
/// What is held is no longer a checkpoint of the run; whoever holds it deletes it. Any thread.
public interface CheckpointHolds {
  /// Nobody beside the run needs anything.
  CheckpointHolds NONE =
      new CheckpointHolds() {
        @Override
        public boolean mayDelete(String name) {
          return true;
        }

        @Override
        public Set<String> all() {
          return Set.of();
        }
      };

  /// Whether the run may delete one that it keeps no longer. It does not ask again.
  boolean mayDelete(String name);

  /// Those that a sweep leaves alone.
  Set<String> all();
}
