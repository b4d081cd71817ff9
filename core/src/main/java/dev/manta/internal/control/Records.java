package dev.manta.internal.control;

import dev.manta.internal.run.Control;

/// Where control records go.
public interface Records {
  /// Makes a record durable; false when another controller has taken the run over.
  boolean append(Control record);

  /// The term of this controller.
  int term();

  /// Whether nobody has taken the run over.
  boolean current();
}
