package dev.manta.train;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// One named piece of in-place state: element type, shape, and the memory it lies in.
///
/// In a snapshot the parts of a state are the tensors of a safetensors file.
///
/// @param name names the piece within its state
/// @param type as safetensors spells it: `F32`, `F64`, `F16`, `BF16`, `I64`, `I32`, `I16`, `I8`,
///   `U8`, `BOOL`, …
public record Part(String name, String type, List<Long> shape, MemorySegment memory) {
  public Part {
    shape = List.copyOf(shape);
  }
}
