package dev.manta.tabular;

/// The labels of all ranks in short.
///
/// @param isWhole whether each is a whole number
public record LabelRange(double least, double most, boolean isWhole) {
  /// Refuses labels that are not numbers of so many classes, counted from 0.
  public void requireClasses(int classes) {
    if (!isWhole || least < 0 || most >= classes) {
      throw new IllegalArgumentException(
          "labels of %s classes are the whole numbers 0 to %s, but there are %s %s to %s; map them, or set the number of classes"
              .formatted(
                  classes,
                  classes - 1,
                  isWhole ? "labels" : "fractions,",
                  text(least),
                  text(most)));
    }
  }

  private static String text(double label) {
    return label == Math.rint(label) ? Long.toString((long) label) : Double.toString(label);
  }
}
