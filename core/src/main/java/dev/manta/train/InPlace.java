package dev.manta.train;

import java.util.List;

/// State in memory that Manta can read and write where it lies.
public non-sealed interface InPlace extends Live {
  /// The pieces, always the same ones in the same order.
  List<Part> parts();

  /// Those of the parts that may change outside of `ctx.commit(change)`: all, unless said
  /// otherwise. Only these are copied at each commit.
  default List<Part> restless() {
    return parts();
  }

  /// Called after Manta has written into the parts. State that lies elsewhere (on a GPU) hands out
  /// copies as its parts, and takes them back here.
  default void restored() {}
}
