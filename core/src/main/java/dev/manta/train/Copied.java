package dev.manta.train;

/// State that is saved and restored by copying.
public non-sealed interface Copied extends Live {
  /// The state as bytes.
  byte[] save();

  /// Takes back what `save` gave.
  void load(byte[] bytes);
}
