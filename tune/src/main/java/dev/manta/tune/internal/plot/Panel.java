package dev.manta.tune.internal.plot;

import java.util.List;

/// A diagram with two axes.
///
/// @param title what it shows; empty where a title of all says so
/// @param marks the trials
/// @param line corners of a line, from left to right; empty for none
record Panel(String title, Scale x, Scale y, List<Mark> marks, List<Corner> line) {
  Panel {
    marks = List.copyOf(marks);
    line = List.copyOf(line);
  }

  /// A trial.
  ///
  /// @param y NaN for one without a value
  /// @param words what is said about it
  record Mark(double x, double y, MarkStyle style, String words) {}

  /// A point of a line.
  record Corner(double x, double y) {}
}
