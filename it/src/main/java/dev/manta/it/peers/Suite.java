package dev.manta.it.peers;

import java.io.IOException;

/// One kind of comparison with Python: it makes cases from a seed, runs both sides and compares. To
/// add one, implement this and name it in [dev.manta.it.PeersCheck#SUITES].
public interface Suite {
  /// What `--only` calls it.
  String name();

  /// How many cases one round has: so many that starting Python does not count, and so few that a
  /// round ends within a minute or two.
  int size();

  /// One round of cases, the same for the same seed: runs them on both sides and compares.
  ///
  /// @throws UnsupportedOperationException when the Python there is cannot do it; says what to
  ///   install
  Outcome run(Round round) throws IOException, InterruptedException;
}
