package dev.manta.torch.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.torch.nn.Module;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What a model has learned, on every rank of a run.
record Weights(List<byte[]> ranks) {
  /// Writes what this rank has.
  static void write(String directory, int rank, Module model) throws IOException {
    List<byte[]> parts = new ArrayList<>();
    model.parts().forEach(part -> parts.add(part.memory().toArray(ValueLayout.JAVA_BYTE)));
    try (var out = Files.newOutputStream(Path.of(directory, "rank-" + rank))) {
      for (byte[] part : parts) {
        out.write(part);
      }
    }
  }

  static Weights read(Path directory, int ranks) throws IOException {
    List<byte[]> all = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      all.add(Files.readAllBytes(directory.resolve("rank-" + rank)));
    }
    return new Weights(all);
  }

  /// Replicas are bit-identical.
  Weights requireEqualRanks() {
    for (byte[] each : ranks) {
      assertThat(each).isEqualTo(ranks.getFirst());
    }
    return this;
  }

  void requireSame(Weights other) {
    requireClose(other, 0);
    assertThat(ranks.getFirst()).isEqualTo(other.ranks.getFirst());
  }

  void requireClose(Weights other, double tolerance) {
    float[] mine = floats();
    float[] theirs = other.floats();
    assertThat(mine).hasSameSizeAs(theirs);
    double largest = 0;
    for (int i = 0; i < mine.length; i++) {
      largest = Math.max(largest, Math.abs(mine[i] - theirs[i]));
    }
    assertThat(largest).as("largest difference").isLessThanOrEqualTo(tolerance);
  }

  private float[] floats() {
    return MemorySegment.ofArray(ranks.getFirst()).toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
  }
}
