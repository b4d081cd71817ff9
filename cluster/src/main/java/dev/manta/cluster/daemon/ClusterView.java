package dev.manta.cluster.daemon;

import dev.manta.internal.head.HeadAddress;
import java.util.List;

/// Who is there, as this daemon sees it.
interface ClusterView {
  /// Where heads are called, the one that is it now first.
  List<HeadAddress> heads();

  /// How many daemons there are.
  int count();
}
