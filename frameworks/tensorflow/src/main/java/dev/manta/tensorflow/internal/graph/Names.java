package dev.manta.tensorflow.internal.graph;

import org.tensorflow.op.Ops;

/// Names with slashes, such as `dense/kernel`, as scopes of a graph.
public final class Names {
  private Names() {}

  /// Operators whose next one gets this name.
  public static Ops named(Ops ops, String name) {
    int slash = name.indexOf('/');
    return slash < 0
        ? ops.withName(name)
        : named(ops.withSubScope(name.substring(0, slash)), name.substring(slash + 1));
  }
}
