package dev.manta.train;

import java.util.List;

/// State in memory that Manta can read and write where it lies.
public non-sealed interface InPlace extends Live {
  /// The pieces, always the same ones in the same order.
  List<Part> parts();

  /// Called after Manta has written into the parts. State that lies elsewhere (on a GPU) hands out
  /// copies as its parts, and takes them back here.
  default void restored() {}
}
