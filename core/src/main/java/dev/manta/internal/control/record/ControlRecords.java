package dev.manta.internal.control.record;

import dev.manta.internal.checkpoint.CheckpointCatalog;
import dev.manta.internal.run.Decided;
import dev.manta.internal.run.state.KeptCheckpoints;
import java.util.List;
import java.util.Optional;

/// Where control records go.
public interface ControlRecords {
  /// Makes one record of what was decided durable; false when another controller has taken the run
  /// over.
  ///
  /// @param decided in order; some of it needs a record
  boolean append(List<Decided> decided);

  /// Moves checkpoints that records have no space for to lists, which are durable then; empty where
  /// there is space.
  Optional<KeptCheckpoints> archive(KeptCheckpoints kept);

  /// Where those lists are.
  CheckpointCatalog catalog();

  /// The term of this controller.
  int term();

  /// Whether nobody has taken the run over.
  boolean current();
}
