package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.CallHeader;
import java.io.IOException;
import java.time.Duration;

/// What holds a group together, as seen by whoever moves its bytes: each method throws the abort
/// when the group is over.
interface GroupGuard {
  /// Returns if the group stands.
  void check(CallHeader header);

  /// Ends the group: the link to a rank failed.
  void lost(int rank, IOException failure, CallHeader header);

  /// Ends the group: a rank kept this one waiting for too long.
  void late(int rank, Duration limit, CallHeader header);
}
