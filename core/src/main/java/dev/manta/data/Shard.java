package dev.manta.data;

/// A rank's part of a dataset.
///
/// Ranks share out each pass: every row goes to exactly one of them, and all take the same number
/// of batches. Each call of `batches` begins the next pass, but the first after a restore resumes
/// where the run stood.
public interface Shard {
  /// The next pass, in batches of these many rows.
  default Batches<Batch> batches(int rows) {
    return batches(BatchOptions.rows(rows));
  }

  /// The next pass.
  Batches<Batch> batches(BatchOptions options);

  /// The next pass, each batch made into something else ahead of its use.
  <T> Batches<T> batches(BatchOptions options, Collate<T> collate);

  /// Where this rank and all others stand, counting every batch that was handed out.
  Cursor cursor();

  /// Resumes here with the next call of `batches`.
  void seek(Cursor cursor);

  /// Whether it is known beforehand how many batches each rank takes. Otherwise ranks ask each
  /// other while they read, and a pass is made by all of them or by none.
  boolean isCounted();

  /// What was read so far.
  DataStats stats();
}
