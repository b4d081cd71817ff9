package dev.manta.bench.collective;

import java.util.List;

/// One size of the benchmark: its bytes, how many calls are timed together, and how often.
record Load(String label, long bytes, int batch, int batches) {
  /// The middle first: the small ones then find warm code, and the large ones do not fragment the
  /// memory that all others are given.
  static final List<Load> ALL =
      List.of(
          new Load("1MB", 1 << 20, 5, 80),
          new Load("64KB", 64 << 10, 50, 60),
          new Load("4KB", 4 << 10, 200, 200),
          new Load("16MB", 16 << 20, 1, 20),
          new Load("100MB", 100 << 20, 1, 7));
}
