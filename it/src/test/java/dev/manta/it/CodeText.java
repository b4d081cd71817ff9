package dev.manta.it;

/// The comments and strings of a source. Lines stay where they are, without the marks of comments,
/// quotes and joined strings, so that a phrase may be on two of them; a tab stands for code.
final class CodeText {
  private static final String BLOCK = "\"\"\"";
  private static final String QUOTES = "\"'`";
  private static final String MARKS = "\"'`/#*";

  private final String code;
  private final String comment;
  private final StringBuilder text = new StringBuilder();
  private int at;

  /// @param comment what begins a comment that ends with its line
  CodeText(String code, String comment) {
    this.code = code;
    this.comment = comment;
  }

  String written() {
    while (at < code.length()) {
      int end = end(code.charAt(at));
      if (end == at) {
        put(code.charAt(at) == '+' ? ' ' : code.charAt(at) > ' ' ? '\t' : code.charAt(at));
        at++;
      } else {
        put(end);
      }
    }
    return text.toString();
  }

  /// Where what begins here ends; here, where that is neither a comment nor a string.
  private int end(char c) {
    if (code.startsWith(comment, at)) {
      int line = code.indexOf('\n', at);
      return line < 0 ? code.length() : line;
    }
    if (code.startsWith("/*", at)) {
      return behind("*/", at + 2);
    }
    if (code.startsWith(BLOCK, at)) {
      return behind(BLOCK, at + BLOCK.length());
    }
    return QUOTES.indexOf(c) < 0 ? at : endOfString(c);
  }

  private int behind(String end, int from) {
    int found = code.indexOf(end, from);
    return found < 0 ? code.length() : found + end.length();
  }

  private int endOfString(char quote) {
    int end = at + 1;
    while (end < code.length() && code.charAt(end) != quote && !endsLine(quote, end)) {
      end += code.charAt(end) == '\\' ? 2 : 1;
    }
    return Math.min(end + 1, code.length());
  }

  private boolean endsLine(char quote, int end) {
    return quote != '`' && code.charAt(end) == '\n';
  }

  private void put(int end) {
    while (at < end) {
      char c = code.charAt(at++);
      put(MARKS.indexOf(c) < 0 ? c : ' ');
    }
  }

  /// Of several blanks one is enough.
  private void put(char c) {
    char last = text.isEmpty() ? ' ' : text.charAt(text.length() - 1);
    boolean again = c == ' ' && last <= ' ' || c == '\t' && last == '\t';
    if (!again) {
      text.append(c);
    }
  }
}
