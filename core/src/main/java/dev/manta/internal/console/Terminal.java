package dev.manta.internal.console;

/// A terminal that understands cursor movements.
interface Terminal {
  /// How large it is now.
  Size size();

  /// Writes at once.
  void print(String text);

  /// Columns and rows.
  record Size(int columns, int rows) {
    static final Size USUAL = new Size(80, 24);
  }
}
