package dev.manta.internal.control;

import dev.manta.internal.checkpoint.CheckpointCatalog;
import dev.manta.internal.run.Control;
import dev.manta.internal.run.state.KeptCheckpoints;
import java.util.Optional;

/// Where control records go.
public interface ControlRecords {
  /// Makes a record durable; false when another controller has taken the run over.
  boolean append(Control record);

  /// Moves checkpoints that records have no room for to lists, which are durable then; empty where
  /// there is room.
  Optional<KeptCheckpoints> archive(KeptCheckpoints kept);

  /// Where those lists are.
  CheckpointCatalog catalog();

  /// The term of this controller.
  int term();

  /// Whether nobody has taken the run over.
  boolean current();
}
