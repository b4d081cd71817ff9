package dev.manta.train;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// One named piece of in-place state: element type, shape, and the memory it lies in.
public record Part(String name, String type, List<Long> shape, MemorySegment memory) {
  public Part {
    shape = List.copyOf(shape);
  }
}
