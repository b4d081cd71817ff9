package dev.manta.internal.console;

/// Lines that fit a terminal.
final class TerminalLines {
  private TerminalLines() {}

  /// The line cut to so many columns; colour codes take none.
  static String cut(String line, int columns) {
    var kept = new StringBuilder();
    int width = 0;
    for (int at = 0; at < line.length(); at++) {
      char c = line.charAt(at);
      int end = c == '\u001b' ? line.indexOf('m', at) : -1;
      if (end >= 0) {
        kept.append(line, at, end + 1);
        at = end;
      } else if (width < columns) {
        kept.append(c);
        width++;
      }
    }
    return kept.toString();
  }

  /// What a worker printed, without what would move the cursor.
  static String clean(String line) {
    int lastReturn = line.lastIndexOf('\r', line.length() - 2);
    String shown = line.substring(lastReturn + 1).replace("\t", "    ");
    return shown.chars().anyMatch(Character::isISOControl)
        ? shown.replaceAll("\u001b\\[[0-9;?]*[A-Za-z]", "").replaceAll("\\p{Cntrl}", "")
        : shown;
  }

  static String padLeft(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }
}
