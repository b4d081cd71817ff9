package dev.manta.tune;

/// A plot that is ready to be shown.
public interface Drawing {
  /// For terminals: lines of so many columns at most, 40 at least. Names are shown without control
  /// characters.
  String text(int columns);

  /// For pages: one SVG document without scripts or anything to load, readable on light and dark
  /// grounds.
  String svg();
}
