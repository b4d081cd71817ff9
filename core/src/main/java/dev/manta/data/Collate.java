package dev.manta.data;

/// Makes of a batch what a training step takes; runs beside training, on the rows that come next.
/// What it returns must not point into the batch's memory, unless it holds a [Batch#retain].
@FunctionalInterface
public interface Collate<T> {
  /// What a training step takes, made of one batch.
  T collate(Batch batch);
}
