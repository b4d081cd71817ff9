package dev.manta.tune.internal.plot;

/// How a trial is drawn on a plot.
enum MarkStyle {
  COMPLETE('•', "complete"),
  STOPPED('○', "stopped early"),
  FAILED('×', "failed"),
  BEST('★', "best");

  private final char symbol;
  private final String words;

  MarkStyle(char symbol, String words) {
    this.symbol = symbol;
    this.words = words;
  }

  /// What stands for it in a text.
  char symbol() {
    return symbol;
  }

  /// What it means.
  String words() {
    return words;
  }
}
