package dev.manta.internal.worker.live;

import dev.manta.train.InPlace;
import dev.manta.train.Part;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// A plain array as live state: one part.
public record LiveArray(List<Part> parts) implements InPlace {
  public static LiveArray of(float[] values) {
    return of("F32", values.length, MemorySegment.ofArray(values));
  }

  public static LiveArray of(double[] values) {
    return of("F64", values.length, MemorySegment.ofArray(values));
  }

  public static LiveArray of(String type, long length, MemorySegment memory) {
    return new LiveArray(List.of(new Part("values", type, List.of(length), memory)));
  }
}
