package dev.manta.train;

/// State that is saved and restored by copying.
public non-sealed interface Copied extends Live {
  /// The state as bytes.
  byte[] save();

  /// Takes back what `save` gave.
  void load(byte[] bytes);

  /// What the name of its file ends with in snapshots, such as `.json` where other programs know it
  /// by that. The same in every attempt.
  default String ending() {
    return ".bin";
  }
}
